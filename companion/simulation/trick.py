"""A trick as it lies on the simulated table, and what is said aloud when it is taken."""

import msgspec

from companion.labels import CardLabel, write_label
from companion.rules.cards import SUIT_SIGNS
from companion.rules.events import Broken, OnlySuit, Revoked, Swept, TrickTaken
from companion.rules.game import Moment
from companion.rules.trick_rules import TrickRules
from companion.rules.trick_scoring import winning
from companion.rules.trick_state import Laid, TrickState
from companion.screens.spoken import SUITS
from companion.screens.trick_words import what_costs


class LaidCard(msgspec.Struct, frozen=True):
    """A card of the trick: its sticker's label, and the seat that played it."""

    seat: int
    label: str


class OpenTrick(msgspec.Struct, frozen=True):
    """The trick under way, or the last one until the next is led; empty before a round's first lead.

    `wins` is the seat whose card takes it as far as it lies; `taken` says that it has been taken.
    `number` counts the round's tricks from 1. `rounds` is None where rounds go on until somebody has so
    many points. `costs` says what costs in this round ("K♠ costs 100").
    """

    cards: tuple[LaidCard, ...]
    wins: int | None
    taken: bool
    number: int
    rounds: int | None
    costs: str


def open_trick(rules: TrickRules, state: TrickState) -> OpenTrick:
    """The trick that the table has before it."""
    laid = state.trick or (state.taken.cards if state.taken is not None else ())
    taken = bool(laid) and not state.trick
    return OpenTrick(
        cards=tuple(LaidCard(one.seat, _label(one)) for one in laid),
        wins=winning(rules, laid).seat if laid else None,
        taken=taken,
        number=state.number - taken,
        rounds=len(rules.rounds) if rules.until is None else None,
        costs=what_costs(rules.round(state.round)),
    )


def said_of_trick(moment: Moment) -> str:
    """What players say to what has just happened ("Bo takes it, 25"); "" for a card like any other."""
    said: list[str] = []
    for event in moment.events:
        match event:
            case OnlySuit(_, suit):
                said.append(f"only {_in_words(suit)} left")
            case Revoked(player, suit, trick, penalty):
                cost = f", {penalty}" if penalty else ""
                said.append(f"{player} had no {_in_words(suit)} in trick {trick}, it stands{cost}")
            case Broken(_, suit):
                said.append(f"{_in_words(suit)} are broken")
            case TrickTaken(player, _, _, points):
                said.append(f"{player} takes it" + (f", {points}" if points else ""))
            case Swept(player, points):
                said.append(f"{player} has taken all that costs, {points} more")
    return ". ".join(sentence[0].upper() + sentence[1:] for sentence in said)


def _label(laid: Laid) -> str:
    return write_label(CardLabel(laid.card.rank, laid.card.suit, 1))


def _in_words(suit: str) -> str:
    return SUITS[SUIT_SIGNS[suit]]
