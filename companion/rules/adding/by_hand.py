"""What the players set by hand, as the last resort (docs/rules.md section 1.7)."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import Illegal
from companion.message import phrase
from companion.rules.adding.checks import check_next_deal, check_phase
from companion.rules.adding.evaluate import last_to_come
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Result
from companion.rules.adding.turns import draw, last_one_wins, pass_debt, put_out
from companion.rules.checks import seat_called, seat_in
from companion.rules.commands import POT, Set
from companion.rules.events import Event, LastCardDrawn, ManualSettings, SetByHand
from companion.rules.refusals import BadField, ChipsShort, OverTarget


def set_by_hand(rules: AddingRules, state: AddingState, command: Set) -> Result:
    """Set the total, the turn, the direction, chips, and who is in.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    in_play = any(value is not UNSET for value in (command.total, command.turn, command.direction))
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
    if command.total is not UNSET:
        state = replace(state, total=command.total, call=None)
    if command.direction is not UNSET:
        state = replace(state, clockwise=command.direction == "clockwise")
    if command.turn is not UNSET:
        state = _give_turn(rules, state, seat_in(state, command.turn), later)
    now = _setting(state, command)
    if len(state.seats_in) < len(before.seats_in):
        state = _without_those_out(rules, state, later)
    return state, (SetByHand(setting_before, now), *later)


def _check_names(state: AddingState, command: Set) -> None:
    for name in (*command.still_in, *command.chips):
        seat_called(state, name)
    if command.against != POT:
        seat_called(state, command.against)
    if command.turn is not UNSET:
        seat_called(state, command.turn)


def _check_fields(rules: AddingRules, state: AddingState, command: Set) -> None:
    if command.chips and rules.chips is None:
        raise Illegal(BadField("chips", phrase("nobody has chips in this game: leave it out")))
    if command.total is UNSET:
        return
    if command.total > rules.target:
        raise Illegal(OverTarget(command.total, rules.target, state.total))
    if rules.floor is not None and command.total < rules.floor:
        raise Illegal(
            BadField("total", phrase("the total is {n} or more in this game", n=rules.floor))
        )


def _setting(state: AddingState, command: Set) -> ManualSettings:
    """Return what the state has of all that the command sets."""
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
        still_in={name: players[seat_called(state, name)].still_in for name in command.still_in},
    )


def _put_in_or_out(
    rules: AddingRules, state: AddingState, seat: int, *, is_in: bool
) -> AddingState:
    """Return the state with the player in or out;
    who comes in during a hand takes the cards back up.
    """
    player = state.players[seat]
    if not is_in:
        return put_out(state, seat, "left", []) if player.still_in or player.waits else state
    if player.still_in:
        return state
    due = rules.hand_size if state.phase == "play" else 0
    from_aside = min(due, state.aside)
    from_stock = min(due - from_aside, state.stock)
    player = replace(player, still_in=True, waits=False, cards=from_aside + from_stock, turns=0)
    state = replace(state, aside=state.aside - from_aside, stock=state.stock - from_stock)
    return state.seated(seat, player)


def _move_chips(state: AddingState, chips: Mapping[str, int], against: str) -> AddingState:
    """Give players so many chips; the difference comes from, or goes to,
    the pot or another player.
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


def _give_turn(
    rules: AddingRules, state: AddingState, seat: int, events: list[Event]
) -> AddingState:
    """Let another player act, who owes what was owed;
    whoever was to act draws for the cards played.
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
    """Go on without the players who were put out: the last one wins, and nobody out is to act."""
    if (over := last_one_wins(rules, state, events)) is not None:
        return over
    if state.turn is not None and not state.players[state.turn].still_in:
        return pass_debt(rules, state, events)
    return state
