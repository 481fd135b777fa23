"""Passing the turn, busts, and the consequences of a total.

Every function takes a state, returns the next one, and appends to the events.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.consequences import Going
from companion.core.events import (
    Busted,
    CardsMatched,
    Eliminated,
    Event,
    GameEnded,
    HandEnded,
    NamedBy,
    Paid,
    PlaysOwed,
    Reversed,
    TargetReached,
    TotalPassed,
    WentOver,
)
from companion.games.adding.consequences import (
    befall,
    draw,
    new_pile,
    put_out,
    score,
    wins_at_once,
    with_points,
)
from companion.games.adding.effects import PlayEffect
from companion.games.adding.evaluate import Evaluation
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, NextTurn, Player, Result


def draw_back(
    rules: AddingRules, state: AddingState, seat: int, made: int, events: list[Event]
) -> AddingState:
    """Let the player draw at the end of a turn:
    `made` cards for those played, and forgotten ones.
    """
    player = state.players[seat]
    if player.missing:
        state = state.seated(seat, replace(player, missing=0))
    return draw(rules, state, seat, made + player.missing, events)


def ended(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState | None:
    """Return the end of the hand or game if a consequence has a winner, if a single player is left,
    or after the first one went out in these `events` if that ends it (`ends`); otherwise None.

    If other players wait for the next hand, only this hand ends.
    """
    if state.winner is not None:
        winner, of_hand = state.winner, state.phase == "hand-over"
        state = replace(state, winner=None)
        if of_hand and rules.has_next_hand:
            return end_hand(rules, state, events, winner=winner)
        return win_game(rules, state, winner, events)
    if rules.ends == "first out":
        out = _gone(events)
        if losers := [seat for seat, player in enumerate(state.players) if player.name in out]:
            return lose(rules, state, losers, events)
    seats = state.seats_in
    if len(seats) > 1:
        return None
    if rules.match is None and any(player.waits for player in state.players):
        return end_hand(rules, state, events)
    return win(rules, state, seats[0], events)


def _gone(events: Sequence[Event]) -> set[str]:
    """Return the players who went out in these events without leaving."""
    return {
        event.player for event in events if isinstance(event, Eliminated) and event.why != "left"
    }


def win(rules: AddingRules, state: AddingState, seat: int, events: list[Event]) -> AddingState:
    """End the hand with the player at `seat` as its winner, and the game without a match."""
    if rules.match is not None:
        return end_hand(rules, state, events, winner=seat)
    return win_game(rules, state, seat, events)


def lose(
    rules: AddingRules, state: AddingState, losers: Sequence[int], events: list[Event]
) -> AddingState:
    """End the hand with the players at these seats as its losers, and the game without a match."""
    for loser in losers:
        state = befall(rules, state, loser, rules.forfeits, events)
    if rules.match is not None:
        return end_hand(rules, state, events, losers=losers)
    events.append(GameEnded(None, tuple(state.players[loser].name for loser in losers)))
    return replace(nobody_to_act(state), phase="game-over", losers=tuple(losers))


def end_hand(
    rules: AddingRules,
    state: AddingState,
    events: list[Event],
    *,
    winner: int | None = None,
    losers: Sequence[int] = (),
) -> AddingState:
    """End the hand; players who waited are in from now on, and may deal the next one.

    In a match the winner scores, or all who are in without having lost. A match may end.
    """
    leader = _leader(rules, state, events, winner)
    if winner is not None:
        state = befall(rules, state, winner, rules.reward, events)
    if rules.match is not None:
        others = [seat for seat in state.seats_in if losers and seat not in losers]
        for seat in others if winner is None else (winner,):
            held = state.players[seat].cards
            points = held if rules.match.points == "cards" else rules.match.points
            state = score(state, seat, points, events)
    state = _without_payers(rules, state, events)
    players = tuple(
        replace(player, still_in=True, waits=False) if player.waits else player
        for player in state.players
    )
    state = replace(state, players=players)
    if (champion := _champion(rules, state)) is not None:
        return _end_game(rules, state, champion, events)
    state = replace(nobody_to_act(state), phase="hand-over", leader=leader)
    events.append(HandEnded(state.deals_next, state.name_of(winner)))
    return state


def _leader(
    rules: AddingRules, state: AddingState, events: Sequence[Event], winner: int | None
) -> int | None:
    """Return the seat that plays first in the next hand, or None for the dealer's left.

    The loser is the last player in these `events` who busted or went out; the winner of a hand
    without one is the player who called the last total.
    """
    match rules.leads:
        case "left of dealer":
            return None
        case "winner":
            called = None if state.call is None else state.call.seat
            return called if winner is None else winner
        case "loser":
            out = _gone(events)
            lost = [
                event.player
                for event in events
                if isinstance(event, Busted | WentOver)
                or (isinstance(event, Eliminated) and event.player in out)
            ]
            return state.seat_of(lost[-1]) if lost else None
        case _:
            assert_never(rules.leads)


def _champion(rules: AddingRules, state: AddingState) -> int | None:
    """Return the seat of the player who has won the game: the first with enough points in a match
    that ends at once, the only one in, or in a match one alone with the most points, and enough.
    """
    if state.winner is not None:
        return state.winner
    if len(state.seats_in) == 1:
        return state.seats_in[0]
    if rules.match is None:
        return None
    most = max(state.players[seat].points or 0 for seat in state.seats_in)
    first = [seat for seat in state.seats_in if state.players[seat].points == most]
    return first[0] if most >= rules.match.to and len(first) == 1 else None


def win_game(rules: AddingRules, state: AddingState, seat: int, events: list[Event]) -> AddingState:
    """End the game with the player at `seat` as the winner, who is rewarded."""
    return _end_game(rules, befall(rules, state, seat, rules.reward, events), seat, events)


def _end_game(
    rules: AddingRules, state: AddingState, seat: int, events: list[Event]
) -> AddingState:
    """End the game with a winner, who takes the pot under `winner_takes_all`."""
    player = state.players[seat]
    if rules.winner_takes_all and player.chips is not None:
        state = replace(state.seated(seat, replace(player, chips=player.chips + state.pot)), pot=0)
    events.append(GameEnded(player.name))
    return replace(nobody_to_act(state), phase="game-over", winner=seat)


def nobody_to_act(state: AddingState) -> AddingState:
    """Return the state with no player to act; a forgotten draw can no longer be declared."""
    players = tuple(
        replace(player, drew=False) if player.drew else player for player in state.players
    )
    return replace(
        state,
        turn=None,
        owed=0,
        debt=0,
        made=0,
        each_counts=False,
        turned=False,
        named=None,
        onward=None,
        players=players,
    )


def begin_turn(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    owed: int,
    events: list[Event],
    *,
    each_counts: bool = False,
) -> AddingState:
    """Give the turn to `seat`, or to the next player with cards (`empty_hand`).

    Only the last of the `owed` plays changes the total, unless `each_counts` is true.
    """
    if (over := _won_without_cards(rules, state, events)) is not None:
        return over
    if rules.empty_hand == "passes" and not _with_cards(state):
        return _all_played(rules, state, events)
    # The next player may have no cards either, so this loops (docs/reference/rules.md 1.4).
    while state.players[seat].cards == 0:
        if rules.empty_hand == "out":
            if rules.stock_out == "reshuffle":
                break
            state = put_out(rules, state, seat, "no cards", events)
            if (over := ended(rules, state, events)) is not None:
                return over
        seat = state.next_seat(seat)
    player = state.players[seat]
    if owed > 1:
        events.append(PlaysOwed(player.name, owed))
    return replace(
        state,
        players=state.players_with(seat, replace(player, turns=player.turns + 1, drew=False)),
        phase="play",
        turn=seat,
        owed=owed,
        debt=owed,
        made=0,
        each_counts=each_counts and owed > 1,
        turned=False,
        named=None,
        onward=None,
        leader=None,
    )


def _with_cards(state: AddingState) -> list[int]:
    return [seat for seat in state.seats_in if state.players[seat].cards]


def _won_without_cards(
    rules: AddingRules, state: AddingState, events: list[Event]
) -> AddingState | None:
    """Return the end of a hand that a player without cards has won; of several players the first
    one after the dealer.
    """
    if rules.empty_hand != "wins":
        return None
    seat = min(
        (seat for seat in state.seats_in if not state.players[seat].cards),
        key=lambda seat: (seat - state.dealer - 1) % len(state.players),
        default=None,
    )
    if seat is None:
        return None
    return ended(rules, replace(state, winner=seat, phase="hand-over"), events)


def _all_played(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """End a hand in which all cards are played."""
    state = _reward_last_caller(rules, state, events)
    over = ended(rules, state, events)
    return end_hand(rules, state, events) if over is None else over


def _reward_last_caller(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Apply what happens to the player who called the last total when nobody can play."""
    if state.call is None or not rules.stuck:
        return state
    state = befall(rules, state, state.call.seat, rules.stuck, events)
    return _without_payers(rules, state, events)


