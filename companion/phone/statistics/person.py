"""One person's page: what they have won and played, by season and by game."""

from typing import Final

import msgspec

from companion.message import Words
from companion.phone.statistics.history import AllGames
from companion.words.variants import translated


class PersonSeason(msgspec.Struct, frozen=True):
    """A season of a person: finished `games`, those `won` and `lost`,
    and the calls that were checked.

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


class PersonGame(msgspec.Struct, frozen=True):
    """A game that a person has played, by its `title`.

    `points` are all of theirs, and `best` the best of one game; None without points.
    """

    title: Words
    games: int
    won: int
    points: int | None
    best: int | None


class PersonPage(msgspec.Struct, frozen=True):
    """A person's record; `run` is how many games in a row they have won at most."""

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
    games = history.rows(_GAMES, person)
    played = tuple(PersonGame(translated(title), *rest) for title, *rest in games)
    return PersonPage(person, name, seasons, played, _run(history, person))


def _run(history: AllGames, person: str) -> int:
    longest = now = 0
    for (won,) in history.rows(_RESULTS, person):
        now = now + 1 if won else 0
        longest = max(longest, now)
    return longest


_PERSON: Final = """
SELECT now.id, now.name FROM person JOIN person AS now ON now.id = person.is_now
WHERE person.id = ? AND now.name IS NOT NULL
"""

_SEASONS: Final = """
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

_GAMES: Final = """
SELECT title, COUNT(*), SUM(won), SUM(CASE WHEN counts = 'points' THEN has END),
    CASE WHEN lowest THEN MIN(CASE WHEN counts = 'points' THEN has END)
        ELSE MAX(CASE WHEN counts = 'points' THEN has END) END
FROM sat JOIN game ON game.number = game
WHERE who = ? AND stands = 'over' GROUP BY title ORDER BY COUNT(*) DESC, title
"""

_RESULTS: Final = """
SELECT won FROM sat JOIN game ON game.number = game WHERE who = ?
  AND stands = 'over' ORDER BY number
"""
