"""Error messages for game files that cannot be played."""

import re
from pathlib import Path

from companion.variants.show import check


def complaint(folder: Path, text: str) -> str:
    """Return the only error of a file with this `text`, without file name and line number."""
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    checked = check([file])
    assert not checked.plays
    assert checked.text.startswith(f"{file}: ")
    assert checked.text.count("\n") == 1
    return re.sub(r"^line \d+: ", "", checked.text.removeprefix(f"{file}: ").removesuffix("\n"))
