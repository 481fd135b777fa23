"""Determines who gets the pot of each game, and says it in words."""

from collections.abc import Sequence

import msgspec

from companion.phone.statistics.replay import PlayedGame
from companion.rules.adding.state import AddingState


class Shares(msgspec.Struct, frozen=True):
    """The division of a pot: `chips` for each player who gets some; `odd` get one chip more."""

    chips: dict[str, int]
    odd: tuple[str, ...] = ()

    @property
    def ahead(self) -> tuple[str, ...]:
        return tuple(self.chips)


def shares_of_pot(state: AddingState) -> Shares:
    """Return the division of the pot: to the winner, else in equal parts to those still in with most chips.

    Chips left over go one each to the first of them after the dealer, by the custom for odd chips.
    """
    if state.winner is not None:
        ahead: tuple[int, ...] = (state.winner,)
    else:
        most = max(state.players[seat].chips or 0 for seat in state.seats_in)
        ahead = tuple(seat for seat in state.seats_in if (state.players[seat].chips or 0) == most)
    each, left = divmod(state.pot, len(ahead))
    after_dealer = sorted(ahead, key=lambda seat: (seat - state.dealer - 1) % len(state.players))
    odd = after_dealer[:left]
    chips = {state.players[seat].name: each + (seat in odd) for seat in ahead}
    return Shares(chips, tuple(state.players[seat].name for seat in odd))


def where_pots_go(games: Sequence[PlayedGame]) -> str:
    """Return sentences about the pots of all `games` for chips of an evening, counted from 1."""
    said: list[str] = []
    numbered = [(count, game) for count, game in enumerate(games, 1) if game.for_chips]
    over = [(count, game) for count, game in numbered if game.stands == "over"]
    won = [game for _, game in over if game.winners]
    if len(won) == 1:
        said.append(f"The pot went to {won[0].winners[0]}, who won.")
    elif won:
        said.append("Each pot went to the one who won it.")
    said += [
        f"Nobody won game {count}: {_shared(game)}." for count, game in over if not game.winners and pot(game)
    ]
    said += [
        f"Game {count} was given up: nobody pays for it."
        for count, game in numbered
        if game.stands == "given up" and pot(game)
    ]
    said += [_if_you_stop(game) for _, game in numbered if game.stands == "on"]
    return " ".join(said)


def pot(game: PlayedGame) -> int:
    """Return the chips in the pot of a game, 0 if it has none."""
    return game.state.pot if isinstance(game.state, AddingState) else 0


def together(people: Sequence[str]) -> str:
    """Return `people` as a list in words: Ann, Bo and Cy."""
    *others, last = people
    return f"{', '.join(others)} and {last}" if others else last


def _if_you_stop(game: PlayedGame) -> str:
    if not pot(game):
        return "Nothing is in the pot yet."
    return f"If you stop now {_shared(game)}."


def _shared(game: PlayedGame) -> str:
    if not isinstance(game.state, AddingState):
        return ""
    shares = shares_of_pot(game.state)
    if len(shares.ahead) == 1:
        return f"the pot goes to {shares.ahead[0]}, who is ahead"
    said = f"{together(shares.ahead)} share the pot"
    if not shares.odd:
        return said
    chip = "the odd chip goes" if len(shares.odd) == 1 else "odd chips go"
    return f"{said}, and {chip} to {together(shares.odd)}, first after the dealer"
