"""The consequences of plays, totals and busts for people (docs/reference/rules.md 1.12)."""

from collections.abc import Sequence
from typing import Literal, assert_never

from msgspec.structs import replace

from companion.core import events
from companion.core.cards import bits_of
from companion.core.consequences import Consequence, Consequences
from companion.games.adding.state import AddingState, GameStep, last_to_come

Reason = Literal["bust", "no chips", "no cards", "knocked out", "left", "rule"]


def put_out(game: GameStep, seat: int, why: Reason) -> None:
    """Eliminate a player: set their cards aside, but leave their chips where they are.

    The last player in only leaves, and otherwise stays in as the winner.
    In a match a player who has not left, and has not lost the last chip, waits for the next hand.
    """
    player = game.player(seat)
    if why != "left" and game.state.seats_in == (seat,):
        return
    game.tell(events.Eliminated(player.name, why))
    waits = game.rules.match is not None and why != "left" and player.chips != 0
    set_cards_aside(game, seat, waits=waits)


def set_cards_aside(game: GameStep, seat: int, *, waits: bool = False) -> None:
    """Set aside the cards of a player, who is out."""
    player = game.player(seat)
    out = replace(player, still_in=False, cards=0, drew=False, waits=waits, missing=0)
    game.set(aside=game.state.aside + player.cards, players=game.state.players_with(seat, out))


def draw(game: GameStep, seat: int, due: int, *, as_told: bool = False) -> None:
    """Let the player draw `due` cards, or as many as there are (docs/reference/rules.md section
    1.4); `as_told` by a consequence also in a game in which nobody draws after a play.
    """
    rules, stock, player = game.rules, game.state.stock, game.player(seat)
    if due == 0 or (rules.draws == "never" and not as_told):
        return
    drawn = min(stock, due)
    last = last_to_come(rules, game.state) if drawn == stock else None
    stock -= drawn
    if drawn < due and rules.stock_out == "reshuffle":
        _reshuffle(game)
        more = min(game.state.stock, due - drawn)
        stock, drawn = game.state.stock - more, drawn + more
    game.tell(
        events.Got(player.name, "cards", drawn)
        if as_told
        else events.CardDrawn(player.name, drawn, due)
    )
    if last is not None:
        game.tell(events.LastCardDrawn(player.name, str(last)))
    drew = player.drew if as_told else drawn > 0
    player = replace(player, cards=player.cards + drawn, drew=drew)
    game.set(stock=stock, players=game.state.players_with(seat, player))


def _reshuffle(game: GameStep) -> None:
    state = game.state
    top, stock = state.pile[-1:], len(state.pile[:-1]) + state.aside
    if stock:
        game.tell(events.Reshuffled(stock))
    anew = state.reshuffled or stock > 0
    game.set(stock=stock, pile=top, lying=bits_of(top), aside=0, reshuffled=anew)


def befall(
    game: GameStep,
    seat: int,
    consequences: Consequences,
    named: int | None = None,
    over: int = 0,
) -> None:
    """Apply consequences of what the player at `seat` did; `named` is the player whom the play
    names, `over` the number by which it went over the target.

    A winner is only noted: the caller ends the hand or the game.
    """
    for consequence in consequences:
        match consequence.how_many:
            case "pile":
                how_many = len(game.state.pile)
            case "over":
                how_many = over
            case int() as number:
                how_many = number
        if how_many:
            for who in _seats(game.state, seat, consequence, named):
                _befall_one(game, seat, who, consequence, how_many)


def _befall_one(
    game: GameStep, seat: int, who: int, consequence: Consequence, how_many: int
) -> None:
    match consequence.does:
        case "pays":
            for other in _other_sides(game.state, seat, who, consequence):
                transfer(game, who, other, how_many)
        case "takes":
            for other in _other_sides(game.state, seat, who, consequence):
                transfer(game, other, who, how_many)
        case "drinks":
            game.tell(events.Got(game.player(who).name, "drinks", how_many))
        case "scores":
            score(game, who, how_many)
            if how_many > 0:
                win_at_once(game, who)
        case "draws" if game.player(who).still_in:
            draw(game, who, how_many, as_told=True)
        case "is out" if game.player(who).still_in:
            put_out(game, who, "rule")
        case "wins the hand" | "wins the game" if game.winner is None:
            game.winner, game.wins_hand = who, consequence.does == "wins the hand"
        case "starts a new pile":
            new_pile(game)


def new_pile(game: GameStep) -> None:
    """Set the pile aside. The total is that at which a hand begins."""
    pile = len(game.state.pile)
    game.tell(events.PileStarted(pile))
    aside = game.state.aside + pile
    game.set(aside=aside, pile=(), lying=0, total=game.rules.start, call=None, passes=0)


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
            if other == seat:
                return ()
        case "named":
            other = named
        case "last payer":
            other = state.last_payer
        case _:
            assert_never(consequence.who)
    return () if other is None or not state.players[other].still_in else (other,)


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


def transfer(game: GameStep, payer: int | None, to: int | None, due: int) -> None:
    """Move `due` chips, or those that the payer has; None is the pot."""
    state = game.state
    has = state.pot if payer is None else state.players[payer].chips or 0
    chips = min(has, due)
    less = None if chips == due else due
    game.tell(events.Paid(state.name_of(payer), has - chips, chips, state.name_of(to), less))
    if payer is not None and chips and game.rules.tells_payers:
        game.set(last_payer=payer)
    give_chips(game, payer, -chips)
    give_chips(game, to, chips)


def give_chips(game: GameStep, seat: int | None, more: int) -> None:
    """Give chips to the player at `seat`, or to the pot."""
    if seat is None:
        game.set(pot=game.state.pot + more)
    else:
        game.set_player(seat, chips=(game.player(seat).chips or 0) + more)


def score(game: GameStep, seat: int, points: int) -> None:
    """Give points to the player at `seat`; outside a match they are only noted."""
    game.tell(events.Got(game.player(seat).name, "points", points))
    give_points(game, seat, points)


def give_points(game: GameStep, seat: int, more: int) -> None:
    """Add points, if there are any in this game."""
    points = game.player(seat).points
    if points is not None:
        game.set_player(seat, points=points + more)


def win_at_once(game: GameStep, seat: int) -> None:
    """Note the winner if the player at `seat` has enough points in a match that ends at once."""
    match = game.rules.match
    enough = match is not None and match.at_once and (game.player(seat).points or 0) >= match.to
    if enough and game.winner is None:
        game.winner, game.wins_hand = seat, False
