"""Passing the turn, busts, and the consequences of a total."""

from collections.abc import Sequence
from typing import Any, assert_never

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
    give_chips,
    give_points,
    new_pile,
    put_out,
    score,
    transfer,
    win_at_once,
)
from companion.games.adding.effects import PlayEffect
from companion.games.adding.evaluate import Evaluation
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, GameStep, NextTurn, Phase, Player


def draw_back(game: GameStep, seat: int) -> None:
    """Let the player draw at the end of a turn: for the cards played in it, and forgotten ones."""
    missing = game.player(seat).missing
    if missing:
        game.set_player(seat, missing=0)
    draw(game, seat, game.state.made + missing)


def ended(game: GameStep) -> bool:
    """End the hand or game if a consequence has a winner, if a single player is left, or after the
    first one went out in this command if that ends it (`ends`). Return whether it has ended.

    If other players wait for the next hand, only this hand ends.
    """
    rules, state, winner = game.rules, game.state, game.winner
    if winner is not None:
        game.winner = None
        if game.wins_hand and rules.has_next_hand:
            end_hand(game, winner=winner)
        else:
            win_game(game, winner)
    elif rules.ends == "first out" and (out := _gone(game.events)):
        lose(game, [seat for seat, player in enumerate(state.players) if player.name in out])
    elif len(state.seats_in) > 1:
        return False
    elif rules.match is None and any(player.waits for player in state.players):
        end_hand(game)
    else:
        win(game, state.seats_in[0])
    return True


def _gone(events: Sequence[Event]) -> set[str]:
    """Return the players who went out in these events without leaving."""
    return {
        event.player for event in events if isinstance(event, Eliminated) and event.why != "left"
    }


def win(game: GameStep, seat: int) -> None:
    """End the hand with the player at `seat` as its winner, and the game without a match."""
    if game.rules.match is not None:
        end_hand(game, winner=seat)
    else:
        win_game(game, seat)


def lose(game: GameStep, losers: Sequence[int]) -> None:
    """End the hand with the players at these seats as its losers, and the game without a match."""
    for loser in losers:
        befall(game, loser, game.rules.forfeits)
    if game.rules.match is not None:
        end_hand(game, losers=losers)
        return
    game.tell(GameEnded(None, tuple(game.player(loser).name for loser in losers)))
    _stop(game, "game-over", losers=tuple(losers))


def end_hand(game: GameStep, *, winner: int | None = None, losers: Sequence[int] = ()) -> None:
    """End the hand; players who waited are in from now on, and may deal the next one.

    In a match the winner scores, or all who are in without having lost. A match may end.
    """
    match = game.rules.match
    leader = _leader(game, winner)
    if winner is not None:
        befall(game, winner, game.rules.reward)
    if match is not None:
        others = [seat for seat in game.state.seats_in if losers and seat not in losers]
        for seat in others if winner is None else (winner,):
            score(game, seat, game.player(seat).cards if match.points == "cards" else match.points)
    if game.winner is None:
        _put_out_payers(game)
    for seat, player in enumerate(game.state.players):
        if player.waits:
            game.set_player(seat, still_in=True, waits=False)
    if (champion := _champion(game)) is not None:
        _end_game(game, champion)
        return
    _stop(game, "hand-over", leader=leader)
    game.tell(HandEnded(game.state.deals_next, game.state.name_of(winner)))


def _leader(game: GameStep, winner: int | None) -> int | None:
    """Return the seat that plays first in the next hand, or None for the dealer's left.

    The loser is the last player in this command who busted or went out; the winner of a hand
    without one is the player who called the last total.
    """
    match game.rules.leads:
        case "left of dealer":
            return None
        case "winner":
            called = None if game.state.call is None else game.state.call.seat
            return called if winner is None else winner
        case "loser":
            out = _gone(game.events)
            lost = [
                event.player
                for event in game.events
                if isinstance(event, Busted | WentOver)
                or (isinstance(event, Eliminated) and event.player in out)
            ]
            return game.state.seat_of(lost[-1]) if lost else None
        case _:
            assert_never(game.rules.leads)


