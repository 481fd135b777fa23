"""Remarks to laugh about after an evening: at most three, each only if it is rare."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from companion.core.events import Played
from companion.core.seats import counted
from companion.games.adding.rules import AddingRules
from companion.message import Words, phrase, plural
from companion.phone.statistics.players import Record, records, tally
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand, leaders
from companion.words.numbers import Count, together
from companion.words.variants import translated

MAX_REMARKS: Final = 3
"""Maximum number of sentences."""

FEWEST_CALLS: Final = 3
"""Minimum calls for naming a player without a miscount."""

MANY_CARDS: Final = 12
"""Minimum number of cards in a long hand."""

IN_A_ROW: Final = 3
"""Minimum number of games won in a row for a run."""

NARROW: Final = 3
"""Maximum margin of a narrow win, in points."""

SLOW: Final = 10.0
"""Minimum seconds per turn of a slow player, if another player is twice as fast."""


def remarks(games: Sequence[PlayedGame]) -> tuple[Words, ...]:
    """Return the remarks on an evening, the best first."""
    return tuple(islice(_all(games, records(games)), MAX_REMARKS))


def _all(games: Sequence[PlayedGame], of: Sequence[Record]) -> Iterator[Words]:
    yield from _miscounts(of)
    yield from _forfeits(games)
    yield from _longest_hand(games)
    yield from _revokes(of)
    yield from _run(games)
    yield from _narrow(games)
    yield from _slow(of)


def _miscounts(of: Sequence[Record]) -> Iterator[Words]:
    names, most = leaders({record.name: record.miscounts for record in of})
    if not most:
        return
    spotless = [record for record in of if not record.miscounts and record.calls >= FEWEST_CALLS]
    line = plural("{players} miscounted once", "{players} miscounted {n:d} times", most)
    if len(names) > 1:
        line = plural(
            "{players} miscounted once each", "{players} miscounted {n:d} times each", most
        )
    miscounts = line.filled(players=together(names), n=most)
    if len(spotless) == 1:
        yield phrase("{miscounts}, {player} never.", miscounts=miscounts, player=spotless[0].name)
    else:
        yield f"{miscounts}."


def _forfeits(games: Sequence[PlayedGame]) -> Iterator[Words]:
    """Yield the player with the most forfeits of one kind: a drink, or what the loser does."""
    counts = Counter(
        {
            (row.name, entry.text): entry.count
            for row in tally(games)
            for entry in row.counts
            if entry.kind != "point"
        }
    )
    for (name, text), count in counts.most_common(1):
        if count > 1:
            yield phrase("{player}: {what}, {n:d} times.", player=name, what=text, n=count)


def _longest_hand(games: Sequence[PlayedGame]) -> Iterator[Words]:
    """Yield the hand with the most cards in a game that adds up."""
    hands = [
        (sum(len(event.cards) for event in played), played[-1].total, game.rules)
        for game in games
        for _number, commands in groupby(game.commands, lambda command: command.hand)
        if (played := [event for command in commands for event in _plays(command)])
    ]
    if not hands:
        return
    count, total, rules = max(hands, key=lambda hand: hand[0])
    if count < MANY_CARDS:
        return
    line = phrase("Longest hand: {n:d} cards, up to {total}.")
    if isinstance(rules, AddingRules) and total == rules.target:
        line = phrase("Longest hand: {n:d} cards, to exactly {total}.")
    yield line.filled(n=count, total=total)


def _plays(command: ReplayedCommand) -> Iterator[Played]:
    return (event for event in command.moment.events if isinstance(event, Played))


def _revokes(of: Sequence[Record]) -> Iterator[Words]:
    names, most = leaders({record.name: record.revokes for record in of})
    if most and len(names) == 1:
        line = plural("{player} revoked once.", "{player} revoked {n:d} times.", most)
        yield line.filled(player=names[0], n=most)


def _run(games: Sequence[PlayedGame]) -> Iterator[Words]:
    """Yield the longest run of games won, unless it is the whole evening, as in the heading."""
    finished = [game.winners for game in games if game.stands == "over"]
    runs: Counter[str] = Counter()
    now: Counter[str] = Counter()
    for winners in finished:
        now = Counter({name: now[name] + 1 for name in winners})
        for name, run in now.items():
            runs[name] = max(runs[name], run)
    names, most = leaders(runs)
    if len(names) == 1 and IN_A_ROW <= most < len(finished):
        yield phrase("{player} won {n} games in a row.", player=names[0], n=Count(most))


def _narrow(games: Sequence[PlayedGame]) -> Iterator[Words]:
    """Yield the game for points that was won by the fewest points."""
    best: tuple[int, str, Words] | None = None
    for game in games:
        if game.stands != "over" or not game.for_points or len(game.winners) != 1:
            continue
        of = counted(game.state.players[seat] for seat in game.state.seats_in)
        won = of.pop(game.winners[0], None)
        if won is None or not of:
            continue
        margin = min(abs(won - points) for points in of.values())
        if 0 < margin <= NARROW and (best is None or margin < best[0]):
            best = margin, game.winners[0], translated(game.rules.title)
    if best is not None:
        margin, name, title = best
        line = plural(
            "{player} won {game} by {n} point.", "{player} won {game} by {n} points.", margin
        )
        yield line.filled(player=name, game=title, n=Count(margin))


def _slow(of: Sequence[Record]) -> Iterator[Words]:
    timed = sorted((record.seconds, record.name) for record in of if record.seconds is not None)
    if len(timed) < 2:
        return
    (fast, quick), (most, slow) = timed[0], timed[-1]
    if most >= SLOW and most >= 2 * fast:
        line = phrase("{slow} takes {n:d} seconds a turn, {quick} {m:d}.")
        yield line.filled(slow=slow, n=round(most), quick=quick, m=round(fast))
