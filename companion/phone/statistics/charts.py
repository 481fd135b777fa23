"""The charts of the evening: chips after each hand, points after each round."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.phone.family import for_family
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand, counted
from companion.rules.events import Eliminated, GameEnded, HandEnded, Paid, RoundEnded, Scored
from companion.text.language import gettext as _
from companion.text.language import ngettext, pgettext
from companion.text.named import parted
from companion.text.numbers import Count, figure, together
from companion.text.variants import translated

Counted = Literal["chips", "points"]
Steps = Literal["hands", "busts", "rounds"]


class ChartColumn(msgspec.Struct, frozen=True):
    """The text below a point of a chart: a `label`, and the `game` of the evening, counted from 1."""

    game: int
    label: str


class ChartLine(msgspec.Struct, frozen=True):
    """A player's chips or points, one for each column; None in games without that player."""

    name: str
    values: tuple[int | None, ...]


class Chart(msgspec.Struct, frozen=True):
    """One chart: its `title`, its quantity and steps, and a `sentence` that sums it up."""

    counts: Counted
    steps: Steps
    title: str
    sentence: str
    columns: tuple[ChartColumn, ...]
    lines: tuple[ChartLine, ...]


def charts(games: Sequence[PlayedGame]) -> tuple[Chart, ...]:
    """Return one chart of all games for chips together, then one of the points of each other game."""
    numbered = tuple(enumerate(games, 1))
    chips = [(count, game) for count, game in numbered if game.for_chips]
    for_points = [(count, game) for count, game in numbered if game.for_points]
    made = [_chart("chips", _("Chips"), chips)] if chips else []
    for count, game in for_points:
        title = translated(game.rules.title)
        if len(games) > 1:
            title = _("{title}, game {n}").format(title=title, n=count)
        made.append(_chart("points", title, [(count, game)]))
    return tuple(made)


def _chart(counts: Counted, title: str, games: Sequence[tuple[int, PlayedGame]]) -> Chart:
    columns: list[ChartColumn] = []
    rows: list[dict[str, int]] = []
    for count, game in games:
        for label, command in _points_of(game):
            columns.append(ChartColumn(count, label))
            rows.append(counted(command.moment.state.players))
    names = dict.fromkeys(name for _place, game in reversed(games) for name in game.players)
    lines = tuple(ChartLine(name, tuple(row.get(name) for row in rows)) for name in names)
    return Chart(counts, _steps(games), title, _sentence(counts, games), tuple(columns), lines)


def _steps(games: Sequence[tuple[int, PlayedGame]]) -> Steps:
    """Return rounds; else hands, if each game has at most one point for each of them; else busts."""
    if any(game.has_rounds for _place, game in games):
        return "rounds"
    return "hands" if all(len(_points_of(game)) <= game.hands + 1 for _place, game in games) else "busts"


def _points_of(game: PlayedGame) -> list[tuple[str, ReplayedCommand]]:
    """Return the start and each moment after which chips or points change no more for a while, labelled.

    These are the end of a hand or round, and each bust after which the hand continues; in a game that enters
    its rounds each of them.
    """
    first, *others = game.commands
    settles = _scores if for_family(game.rules).enters_rounds else _settles
    ends = [command for command in others if any(settles(event) for event in command.moment.events)]
    return [
        (pgettext("chart", "start"), first),
        *((str(place), command) for place, command in enumerate(ends, 1)),
    ]


def _settles(event: object) -> bool:
    return isinstance(event, HandEnded | GameEnded | RoundEnded | Paid | Eliminated)


def _scores(event: object) -> bool:
    return isinstance(event, Scored)


def _sentence(counts: Counted, games: Sequence[tuple[int, PlayedGame]]) -> str:
    """Return ``After 11 hands: Ann 4, Cy 3, Bo 1 and Di 1.``, for the newest of several games."""
    game = games[-1][1]
    page = for_family(game.rules)
    played = game.state.deals_counted
    most_first = page.wins(game.rules) == "highest"
    standing = sorted(counted(game.state.players).items(), key=lambda one: -one[1] if most_first else one[1])
    if counts == "points":  # each such game has a chart of its own
        line = ngettext("After {n} round: {standing}.", "After {n} rounds: {standing}.", played)
    elif len(games) == 1:
        line = ngettext("After {n} hand: {standing}.", "After {n} hands: {standing}.", played)
    else:
        line = ngettext(
            "In the last of {games} games, after {n} hand: {standing}.",
            "In the last of {games} games, after {n} hands: {standing}.",
            played,
        )
    return line.format(
        n=Count(played),
        games=Count(len(games)),
        standing=together([f"{parted(name)} {figure(count)}" for name, count in standing]),
    )
