"""What the doctor has found, and how it is told: a list for people, or JSON for programs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, Literal, get_args

import msgspec

Verdict = Literal["right", "doubtful", "in use", "wrong"]

MARKS: Final[dict[Verdict, str]] = {"right": "ok", "doubtful": "??", "in use": "--", "wrong": "!!"}
"""Each has a sign of its own, as not every terminal has colours and not every eye sees them."""

_COLOURS: Final[dict[Verdict, str]] = {"right": "32", "doubtful": "33", "in use": "36", "wrong": "31"}
"""Green, yellow, cyan, red (ECMA-48, 8.3.117)."""

_NARROWEST: Final = 40
"""Columns below which lines are not broken any further."""


class Finding(msgspec.Struct, frozen=True):
    """What is so with one `part`: `says` tells it, and `advice` what to do, "" where nothing is to be done.

    "in use" is what a companion that is running has, so that it could not be looked at.
    """

    part: str
    verdict: Verdict
    says: str
    advice: str = ""


def right(part: str, says: str) -> Finding:
    """All is well."""
    return Finding(part, "right", says)


def doubtful(part: str, says: str, advice: str) -> Finding:
    """It works, but not as well as it might, or nobody can tell from here."""
    return Finding(part, "doubtful", says, advice)


def in_use(part: str, says: str) -> Finding:
    """A companion that is running has it."""
    return Finding(part, "in use", says, "stop that companion to have this looked at")


def wrong(part: str, says: str, advice: str) -> Finding:
    """The part cannot be used like this."""
    return Finding(part, "wrong", says, advice)


def all_well(findings: Iterable[Finding]) -> bool:
    """Whether nothing is wrong."""
    return all(finding.verdict != "wrong" for finding in findings)


def listed(findings: Sequence[Finding], width: int = 100, *, coloured: bool = False) -> str:
    """The findings below each other, in lines of about `width` columns, with a count at the end."""
    part_width = max((len(finding.part) for finding in findings), default=0)
    lines = [line for finding in findings for line in _lines(finding, part_width, width, coloured=coloured)]
    return "\n".join([*lines, "", counted(findings)]) + "\n"


def counted(findings: Iterable[Finding]) -> str:
    """How many of each verdict: "9 right, 2 wrong"."""
    counts = Counter(finding.verdict for finding in findings)
    verdicts: tuple[Verdict, ...] = get_args(Verdict)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in verdicts if counts[verdict])


def as_json(findings: Sequence[Finding]) -> str:
    """The findings as a JSON list of objects with the fields of `Finding`."""
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _lines(finding: Finding, part_width: int, width: int, *, coloured: bool) -> list[str]:
    mark = f"[{MARKS[finding.verdict]}]"
    before = f"{mark} {finding.part:<{part_width}}  "
    room = max(_NARROWEST, width - len(before))
    lines = _broken(finding.says, room)
    if finding.advice:
        first, *others = _broken(finding.advice, room - 3)
        lines += [f"-> {first}", *(f"   {line}" for line in others)]
    if coloured:
        before = before.replace(mark, f"\x1b[{_COLOURS[finding.verdict]}m{mark}\x1b[0m")
    return [before + lines[0], *(" " * (len(mark) + part_width + 3) + line for line in lines[1:])]


def _broken(text: str, room: int) -> list[str]:
    return wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
