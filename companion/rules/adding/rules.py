"""The rules of one adding game while it is played."""

from companion.rules.adding.effects import Effect, PlayEffect, Show
from companion.rules.cards import JOKER, Card, Pack
from companion.rules.options import AddingOptions, ChipsLook


class AddingRules(AddingOptions, frozen=True, kw_only=True):
    """The rules of one game, from `new` to its end.

    `effects` has keys (rank, suit), and (rank, None) if the suit makes no difference. `last_card`
    is the good card that the house rule puts at the bottom of the stock, or None. `players` are the
    fewest and the most. `forfeit` is what whoever loses the game does, "" for nothing. `plays` has
    the effect of each play of a single card that says enough, by the card as it prints and as its
    label names it; `ordinary` has those that only change the total, reverse and skip, in games in
    which nothing else may come of them.
    """

    variant: str
    title: str
    players: tuple[int, int | None]
    pack: Pack
    chips_look: ChipsLook
    forfeit: str
    first_turns_without: dict[str, int]
    shows: dict[str, Show]
    last_card: Card | None
    effects: dict[tuple[str, str | None], Effect]
    shields: tuple[tuple[str, str | None], ...]
    plays: dict[str, PlayEffect]
    ordinary: dict[object, PlayEffect]

    def effect(self, card: Card) -> Effect | None:
        """Return the effect of `card`; None if it depends on an unknown suit."""
        return self.effects.get((card.rank, card.suit))

    @property
    def has_chips(self) -> bool:
        return self.chips is not None

    @property
    def has_next_hand(self) -> bool:
        """Whether another hand is dealt; elsewhere the first one ends only with the game."""
        return self.bust == "chip, new hand"

    @property
    def reverses(self) -> bool:
        """Whether some card turns the direction of play."""
        return any(effect.reverse for effect in self.effects.values())

    @property
    def obliges(self) -> bool:
        """Whether some card of this pack makes a player owe plays."""
        return self.pack.jokers > 0 or bool(self._obliging)

    @property
    def each_counts(self) -> bool:
        """Whether each owed play counts, whatever card of this pack obliges to it."""
        return all(effect.each_counts for effect in self._obliging)

    @property
    def _obliging(self) -> list[Effect]:
        return [
            effect
            for (rank, _suit), effect in self.effects.items()
            if effect.oblige and (rank != JOKER or self.pack.jokers)
        ]
