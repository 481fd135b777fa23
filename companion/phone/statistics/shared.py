"""The evening as people share it: sentences composed once for the picture and for the text."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.core.frozen import Frozen
from companion.message import Words, in_context, joined, phrase, plural, render
from companion.phone.statistics.headline import ahead
from companion.phone.statistics.remarks import remarks
from companion.phone.statistics.replay import PlayedGame, leaders, players_of
from companion.phone.statistics.settlement import Settled, settle
from companion.table.dates import day, duration, local_time
from companion.words.numbers import Count, chips, figure, money, parted, together
from companion.words.variants import translated

BETWEEN: Final = " · "
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
