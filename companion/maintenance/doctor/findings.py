"""The doctor's findings, and their output: a list for people, or JSON for programs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, Literal, get_args

import msgspec

Verdict = Literal["right", "doubtful", "in use", "wrong"]

MARKS: Final[dict[Verdict, str]] = {"right": "ok", "doubtful": "??", "in use": "--", "wrong": "!!"}
"""A sign for each verdict, because some terminals lack colors and some people cannot tell them
apart.
"""

_COLOURS: Final[dict[Verdict, str]] = {
    "right": "32",
    "doubtful": "33",
    "in use": "36",
    "wrong": "31",
}
"""Green, yellow, cyan, red (ECMA-48, 8.3.117)."""

_NARROWEST: Final = 40
"""Minimum columns at which lines are wrapped."""


class Finding(msgspec.Struct, frozen=True):
    """The state of one `part`: `says` describes it, `advice` is what to do, if anything.

    "in use" means that a running companion has the part, so it could not be examined.
    """

    part: str
    verdict: Verdict
    says: str
    advice: str = ""


def right(part: str, says: str) -> Finding:
    """Return a finding that the part works."""
    return Finding(part, "right", says)


def doubtful(part: str, says: str, advice: str) -> Finding:
    """Return a finding that the part works but could work better, or cannot be checked from
    here.
    """
    return Finding(part, "doubtful", says, advice)


def in_use(part: str, what: str) -> Finding:
    """Return a finding that a running companion has `what`, which the part needs."""
    says = f"the companion that is running has {what}"
    return Finding(part, "in use", says, "stop that companion to have this looked at")


def wrong(part: str, says: str, advice: str) -> Finding:
    """Return a finding that the part cannot be used in this state."""
    return Finding(part, "wrong", says, advice)


def all_well(findings: Iterable[Finding]) -> bool:
    """Return whether nothing is wrong."""
    return all(finding.verdict != "wrong" for finding in findings)


def listed(findings: Sequence[Finding], width: int = 100, *, coloured: bool = False) -> str:
    """Return the findings as a list of lines of about `width` columns, with a count at the end."""
    part_width = max((len(finding.part) for finding in findings), default=0)
    lines = [
        line
        for finding in findings
        for line in _lines(finding, part_width, width, coloured=coloured)
    ]
    return "\n".join([*lines, "", counted(findings)]) + "\n"


def counted(findings: Iterable[Finding]) -> str:
    """Return the count of each verdict, like "9 right, 2 wrong"."""
    counts = Counter(finding.verdict for finding in findings)
    verdicts: tuple[Verdict, ...] = get_args(Verdict)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in verdicts if counts[verdict])


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as a JSON list of objects with the fields of `Finding`."""
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
