"""The pictures of adding games, as `companion.screens.family` hands them out."""

from collections.abc import Sequence

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.events import (
    ChipsLeft,
    Eliminated,
    Event,
    Joined,
    LastCardDrawn,
    NamedBy,
    Reshuffled,
    TargetReached,
    WentOver,
)
from companion.rules.refusals import OverTarget
from companion.screens.model import NoticeScreen, Picture
from companion.screens.table_pictures import names_of
from companion.text.adding.events import exactly
from companion.text.cards import face_of
from companion.text.events.seating import chips_left, plays_from
from companion.text.language import gettext as _
from companion.text.named import Words, named
from companion.text.refusals import refusal_sentence
from companion.text.turns import is_out


class AddingScreens:
    """The pictures of 98, 99, One Hundred and their kin."""

    def announcement(
        self, rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
    ) -> Picture | None:
        """Return the notice of a bust by a card, a pile to shuffle, chips, somebody who joins or leaves."""
        said = _said(rules, before, after, events)
        if said is None:
            return None
        headline, words = said
        over = any(isinstance(event, WentOver) for event in events)
        return NoticeScreen(headline, words, mark="cross" if over else "", table=names_of(after))


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
            case LastCardDrawn(player, card):
                drawn = named(_("{name} draws {card}"), player, card=face_of(card))
                return drawn, _("The last card of the stock")
            case Eliminated(player, "no cards"):
                return is_out(player), _("No card left to play")
            case Eliminated(player, "knocked out") if any(isinstance(other, NamedBy) for other in events):
                return is_out(player), _("The shield lies on the pile already")
            case Joined(player):
                return named(_("{name} joins"), player), plays_from(event, after)
            case ChipsLeft(player) if said := chips_left(event):
                return named(_("{name} goes home"), player), said
            case Reshuffled():
                return _("Stock is out"), _("Shuffle all played but the last card")
    return None
