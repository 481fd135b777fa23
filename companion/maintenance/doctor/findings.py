"""The doctor's findings, and their output: a list for people, or JSON for programs."""

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Final, Literal

import msgspec

from companion.message import Words, in_context, phrase, render
from companion.words.parts import part_word

Verdict = Literal["right", "doubtful", "in use", "wrong"]

MARKS: Final[dict[Verdict, str]] = {"right": "ok", "doubtful": "??", "in use": "--", "wrong": "!!"}
"""A sign for each verdict, because some terminals lack colors and some people cannot tell them
apart.
"""

_NAMES: Final = {
    name.text: name
    for name in (
        in_context("part", "Configuration"),
        in_context("part", "Machine"),
        in_context("part", "Supply"),
        in_context("part", "Clock"),
        in_context("part", "Wi-Fi"),
        in_context("part", "Data"),
        in_context("part", "Disk"),
        in_context("part", "Journal"),
        in_context("part", "Sounder"),
        in_context("part", "Reader"),
        in_context("part", "Second reader"),
        in_context("part", "Own voice"),
    )
}
"""Names that the players' words for the parts lack, or that the configuration has otherwise."""

_NARROWEST: Final = 40
"""Minimum columns at which lines are wrapped."""


class Finding(msgspec.Struct, frozen=True):
    """The state of one `part`: `says` describes it, `advice` is what to do, if anything.

    "in use" means that a running companion has the parts, so they could not be examined. The texts
    are in the language in use when the part was examined; the part keeps its English name.
    """

    part: str
    verdict: Verdict
    says: str
    advice: str = ""


def right(part: str, says: Words) -> Finding:
    """Return a finding that the part works."""
    return Finding(part, "right", render(says))


def doubtful(part: str, says: Words, advice: Words) -> Finding:
    """Return a finding that the part works but could work better, or cannot be checked from
    here.
    """
    return Finding(part, "doubtful", render(says), render(advice))


def in_use() -> Finding:
    """Return the finding that a running companion has the parts of the box."""
    says = phrase("the companion that is running has the parts of the box")
    advice = phrase("stop that companion to have them looked at")
    return Finding("Machine", "in use", render(says), render(advice))


def wrong(part: str, says: Words, advice: Words) -> Finding:
    """Return a finding that the part cannot be used in this state."""
    return Finding(part, "wrong", render(says), render(advice))


def part_name(part: str) -> Words:
    """Return the name of a part in the language in use."""
    return _NAMES.get(part) or part_word(part)


def all_well(findings: Iterable[Finding]) -> bool:
    """Return whether nothing is wrong."""
    return all(finding.verdict != "wrong" for finding in findings)


def listed(findings: Sequence[Finding], width: int = 100) -> str:
    """Return the findings as a list of lines of about `width` columns."""
    names = [str(part_name(finding.part)) for finding in findings]
    longest = max(map(len, names), default=0)
    lines = []
    for name, finding in zip(names, findings, strict=True):
        before = f"[{MARKS[finding.verdict]}] {name:<{longest}}  "
        lines.append(_wrapped(before, finding.says, width))
        if finding.advice:
            lines.append(_wrapped(" " * len(before) + "-> ", finding.advice, width))
    return "\n".join(lines) + "\n"


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings as a JSON list of objects with the fields of `Finding`."""
    return msgspec.json.format(msgspec.json.encode(findings), indent=2).decode() + "\n"


def _wrapped(before: str, text: str, width: int) -> str:
    """Return a text after `before`, whose further lines are below its beginning."""
    return fill(
        text,
        max(width, len(before) + _NARROWEST),
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )
