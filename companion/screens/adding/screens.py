"""The pictures of adding games, as `companion.screens.family` hands them out."""

from collections.abc import Sequence

from companion.message import Name, Words, phrase
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
from companion.text.refusals import refusal_sentence
from companion.text.turns import is_out


class AddingScreens:
    """The pictures of 98, 99, One Hundred and their kin."""

    def announcement(
        self,
        rules: AddingRules,
        before: AddingState | None,
        after: AddingState,
        events: Sequence[Event],
    ) -> Picture | None:
        """Return the notice of a bust by a card, a pile to shuffle, chips,
        somebody who joins or leaves.
        """
        notice = _said(rules, before, after, events)
        if notice is None:
            return None
        headline, words = notice
        over = any(isinstance(event, WentOver) for event in events)
        return NoticeScreen(headline, words, mark="cross" if over else "", table=names_of(after))


def _said(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> tuple[Words, Words] | None:
    for event in events:
        match event:
            case WentOver(player, _, total) if before is not None:
                over = OverTarget(total, rules.target, was=before.total)
                return phrase("{name} is bust", name=Name(player)), refusal_sentence(over)
            case TargetReached(player, number, what):
                won = before is not None and after.pot < before.pot
                if what != "chip" or won:
                    return phrase("Exactly {n}", n=number), exactly(player, what)
            case LastCardDrawn(player, card):
                drawn = phrase("{name} draws {card}", name=Name(player), card=face_of(card))
                return drawn, phrase("The last card of the stock")
            case Eliminated(player, "no cards"):
                return is_out(player), phrase("No card left to play")
            case Eliminated(player, "knocked out") if any(
                isinstance(other, NamedBy) for other in events
            ):
                return is_out(player), phrase("The shield lies on the pile already")
            case Joined(player):
                return phrase("{name} joins", name=Name(player)), plays_from(event, after)
            case ChipsLeft(player) if division := chips_left(event):
                return phrase("{name} goes home", name=Name(player)), division
            case Reshuffled():
                return phrase("Stock is out"), phrase("Shuffle all played but the last card")
    return None
