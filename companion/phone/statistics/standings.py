"""All evenings: the standings of a season, and one person's games."""

from companion.core.frozen import Frozen
from companion.message import Words
from companion.phone.statistics.debts import Debts, debts
from companion.phone.statistics.history import AllGames
from companion.phone.statistics.replay import leaders
from companion.words.variants import translated

EVER = "ever"
"""The value for all seasons; each season is a year."""

_AT_ONCE = 20
"""Maximum number of evenings in one answer."""


class SeasonStanding(Frozen):
    """A person's finished `games`, those `won`, the checked `calls` and the `miscounts`."""

    id: str
    name: str
    won: int
    games: int
    calls: int
    miscounts: int


class PastEvening(Frozen):
    """An evening by the number of its first game, with the titles of its `games` and its `winners`.

    The winners are those of most games. `deals` is its number of hands and rounds. `start` is in
    seconds since 1970 UTC. `missing` is how many entries of its games are damaged.
    """

    number: int
    start: float
    games: tuple[Words, ...]
    deals: int
    winners: tuple[str, ...]
    missing: int


class AllEvenings(Frozen):
    """The evenings of a `season`, newest first, their `count`, and the first of them (`since`).

    `more` means that there are evenings before the last of `evenings`. Until all games are read,
    `behind` is the number read and the number of all.
    """

    season: str
    seasons: tuple[str, ...]
    since: float | None
    count: int
    standings: tuple[SeasonStanding, ...]
    debts: Debts | None
    evenings: tuple[PastEvening, ...]
    more: bool
    behind: tuple[int, int] | None


def all_evenings(history: AllGames, season: str = "", before: int | None = None) -> AllEvenings:
    """Return the evenings of a season, by default the newest; `EVER` returns all.

    The `evenings` are those before the one with the number `before`.
    """
    seasons = tuple(
        year
        for (year,) in history.rows(f"SELECT DISTINCT season {_FROM_PLAYED} ORDER BY season DESC")
    )
    season = season or next(iter(seasons), EVER)
    like = "%" if season == EVER else season
    counted = f"SELECT COUNT(*), MIN(began) {_FROM_PLAYED} AND season LIKE ?"
    (count, since) = history.rows(counted, like)[0]
    found = history.rows(_EVENINGS, like, before or 1 << 62, _AT_ONCE + 1)
    return AllEvenings(
        season,
        seasons,
        since,
        count,
        standings(history, like),
        debts(history),
        tuple(_past(history, *row) for row in found[:_AT_ONCE]),
        more=len(found) > _AT_ONCE,
        behind=history.behind,
    )


def standings(history: AllGames, season: str) -> tuple[SeasonStanding, ...]:
    """Return the standings of all named people in the seasons that match `season`, best first."""
    return tuple(SeasonStanding(*row) for row in history.rows(_STANDINGS, season, season))


class SeasonWins(Frozen):
    """The games won in the newest `season`, most first, by name."""

    season: str
    won: tuple[tuple[str, int], ...]


def season_wins(history: AllGames) -> SeasonWins:
    """Return the number of games that each person has won in the newest season."""
    ((season,),) = history.rows("SELECT COALESCE(MAX(season), '') FROM evening")
    return SeasonWins(season, tuple((row.name, row.won) for row in standings(history, season)))


def _past(history: AllGames, number: int, start: float, deals: int, missing: int) -> PastEvening:
    games = history.rows(_GAMES, number)
    winners, _count = leaders(dict(history.rows(_WON, number)))
    return PastEvening(
        number,
        start,
        tuple(translated(title) for (title,) in games),
        deals,
        tuple(map(history.name, winners)),
        missing,
    )


_STANDINGS = """
WITH called AS (
    SELECT COALESCE(is_now, call.person) AS who, COUNT(*) AS calls, SUM(NOT is_right) AS miscounts
    FROM call JOIN game ON game.number = game JOIN evening ON evening.number = evening
    LEFT JOIN person ON person.id = call.person
    WHERE stands <> 'taken back' AND season LIKE ? GROUP BY who
)
SELECT sat.who, person.name, SUM(won) AS won, COUNT(*) AS games, COALESCE(calls, 0),
  COALESCE(miscounts, 0)
FROM sat JOIN game ON game.number = game JOIN evening ON evening.number = evening
JOIN person ON person.id = sat.who LEFT JOIN called ON called.who = sat.who
WHERE stands = 'over' AND name IS NOT NULL AND season LIKE ?
GROUP BY sat.who ORDER BY won DESC, games, name
"""

