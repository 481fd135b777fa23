"""The own steps of setting up an adding game:
how many can play, chips, and what it is played with.
"""

from companion.dialogs.context import MAX_SEATS, Item, Scene, SetUp
from companion.dialogs.toolkit import Dial, WidgetDialog, ok_and_undo
from companion.errors import Illegal
from companion.message import Words, in_context, phrase, plural
from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.family import Rules
from companion.rules.options import AddingOptions, options
from companion.screens.model import DialScreen

MIN_CHIPS, MAX_CHIPS = options(AddingOptions)["chips"].range


def seats_of(variant: AddingVariant) -> tuple[int, int]:
    """Return the minimum and maximum of seats: as many as the pack deals to, up to `MAX_SEATS`."""
    fewest, most = variant.players
    high = most or MAX_SEATS
    while high > fewest:
        try:
            rules = adding_rules_in_force(variant, {}, high)
        except Illegal:
            return fewest, high
        if high * rules.hand_size + (rules.up_card != "none") <= rules.pack.size:
            break
        high -= 1
    return fewest, high


def decks_of(rules: AddingRules) -> Words:
    """Return how many decks are shuffled together; "" for one."""
    decks = rules.pack.decks
    return plural("{n:d} deck", "{n:d} decks", decks) if decks > 1 else ""


def chips_row(set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
    """Return the row for chips, where the game has some or its house rules want some."""
    chips = rules.chips if isinstance(rules, AddingRules) else None
    if chips is None and not str(set_up.command.house.get("bust")).startswith("chip"):
        return ()
    value = in_context("chips", "none") if chips is None else str(chips)
    return (Item(phrase("Chips"), ChipsDialog(set_up, chips or 1), value),)


class ChipsDialog(WidgetDialog, frozen=True):
    """Dials the number of chips for each player."""

    summary: SetUp
    value: int

    def widget(self, scene: Scene) -> Dial:
        title, each = phrase("How many chips?"), in_context("chips", "each")
        keys = ok_and_undo(in_context("key", "next"), in_context("key", "back"))
        low, high = MIN_CHIPS, MAX_CHIPS
        return Dial(
            screen=DialScreen(title, each, self.value, low, high, False, (), *keys),
            ok=self.summary.with_house(self.summary.command.house | {"chips": self.value}),
            undo=self.summary,
            first=phrase("First: how many chips?"),
        )