def pass_on(
    rules: AddingRules, state: AddingState, onward: NextTurn, events: list[Event]
) -> AddingState:
    """Pass the turn after a play in the way described by `onward`."""
    if onward.stays and rules.draws == "never":
        won = _won_without_cards(rules, state, events)
        if won is not None:
            return won
    if onward.stays and not state.players[onward.seat].still_in:
        state = replace(
            state,
            turn=onward.seat,
            owed=onward.owed,
            debt=onward.debt,
            each_counts=onward.each_counts,
        )
        return pass_debt(rules, state, events)
    if onward.stays:
        return replace(
            state,
            phase="play",
            turn=onward.seat,
            owed=onward.owed,
            debt=onward.debt,
            made=onward.made,
            each_counts=onward.each_counts,
            named=None,
            onward=None,
        )
    # Counted here, because a knock-out may have left two players (docs/reference/rules.md 1.5).
    again = state.turned and rules.two_player_reverse == "again" and len(state.seats_in) == 2
    # The chosen player may have been knocked out or have left since.
    chosen = onward.chosen
    if chosen is not None and state.players[chosen].still_in:
        seat = chosen
    elif (onward.again or again) and state.players[onward.seat].still_in:
        seat = onward.seat
    else:
        seat = state.next_seat(onward.seat, onward.skip)
    return begin_turn(rules, state, seat, onward.owed, events, each_counts=onward.each_counts)


