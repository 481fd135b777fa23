"""The screens of a points game."""

from companion.games.points.engine import PointsState, Side, asked_now
from companion.games.points.variant import PointsVariant
from companion.message import Words, in_context, joined
from companion.screens.model import KeyHint, PlayerRow, PlayerTableScreen
from companion.words.numbers import figure
from companion.words.turns import deals, dealt, round_is_over, round_number
from companion.words.variants import how_far, said_by_author, who_wins


def standings_picture(rules: PointsVariant, state: PointsState) -> PlayerTableScreen:
    """Return the screen with all points,
    the leaders and the dealer, during a round and after it.
    """
    best = state.best_seats(rules.wins) if state.deals_counted else ()
    playing = state.phase == "play"
    title, whose = _title(rules, state)
    dealer = dealt(state.players[state.dealer].name) if playing else deals(state.deals_next)
    return PlayerTableScreen(
        title=title,
        whose=whose,
        rows=tuple(
            PlayerRow(
                side.label,
                text=_figure(side)
                if any(player.still_in or player.waits for player in side.players)
                else in_context("player", "out"),
                crowned=any(seat in best for seat in side.seats),
            )
            for side in state.all_sides
        ),
        large=True,
        keys=(KeyHint("OK", _entered_next(rules, state)), KeyHint("", dealer)),
    )


def _entered_next(rules: PointsVariant, state: PointsState) -> Words:
    """Return what OK enters: the points of a round, or its bids and then its tricks."""
    match asked_now(rules, state):
        case "bids":
            return in_context("key", "bids")
        case "tricks":
            return in_context("key", "tricks")
    return in_context("key", "points")


def _figure(side: Side) -> Words:
    """Return the points of a side, and the bids of its players in this round: ``40 (4+3)``."""
    points = figure(side.first.points)
    bids = [str(player.bid) for player in side.players if player.bid is not None]
    return joined(" ", (points, f"({'+'.join(bids)})")) if bids else points


def _title(rules: PointsVariant, state: PointsState) -> tuple[Words, Words]:
    """Return the number or name of the round, and when the game ends. If the players decide when it
    ends, return who wins instead.
    """
    entry, ends = (
        rules.round(state.round),
        how_far(rules.target, state.deals_counted, rules.last_round, rules.out_at),
    )
    if state.phase != "play":
        return round_is_over(state.round).short, ends
    if entry.says:
        return joined(
            ": ", (str(state.round), said_by_author(entry.says))
        ), ""  # The name of a round needs the whole row.
    return round_number(state.round), ends or who_wins(rules.wins).short
