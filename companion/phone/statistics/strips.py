"""The games of the evening as strips: for each player a lane of chips or points, hand by hand."""

from collections.abc import Sequence
from typing import Literal

from companion.core import events
from companion.core.family import Steps
from companion.core.frozen import Frozen
from companion.core.seats import State, counted
from companion.games import family_of
from companion.message import Words, joined, phrase, plural
from companion.phone.statistics.replay import PlayedGame
from companion.words.numbers import Count, figure, parted, sentences, together
from companion.words.turns import outcome
from companion.words.variants import translated

Counted = Literal["chips", "points", "players"]
End = Literal["", "out", "left", "lost", "won"]


class Lane(Frozen):
    """A player's chips or points at the start and after each step; 1 in a game without either.

    A value is None before the player joined and after the player is out: the last value is that at
    the exit. `end` is the fate of a player if no value can show it, or "".
    """

    name: str
    values: tuple[int | None, ...]
    end: End = ""


class Strip(Frozen):
    """One game of the evening: its `lanes`, the best player first and the first player out last.

    `start` and `end` are in seconds since 1970 UTC, `stands` is on, over or given up, `hands` the
    hands or rounds dealt. `counts` and `steps` are what the lanes show; if the game is on, the last
    step is the current state. `sentence` has the last values, `ended` names the winner or loser; ""
    for a game in progress.
    """

    title: Words
    start: float
    end: float
    hands: int
    stands: str
    ended: Words
    counts: Counted
    steps: Steps
    sentence: Words
    lanes: tuple[Lane, ...]


def strips(games: Sequence[PlayedGame]) -> tuple[Strip, ...]:
    """Return the strips of the `games` of an evening, which are oldest first."""
    return tuple(_strip_of(place, game) for place, game in enumerate(games, 1))


def _strip_of(place: int, game: PlayedGame) -> Strip:
    lanes = _lanes(game)
    return Strip(
        title=phrase("Game {n}, {title}", n=place, title=translated(game.rules.title)),
        start=game.commands[0].at,
        end=game.commands[-1].at,
        hands=game.hands,
        stands=game.stands,
        ended=outcome(game.state) if game.stands == "over" else "",
        counts=_counts(game),
        steps=family_of(game.rules).steps(game.rules),
        sentence=_sentence(game, lanes),
        lanes=lanes,
    )


def _counts(game: PlayedGame) -> Counted:
    if game.for_points:
        return "points"
    return "chips" if game.for_chips else "players"


def _lanes(game: PlayedGame) -> tuple[Lane, ...]:
    columns = _columns(game)
    lanes = [_lane(player.name, game, columns) for player in game.state.players]
    now = counted(game.state.players)
    lowest_first = game.rules.wins == "lowest"

    def place(lane: Lane) -> tuple[bool, bool, int, int]:
        last = max((step for step, value in enumerate(lane.values) if value is not None), default=0)
        count = now[lane.name]
        is_gone = lane.end in {"out", "left", "lost"}
        return lane.name not in game.winners, is_gone, -last, count if lowest_first else -count

    return tuple(sorted(lanes, key=place))


class _Column(Frozen):
    """One moment of a game: what each player `has`, and who `sits`, in or waiting for a deal."""

    has: dict[str, int]
    sits: frozenset[str]


def _columns(game: PlayedGame) -> list[_Column]:
    """Return the first moment, that after each step, and the current state if it is different."""
    first, *others = game.commands
    ends = [
        command
        for command in others
        if any(_ends_step(game, event) for event in command.moment.events)
    ]
    columns = [_column(command.moment.state) for command in (first, *ends)]
    now = _column(game.state)
    return columns if columns[-1] == now else [*columns, now]


def _column(state: State) -> _Column:
    seats_in = state.seats_in
    sits = (
        player.name for seat, player in enumerate(state.players) if seat in seats_in or player.waits
    )
    return _Column(counted(state.players), frozenset(sits))


def _ends_step(game: PlayedGame, event: events.Event) -> bool:
    family = family_of(game.rules)
    match family.steps(game.rules):
        case "hands":
            return isinstance(event, events.HandEnded | events.GameEnded)
        case "busts":
            return isinstance(
                event, events.Busted | events.WentOver | events.Eliminated | events.GameEnded
            )
        case "rounds" if family.enters_rounds:
            return isinstance(event, events.Scored)
        case "rounds":
            return isinstance(event, events.RoundEnded | events.GameEnded)


def _lane(name: str, game: PlayedGame, columns: Sequence[_Column]) -> Lane:
    values = []
    sat = False
    for column in columns:
        sits = name in column.sits
        values.append(
            (1 if _counts(game) == "players" else column.has[name]) if sits or sat else None
        )
        sat = sits
    return Lane(name, tuple(values), _end(name, game, sits=sat))


def _end(name: str, game: PlayedGame, *, sits: bool) -> End:
    if name in game.losers:
        return "lost"
    if not sits:
        why = [
            event.why
            for command in game.commands
            for event in command.moment.events
            if isinstance(event, events.Eliminated) and event.player == name
        ]
        return "left" if why[-1:] == ["left"] else "out"
    return "won" if name in game.winners and _counts(game) == "players" else ""


def _sentence(game: PlayedGame, lanes: Sequence[Lane]) -> Words:
    """Return what the lanes show at the end: ``After 11 hands: Ann 4, Cy 3 and Bo 1``."""
    state, played = game.state, game.state.deals_counted
    if _counts(game) == "players":
        if game.stands == "over":
            return sentences([outcome(state)])
        still_in = together([state.players[seat].name for seat in state.seats_in])
        return phrase("Still in: {players}.", players=still_in)
    if game.has_rounds:
        line = plural("After {n} round: {standing}.", "After {n} rounds: {standing}.", played)
    else:
        line = plural("After {n} hand: {standing}.", "After {n} hands: {standing}.", played)
    has = counted(state.players)
    standing = [joined(" ", (parted(lane.name), figure(has[lane.name]))) for lane in lanes]
    return line.filled(n=Count(played), standing=together(standing))
