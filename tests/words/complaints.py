"""What a player is told of a file that cannot be played."""

import re
from pathlib import Path

from companion.variants.show import check


def complaint(folder: Path, text: str) -> str:
    """The one mistake of a file with this `text`, without the file's name and the line."""
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    checked = check([file])
    assert not checked.plays
    assert checked.text.startswith(f"{file}: ")
    assert checked.text.count("\n") == 1
    return re.sub(r"^line \d+: ", "", checked.text.removeprefix(f"{file}: ").removesuffix("\n"))
