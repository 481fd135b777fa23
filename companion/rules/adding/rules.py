"""The rules of one adding game while it is played."""

import msgspec

from companion.rules.adding.effects import (
    Effect,
    Exact,
    Show,
)
from companion.rules.adding.variant import (
    Bust,
    ChipsLook,
    DebtPasses,
    Over,
    StockOut,
    TwoPlayerReverse,
    UpCard,
)
from companion.rules.cards import Card, Pack


class AddingRules(msgspec.Struct, frozen=True):
    """The rules of one game, from `new` to its end.

    `effects` has keys (rank, suit), and (rank, None) if the suit makes no difference. `last_card` is the good
    card that the house rule puts at the bottom of the stock, or None.
    """

    variant: str
    title: str
    target: int
    pack: Pack
    hand_size: int
    chips: int | None
    chips_look: ChipsLook
    bust: Bust
    over: Over
    stock_out: StockOut
    up_card: UpCard
    sets: bool
    debt_passes: DebtPasses
    two_player_reverse: TwoPlayerReverse
    floor: int | None
    honor: bool
    winner_takes_all: bool
    exact: dict[int, Exact]
    first_turns_without: dict[str, int]
    shows: dict[str, Show]
    last_card: Card | None
    effects: dict[tuple[str, str | None], Effect]
    shields: tuple[tuple[str, str | None], ...]

    def effect(self, card: Card) -> Effect | None:
        """Return the effect of `card`; None if it depends on an unknown suit."""
        return self.effects.get((card.rank, card.suit))

    @property
    def has_shield(self) -> bool:
        return bool(self.shields)
