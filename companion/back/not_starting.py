"""What is said of a version that does not start: on the display, and in the log."""

from pathlib import Path
from typing import NamedTuple

from companion.back.way import way_back
from companion.errors import NoWayBackError
from companion.screens.pictures import Notice
from companion.started import read


class Told(NamedTuple):
    """The `picture` for the displays, and the `sentence` for the log."""

    picture: Notice
    sentence: str


def told(installed: str, data: Path, kept: Path) -> Told:
    """What to say, now that the version `installed` was started three times in vain.

    Only one that has never been ready is to be gone back from: of any other the version is not what
    is wrong.
    """
    started = read(data)
    if started is not None and started.version == installed:
        sentence = f"version {installed} stops again and again, and it has been ready before"
        return _look(installed, "It stops again and again.", sentence)
    try:
        way = way_back(data, kept, installed)
    except NoWayBackError as error:
        return _look(installed, "It does not start.", f"version {installed} does not start: {error}")
    picture = _notice(installed, "It does not start. To go back, type:", "sudo companion go-back")
    sentence = "sudo companion go-back goes back to version"
    return Told(picture, f"version {installed} does not start; {sentence} {way.kept.version}")


def _look(installed: str, words: str, sentence: str) -> Told:
    picture = _notice(installed, f"{words} The log says why:", "journalctl -u companion")
    return Told(picture, f"{sentence}; journalctl -u companion says why")


def _notice(installed: str, words: str, command: str) -> Notice:
    """The version goes into the headline, where it is cut if it is long; the command is always whole."""
    return Notice(f"Version {installed}", words, mark="cross", small=command)