def _champion(game: GameStep) -> int | None:
    """Return the seat of the player who has won the game: the first with enough points in a match
    that ends at once, the only one in, or in a match one alone with the most points, and enough.
    """
    seats, match = game.state.seats_in, game.rules.match
    if game.winner is not None:
        return game.winner
    if len(seats) == 1:
        return seats[0]
    if match is None:
        return None
    most = max(game.player(seat).points or 0 for seat in seats)
    first = [seat for seat in seats if game.player(seat).points == most]
    return first[0] if most >= match.to and len(first) == 1 else None


def win_game(game: GameStep, seat: int) -> None:
    """End the game with the player at `seat` as the winner, who is rewarded."""
    befall(game, seat, game.rules.reward)
    _end_game(game, seat)


def _end_game(game: GameStep, seat: int) -> None:
    """End the game with a winner, who takes the pot under `winner_takes_all`."""
    if game.rules.winner_takes_all and game.player(seat).chips is not None:
        give_chips(game, seat, game.state.pot)
        game.set(pot=0)
    game.tell(GameEnded(game.player(seat).name))
    _stop(game, "game-over", winner=seat)


def _stop(game: GameStep, phase: Phase, **changes: Any) -> None:
    """End the hand or the game: a forgotten draw can no longer be declared."""
    players = tuple(
        replace(player, drew=False) if player.drew else player for player in game.state.players
    )
    game.stop(phase, turned=False, named=None, onward=None, players=players, **changes)


