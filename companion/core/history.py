"""The entries of a game in order: which of them count, how a correction changes them, and how
players are renamed in them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args

from msgspec import UNSET, Struct
from msgspec.structs import replace

from companion.core.commands import POT, LeftChips, Repair
from companion.core.events import Repaired
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.refusals import NothingToUndo, NotRepaired
from companion.errors import Illegal

NAMING = frozenset(
    {
        "player",
        "players",
        "dealer",
        "named",
        "deals",
        "winner",
        "losers",
        "winners",
        "points",
        "bids",
        "tricks",
    }
    | {"target", "up_target", "steps", "after", "turn", "chips", "shared"}
    | {"still_in", "against", "hands", "was", "now"}
)
"""The fields of events and commands that contain players' names, or have them as keys. Numbers in
them are not affected.
"""
KEYWORDS = {"chips": frozenset(get_args(LeftChips)), "against": frozenset({POT})}
"""The values of these fields that are keywords, even if a player has the same name."""

_Action = TypeVar("_Action", bound=Struct)


def counting(moments: Iterable[HistoryEntry]) -> list[HistoryEntry]:
    """Return the moments that count:
    a correction counts with its new entries, which replace old ones.
    """
    count: list[HistoryEntry] = []
    for moment in moments:
        if isinstance(moment.command, Repair):
            del count[len(count) - moment.command.back :]
            count.extend(moment.mended)
        else:
            count.append(moment)
    return count


def repaired(
    family: Family, rules: Rules, moments: Iterable[HistoryEntry], repair: Repair
) -> HistoryEntry:
    """Return the moment that `repair` makes of a game; its steps are judged one after the other.

    Raises:
        Illegal: ``nothing-to-undo``, or ``not-repaired`` with the first illegal step and its
            refusal.
    """
    before = counting(moments)
    if repair.back >= len(before):
        raise Illegal(NothingToUndo(repair.back, possible=len(before) - 1))
    state = before[-1 - repair.back].state
    mended = []
    for number, command in enumerate(repair.steps, start=1):
        try:
            state, events = family.step(rules, state, command)
        except Illegal as illegal:
            raise Illegal(NotRepaired(number, illegal.refusal)) from None
        mended.append(HistoryEntry(state, events, command))
    event = Repaired(repair.why, repair.back, len(repair.steps))
    return HistoryEntry(state, (event,), repair, tuple(mended))


def renamed(moment: HistoryEntry, names: Mapping[str, str]) -> HistoryEntry:
    """Return the moment with renamed players; `names` maps old names to new ones."""
    return HistoryEntry(
        moment.state.renamed(names),
        tuple(with_names(event, names) for event in moment.events),
        None if moment.command is None else with_names(moment.command, names),
        tuple(renamed(entry, names) for entry in moment.mended),
    )


def with_names(action: _Action, names: Mapping[str, str]) -> _Action:
    """Return an event or a command with renamed players; `names` maps old names to new ones."""
    others = {}
    for field in NAMING.intersection(action.__struct_fields__):
        value = getattr(action, field)
        is_keyword = isinstance(value, str) and value in KEYWORDS.get(field, ())
        if value is not UNSET and not is_keyword:
            others[field] = value_with(value, names)
    return replace(action, **others) if others else action


def value_with(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value of a field with renamed players."""
    match value:
        case str():
            return names.get(value, value)
        case tuple() | list():
            return type(value)([value_with(part, names) for part in value])
        case dict():
            return {names.get(name, name): points for name, points in value.items()}
        case Struct():
            return with_names(value, names)
    return value