_FROM_PLAYED = """
FROM evening WHERE EXISTS (SELECT 1 FROM game
    WHERE game.evening = evening.number AND stands IN ('on', 'over', 'given up'))
"""
"""The evenings with at least one game played."""

_EVENINGS = """
SELECT evening.number, began, SUM(deals), SUM(missing)
FROM evening JOIN game ON game.evening = evening.number AND stands IN ('on', 'over', 'given up')
WHERE season LIKE ? AND evening.number < ?
GROUP BY evening.number ORDER BY evening.number DESC LIMIT ?
"""

_GAMES = """
SELECT title FROM game
WHERE evening = ? AND stands IN ('on', 'over', 'given up') ORDER BY number
"""

_WON = """
SELECT who, COUNT(*) FROM sat JOIN game ON game.number = game
WHERE evening = ? AND won GROUP BY who ORDER BY MIN(game)
"""


class PersonSeason(Frozen):
    """A season of a person: finished `games`, those `won` and `lost`, and the checked calls.

    `net` are the chips won (lost, below 0), None in a season without chips.
    """

    season: str
    evenings: int
    games: int
    won: int
    lost: int
    net: int | None
    calls: int
    miscounts: int


class PersonGame(Frozen):
    """A game that a person has played, by its `title`.

    `points` are the person's points in all of them, and `best` the best of one game; None without
    points.
    """

    title: Words
    games: int
    won: int
    points: int | None
    best: int | None


class PersonPage(Frozen):
    """A person's record; `run` is their longest series of games won in a row."""

    id: str
    name: str
    seasons: tuple[PersonSeason, ...]
    games: tuple[PersonGame, ...]
    run: int


def person_page(history: AllGames, person: str) -> PersonPage | None:
    """Return the page of a person by id; None for an unknown id."""
    found = history.rows(_PERSON, person)
    if not found:
        return None
    ((person, name),) = found
    seasons = tuple(PersonSeason(*row) for row in history.rows(_SEASONS, person, person))
    games = history.rows(_GAMES_OF_PLAYER, person)
    played = tuple(PersonGame(translated(title), *rest) for title, *rest in games)
    ((run,),) = history.rows(_RUN, person)
    return PersonPage(person, name, seasons, played, run)


_PERSON = """
SELECT now.id, now.name FROM person JOIN person AS now ON now.id = person.is_now
WHERE person.id = ? AND now.name IS NOT NULL
"""

_SEASONS = """
WITH called AS (
    SELECT season, COUNT(*) AS calls, SUM(NOT is_right) AS miscounts
    FROM call JOIN game ON game.number = game JOIN evening ON evening.number = evening
    LEFT JOIN person ON person.id = call.person
    WHERE COALESCE(is_now, call.person) = ? AND stands <> 'taken back' GROUP BY season
)
SELECT season, COUNT(DISTINCT evening), COUNT(*), SUM(won), SUM(lost), SUM(net), COALESCE(calls, 0),
    COALESCE(miscounts, 0)
FROM sat JOIN game ON game.number = game JOIN evening ON evening.number = evening
LEFT JOIN called USING (season)
WHERE who = ? AND stands = 'over' GROUP BY season ORDER BY season DESC
"""

_GAMES_OF_PLAYER = """
SELECT title, COUNT(*), SUM(won), SUM(CASE WHEN counts = 'points' THEN has END),
    CASE WHEN lowest THEN MIN(CASE WHEN counts = 'points' THEN has END)
        ELSE MAX(CASE WHEN counts = 'points' THEN has END) END
FROM sat JOIN game ON game.number = game
WHERE who = ? AND stands = 'over' GROUP BY title ORDER BY COUNT(*) DESC, title
"""

_RUN = """
SELECT COALESCE(MAX(run), 0) FROM (
    SELECT SUM(won) AS run FROM (
        SELECT won, SUM(NOT won) OVER (ORDER BY number) AS lost_before
        FROM sat JOIN game ON game.number = game WHERE who = ? AND stands = 'over'
    ) GROUP BY lost_before
)
"""
"""The longest run of games won: those after the same number of games not won."""
