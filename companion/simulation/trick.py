"""A trick as it lies on the simulated table."""

import msgspec

from companion.labels.codec import CardLabel, write_label
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import Laid, TrickState
from companion.screens.trick_table import lying_trick
from companion.screens.trick_words import what_costs


class PanelTrickCard(msgspec.Struct, frozen=True):
    """A card of the trick: its sticker's label, and the seat that played it."""

    seat: int
    label: str


class OpenTrick(msgspec.Struct, frozen=True):
    """The trick under way, or the last one until the next is led; empty before a round's first lead.

    `wins` is the seat whose card takes it as far as it lies; `taken` says that it has been taken.
    `number` counts the round's tricks from 1. `rounds` is None where rounds go on until somebody has so
    many points. `costs` says what costs in this round ("K♠ costs 100").
    """

    cards: tuple[PanelTrickCard, ...]
    wins: int | None
    taken: bool
    number: int
    rounds: int | None
    costs: str


def open_trick(rules: TrickRules, state: TrickState) -> OpenTrick:
    """The trick that the table has before it."""
    lies = lying_trick(rules, state)
    return OpenTrick(
        cards=tuple(PanelTrickCard(one.seat, _label(one)) for one in lies.cards),
        wins=lies.wins,
        taken=lies.taken,
        number=lies.number,
        rounds=len(rules.rounds) if rules.until is None else None,
        costs=what_costs(rules.round(state.round)),
    )


def _label(laid: Laid) -> str:
    return write_label(CardLabel(laid.card.rank, laid.card.suit, 1))
