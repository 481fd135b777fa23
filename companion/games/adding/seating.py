"""Players who join, leave or change seats, and changes by hand.

docs/reference/rules.md section 1.6 defines the rules.
"""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.checks import check_newcomer, order_with, place_for, seat_called, seat_in
from companion.core.commands import POT, ChangeSeat, Join, Leave, LeftChips, Set
from companion.core.events import (
    ChipsLeft,
    Event,
    Joined,
    LastCardDrawn,
    ManualSettings,
    SeatChanged,
    SetByHand,
)
from companion.core.refusals import BadField, ChipsShort, OverTarget, StockShort
from companion.errors import Illegal
from companion.games.adding.consequences import draw, put_out
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import (
    AddingState,
    Player,
    Result,
    check_next_deal,
    check_phase,
    last_to_come,
)
from companion.games.adding.turns import begin_turn, ended, pass_debt
from companion.message import phrase


def join(rules: AddingRules, state: AddingState, command: Join) -> Result:
    """Seat a latecomer, who plays from the next hand or takes cards from the stock at once.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    check_phase(state, also="play" if command.when == "now" else "hand-over")
    at = place_for(state, command.after)
    playing = sum(player.still_in or player.waits for player in state.players)
    check_newcomer(state, command, playing, rules.title, rules.players)
    chips = _brings(rules, command)
    between = state.phase == "hand-over"
    now = _at_once(rules, command) and not between
    check_next_deal(rules, playing + 1)
    due = rules.dealt(state.hand, len(state.seats_in) + 1)
    if now and due > state.stock:
        raise Illegal(StockShort(due, state.stock))
    cards = due if now else 0
    plays = now or between
    newcomer = Player(
        name=command.player,
        still_in=plays,
        chips=chips,
        cards=cards,
        waits=not plays,
        points=rules.first_points,
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
    """Return the chips of a latecomer;
    raise ``bad-field`` for chips in a game without them, or for points.
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
    raise ``bad-field`` if no other hand follows.
    """
    if command.when == "deal" and not rules.has_next_hand:
        raise Illegal(BadField("when", phrase("no other hand is dealt in this game: write now")))
    return command.when == "now" or not rules.has_next_hand


def leave(rules: AddingRules, state: AddingState, command: Leave) -> Result:
    """Remove a player: their cards are set aside, the command decides about the chips, and owed
    plays pass on as after a bust.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    check_phase(state, also="hand-over")
    seat = seat_called(state, command.player)
    if not state.players[seat].waits:
        seat_in(state, command.player)
    events: list[Event] = []
    state = put_out(rules, state, seat, "left", events)
    state = _give_chips(state, seat, command.chips, events)
    if (over := ended(rules, state, events)) is not None:
        return over, tuple(events)
    if state.turn == seat:
        state = pass_debt(rules, state, events)
    return state, tuple(events)


def _give_chips(
    state: AddingState, seat: int, where: LeftChips, events: list[Event]
) -> AddingState:
    """Move the chips of a player who left to the pot, off the table, or to the players still in."""
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
    """Move a player to another seat. The player to act and the dealer stay the same.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    check_phase(state, also="hand-over")
    order = order_with(state, command)
    return _reseated(state, order), (SeatChanged(command.player, command.after),)


def _reseated(
    state: AddingState, order: tuple[int | None, ...], newcomer: Player | None = None
) -> AddingState:
    """Return the state with the old seats in the given `order`; None is the seat of `newcomer`.

    Only `dealer`, `turn`, `call`, `leader` and `last_payer` refer to seats: no player is named and
    none has won while seats change.
    """
    players = tuple(newcomer if old is None else state.players[old] for old in order)
    call = state.call
    return replace(
        state,
        players=players,
        dealer=order.index(state.dealer),
        turn=None if state.turn is None else order.index(state.turn),
        call=None if call is None else replace(call, seat=order.index(call.seat)),
        leader=None if state.leader is None else order.index(state.leader),
        last_payer=None if state.last_payer is None else order.index(state.last_payer),
    )


def set_by_hand(rules: AddingRules, state: AddingState, command: Set) -> Result:
    """Set the total, the turn, the direction, chips, points, cards, and who is in.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    settings = (command.total, command.turn, command.direction)
    in_play = any(value is not UNSET for value in settings) or bool(command.hands)
    check_phase(state, also="play" if in_play else "hand-over")
    _check_names(state, command)
    _check_fields(rules, state, command)
    setting_before, before = _setting(state, command), state
    later: list[Event] = []
    for name, is_in in command.still_in.items():
        there = last_to_come(rules, state)
        state = _put_in_or_out(rules, state, seat_called(state, name), is_in=is_in)
        if there is not None and not state.stock:
            later.append(LastCardDrawn(name, str(there)))
    if not state.seats_in:
        raise Illegal(BadField("in", phrase("somebody has to be in")))
    check_next_deal(rules, sum(player.still_in or player.waits for player in state.players))
    if command.chips:
        state = _move_chips(state, command.chips, command.against)
    for name, points in command.points.items():
        seat = seat_called(state, name)
        state = state.seated(seat, replace(state.players[seat], points=points))
    state = _move_cards(rules, state, command.hands, later)
    if command.total is not UNSET:
        state = replace(state, total=command.total, call=None)
    if command.direction is not UNSET:
        state = replace(state, clockwise=command.direction == "clockwise")
    if command.turn is not UNSET:
        state = _give_turn(rules, state, seat_in(state, command.turn), later)
    now = _setting(state, command)
    if len(state.seats_in) < len(before.seats_in):
        state = _without_those_out(rules, state, later)
    state = _with_cards_to_act(rules, state, later)
    return state, (SetByHand(setting_before, now), *later)


