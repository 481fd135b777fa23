"""Pictures of events that everybody must notice: a bust by a card, a pile to shuffle, a chip won."""

from collections.abc import Sequence
from typing import assert_never

from companion.outputs import Sound
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.events import (
    Busted,
    Eliminated,
    Event,
    GameEnded,
    HandEnded,
    NamedBy,
    Reshuffled,
    Revoked,
    RoundEnded,
    Swept,
    TargetReached,
    TrickTaken,
    WentOver,
)
from companion.rules.family import Rules, State
from companion.rules.points.state import PointsState
from companion.rules.refusals import OverTarget
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.screens.model import NoticeScreen, Picture
from companion.screens.table_pictures import names_of
from companion.screens.tricks.pictures import taken_picture
from companion.text.adding.events import exactly
from companion.text.language import gettext as _
from companion.text.named import Words, named
from companion.text.refusals import refusal_sentence
from companion.text.turns import is_out


def announcement(rules: Rules, before: State | None, after: State, events: Sequence[Event]) -> Picture | None:
    """Return the picture that announces `events`, or None; `before` is the state in which they happened."""
    match rules, after:
        case AddingRules(), AddingState():
            return _notice(rules, before if isinstance(before, AddingState) else None, after, events)
        case TrickRules(), TrickState():
            return _of_tricks(rules, after, events)
        case _, AddingState() | TrickState() | PointsState():
            return None  # the standings say all that comes of a round of points
        case never:
            assert_never(never)


def sound_of(events: Sequence[Event]) -> Sound:
    """Return the sound for an accepted command that made `events` happen."""
    kinds = {type(event) for event in events}
    if GameEnded in kinds:
        return "game-over"
    if kinds & {HandEnded, RoundEnded}:
        return "hand-over"
    return "bust" if kinds & {Busted, WentOver} else "accepted"


def _notice(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> NoticeScreen | None:
    said = _said(rules, before, after, events)
    if said is None:
        return None
    headline, words = said
    over = any(isinstance(event, WentOver) for event in events)
    return NoticeScreen(headline, words, mark="cross" if over else "", table=names_of(after))


def _of_tricks(rules: TrickRules, after: TrickState, events: Sequence[Event]) -> Picture | None:
    """Return the picture of a trick just taken, else of the cost of a revoke that the table let stand."""
    paid = sum(event.points for event in events if isinstance(event, TrickTaken | Swept))
    for event in events:
        match event:
            case TrickTaken() if after.taken is not None:
                return taken_picture(rules, after, after.taken, paid)
    for event in events:
        match event:
            case Revoked(player, _, _, penalty) if penalty:
                pays = named(_("{name} pays {points}"), player, points=penalty)
                return NoticeScreen(_("Revoke"), pays, table=names_of(after))
    return None


def _said(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> tuple[Words, Words] | None:
    for event in events:
        match event:
            case WentOver(player, _, total) if before is not None:
                over = OverTarget(total, rules.target, was=before.total)
                return named(_("{name} is bust"), player), refusal_sentence(over)
            case TargetReached(player, number, what):
                won = before is not None and after.pot < before.pot
                if what != "chip" or won:
                    return _("Exactly {n}").format(n=number), exactly(player, what)
            case Eliminated(player, "no cards"):
                return is_out(player), _("No card left to play")
            case Eliminated(player, "knocked out") if any(isinstance(other, NamedBy) for other in events):
                return is_out(player), _("The shield lies on the pile already")
            case Reshuffled():
                return _("Stock is out"), _("Shuffle all played but the last card")
    return None
