"""Games in which table and box differ, and the explanations that the search finds."""

from typing import Any

from companion.core.commands import New, Step
from companion.core.disagreement import Explanation, Observed
from companion.core.history import repaired
from companion.core.search import explain
from companion.games import family_of
from tests.drivers.game import NAMES, GameDriver


def played(
    *commands: str | Step, variant: str = "ninety-nine", players: int = 4, **house: Any
) -> GameDriver:
    """Return a game as the box has it, after these cards and other commands."""
    game = GameDriver()
    game.new(variant, players, **house)
    for command in commands:
        if isinstance(command, str):
            game.play(command)
        else:
            game.obey(command)
    return game


def explained(
    game: GameDriver, total: int | None, turn: str | None, **seen: Any
) -> list[Explanation]:
    """Return the explanations that the search finds. Each repair must be accepted and lead to the
    promised state.
    """
    seat = None if turn is None else NAMES.index(turn)
    moments = game.history.moments
    found = explain(family_of(game.rules), game.rules, moments, Observed(total, seat, **seen))
    for explanation in found:
        if explanation.repair is not None:
            entry = repaired(family_of(game.rules), game.rules, moments, explanation.repair)
            assert (entry.state, entry.mended) == (explanation.state, explanation.mended)
            assert explanation.repair.why == explanation.edits[0].cause
    return found


def the(cause: str, found: list[Explanation]) -> Explanation:
    """Return the likeliest explanation with this cause."""
    return next(one for one in found if one.edits and one.edits[0].cause == cause)


def turned_up(card: str, value: int, variant: str = "ninety-nine") -> GameDriver:
    """Return a game in which the dealer turned up a card and chose its value."""
    game = GameDriver()
    house = {"up_card": "apply"}
    game.obey(New(variant=variant, players=NAMES[:4], house=house, up_card=card, up_value=value))
    return game
