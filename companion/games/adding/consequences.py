"""The consequences of plays, totals and busts for people (docs/reference/rules.md 1.12)."""

from collections.abc import Sequence
from typing import Literal, assert_never

from msgspec.structs import replace

from companion.core.cards import bits_of
from companion.core.consequences import Consequence, Consequences
from companion.core.events import (
    CardDrawn,
    Eliminated,
    Event,
    Got,
    LastCardDrawn,
    Paid,
    PileStarted,
    Reshuffled,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, last_to_come

Reason = Literal["bust", "no chips", "no cards", "knocked out", "left", "rule"]


def put_out(
    rules: AddingRules, state: AddingState, seat: int, why: Reason, events: list[Event]
) -> AddingState:
    """Eliminate a player: set their cards aside, but leave their chips where they are.

    The last player in only leaves, and otherwise stays in as the winner.
    In a match a player who has not left, and has not lost the last chip, waits for the next hand.
    """
    player = state.players[seat]
    if why != "left" and state.seats_in == (seat,):
        return state
    events.append(Eliminated(player.name, why))
    waits = rules.match is not None and why != "left" and player.chips != 0
    state = state.seated(
        seat, replace(player, still_in=False, cards=0, drew=False, waits=waits, missing=0)
    )
    return replace(state, aside=state.aside + player.cards)


def draw(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    due: int,
    events: list[Event],
    *,
    as_told: bool = False,
) -> AddingState:
    """Let the player draw `due` cards, or as many as there are (docs/reference/rules.md section
    1.4); `as_told` by a consequence also in a game in which nobody draws after a play.
    """
    if due == 0 or (rules.draws == "never" and not as_told):
        return state
    drawn = min(state.stock, due)
    stock = state.stock - drawn
    last = last_to_come(rules, state) if not stock else None
    if drawn < due and rules.stock_out == "reshuffle":
        state = _reshuffle(state, events)
        more = min(state.stock, due - drawn)
        stock, drawn = state.stock - more, drawn + more
    player = state.players[seat]
    events.append(
        Got(player.name, "cards", drawn) if as_told else CardDrawn(player.name, drawn, due)
    )
    if last is not None:
        events.append(LastCardDrawn(player.name, str(last)))
    drew = player.drew if as_told else drawn > 0
    player = replace(player, cards=player.cards + drawn, drew=drew)
    return replace(state, stock=stock, players=state.players_with(seat, player))


def _reshuffle(state: AddingState, events: list[Event]) -> AddingState:
    stock = len(state.pile[:-1]) + state.aside
    if stock:
        events.append(Reshuffled(stock))
    top = state.pile[-1:]
    anew = state.reshuffled or stock > 0
    return replace(state, stock=stock, pile=top, lying=bits_of(top), aside=0, reshuffled=anew)


def befall(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    consequences: Consequences,
    events: list[Event],
    named: int | None = None,
    over: int = 0,
) -> AddingState:
    """Apply consequences of what the player at `seat` did; `named` is the player whom the play
    names, `over` the number by which it went over the target.

    A winner is only noted, in `winner` and `phase`: the caller ends the hand or the game.
    """
    for consequence in consequences:
        match consequence.how_many:
            case "pile":
                how_many = len(state.pile)
            case "over":
                how_many = over
            case int() as number:
                how_many = number
        if how_many:
            for who in _seats(state, seat, consequence, named):
                state = _befall_one(rules, state, seat, who, consequence, how_many, events)
    return state


def _befall_one(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    who: int,
    consequence: Consequence,
    how_many: int,
    events: list[Event],
) -> AddingState:
    match consequence.does:
        case "pays" | "takes":
            for other in _other_sides(state, seat, who, consequence):
                payer, to = (who, other) if consequence.does == "pays" else (other, who)
                state = _transfer(rules, state, payer, to, how_many, events)
            return state
        case "drinks":
            events.append(Got(state.players[who].name, "drinks", how_many))
            return state
        case "scores":
            state = score(state, who, how_many, events)
            return wins_at_once(rules, state, who) if how_many > 0 else state
        case "draws" | "is out" if not state.players[who].still_in:
            return state
        case "draws":
            return draw(rules, state, who, how_many, events, as_told=True)
        case "is out":
            return put_out(rules, state, who, "rule", events)
        case "wins the hand" | "wins the game":
            if state.winner is not None:
                return state
            of_hand = consequence.does == "wins the hand"
            return replace(state, winner=who, phase="hand-over" if of_hand else "game-over")
        case "starts a new pile":
            return new_pile(rules, state, events)


def new_pile(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Set the pile aside. The total is that at which a hand begins."""
    events.append(PileStarted(len(state.pile)))
    return replace(
        state,
        aside=state.aside + len(state.pile),
        pile=(),
        lying=0,
        total=rules.start,
        call=None,
        passes=0,
    )


def _seats(
    state: AddingState, seat: int, consequence: Consequence, named: int | None
) -> Sequence[int]:
    """Return the seats of those whom a consequence befalls, clockwise from the player."""
    match consequence.who:
        case "player":
            return (seat,)
        case "others":
            return _others(state, seat)
        case "everyone":
            return [*_others(state, seat), *([seat] if state.players[seat].still_in else [])]
        case "next" | "previous":
            clockwise = state.clockwise is (consequence.who == "next")
            other: int | None = state.next_seat(seat, clockwise=clockwise)
        case "named":
            other = named
        case "last payer":
            other = state.last_payer
        case _:
            assert_never(consequence.who)
    if other is None or not state.players[other].still_in:
        return ()
    return () if other == seat and consequence.who in {"next", "previous"} else (other,)


def _others(state: AddingState, seat: int) -> list[int]:
    """Return the seats of all others who are in, clockwise from `seat`."""
    count = len(state.players)
    clockwise = [(seat + by) % count for by in range(1, count)]
    return [other for other in clockwise if state.players[other].still_in]


def _other_sides(
    state: AddingState, seat: int, who: int, consequence: Consequence
) -> Sequence[int | None]:
    """Return the other sides of chips: seats, or None for the pot; nobody pays themselves."""
    match consequence.other:
        case "pot":
            return (None,)
        case "player":
            return () if who == seat else (seat,)
        case "others":
            return _others(state, who)
        case _:
            assert_never(consequence.other)


def _transfer(
    rules: AddingRules,
    state: AddingState,
    payer: int | None,
    to: int | None,
    due: int,
    events: list[Event],
) -> AddingState:
    """Move `due` chips, or those that the payer has; None is the pot."""
    has = state.pot if payer is None else state.players[payer].chips or 0
    chips = min(has, due)
    events.append(
        Paid(
            state.name_of(payer),
            has - chips,
            chips,
            to=state.name_of(to),
            due=None if chips == due else due,
        )
    )
    if payer is not None and chips and rules.tells_payers:
        state = replace(state, last_payer=payer)
    return _with_chips(_with_chips(state, payer, -chips), to, chips)


def _with_chips(state: AddingState, seat: int | None, more: int) -> AddingState:
    if seat is None:
        return replace(state, pot=state.pot + more)
    player = state.players[seat]
    return state.seated(seat, replace(player, chips=(player.chips or 0) + more))


def score(state: AddingState, seat: int, points: int, events: list[Event]) -> AddingState:
    """Give points to the player at `seat`; outside a match they are only noted."""
    events.append(Got(state.players[seat].name, "points", points))
    return with_points(state, seat, points)


def with_points(state: AddingState, seat: int, more: int) -> AddingState:
    """Add points, if there are any in this game."""
    player = state.players[seat]
    if player.points is None:
        return state
    return state.seated(seat, replace(player, points=player.points + more))


def wins_at_once(rules: AddingRules, state: AddingState, seat: int) -> AddingState:
    """Note the winner if the player at `seat` has enough points in a match that ends at once."""
    match = rules.match
    if match is None or not match.at_once or state.winner is not None:
        return state
    has_won = (state.players[seat].points or 0) >= match.to
    return replace(state, winner=seat, phase="game-over") if has_won else state
