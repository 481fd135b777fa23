"""Shortening of players' names so that no two players at the table look the same.

The order is that of docs/screens.md: complete; the first word; cut and ended with a full stop; the
first word and the initial of the last; a cut and the number of the seat. A name without a writable
letter becomes the number of its seat, #3. A number at the end of a name, as of Seat 1, is its
initial. A form is used only if it is unambiguous at the table.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.drawing.fonts import clusters, spelling

Kind = Literal["whole", "first", "cut"]


class Form(NamedTuple):
    """One way to write a name; a lower `kind` is better."""

    kind: Kind
    text: str


def _shown(name: str) -> str:
    return " ".join(spelling(name)[0].split())


@lru_cache(maxsize=256)
def forms(name: str, table: tuple[str, ...]) -> tuple[Form, ...]:
    """Return every form of `name` that is unambiguous in `table`, longest first.

    `table` may be empty, or include `name`; seats count from 1 in its order.
    """
    drawn = _shown(name)
    others = [_shown(other) for other in table if other != name]
    seat = str(table.index(name) + 1) if name in table else ""
    if seat and not drawn.strip("? ") and f"#{seat}" not in others:
        return Form("whole", f"#{seat}"), Form("cut", seat)  # No letter of the name can be written.
    return tuple(_unambiguous(drawn, seat, others)) or (Form("cut", drawn[:1] or "?"),)


def _unambiguous(drawn: str, seat: str, others: list[str]) -> Iterator[Form]:
    words = drawn.split()
    first = words[0] if words else ""
    cuts = tuple(_cuts(first))
    if drawn and drawn not in others:
        yield Form("whole", drawn)
    if len(words) > 1 and not any(other.split()[:1] == words[:1] for other in others):
        yield Form("first", first)
    for cut in cuts:
        if not any(other.startswith(cut) for other in others):
            yield Form("cut", cut + ".")
    if len(words) > 1:
        last = words[-1]
        initial, stop = (last, "") if last.isdigit() else (clusters(last)[0], ".")
        for part in (first, *cuts):
            if not any(_may_be(other, part, initial) for other in others):
                yield Form("first" if part == first else "cut", f"{part} {initial}{stop}")
    if seat:
        for part in (first, *cuts):
            if part and f"{part} {seat}" not in others:
                yield Form("cut", f"{part} {seat}")
        yield Form("cut", seat)


def _may_be(other: str, first: str, initial: str) -> bool:
    """Return whether a reader could take `first` and `initial` for `other`."""
    return other.startswith(first) and any(
        word.startswith(initial) for word in other.replace("-", " ").split()[1:]
    )


def _cuts(word: str) -> Iterator[str]:
    """Yield the beginnings of `word`, longest first.

    None ends in a sign like the hyphen of Ann-Kathrin.
    """
    pieces = clusters(word)
    for length in range(len(pieces) - 1, 0, -1):
        if pieces[length - 1][0].isalnum():
            yield "".join(pieces[:length])


def tags(table: tuple[str, ...], fits: Callable[[str], bool]) -> tuple[str, ...]:
    """Return each name of `table` as one or two letters accepted by `fits`, no two alike.

    Candidates are the first two letters; the first letters of two words; the first letter and the
    number of the seat; that number alone. Letters that may mean another player are not used, unless
    they are the complete name.
    """
    names = [_shown(name) for name in table]
    ladders = [[*filter(fits, _steps(name, seat)), str(seat)] for seat, name in enumerate(names, 1)]
    return tuple(
        next((step for step in own if not _taken(step, seat, names, ladders)), own[-1])
        for seat, own in enumerate(ladders)
    )


def _steps(drawn: str, seat: int) -> Iterator[str]:
    """Yield the candidates of at most two letters for a name, best first."""
    words = [clusters(word) for word in drawn.split()]
    if not words or not drawn.strip("? "):
        return
    yield "".join(words[0][:2])
    if len(words) > 1:
        yield words[0][0] + words[-1][0]
    yield f"{words[0][0]}{seat}"


def _taken(step: str, seat: int, names: list[str], ladders: list[list[str]]) -> bool:
    """Return whether `step` may mean another player than the one at `seat` (0 is the first)."""
    return any(
        step in ladder and not (names[seat] == step != names[other] and not step.isdigit())
        for other, ladder in enumerate(ladders)
        if other != seat
    )