def pass_debt(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Pass the turn from a player who did not finish it; the debt goes to the next one.

    ``unmet`` passes on the plays not yet made, ``full`` the whole debt (docs/reference/rules.md
    section 1.5).
    """
    if state.turn is None:
        return state
    owed = state.debt if rules.debt_passes == "full" else state.owed
    seat = state.next_seat(state.turn)
    return begin_turn(rules, state, seat, owed, events, each_counts=state.each_counts)


def bust(rules: AddingRules, state: AddingState, seat: int) -> Result:
    """Apply a bust of the player to act, with the consequences of the variant's `bust` rule."""
    events: list[Event] = [Busted(state.players[seat].name)]
    return _costs(rules, state, seat, events), tuple(events)


def went_over(
    rules: AddingRules, state: AddingState, seat: int, cards: Sequence[Card], total: int
) -> Result:
    """Return a card that went over under ``over = "bust"`` to its hand and apply the bust; the
    total does not change.
    """
    events: list[Event] = [
        WentOver(state.players[seat].name, tuple(str(card) for card in cards), total)
    ]
    return _costs(rules, state, seat, events), tuple(events)


def payment(rules: AddingRules, player: Player) -> Paid | None:
    """Return a player's payment for a bust, or None if the player goes out or loses instead."""
    if not rules.bust.startswith("chip") or not player.chips or rules.on_bust:
        return None
    chips = min(rules.bust_chips, player.chips)
    return Paid(player.name, player.chips - chips, chips)


def _costs(rules: AddingRules, state: AddingState, seat: int, events: list[Event]) -> AddingState:
    had = state.players[seat].chips
    if rules.tells_busts:
        state = replace(state, busted=True)
    cause = events[0]
    excess = abs(cause.total - rules.target) if isinstance(cause, WentOver) else 0
    state = befall(rules, state, seat, rules.on_bust, events, over=excess)
    if state.winner is None and rules.bust == "lose":
        return lose(rules, state, (seat,), events)
    made = state.made
    if state.winner is not None or not state.players[seat].still_in:
        pass
    elif rules.bust == "out" or (rules.on_bust and had == 0):
        state = put_out(rules, state, seat, "bust", events)
    elif rules.bust != "pass" and not rules.on_bust:
        state = _pay(rules, state, seat, events)
    state = _without_payers(rules, state, events)
    anew = rules.bust == "chip, new pile"
    if rules.bust == "pass" and state.winner is None:
        state = replace(state, passes=state.passes + 1)
        anew = state.passes >= len(_with_cards(state))
        state = _reward_last_caller(rules, state, events) if anew else state
    if anew:
        state = new_pile(rules, state, events)
    if (over := ended(rules, state, events)) is not None:
        return over
    if rules.bust == "chip, new hand":
        return end_hand(rules, state, events, losers=(seat,))
    if state.players[seat].still_in:
        state = draw_back(rules, state, seat, made, events)
    # Owed plays lapse with the old pile (docs/reference/rules.md 1.5).
    if anew:
        return begin_turn(rules, state, state.next_seat(seat), 1, events)
    return pass_debt(rules, state, events)


def _pay(rules: AddingRules, state: AddingState, seat: int, events: list[Event]) -> AddingState:
    """Take the chips of a bust from the player.
    Without chips the player is out, unless on their honor.
    """
    player = state.players[seat]
    paid = payment(rules, player)
    if paid is None:
        return put_out(rules, state, seat, "bust", events)
    events.append(paid)
    if rules.tells_payers:
        state = replace(state, last_payer=seat)
    state = replace(
        state.seated(seat, replace(player, chips=paid.left)), pot=state.pot + paid.chips
    )
    if paid.left or rules.honor:
        return state
    return put_out(rules, state, seat, "no chips", events)


def _without_payers(rules: AddingRules, state: AddingState, events: list[Event]) -> AddingState:
    """Put out the players who paid their last chip in these `events`; those on their honor only
    if they had none to pay.
    """
    if rules.chips is None:
        return state
    payers = {
        event.player
        for event in events
        if isinstance(event, Paid) and not event.left and not (rules.honor and event.chips)
    }
    if not payers:
        return state
    broke = [
        seat
        for seat in state.seats_in
        if state.players[seat].name in payers and state.players[seat].chips == 0
    ]
    for seat in broke:
        state = put_out(rules, state, seat, "no chips", events)
    return state


def is_last(state: AddingState, play: PlayEffect) -> bool:
    """Return whether this is the last owed play;
    a card that obliges cancels the rest (docs/reference/rules.md 1.5).
    """
    return state.owed <= 1 or bool(play.oblige)


def reach(
    rules: AddingRules, state: AddingState, seat: int, before: int, events: list[Event]
) -> AddingState:
    """Apply the effects of passing totals and of reaching an exact one, coming from `before`
    (docs/reference/rules.md sections 1.12 and 4.2).
    """
    name = state.players[seat].name
    total = state.total
    low, high = sorted((before, total))
    going: Going = "down" if total < before else "up"
    for number in sorted(rules.passing, reverse=total < before):
        happens = tuple([each for each in rules.passing[number] if each.going in {None, going}])
        if low < number < high and happens:
            events.append(TotalPassed(name, number))
            state = befall(rules, state, seat, happens, events)
    if total == before:
        return state
    what = rules.exact.get(total)
    if what is None and total > 0:
        found = [number for number in rules.multiples if total % number == 0]
        what = rules.multiples[max(found)] if found else None
    if what is None:
        return state
    player = state.players[seat]
    events.append(TargetReached(name, total, what if isinstance(what, str) else "more"))
    if not isinstance(what, str):
        return befall(rules, state, seat, what, events)
    if what == "reset":
        return replace(state, total=rules.start)
    if what == "point":
        return wins_at_once(rules, with_points(state, seat, 1), seat)
    if what == "chip" and state.pot > 0 and player.chips is not None:
        return replace(
            state.seated(seat, replace(player, chips=player.chips + 1)), pot=state.pot - 1
        )
    return state


def match_pile(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    pile: Sequence[Card],
    events: list[Event],
) -> AddingState:
    """Apply what happens if the top cards of the `pile` that a play made are alike or a run
    (docs/reference/rules.md section 1.12).
    """
    name = state.players[seat].name
    if alike := [n for n in rules.alike if _are_alike(pile, n)]:
        events.append(CardsMatched(name, "alike", max(alike)))
        state = befall(rules, state, seat, rules.alike[max(alike)], events)
    if runs := [n for n in rules.runs if _is_run(rules, pile, n)]:
        events.append(CardsMatched(name, "run", max(runs)))
        state = befall(rules, state, seat, rules.runs[max(runs)], events)
    return state


def _are_alike(pile: Sequence[Card], n: int) -> bool:
    return n <= len(pile) and len({card.rank for card in pile[-n:]}) == 1


def _is_run(rules: AddingRules, pile: Sequence[Card], n: int) -> bool:
    """Return whether the ranks of the top `n` cards follow each other, in any order."""
    top = {card.rank for card in pile[-n:]}
    places = [place for place, rank in enumerate(rules.ranks.split()) if rank in top]
    return n <= len(pile) and len(places) == n == places[-1] - places[0] + 1


def act_on_turn(
    rules: AddingRules, state: AddingState, seat: int, outcome: Evaluation, events: list[Event]
) -> AddingState:
    """Apply reversals and knock-outs, draw cards, and pass the turn."""
    played = outcome.play
    last = is_last(state, played)
    state = replace(state, turned=played.turns != state.turned)
    if played.turns:
        state = replace(state, clockwise=not state.clockwise)
        events.append(Reversed("clockwise" if state.clockwise else "counterclockwise"))
    if played.then:
        state = befall(rules, state, seat, played.then, events, outcome.named)
    if state.winner is not None and (over := ended(rules, state, events)) is not None:
        return over
    if last:
        owed = played.oblige or 1
        onward = NextTurn(
            seat,
            again=played.again,
            skip=played.skip,
            chosen=outcome.named if played.choose_next else state.leader,
            owed=owed,
            debt=owed,
            each_counts=played.each_counts,
        )
    else:
        onward = NextTurn(
            seat,
            stays=True,
            owed=state.owed - 1,
            debt=state.debt,
            made=state.made,
            each_counts=state.each_counts,
        )
    can_shield = played.knock_out and not _shields_gone(rules, state)
    # The player draws before the named one may show the shield (docs/reference/rules.md 3.3).
    if last and state.players[seat].still_in:
        state = draw_back(rules, state, seat, state.made, events)
    if outcome.named is not None:
        events.append(NamedBy(state.players[seat].name, state.players[outcome.named].name))
    # The named player has time to show the shield, so the rest of the turn waits in `onward`; after
    # it a forgotten draw may still be declared.
    named_is_in = outcome.named is not None and state.players[outcome.named].still_in
    if played.knock_out and outcome.named is not None and named_is_in and not can_shield:
        state = put_out(rules, state, outcome.named, "knocked out", events)
    # Nothing else in a play puts a player out.
    if played.then or played.knock_out or rules.watches_plays:
        state = _without_payers(rules, state, events)
        if (over := ended(rules, state, events)) is not None:
            return over
    if can_shield and outcome.named is not None and state.players[outcome.named].still_in:
        return replace(
            state,
            phase="shield",
            turn=None,
            owed=0,
            debt=0,
            made=0,
            each_counts=False,
            named=outcome.named,
            onward=onward,
        )
    return pass_on(rules, state, onward, events)


def _shields_gone(rules: AddingRules, state: AddingState) -> bool:
    faces = sum(1 for _, suit in rules.shields if suit is not None)
    lying = sum(
        1 for card in state.pile if (ways := rules.ways(card)) is not None and ways[0].shield
    )
    return lying >= faces * rules.pack.decks
