"""Players who join, leave or change seats, and changes by hand.

docs/reference/rules.md section 1.6 defines the rules.
"""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from companion.core import events
from companion.core.checks import check_newcomer, order_with, place_for, seat_called, seat_in
from companion.core.commands import POT, ChangeSeat, Join, Leave, LeftChips, Set
from companion.core.refusals import BadField, ChipsShort, OverTarget, StockShort
from companion.errors import Illegal
from companion.games.adding.consequences import draw, give_chips, put_out, set_cards_aside
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import (
    AddingState,
    GameStep,
    Player,
    check_next_deal,
    check_phase,
    last_to_come,
)
from companion.games.adding.turns import begin_turn, ended, pass_debt
from companion.message import phrase


def join(game: GameStep, command: Join) -> None:
    """Seat a latecomer, who plays from the next hand or takes cards from the stock at once.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    rules, state = game.rules, game.state
    check_phase(state, also="play" if command.when == "now" else "hand-over")
    at = place_for(state, command.after)
    check_newcomer(state, command, state.playing, rules.title, rules.players)
    if command.points is not UNSET:
        raise Illegal(BadField("points", phrase("nobody keeps points in this game: leave it out")))
    if command.chips is not UNSET:
        _check_has_chips(rules)
    if command.when == "deal" and not rules.has_next_hand:
        raise Illegal(BadField("when", phrase("no other hand is dealt in this game: write now")))
    check_next_deal(rules, state.playing + 1)
    between = state.phase == "hand-over"
    now = (command.when == "now" or not rules.has_next_hand) and not between
    cards = rules.dealt(state.hand, len(state.seats_in) + 1) if now else 0
    if cards > state.stock:
        raise Illegal(StockShort(cards, state.stock))
    chips = rules.chips if command.chips is UNSET else command.chips
    plays = now or between
    newcomer = Player(
        name=command.player,
        still_in=plays,
        chips=chips,
        cards=cards,
        waits=not plays,
        points=rules.first_points,
    )
    game.tell(events.Joined(command.player, state.players[at - 1].name, cards, chips))
    if cards == state.stock and (last := last_to_come(rules, state)) is not None:
        game.tell(events.LastCardDrawn(command.player, str(last)))
    _reseat(game, (*range(at), None, *range(at, len(state.players))), newcomer)
    game.set(stock=state.stock - cards)
    if chips is not None:
        game.set(brought=state.brought + chips - (rules.chips or 0))


def leave(game: GameStep, command: Leave) -> None:
    """Remove a player: their cards are set aside, the command decides about the chips, and owed
    plays pass on as after a bust.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    check_phase(game.state, also="hand-over")
    seat = seat_called(game.state, command.player)
    if not game.player(seat).waits:
        seat_in(game.state, command.player)
    put_out(game, seat, "left")
    _leave_chips(game, seat, command.chips)
    if not ended(game) and game.state.turn == seat:
        pass_debt(game, seat)


def _leave_chips(game: GameStep, seat: int, where: LeftChips) -> None:
    """Move the chips of a player who left to the pot, off the table, or to the players still in."""
    player, heirs = game.player(seat), game.state.seats_in
    if player.chips is None:
        return
    game.set_player(seat, chips=0)
    if where == "taken":
        game.tell(events.ChipsLeft(player.name, player.chips, {}, 0))
        game.set(brought=game.state.brought - player.chips)
        return
    rest = player.chips
    if where == "shared":
        each, rest = divmod(player.chips, len(heirs))
        shared = {game.player(heir).name: each for heir in heirs if each}
        game.tell(events.ChipsLeft(player.name, 0, shared, rest))
        for heir in heirs:
            give_chips(game, heir, each)
    give_chips(game, None, rest)


def change_seat(game: GameStep, command: ChangeSeat) -> None:
    """Move a player to another seat. The player to act and the dealer stay the same.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    check_phase(game.state, also="hand-over")
    _reseat(game, order_with(game.state, command))
    game.tell(events.SeatChanged(command.player, command.after))


def _reseat(game: GameStep, order: tuple[int | None, ...], newcomer: Player | None = None) -> None:
    """Seat the players in this `order` of their old seats; None is the place of `newcomer`.

    Only `dealer`, `turn`, `call`, `leader` and `last_payer` refer to seats: no player is named and
    none has won while seats change.
    """
    state, call = game.state, game.state.call
    new = {old: seat for seat, old in enumerate(order)} | {None: None}
    game.set(
        players=tuple(newcomer if old is None else state.players[old] for old in order),
        dealer=new[state.dealer],
        turn=new[state.turn],
        call=call and replace(call, seat=new[call.seat]),
        leader=new[state.leader],
        last_payer=new[state.last_payer],
    )


def set_by_hand(game: GameStep, command: Set) -> None:
    """Set the total, the turn, the direction, chips, points, cards, and who is in.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    rules, before = game.rules, game.state
    settings = (command.total, command.turn, command.direction)
    in_play = any(value is not UNSET for value in settings) or bool(command.hands)
    check_phase(before, also="play" if in_play else "hand-over")
    _check_names(before, command)
    _check_fields(rules, before, command)
    for name, is_in in command.still_in.items():
        there = last_to_come(rules, game.state)
        _put_in_or_out(game, seat_called(before, name), is_in=is_in)
        if there is not None and not game.state.stock:
            game.tell(events.LastCardDrawn(name, str(there)))
    if not game.state.seats_in:
        raise Illegal(BadField("in", phrase("somebody has to be in")))
    check_next_deal(rules, game.state.playing)
    if command.chips:
        _move_chips(game, command.chips, command.against)
    for name, points in command.points.items():
        game.set_player(seat_called(before, name), points=points)
    _move_cards(game, command.hands)
    if command.total is not UNSET:
        game.set(total=command.total, call=None)
    if command.direction is not UNSET:
        game.set(clockwise=command.direction == "clockwise")
    if command.turn is not UNSET:
        _give_turn(game, seat_in(game.state, command.turn))
    game.events.insert(
        0, events.SetByHand(_setting(before, command), _setting(game.state, command))
    )
    if not {*before.seats_in} <= {*game.state.seats_in}:
        _go_on_without(game)
    _act_with_cards(game)


