"""Makes the pictures that the families share from the state of a game; pure."""

from companion.rules.family import State
from companion.screens.model import KeyHint, WinnerScreen
from companion.text.language import pgettext
from companion.text.whose_move import outcome


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of all players, which `companion.drawing.names` shortens without confusing two."""
    return tuple(player.name for player in state.players)


def winner_picture(state: State, tally: tuple[tuple[str, int], ...]) -> WinnerScreen:
    """Return the picture of a game's end: the winners or losers, and the evening's wins."""
    return WinnerScreen(
        sentence=outcome(state),
        tally=tally,
        crown=bool(state.won_by),
        table=names_of(state),
        ok=KeyHint("OK", pgettext("key", "again")),
        other=KeyHint("MORE", pgettext("key", "games")),
    )
