"""cmdline.txt, the kernel's command line: one line, out of which consoles on the reader's port are taken."""

import re
from collections.abc import Collection
from typing import NamedTuple

_TALKERS = ("console=", "kgdboc=")
"""What speaks on a serial port: the kernel with its login, and its debugger."""


class Quietened(NamedTuple):
    """The new text, and the words that are gone."""

    text: str
    gone: tuple[str, ...]


def quietened(text: str, ports: Collection[str]) -> Quietened:
    """`text` without the consoles on `ports`, which are named as the kernel or the firmware names them.

    The firmware reads the first line only; that one keeps the order of its words, and the rest is
    left as it is.
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