def _check_names(state: AddingState, command: Set) -> None:
    against = () if command.against == POT else (command.against,)
    turn = () if command.turn is UNSET else (command.turn,)
    names = (*command.still_in, *command.chips, *command.points, *command.hands)
    for name in (*names, *against, *turn):
        seat_called(state, name)


def _check_fields(rules: AddingRules, state: AddingState, command: Set) -> None:
    if command.chips:
        _check_has_chips(rules)
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


def _check_has_chips(rules: AddingRules) -> None:
    if rules.chips is None:
        raise Illegal(BadField("chips", phrase("nobody has chips in this game: leave it out")))


def _setting(state: AddingState, command: Set) -> events.ManualSettings:
    """Return the current values of all settings that the command changes."""
    players = {player.name: player for player in state.players}
    pot = state.pot if command.chips and command.against == POT else None
    against = () if not command.chips or command.against == POT else (command.against,)
    return events.ManualSettings(
        total=None if command.total is UNSET else state.total,
        turn=None if command.turn is UNSET else state.name_of(state.turn),
        direction=None if command.direction is UNSET else state.direction,
        chips={name: players[name].chips or 0 for name in (*command.chips, *against)},
        pot=pot,
        points={name: players[name].points or 0 for name in command.points},
        hands={name: players[name].cards for name in command.hands},
        still_in={name: players[name].still_in for name in command.still_in},
    )


def _put_in_or_out(game: GameStep, seat: int, *, is_in: bool) -> None:
    """Put the player in or out. A player who comes in during a hand takes the cards up again."""
    player, state = game.player(seat), game.state
    if not is_in and (player.still_in or player.waits):
        set_cards_aside(game, seat)
    if not is_in or player.still_in:
        return
    due = game.rules.dealt(state.hand, len(state.seats_in) + 1) if state.phase == "play" else 0
    from_aside = min(due, state.aside)
    from_stock = min(due - from_aside, state.stock)
    game.set(aside=state.aside - from_aside, stock=state.stock - from_stock)
    game.set_player(seat, still_in=True, waits=False, cards=from_aside + from_stock, turns=0)


def _move_chips(game: GameStep, chips: Mapping[str, int], against: str) -> None:
    """Set players' chips to these numbers;
    the difference comes from, or goes to, the pot or a player.
    """
    needed = 0
    for name, number in chips.items():
        needed += number - game.state.chips_of(name)
        game.set_player(seat_called(game.state, name), chips=number)
    seat = None if against == POT else seat_called(game.state, against)
    has = game.state.pot if seat is None else game.player(seat).chips or 0
    if needed > has:
        raise Illegal(ChipsShort(needed, has, game.state.name_of(seat)))
    give_chips(game, seat, -needed)


def _move_cards(game: GameStep, cards: Mapping[str, int]) -> None:
    """Set how many cards players hold; the difference comes from, or goes to, the stock."""
    needed, state = 0, game.state
    for name, number in cards.items():
        seat = seat_in(state, name)
        needed += number - state.players[seat].cards
        game.set_player(seat, cards=number)
    if needed > state.stock:
        raise Illegal(StockShort(needed, state.stock))
    if needed and needed == state.stock and (last := last_to_come(game.rules, state)) is not None:
        game.tell(events.LastCardDrawn([*cards][-1], str(last)))
    game.set(stock=state.stock - needed)


def _give_turn(game: GameStep, seat: int) -> None:
    """Give the turn to another player with its owed plays.
    The previous player draws for the cards played.
    """
    acting = game.state.turn
    if acting is None or acting == seat:
        return
    if game.player(acting).still_in:
        draw(game, acting, game.state.made)
    game.set_player(seat, turns=game.player(seat).turns + 1, drew=False)
    game.set(turn=seat, made=0, turned=False)


def _go_on_without(game: GameStep) -> None:
    """Continue without the players who are out: the last one left wins, and no player out is to
    act.
    """
    if not ended(game) and (seat := game.state.turn) is not None and not game.player(seat).still_in:
        pass_debt(game, seat)


def _act_with_cards(game: GameStep) -> None:
    """Begin the turn again if the player to act has no cards left and so could not have got it."""
    state, rules = game.state, game.rules
    stays = rules.empty_hand == "out" and rules.stock_out == "reshuffle"
    if state.turn is not None and not state.players[state.turn].cards and not stays:
        begin_turn(game, state.turn, state.owed, each_counts=state.each_counts)
