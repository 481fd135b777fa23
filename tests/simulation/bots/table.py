"""Games of bots without a box: only the rules and the pack."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.core.commands import New, Play
from companion.core.family import PlayerView, Variant
from companion.core.seats import State
from companion.errors import Illegal
from companion.games import family_of
from companion.simulation.bots import Level, choose, seat_to_act, view_of
from companion.simulation.pack import Hands, SimulatedPack
from companion.variants import load_variants
from tests.drivers.game import GameDriver

VARIANTS = load_variants().variants
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hal")
LONGEST = 4000
"""Commands after which a game is abandoned; some continue for as long as no player is stuck."""


class BotTable(GameDriver):
    """A game of `variant` with a bot of some level at each seat.

    `seed` shuffles the pack and decides everything drawn by lot.
    """

    def __init__(
        self,
        variant: str,
        levels: Sequence[Level],
        seed: str,
        *,
        variants: Mapping[str, Variant] = VARIANTS,
        contract: int | None = None,
        **house: Any,
    ) -> None:
        self.levels, self.chance, self._seed = levels, Random(seed), seed  # noqa: S311
        super().__init__(stickers=True, variants=variants)
        self._pack = SimulatedPack()
        new = New(variant=variant, players=PLAYERS[: len(levels)], house=house)
        if contract is not None:
            new = replace(new, contract=contract)
        turns_up = house.get("up_card", getattr(variants[variant], "up_card", "none")) != "none"
        self.obey(replace(new, up_card="7S/1") if turns_up else new)

    @property
    def hands(self) -> Hands:
        return self._pack.follow(self._seed, self.pack, self.game.moments)

    def view(self, seat: int) -> PlayerView:
        return view_of(self.rules, self.state, self.hands, seat)

    def step(self) -> bool:
        """Enter one command of the bot that has to act; return False when the game is over."""
        seat = seat_to_act(self.state, self.hands)
        if seat is None:
            return False
        command = choose(self.view(seat), self.levels[seat], self.chance)
        assert command is not None, self.state
        self.obey(command)
        return True

    def played(self) -> "BotTable":
        for _ in range(LONGEST):
            if not self.step():
                break
        return self


def losers_of(state: State) -> list[int]:
    """Return the seats that did not win, or that lost."""
    if state.losers:
        return list(state.losers)
    return [seat for seat, player in enumerate(state.players) if player.name not in state.won_by]


def playable(view: PlayerView, card: str) -> bool:
    """Return whether the rules accept this card, possibly with an answer to their question."""
    try:
        family_of(view.rules).step(view.rules, view.state, Play(card=card))
    except Illegal as illegal:
        return illegal.refusal.asks != ""
    return True
