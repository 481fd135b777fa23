"""Plays, from the checks to the pile (docs/reference/rules.md sections 1.1, 1.2 and 1.5)."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.commands import Play, given
from companion.core.events import CardDrawn, Event, Played, Reversed, WentOver
from companion.core.refusals import MixedRanks, OneAtATime, OverTarget, SetsNotAllowed, TooSoon
from companion.errors import Illegal
from companion.games.adding.evaluate import (
    Evaluation,
    check_drawn,
    check_not_played,
    choose_way,
    evaluate,
    is_too_soon,
    read_cards,
    situation,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import (
    AddingState,
    Call,
    GameStep,
    Player,
    Result,
    acting,
    check_holds,
    check_phase,
)
from companion.games.adding.turns import act_on_turn, bust, is_last, watch_play


def play(game: GameStep, command: Play) -> None:
    """Play one card, or several as a set, for the player to act.

    Raises:
        Illegal: the first code that applies.
    """
    rules, state = game.rules, game.state
    check_phase(state)
    seat = acting(state, command.player)
    texts = command.all_cards
    played = rules.plays.get(texts[0]) if len(texts) == 1 else None
    cards = read_cards(rules, texts) if played is None else played.cards
    player = state.players[seat]
    if len(cards) > 1:
        _check_set(rules, state, player, cards)
    check_not_played(rules, state, cards)
    if len(cards) == 1:
        check_drawn(rules, state, cards)
    check_holds(player, len(cards))
    if rules.first_turns_without:
        for card in cards:
            if is_too_soon(rules, state, seat, card):
                raise Illegal(TooSoon(player.turns, player.name, str(card)))
    way = given(command.way)
    try:
        if played is None or way is not None:
            played = choose_way(rules, situation(state, seat), cards, way)
        outcome = evaluate(rules, state, seat, played, given(command.value), given(command.target))
    except Illegal as illegal:
        match illegal.refusal:
            case OverTarget(total) if rules.over == "bust":
                # The card goes back to the hand, and the total stays.
                game.tell(WentOver(player.name, tuple(map(str, cards)), total))
                bust(game, seat, abs(total - rules.target))
                return
        raise
    _put_on_pile(game, seat, outcome)
    act_on_turn(game, seat, outcome)


def play_ordinary(rules: AddingRules, state: AddingState, command: Play) -> Result | None:
    """Return the result of an ordinary play in one step: the player draws a card, and the next one
    acts.

    Returns None if another rule may apply or refuse the play. The caller then checks all rules in
    order.
    """
    play, seat, lying = rules.ordinary.get(command.card), state.turn, state.lying
    if play is None or seat is None or state.phase != "play" or state.debt != 1 or not state.stock:
        return None
    player, total, value = state.players[seat], play.adds, None
    if command.value is not UNSET:
        if command.value not in play.values:
            return None
        value = command.value
        total = state.total + value
    elif total is None:
        return None
    elif not play.sets:
        total += state.total
    if total > rules.target or (rules.floor is not None and total < rules.floor):
        return None
    if not play.bits or play.bits & lying or lying.bit_count() != len(state.pile):
        return None
    if (
        player.missing
        or not player.cards
        or command.target is not UNSET
        or command.way is not UNSET
        or (command.player is not UNSET and command.player != player.name)
    ):
        return None
    players = list(state.players)
    name, clockwise = player.name, state.clockwise is not play.turns
    players[seat] = Player(
        name, True, player.chips, player.cards, player.turns, True, points=player.points
    )
    turn = state.next_seat(seat, play.skip, clockwise=clockwise)
    player = players[turn]
    if not player.cards:
        return None
    players[turn] = replace(player, turns=player.turns + 1, drew=False)
    events: tuple[Event, ...] = (Played(name, play.texts, total, play.call), CardDrawn(name, 1, 1))
    if play.turns:
        events = (events[0], Reversed("clockwise" if clockwise else "counterclockwise"), events[1])
    after = replace(
        state,
        players=tuple(players),
        total=total,
        clockwise=clockwise,
        turn=turn,
        stock=state.stock - 1,
        pile=state.pile + play.cards,
        call=Call(seat, play.cards, value, state.total),
        lying=lying | play.bits,
    )
    return after, events


def _check_set(
    rules: AddingRules, state: AddingState, player: Player, cards: Sequence[Card]
) -> None:
    if not rules.sets:
        raise Illegal(SetsNotAllowed())
    if len({card.rank for card in cards}) > 1:
        raise Illegal(MixedRanks(tuple(dict.fromkeys(card.rank for card in cards))))
    if state.owed > 1:
        raise Illegal(OneAtATime(player.name, state.owed))


def _put_on_pile(game: GameStep, seat: int, outcome: Evaluation) -> None:
    """Move the cards to the pile, change the total, and apply the effects of total and pile."""
    state, played, cards = game.state, outcome.play, outcome.play.cards
    player = state.players[seat]
    counts = is_last(state, played) or state.each_counts
    # A play that does not count leaves the total where the debt began.
    total = outcome.total if counts else state.total
    game.tell(Played(player.name, played.texts, total, played.call))
    player = replace(player, cards=player.cards - len(cards), drew=False)
    game.set(
        players=state.players_with(seat, player),
        pile=state.pile + cards,
        lying=state.lying | played.bits,
        total=total,
        call=Call(seat, cards, outcome.value, state.total, way=played.way),
        made=state.made + len(cards),
        passes=0,
    )
    if game.rules.watches_plays:
        watch_play(game, seat, before=state.total)
