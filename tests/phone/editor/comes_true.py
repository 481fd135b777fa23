"""A check that the game after undo is as the page predicted."""

from companion.core.seats import State
from companion.games.adding.state import AddingState
from companion.games.tricks.state import TrickState


def check_comes_true(state: State, then: str) -> None:
    """Assert that the player, the total, the trick or the deal named in `then` is the one in
    `state`.
    """
    after_dealer = [*state.players[state.dealer + 1 :], *state.players]
    deals = next(player.name for player in after_dealer if getattr(player, "still_in", True))
    figures = then.replace(",", "").split()
    match state:
        case AddingState(phase="hand-over"):
            assert deals in then
            assert str(state.hand) in figures
        case AddingState(phase="shield"):
            assert str(state.name_of(state.named)) in then
        case AddingState():
            assert str(state.total).replace("-", "−") in figures
            assert str(state.name_of(state.turn)) in then
            if "clockwise" in then:
                assert then.endswith(f", {'' if state.clockwise else 'counter'}clockwise")
        case TrickState(phase="round-over"):
            assert deals in then
            assert str(state.round) in figures
        case TrickState():
            assert str(state.name_of(state.turn)) in then
            assert str(state.number) in figures