def _check_names(state: AddingState, command: Set) -> None:
    for name in (*command.still_in, *command.chips, *command.points, *command.hands):
        seat_called(state, name)
    if command.against != POT:
        seat_called(state, command.against)
    if command.turn is not UNSET:
        seat_called(state, command.turn)


def _check_fields(rules: AddingRules, state: AddingState, command: Set) -> None:
    if command.chips and rules.chips is None:
        raise Illegal(BadField("chips", phrase("nobody has chips in this game: leave it out")))
    if command.points and rules.match is None:
        raise Illegal(BadField("points", phrase("nobody keeps points in this game: leave it out")))
    if command.total is UNSET:
        return
    if rules.is_over(command.total):
        raise Illegal(OverTarget(command.total, rules.target, state.total))
    if rules.floor is not None and command.total < rules.floor:
        raise Illegal(
            BadField("total", phrase("the total is {n} or more in this game", n=rules.floor))
        )


def _setting(state: AddingState, command: Set) -> ManualSettings:
    """Return the current values of all settings that the command changes."""
    players = state.players
    accounts = dict.fromkeys(command.chips)
    if command.chips and command.against != POT:
        accounts[command.against] = None
    return ManualSettings(
        total=None if command.total is UNSET else state.total,
        turn=None if command.turn is UNSET else state.name_of(state.turn),
        direction=None if command.direction is UNSET else state.direction,
        chips={name: players[seat_called(state, name)].chips or 0 for name in accounts},
        pot=state.pot if command.chips and command.against == POT else None,
        points={name: players[seat_called(state, name)].points or 0 for name in command.points},
        hands={name: players[seat_called(state, name)].cards for name in command.hands},
        still_in={name: players[seat_called(state, name)].still_in for name in command.still_in},
    )


def _put_in_or_out(
    rules: AddingRules, state: AddingState, seat: int, *, is_in: bool
) -> AddingState:
    """Return the state with the player in or out. A player who comes in during a hand takes the
    cards up again.
    """
    player = state.players[seat]
    if not is_in:
        return put_out(rules, state, seat, "left", []) if player.still_in or player.waits else state
    if player.still_in:
        return state
    due = rules.dealt(state.hand, len(state.seats_in) + 1) if state.phase == "play" else 0
    from_aside = min(due, state.aside)
    from_stock = min(due - from_aside, state.stock)
    player = replace(player, still_in=True, waits=False, cards=from_aside + from_stock, turns=0)
    state = replace(state, aside=state.aside - from_aside, stock=state.stock - from_stock)
    return state.seated(seat, player)


def _move_chips(state: AddingState, chips: Mapping[str, int], against: str) -> AddingState:
    """Set players' chips to these numbers;
    the difference comes from, or goes to, the pot or a player.
    """
    needed = 0
    for name, number in chips.items():
        seat = seat_called(state, name)
        player = state.players[seat]
        needed += number - (player.chips or 0)
        state = state.seated(seat, replace(player, chips=number))
    if against == POT:
        if needed > state.pot:
            raise Illegal(ChipsShort(needed, state.pot))
        return replace(state, pot=state.pot - needed)
    seat = seat_called(state, against)
    player = state.players[seat]
    left = (player.chips or 0) - needed
    if left < 0:
        raise Illegal(ChipsShort(needed, player.chips or 0, against))
    return state.seated(seat, replace(player, chips=left))


def _move_cards(
    rules: AddingRules, state: AddingState, cards: Mapping[str, int], events: list[Event]
) -> AddingState:
    """Set how many cards players hold; the difference comes from, or goes to, the stock."""
    needed = 0
    for name, number in cards.items():
        seat = seat_in(state, name)
        needed += number - state.players[seat].cards
        state = state.seated(seat, replace(state.players[seat], cards=number))
    if needed > state.stock:
        raise Illegal(StockShort(needed, state.stock))
    if needed and needed == state.stock and (last := last_to_come(rules, state)) is not None:
        events.append(LastCardDrawn([*cards][-1], str(last)))
    return replace(state, stock=state.stock - needed)


def _give_turn(
    rules: AddingRules, state: AddingState, seat: int, events: list[Event]
) -> AddingState:
    """Give the turn to another player with its owed plays.
    The previous player draws for the cards played.
    """
    acting = state.turn
    if acting is None or acting == seat:
        return state
    if state.players[acting].still_in:
        state = draw(rules, state, acting, state.made, events)
    player = state.players[seat]
    state = state.seated(seat, replace(player, turns=player.turns + 1, drew=False))
    return replace(state, turn=seat, made=0, turned=False)


def _without_those_out(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Continue without the players who are out:
    the last one left wins, and no player out is to act.
    """
    if (over := ended(rules, state, events)) is not None:
        return over
    if state.turn is not None and not state.players[state.turn].still_in:
        return pass_debt(rules, state, events)
    return state


def _with_cards_to_act(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Begin the turn again if the player to act has no cards left and so could not have got it."""
    seat = state.turn
    stays = rules.empty_hand == "out" and rules.stock_out == "reshuffle"
    if seat is None or state.players[seat].cards or stays:
        return state
    return begin_turn(rules, state, seat, state.owed, events, each_counts=state.each_counts)
