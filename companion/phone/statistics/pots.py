"""Determines who gets the pot of each game, and says it in words."""

from collections.abc import Sequence

import msgspec

from companion.core.seats import State
from companion.message import Words, joined, phrase, plural
from companion.phone.statistics.replay import PlayedGame, counted
from companion.words.numbers import chips, together


class Shares(msgspec.Struct, frozen=True):
    """The division of a pot: `chips` for each player who gets some; `odd` get one chip more."""

    chips: dict[str, int]
    odd: tuple[str, ...] = ()

    @property
    def ahead(self) -> tuple[str, ...]:
        return tuple(self.chips)


def shares_of_pot(state: State) -> Shares:
    """Return the division of the pot: to the winner,
    else in equal parts to those still in with most chips.

    Chips left over go one each to the first of them after the dealer, by the custom for odd chips.
    """
    held = counted(state.players[seat] for seat in state.seats_in)
    most = max(held.values())
    ahead = state.won_by or tuple(name for name, chips in held.items() if chips == most)
    each, left = divmod(state.pot, len(ahead))
    names = [player.name for player in state.players]
    after_dealer = names[state.dealer + 1 :] + names[: state.dealer + 1]
    odd = tuple(name for name in after_dealer if name in ahead)[:left]
    return Shares({name: each + (name in odd) for name in ahead}, odd)


def pot_sentence(games: Sequence[PlayedGame]) -> Words:
    """Return sentences about the pots of all `games` for chips of an evening, counted from 1."""
    phrases: list[Words] = []
    numbered = [(count, game) for count, game in enumerate(games, 1) if game.for_chips]
    over = [(count, game) for count, game in numbered if game.stands == "over"]
    won = [game for _count, game in over if game.winners]
    if len(won) == 1:
        phrases.append(phrase("The pot went to {player}, who won.", player=won[0].winners[0]))
    elif won:
        phrases.append(phrase("Each pot went to the one who won it."))
    phrases += [
        _nobody_won(count, game.state)
        for count, game in over
        if not game.winners and game.state.pot
    ]
    phrases += [
        phrase("Game {n} was given up: nobody pays for it.", n=count)
        for count, game in numbered
        if game.stands == "given up" and game.state.pot
    ]
    phrases += [_running(count, game.state) for count, game in numbered if game.stands == "on"]
    return joined(" ", phrases)


def _nobody_won(count: int, state: State) -> Words:
    shares = shares_of_pot(state)
    if len(shares.ahead) == 1:
        sentence = phrase("Nobody won game {n}: the pot goes to {ahead}, who is ahead.")
    elif not shares.odd:
        sentence = phrase("Nobody won game {n}: {ahead} share the pot.")
    else:
        sentence = plural(
            "Nobody won game {n}: {ahead} share the pot, and the odd chip goes to {odd}, "
            "first after the dealer.",
            "Nobody won game {n}: {ahead} share the pot, and odd chips go to {odd}, first after "
            "the dealer.",
            len(shares.odd),
        )
    return sentence.filled(n=count, ahead=together(shares.ahead), odd=together(shares.odd))


def _running(count: int, state: State) -> Words:
    if not state.pot:
        return phrase("Nothing is in the pot yet.")
    shares = shares_of_pot(state)
    if len(shares.ahead) == 1:
        sentence = phrase("The pot of game {n}, {chips}, goes to {ahead}, who is ahead.")
    elif not shares.odd:
        sentence = phrase("{ahead} share the pot of game {n}, {chips}.")
    else:
        sentence = plural(
            "{ahead} share the pot of game {n}, {chips}: the odd chip goes to {odd}, first "
            "after the dealer.",
            "{ahead} share the pot of game {n}, {chips}: odd chips go to {odd}, first after the "
            "dealer.",
            len(shares.odd),
        )
    return sentence.filled(
        n=count, chips=chips(state.pot), ahead=together(shares.ahead), odd=together(shares.odd)
    )
