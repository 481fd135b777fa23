"""Players who come late, go early or change seats (docs/rules.md section 1.6)."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import Illegal
from companion.message import phrase
from companion.rules.adding.checks import check_next_deal, check_phase
from companion.rules.adding.evaluate import last_to_come
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Player, Result
from companion.rules.adding.turns import last_one_wins, pass_debt, put_out
from companion.rules.checks import seat_called, seat_in
from companion.rules.commands import ChangeSeat, Join, Leave, LeftChips
from companion.rules.events import ChipsLeft, Event, Joined, LastCardDrawn, SeatChanged
from companion.rules.refusals import BadField, StockShort
from companion.rules.seating import check_newcomer, order_with, place_for


def join(rules: AddingRules, state: AddingState, command: Join) -> Result:
    """Seat a latecomer, who plays from the next hand on, or takes cards from the stock at once.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_phase(state, also="play" if command.when == "now" else "hand-over")
    at = place_for(state, command.after)
    playing = sum(player.still_in or player.waits for player in state.players)
    check_newcomer(state, command, playing, rules.title, rules.players)
    chips = _brings(rules, command)
    between = state.phase == "hand-over"
    now = _at_once(rules, command) and not between
    check_next_deal(rules, playing + 1)
    if now and rules.hand_size > state.stock:
        raise Illegal(StockShort(rules.hand_size, state.stock))
    cards = rules.hand_size if now else 0
    plays = now or between
    newcomer = Player(
        name=command.player, still_in=plays, chips=chips, cards=cards, waits=not plays
    )
    order = (*range(at), None, *range(at, len(state.players)))
    events: list[Event] = [Joined(command.player, state.players[at - 1].name, cards, chips)]
    if cards == state.stock and (last := last_to_come(rules, state)) is not None:
        events.append(LastCardDrawn(command.player, str(last)))
    state = replace(_reseated(state, order, newcomer), stock=state.stock - cards)
    if chips is not None:
        state = replace(state, brought=state.brought + chips - (rules.chips or 0))
    return state, tuple(events)


def _brings(rules: AddingRules, command: Join) -> int | None:
    """Return the chips of a latecomer; raise ``bad-field`` for chips
    or points in a game without.
    """
    if command.points is not UNSET:
        raise Illegal(BadField("points", phrase("nobody keeps points in this game: leave it out")))
    if command.chips is UNSET:
        return rules.chips
    if rules.chips is None:
        raise Illegal(BadField("chips", phrase("nobody has chips in this game: leave it out")))
    return command.chips


def _at_once(rules: AddingRules, command: Join) -> bool:
    """Return whether a latecomer takes cards at once;
    raise ``bad-field`` if no other hand comes.
    """
    if command.when == "deal" and not rules.has_next_hand:
        raise Illegal(BadField("when", phrase("no other hand is dealt in this game: write now")))
    return command.when == "now" or not rules.has_next_hand


def leave(rules: AddingRules, state: AddingState, command: Leave) -> Result:
    """Let a player leave: cards aside, chips as the command says;
    what is owed passes on as with a bust.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_phase(state, also="hand-over")
    seat = seat_called(state, command.player)
    if not state.players[seat].waits:
        seat_in(state, command.player)
    events: list[Event] = []
    state = put_out(state, seat, "left", events)
    state = _give_chips(state, seat, command.chips, events)
    if (over := last_one_wins(rules, state, events)) is not None:
        return over, tuple(events)
    if state.turn == seat:
        state = pass_debt(rules, state, events)
    return state, tuple(events)


def _give_chips(
    state: AddingState, seat: int, where: LeftChips, events: list[Event]
) -> AddingState:
    """Move the chips of a player who left to the pot, off the table,
    or to those who are still in.
    """
    player = state.players[seat]
    if player.chips is None:
        return state
    state = state.seated(seat, replace(player, chips=0))
    if where == "taken":
        events.append(ChipsLeft(player.name, player.chips, {}, 0))
        return replace(state, brought=state.brought - player.chips)
    each, rest = (
        divmod(player.chips, len(state.seats_in)) if where == "shared" else (0, player.chips)
    )
    if where == "shared":
        shared = {state.players[heir].name: each for heir in state.seats_in if each}
        events.append(ChipsLeft(player.name, 0, shared, rest))
        for heir in state.seats_in:
            state = _with_chips(state, heir, each)
    return replace(state, pot=state.pot + rest)


def _with_chips(state: AddingState, seat: int, more: int) -> AddingState:
    player = state.players[seat]
    return state.seated(seat, replace(player, chips=(player.chips or 0) + more))


def change_seat(state: AddingState, command: ChangeSeat) -> Result:
    """Move a player to another seat; whoever is to act stays to act,
    and the deal stays with its dealer.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    check_phase(state, also="hand-over")
    order = order_with(state, command)
    return _reseated(state, order), (SeatChanged(command.player, command.after),)


def _reseated(
    state: AddingState, order: tuple[int | None, ...], newcomer: Player | None = None
) -> AddingState:
    """Return the state with the old seats in that `order`, and the newcomer where it has None.

    A seat stands in `dealer`, `turn` and `call`: nobody is named, and nobody has won, while seats
    change.
    """
    players = tuple(newcomer if old is None else state.players[old] for old in order)
    call = state.call
    return replace(
        state,
        players=players,
        dealer=order.index(state.dealer),
        turn=None if state.turn is None else order.index(state.turn),
        call=None if call is None else replace(call, seat=order.index(call.seat)),
    )
