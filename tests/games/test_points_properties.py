"""Properties of points games: undo loses nothing, and sums that must hold do."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.commands import Deal, End, Leave, Score, Step
from companion.core.events import Scored
from companion.errors import Illegal
from tests.games.points_games import PointsGame

NAMES = ("Ann", "Bo", "Cy", "Di")
FILE = "last_round = 30\nsums = [0, 10]\n[[rounds]]\n[[rounds]]\ntimes = 3\nsums = [0]\n"

amounts = st.sampled_from([0, 0, 1, -1, 5, -5, 10])
rounds = st.dictionaries(st.sampled_from(NAMES), amounts, min_size=2).map(
    lambda points: Score(points=points)
)
zero_sums = st.lists(amounts, min_size=3, max_size=3).map(
    lambda some: Score(points=dict(zip(NAMES, [*some, -sum(some)], strict=True)))
)
leaving = st.sampled_from(NAMES).map(lambda name: Leave(player=name))
steps = st.lists(
    st.one_of(
        zero_sums,
        zero_sums,
        zero_sums,
        rounds,
        st.just(Deal()),
        st.just(Deal()),
        leaving,
        st.just(End()),
    ),
    min_size=10,
    max_size=40,
)


def accepted(game: PointsGame, command: Step) -> bool:
    before = game.state
    try:
        game.obey(command)
    except Illegal:
        assert game.state is before
        return False
    return True


@given(steps)
def test_undo_restores_every_state_and_redo_repeats_it(
    sent: list[Step],
) -> None:
    game = PointsGame(FILE)
    states = [game.state]
    for command in sent:
        if accepted(game, command):
            made = game.state
            game.undo()
            assert game.state == states[-1]
            game.obey(command)
            assert game.state == made
            states.append(made)
    if len(states) > 1:
        game.undo(len(states) - 1)
    assert game.state == states[0]


@given(steps)
def test_standings_are_the_sum_of_rounds_with_valid_sums(
    sent: list[Step],
) -> None:
    game = PointsGame(FILE)
    paper: dict[str, int] = dict.fromkeys(NAMES, 0)
    for command in sent:
        if accepted(game, command) and isinstance(command, Score):
            (scored, *_) = game.game.moments[-1].events
            assert isinstance(scored, Scored)
            second = scored.round % 2 == 0
            assert sum(scored.points.values()) in ({0} if second else {0, 10})
            for name, brought in scored.points.items():
                paper[name] += brought
                assert command.points
                assert brought == command.points.get(name, 0) * (3 if second else 1)
        assert dict(zip(NAMES, game.points, strict=True)) == paper


@given(steps)
def test_game_is_over_exactly_when_there_is_a_winner(sent: list[Step]) -> None:
    game = PointsGame(FILE)
    for command in sent:
        accepted(game, command)
        seats_in = game.state.seats_in
        assert bool(game.winners) == (game.phase == "game-over")
        assert set(game.state.winners) <= set(seats_in)
        if game.phase == "game-over" and len(seats_in) > 1:
            best = max(game.points[seat] for seat in seats_in)
            assert {game.points[seat] for seat in game.state.winners} == {best}
        assert game.phase == "game-over" or len(seats_in) > 1
