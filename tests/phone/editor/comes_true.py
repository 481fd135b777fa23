"""Whether it stands after undo as the page said that it would."""

from companion.rules.adding.state import AddingState
from companion.rules.family import State
from companion.rules.tricks.state import TrickState


def check_comes_true(state: State, then: str) -> None:
    """Whoever was said to be next is, at the total, in the trick or before the deal that was said."""
    after_dealer = [*state.players[state.dealer + 1 :], *state.players]
    deals = next(player.name for player in after_dealer if getattr(player, "still_in", True))
    match state:
        case AddingState(phase="hand-over"):
            assert then == f"hand {state.hand} is over, {deals} to deal"
        case AddingState(phase="shield"):
            assert then == f"{state.name_of(state.named)} is asked for the shield"
        case AddingState():
            total = str(state.total).replace("-", "−")
            assert total in then.replace(",", "").split()
            assert f"{state.name_of(state.turn)} to play" in then
            if "clockwise" in then:
                assert then.endswith(f", {'' if state.clockwise else 'counter'}clockwise")
        case TrickState(phase="round-over"):
            assert then == f"round {state.round} is over, {deals} to deal"
        case TrickState():
            assert then.startswith(f"{state.name_of(state.turn)} to {'play' if state.trick else 'lead'}")
            assert f"trick {state.number}" in then
