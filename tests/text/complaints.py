"""What a player is told of a file that cannot be played."""

from pathlib import Path

from companion.variants.show import check


def complaint(folder: Path, text: str) -> str:
    """The one line said of a file with this `text`, without the file's name."""
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    checked = check([file])
    assert not checked.plays
    assert checked.text.startswith(f"{file}: ")
    assert checked.text.count("\n") == 1
    return checked.text.removeprefix(f"{file}: ").removesuffix("\n")
