"""The evening as people share it: sentences composed once for the picture and for the text, with at
most three remarks to laugh about.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice

from companion.core.events import Played
from companion.core.frozen import Frozen
from companion.core.seats import counted
from companion.message import Words, in_context, joined, phrase, plural, render
from companion.phone.statistics.headline import Settled, ahead, settle
from companion.phone.statistics.players import Record, records, tally
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand, leaders, players_of
from companion.table.dates import day, duration, local_time
from companion.words.numbers import Count, chips, figure, money, parted, together
from companion.words.variants import translated

MAX_REMARKS = 3
"""Maximum number of sentences."""

FEWEST_CALLS = 3
"""Minimum calls for naming a player without a miscount."""

MANY_CARDS = 12
"""Minimum number of cards in a long hand."""

IN_A_ROW = 3
"""Minimum number of games won in a row for a run."""

NARROW = 3
"""Maximum margin of a narrow win, in points."""

SLOW = 10.0
"""Minimum seconds per turn of a slow player, if another player is twice as fast."""


def remarks(games: Sequence[PlayedGame]) -> tuple[Words, ...]:
    """Return the remarks on an evening, the best first."""
    of = records(games)
    return tuple(islice(_all(games, of), MAX_REMARKS))


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
        (sum(len(event.cards) for event in played), max(event.total for event in played))
        for game in games
        for _number, commands in groupby(game.commands, lambda command: command.hand)
        if (played := [event for command in commands for event in _plays(command)])
    ]
    if not hands:
        return
    count, total = max(hands, key=lambda hand: hand[0])
    if count >= MANY_CARDS:
        yield phrase("Longest hand: {n:d} cards, up to {total}.", n=count, total=total)


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


BETWEEN = " · "
"""Separator of short facts in a line."""


class SharedRow(Frozen):
    """A player's evening: games `won` and the `amount`, or "".

    In an evening that only has losers, `won` counts the games lost. `leads` marks the players who
    won most.
    """

    name: str
    won: int
    amount: Words
    leads: bool


class SharedEvening(Frozen):
    """An evening in sentences.

    `counted` is the unit of `SharedRow.won`, `unit` that of its amount, "" for none or for money.
    """

    headline: Words
    about: tuple[Words, ...]
    counted: Words
    unit: Words
    rows: tuple[SharedRow, ...]
    remarks: tuple[Words, ...]
    payments: tuple[Words, ...]
    games: tuple[Words, ...]


def shared_evening(
    games: Sequence[PlayedGame], price: int | None, *, dated: bool = True
) -> SharedEvening:
    """Return an evening as it is shared; a chip costs `price` cents, None without a price.

    Without `dated` it has no day and no duration.
    """
    settled = settle(games)
    of_losses = not any(game.winners for game in games) and any(game.losers for game in games)
    counted = Counter(
        name for game in games for name in (game.losers if of_losses else game.winners)
    )
    heading = ahead(games, settled)
    unit, amounts = _amounts(games, settled, price)
    return SharedEvening(
        headline=heading.title if len(games) < 2 else _most(games, counted, of_losses=of_losses),
        about=tuple(_about(games, dated=dated)),
        counted=in_context("column", "lost") if of_losses else in_context("column", "won"),
        unit=unit,
        rows=_rows(games, counted, settled, amounts, of_losses=of_losses),
        remarks=remarks(games),
        payments=_payments(games, settled, price),
        games=tuple(
            translated(title) for title in dict.fromkeys(game.rules.title for game in games)
        ),
    )


def as_text(shared: SharedEvening) -> str:
    """Return the evening as a message for a chat."""
    parts = (
        (shared.headline, joined(BETWEEN, shared.about)),
        [_line(shared, row) for row in shared.rows],
        (*shared.remarks, *shared.payments),
        (joined(BETWEEN, shared.games),),
    )
    return render(joined("\n\n", (joined("\n", part) for part in parts)), "page") + "\n"


def _line(shared: SharedEvening, row: SharedRow) -> Words:
    won = phrase(
        "{player} {won} {counted}", player=parted(row.name), won=row.won, counted=shared.counted
    )
    return joined(", ", (won, joined(" ", (row.amount, shared.unit)) if row.amount else ""))


def _most(games: Sequence[PlayedGame], counted: Mapping[str, int], *, of_losses: bool) -> Words:
    """Return the sentence naming the players who won most of several games, or lost most."""
    names, most = leaders(counted)
    of = sum(game.stands != "on" for game in games)
    if not most:
        return phrase("No winner yet") if of < len(games) else phrase("No winner")
    if len(names) > 1:
        line = plural("{players} won one game each", "{players} won {n} games each", most)
        if of_losses:
            line = plural("{players} lost one game each", "{players} lost {n} games each", most)
    elif most < of:
        line = phrase("{player} won {n} of {games}")
        if of_losses:
            line = phrase("{player} lost {n} of {games}")
    else:
        line = plural("{player} won the first game", "{player} won all {n} games", of)
        if of_losses:
            line = plural("{player} lost the first game", "{player} lost all {n} games", of)
    return line.filled(
        players=together(names),
        player=names[0],
        n=Count(most),
        games=Count(of),
    )


def _about(games: Sequence[PlayedGame], *, dated: bool) -> Iterator[Words]:
    if not games:
        return
    began, ended = games[0].commands[0].at, games[-1].commands[-1].at
    if dated:
        yield day(local_time(began).date())
    yield plural("{n} game", "{n} games", len(games))
    dealt = sum(game.hands for game in games)
    if all(game.has_rounds for game in games):
        yield plural("{n} round", "{n} rounds", dealt)
    else:
        yield plural("{n} hand", "{n} hands", dealt)
    if dated and ended >= began:
        yield duration(ended - began)


def _amounts(
    games: Sequence[PlayedGame], settled: Settled | None, price: int | None
) -> tuple[Words, dict[str, Words]]:
    """Return the chips or the money won by each player, or the points of the only game.

    Their unit precedes them.
    """
    if settled is not None:
        won = {name: net if price is None else net * price for name, net in settled.nets.items()}
        worded = figure if price is None else money
        amounts = {
            name: joined("", ("+" if net > 0 else "", worded(net))) for name, net in won.items()
        }
        return in_context("unit", "chips") if price is None else "", amounts
    if len(games) == 1 and games[0].for_points:
        points = {player.name: figure(player.points or 0) for player in games[0].state.players}
        return in_context("unit", "points"), points
    return "", {}


def _rows(
    games: Sequence[PlayedGame],
    counted: Mapping[str, int],
    settled: Settled | None,
    amounts: Mapping[str, Words],
    *,
    of_losses: bool,
) -> tuple[SharedRow, ...]:
    """Return a row for each player, the best one first."""
    nets = {} if settled is None else settled.nets
    only = games[0].result if len(games) == 1 else None
    places = [] if only is None else [place.name for place in only.places]

    def place(name: str) -> tuple[int, int, int]:
        won = counted.get(name, 0)
        at = places.index(name) if name in places else len(places)
        return won if of_losses else -won, -nets.get(name, 0), at

    ahead_of_all, most = leaders(counted)
    leading = ahead_of_all if most and not of_losses else ()
    return tuple(
        SharedRow(name, counted.get(name, 0), amounts.get(name, ""), name in leading)
        for name in sorted(players_of(games), key=place)
    )


def _payments(
    games: Sequence[PlayedGame], settled: Settled | None, price: int | None
) -> tuple[Words, ...]:
    """Return the payments, as a sentence for each payer."""
    if settled is None:
        return ()
    if not settled.payments:
        return (settled.stands,)
    owed: dict[str, list[Words]] = {}
    for payment in settled.payments:
        owes = chips(payment.chips) if price is None else money(payment.chips * price)
        owed.setdefault(payment.payer, []).append(joined(" ", (parted(payment.payee), owes)))
    lines = [
        phrase("{payer} pays {payees}.", payer=payer, payees=together(payees))
        for payer, payees in owed.items()
    ]
    if any(game.stands == "on" and game.for_chips for game in games):
        lines[0] = phrase("If you stop now: {payments}", payments=lines[0])
    return tuple(lines)