def begin_turn(game: GameStep, seat: int, owed: int = 1, *, each_counts: bool = False) -> None:
    """Give the turn to `seat`, or to the next player with cards (`empty_hand`).

    Only the last of the `owed` plays changes the total, unless `each_counts` is true.
    """
    rules = game.rules
    if _won_without_cards(game):
        return
    if rules.empty_hand == "passes" and not _with_cards(game.state):
        _reward_last_caller(game)
        if not ended(game):
            end_hand(game)
        return
    # The next player may have no cards either, so this loops (docs/reference/rules.md 1.4).
    while not game.player(seat).cards:
        if rules.empty_hand == "out":
            if rules.stock_out == "reshuffle":
                break
            put_out(game, seat, "no cards")
            if ended(game):
                return
        seat = game.state.next_seat(seat)
    player = game.player(seat)
    if owed > 1:
        game.tell(PlaysOwed(player.name, owed))
    player = replace(player, turns=player.turns + 1, drew=False)
    game.set(
        players=game.state.players_with(seat, player),
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


def _won_without_cards(game: GameStep) -> bool:
    """End a hand that a player without cards has won; of several players the first one after the
    dealer. Return whether it has ended.
    """
    state = game.state
    seats = state.seats_in if game.rules.empty_hand == "wins" else ()
    empty = [seat for seat in seats if not state.players[seat].cards]
    if not empty:
        return False
    count = len(state.players)
    game.winner = min(empty, key=lambda seat: (seat - state.dealer - 1) % count)
    game.wins_hand = True
    return ended(game)


def _reward_last_caller(game: GameStep) -> None:
    """Apply what happens to the player who called the last total when nobody can play."""
    if game.state.call is not None:
        befall(game, game.state.call.seat, game.rules.stuck)
        _put_out_payers(game)


def pass_on(game: GameStep, onward: NextTurn) -> None:
    """Pass the turn after a play in the way described by `onward`."""
    rules, seat, chosen = game.rules, onward.seat, onward.chosen
    if onward.stays:
        if rules.draws == "never" and _won_without_cards(game):
            return
        game.set(
            phase="play",
            turn=seat,
            owed=onward.owed,
            debt=onward.debt,
            made=onward.made,
            each_counts=onward.each_counts,
            named=None,
            onward=None,
        )
        if not game.player(seat).still_in:
            pass_debt(game, seat)
        return
    state = game.state
    # Counted here, because a knock-out may have left two players (docs/reference/rules.md 1.5).
    again = state.turned and rules.two_player_reverse == "again" and len(state.seats_in) == 2
    # The chosen player may have been knocked out or have left since.
    if chosen is not None and state.players[chosen].still_in:
        seat = chosen
    elif not (onward.again or again) or not state.players[seat].still_in:
        seat = state.next_seat(seat, onward.skip)
    begin_turn(game, seat, onward.owed, each_counts=onward.each_counts)


def pass_debt(game: GameStep, seat: int) -> None:
    """Pass the turn from the player to act, who did not finish it; the debt goes to the next one.

    ``unmet`` passes on the plays not yet made, ``full`` the whole debt (docs/reference/rules.md
    section 1.5).
    """
    state = game.state
    owed = state.debt if game.rules.debt_passes == "full" else state.owed
    begin_turn(game, state.next_seat(seat), owed, each_counts=state.each_counts)


def payment(rules: AddingRules, player: Player) -> Paid | None:
    """Return a player's payment for a bust, or None if the player goes out or loses instead."""
    if not rules.bust.startswith("chip") or not player.chips or rules.on_bust:
        return None
    chips = min(rules.bust_chips, player.chips)
    return Paid(player.name, player.chips - chips, chips)


def bust(game: GameStep, seat: int, over: int = 0) -> None:
    """Apply a bust of the player to act by a play that went `over` the target by so much, or
    without one. Its consequences are those of the variant's `bust` rule.
    """
    rules, had = game.rules, game.player(seat).chips
    if rules.tells_busts:
        game.set(busted=True)
    befall(game, seat, rules.on_bust, over=over)
    if game.winner is None and rules.bust == "lose":
        lose(game, (seat,))
        return
    if game.winner is None and game.player(seat).still_in:
        paid = payment(rules, game.player(seat))
        if paid is not None:
            transfer(game, seat, None, paid.chips)
        elif rules.bust == "out" or (had == 0 and (rules.on_bust or rules.bust != "pass")):
            put_out(game, seat, "bust")
    _put_out_payers(game)
    new = rules.bust == "chip, new pile" or (rules.bust == "pass" and _all_pass(game))
    if new:
        new_pile(game)
    if ended(game):
        return
    if rules.bust == "chip, new hand":
        end_hand(game, losers=(seat,))
        return
    if game.player(seat).still_in:
        draw_back(game, seat)
    # Owed plays lapse with the old pile (docs/reference/rules.md 1.5).
    if new:
        begin_turn(game, game.state.next_seat(seat))
    else:
        pass_debt(game, seat)


def _all_pass(game: GameStep) -> bool:
    """Count a pass. If nobody can play then, reward the player who called the last total.

    Return whether nobody can.
    """
    if game.winner is not None:
        return False
    game.set(passes=game.state.passes + 1)
    stuck = game.state.passes >= len(_with_cards(game.state))
    if stuck:
        _reward_last_caller(game)
    return stuck


def _put_out_payers(game: GameStep) -> None:
    """Put out the players who paid their last chip in this command; those on their honor only if
    they had none to pay.
    """
    payers = {
        event.player
        for event in game.events
        if isinstance(event, Paid) and not event.left and not (game.rules.honor and event.chips)
    }
    for seat in game.state.seats_in if payers else ():
        player = game.player(seat)
        if player.name in payers and player.chips == 0:
            put_out(game, seat, "no chips")


def is_last(state: AddingState, play: PlayEffect) -> bool:
    """Return whether this is the last owed play;
    a card that obliges cancels the rest (docs/reference/rules.md 1.5).
    """
    return state.owed <= 1 or bool(play.oblige)


def watch_play(game: GameStep, seat: int, before: int) -> None:
    """Apply what the rules say about the total and the pile that a play made, coming from a total
    of `before`, in the order of docs/reference/rules.md section 1.12.
    """
    rules, total, pile, name = game.rules, game.state.total, game.state.pile, game.player(seat).name
    low, high = sorted((before, total))
    going: Going = "down" if total < before else "up"
    for number in sorted(rules.passing, reverse=total < before):
        happens = tuple([each for each in rules.passing[number] if each.going in {None, going}])
        if low < number < high and happens:
            game.tell(TotalPassed(name, number))
            befall(game, seat, happens)
    if total != before:
        _reach(game, seat, total)
    if alike := [n for n in rules.alike if _are_alike(pile, n)]:
        game.tell(CardsMatched(name, "alike", max(alike)))
        befall(game, seat, rules.alike[max(alike)])
    if runs := [n for n in rules.runs if _is_run(rules, pile, n)]:
        game.tell(CardsMatched(name, "run", max(runs)))
        befall(game, seat, rules.runs[max(runs)])


def _reach(game: GameStep, seat: int, total: int) -> None:
    """Apply what happens if a play makes this total (docs/reference/rules.md section 4.2)."""
    rules, player = game.rules, game.player(seat)
    what = rules.exact.get(total)
    if what is None and total > 0:
        found = [number for number in rules.multiples if total % number == 0]
        what = rules.multiples[max(found)] if found else None
    if what is None:
        return
    game.tell(TargetReached(player.name, total, what if isinstance(what, str) else "more"))
    if not isinstance(what, str):
        befall(game, seat, what)
    elif what == "reset":
        game.set(total=rules.start)
    elif what == "point":
        give_points(game, seat, 1)
        win_at_once(game, seat)
    elif what == "chip" and game.state.pot > 0 and player.chips is not None:
        give_chips(game, None, -1)
        give_chips(game, seat, 1)


def _are_alike(pile: Sequence[Card], n: int) -> bool:
    return n <= len(pile) and len({card.rank for card in pile[-n:]}) == 1


def _is_run(rules: AddingRules, pile: Sequence[Card], n: int) -> bool:
    """Return whether the ranks of the top `n` cards follow each other, in any order."""
    top = {card.rank for card in pile[-n:]}
    places = [place for place, rank in enumerate(rules.ranks.split()) if rank in top]
    return n <= len(pile) and len(places) == n == places[-1] - places[0] + 1


def act_on_turn(game: GameStep, seat: int, outcome: Evaluation) -> None:
    """Apply reversals and knock-outs, draw cards, and pass the turn."""
    played, named, state = outcome.play, outcome.named, game.state
    last = is_last(state, played)
    if played.turns:
        game.set(turned=not state.turned, clockwise=not state.clockwise)
        game.tell(Reversed(game.state.direction))
    befall(game, seat, played.then, named)
    if game.winner is not None and ended(game):
        return
    if last:
        owed = played.oblige or 1
        onward = NextTurn(
            seat,
            again=played.again,
            skip=played.skip,
            chosen=named if played.choose_next else state.leader,
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
    can_shield = played.knock_out and not _shields_gone(game)
    # The player draws before the named one may show the shield (docs/reference/rules.md 3.3).
    if last and game.player(seat).still_in:
        draw_back(game, seat)
    if named is not None:
        game.tell(NamedBy(game.player(seat).name, game.player(named).name))
        if played.knock_out and not can_shield and game.player(named).still_in:
            put_out(game, named, "knocked out")
    # Nothing else in a play puts a player out.
    if played.then or played.knock_out or game.rules.watches_plays:
        _put_out_payers(game)
        if ended(game):
            return
    if not can_shield or named is None or not game.player(named).still_in:
        pass_on(game, onward)
        return
    # The named player has time to show the shield, so the rest of the turn waits in `onward`; after
    # it a forgotten draw may still be declared.
    game.stop("shield", named=named, onward=onward)


def _shields_gone(game: GameStep) -> bool:
    shields, pile = game.rules.shields, game.state.pile
    faces = sum(1 for _, suit in shields if suit is not None)
    lying = sum((card.rank, card.suit) in shields for card in pile)
    return lying >= faces * game.rules.pack.decks
