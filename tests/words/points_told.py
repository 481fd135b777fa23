"""The events of points games, in the words of the history, of undo and of a voice."""

from collections.abc import Iterator

from companion.core.commands import ChangeSeat, Deal, End, Join, Leave, New, Score, Set
from companion.core.events import Event
from companion.core.family import HistoryEntry
from companion.games import family_of
from companion.games.history import GameHistory
from companion.message import render
from companion.words.events import event_row
from companion.words.turns import standing
from companion.words.undo import back_to, taken_back
from tests.games.points_games import PointsGame, shelf_with_points_games
from tests.worded import worded
from tests.words.once import Once

FOUR = ("Ann", "James", "Seat 3", "Di")


def game(
    variant: str,
    players: tuple[str, ...],
    *rounds: tuple[int, ...],
    house: dict[str, object] | None = None,
) -> GameHistory:
    """Return a game. A round has the points of all players still in (of the first of each team), or
    is () if only dealt."""
    played = GameHistory(shelf_with_points_games())
    played.obey(New(variant=variant, players=players, house=house or {}))
    for brought in rounds:
        if played.state is not None and played.state.phase == "round-over":
            played.obey(Deal())
        if brought:
            played.obey(
                Score(points=dict(zip(players, brought, strict="teams" not in (house or {}))))
            )
    return played


def games() -> Iterator[GameHistory]:
    """Yield games that contain every kind of event."""
    yield game("points", FOUR, (0, -20, 35, 119), (5, 10, -15, 1), house={"target": 120})
    yield game("our-three-rounds", FOUR, (26, 0, 0, 0), (1, -2, 3, 4), (0, 26, 26, 26), ())
    yield game("my-phase-10", FOUR[:2], (5, 5))
    many = tuple(f"Seat {number}" for number in range(1, 11))
    yield game("points", many, tuple(range(100, 110)), house={"last_round": 1})
    three: dict[str, object] = {"wins": "lowest", "out_at": 9, "tie": "one more round"}
    yield game("points", FOUR[:3], (5, 9, 5), house=three | {"last_round": 1})
    yield game("points", FOUR, (9, 9, 9, 9), house=three)
    yield game("points", FOUR, (1, 2), house={"teams": 2, "target": 2})
    yield game("points", many, (1,) * 10, house=three | {"last_round": 1})
    bid = game("wizard-with-bids", FOUR)
    bid.obey(Score(bids={"Ann": 1, "Di": 2}))
    bid.obey(Score(tricks={"Ann": 1, "Di": 1}))
    yield bid
    exact = PointsGame("target = 50\novershoot = 25\nexact = { 7 = 0 }")
    exact.rounds("7 51 3 3")
    assert isinstance(exact.game, GameHistory)
    yield exact.game
    ended = game("points", FOUR, (1, 2, 3, 3), ())
    ended.obey(Leave(player="James"))
    ended.obey(End())
    yield ended
    left = game("points", FOUR[:2])
    left.obey(Leave(player="Ann"))
    yield left
    late = game("points", FOUR[:2])
    late.obey(Join(player="Seat 3", after="Ann", points=20))
    late.obey(Score(points={"Ann": 1, "James": 2}))
    late.obey(Join(player="Di"))
    late.obey(ChangeSeat(player="Seat 3", after="James"))
    late.obey(Set(still_in={"Ann": False, "Di": True}))
    yield late


def points_events_met() -> set[type[Event]]:
    """Return the kinds of all events in these games."""
    return {
        type(event) for played in games() for moment in played.moments for event in moment.events
    }


def points_events() -> Iterator[str]:
    for played in games():
        assert played.rules is not None
        once, before = Once(), None
        for moment in played.moments:
            state, events = moment.state, moment.events
            row = event_row(
                family_of(played.rules),
                played.rules,
                before.state if before else None,
                state,
                events,
            )
            yield f"# {played.rules.variant}: {'; '.join(map(repr, events))}"
            first = f"{row.kind} {row.player or 'nobody'}: {row.text}"
            yield f"row: {' | '.join((first, *map(str, row.after)))}"
            yield f"heard: {row.said}"
            yield f"heard when taken back: {row.undone}"
            yield from once.each(f"{name}: {words}" for name, words in said_of_standing(moment))
            if before is not None:
                yield f"undo: {worded(taken_back(events).short)}, {back_to(state, before.state)}"
                then = family_of(state).state_again(before.state, moment.state, events)
                yield f"undo on the page: {taken_back(events).label} -> {then}"
            before = moment


def said_of_standing(moment: HistoryEntry) -> Iterator[tuple[str, str]]:
    stands = standing(moment.state)
    yield "stands", render(stands.full)
    yield "last known", render(stands.known)
