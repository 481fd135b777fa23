"""cmdline.txt, the kernel's command line: removes the consoles on the reader's port."""

import re
from collections.abc import Collection
from typing import NamedTuple

_TALKERS = ("console=", "kgdboc=")
"""Options that use a serial port: the kernel's console with its login, and its debugger."""


class Quietened(NamedTuple):
    """The new text, and the removed words."""

    text: str
    gone: tuple[str, ...]


def quietened(text: str, ports: Collection[str]) -> Quietened:
    """Return `text` without the consoles on `ports`, which have the kernel's or the firmware's names.

    The firmware reads only the first line; it keeps the order of its words, and the other lines stay.
    """
    end = re.search(r"\r|\n|$", text)
    first = text[: end.start()] if end else text
    gone = tuple(word for word in first.split() if _talks_on(word, ports))
    kept = first
    for word in gone:
        kept = re.sub(rf"(^|[ \t]+){re.escape(word)}(?=[ \t]|$)", "", kept)
    return Quietened((kept.lstrip(" \t") if gone else first) + text[len(first) :], gone)


def _talks_on(word: str, ports: Collection[str]) -> bool:
    return any(
        word.startswith(talker) and word.removeprefix(talker).split(",")[0] in ports for talker in _TALKERS
    )
