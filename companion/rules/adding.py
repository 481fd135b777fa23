"""98, 99 and One Hundred: one engine for every variant, a pure step from state to state.

``start`` begins a game, ``step`` makes one accepted command of it; both give the new state and the
events, or raise one `Illegal`. The law is docs/rules.md; the order of checks docs/protocol.md.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from companion.errors import Illegal
from companion.rules import busts
from companion.rules.cards import Card
from companion.rules.commands import (
    Accept,
    Bust,
    Claim,
    Deal,
    Forgot,
    Leave,
    New,
    Play,
    Score,
    Shield,
    Show,
    Step,
)
from companion.rules.effects import Effect
from companion.rules.events import (
    Dealt,
    Event,
    Exactly,
    GameOver,
    NamedBy,
    Played,
    Reversed,
    Shielded,
    Showed,
    TurnedUp,
)
from companion.rules.events import Forgot as ForgotToDraw
from companion.rules.house import Rules
from companion.rules.state import Call, Onward, Player, State
from companion.rules.turns import draw, last_one_wins, nobody_to_act, pass_on, put_out, win
from companion.rules.weigh import (
    Outcome,
    check_not_played,
    effects_of,
    is_too_soon,
    read_cards,
    weigh,
    who_can_be_named,
)

replace = msgspec.structs.replace
Result = tuple[State, tuple[Event, ...]]


def start(rules: Rules, command: New) -> Result:
    """The first hand of a new game.

    Raises:
        Illegal: ``too-many-players``, ``unknown-player``, and what is wrong with the card turned up.
    """
    names = command.players
    needed = len(names) * rules.hand_size + (rules.up_card != "none")
    if needed > rules.pack.size:
        raise Illegal("too-many-players", {"needed": needed, "cards": rules.pack.size})
    dealer = names[-1] if command.dealer is UNSET else command.dealer
    if dealer not in names:
        raise Illegal("unknown-player", {"player": dealer})
    players = tuple(Player(name=name, chips=rules.chips) for name in names)
    before = State(
        phase="hand-over",
        hand=0,
        total=0,
        clockwise=True,
        turn=None,
        owed=0,
        debt=0,
        made=0,
        dealer=names.index(dealer),
        pot=0,
        stock=0,
        pile=(),
        aside=0,
        named=None,
        onward=None,
        call=None,
        players=players,
    )
    return _deal_hand(rules, before, before.dealer, command)


def step(rules: Rules, state: State, command: Step) -> Result:
    """One command of a game under way.

    Raises:
        Illegal: the first of the error codes of docs/protocol.md that applies.
    """
    _check_in_this_game(rules, command)
    match command:
        case Play():
            return _play(rules, state, command)
        case Bust():
            return _bust(rules, state, command)
        case Shield() | Accept():
            return _answer(rules, state, command)
        case Forgot():
            return _forgot(state, command)
        case Show():
            return _show(rules, state, command)
        case Leave():
            return _leave(rules, state, command)
        case Deal():
            return _deal(rules, state, command)
        case Score():
            raise Illegal("not-in-this-game", {"cmd": "score"})


def judge(state: State, command: Claim) -> dict[str, object]:
    """Whether a called total is right; changes nothing.

    Raises:
        Illegal: ``not-in-this-game`` for points, ``nothing-to-claim`` when nobody has called.
    """
    if command.total is UNSET:
        raise Illegal("not-in-this-game", {"cmd": "claim"})
    if state.call is None:
        raise Illegal("nothing-to-claim")
    player = state.players[state.call.seat].name
    return {
        "player": player,
        "called": command.total,
        "actual": state.total,
        "correct": command.total == state.total,
    }


def _check_in_this_game(rules: Rules, command: Step) -> None:
    if isinstance(command, Shield | Accept) and not rules.has_shield:
        raise Illegal("not-in-this-game", {"cmd": "shield"})
    if isinstance(command, Show) and not rules.shows:
        raise Illegal("not-in-this-game", {"cmd": "show"})


def _check_phase(state: State, *, also: str = "play") -> None:
    """Raises the code of a phase in which a command of play is not taken; `also` names one that is."""
    if state.phase in {"play", also}:
        return
    raise Illegal("shield-pending" if state.phase == "shield" else state.phase, _next_dealer(state))


def _next_dealer(state: State) -> dict[str, object]:
    if state.phase == "shield":
        return {"named": state.name_of(state.named)}
    return {"deals": state.name_of(state.next_seat(state.dealer, clockwise=True))} if state.seats_in else {}


def _acting(state: State, player: str | UnsetType) -> int:
    if state.turn is None:
        raise Illegal("not-now")
    if player is not UNSET:
        seat = _seat(state, player)
        if seat != state.turn:
            raise Illegal("not-your-turn", {"player": player}, turn=state.name_of(state.turn))
    return state.turn


def _seat(state: State, name: str) -> int:
    seat = state.seat_of(name)
    if seat is None:
        raise Illegal("unknown-player", {"player": name})
    return seat


def _seat_in(state: State, name: str) -> int:
    seat = _seat(state, name)
    if not state.players[seat].still_in:
        raise Illegal("player-out", {"player": name})
    return seat


def _play(rules: Rules, state: State, command: Play) -> Result:
    _check_phase(state)
    seat = _acting(state, command.player)
    cards = read_cards(rules, command.all_cards)
    _check_set(rules, state, cards)
    check_not_played(rules, state, cards)
    player = state.players[seat]
    if len(cards) > player.cards:
        raise Illegal(
            "not-enough-cards", {"player": player.name, "cards": player.cards, "played": len(cards)}
        )
    for card in cards:
        if is_too_soon(rules, state, seat, card):
            raise Illegal("too-soon", {"player": player.name, "card": card.face}, turn=player.turns)
    value = None if command.value is UNSET else command.value
    target = None if command.target is UNSET else command.target
    try:
        outcome = weigh(rules, state, seat, effects_of(rules, cards), value, target)
    except Illegal as over:
        if over.code == "over-target" and rules.over == "bust":
            return busts.went_over(rules, state, seat, cards, over)
        raise
    events: list[Event] = []
    state = _put_on_pile(rules, state, seat, cards, outcome, events)
    return _act(rules, state, seat, outcome, events), tuple(events)


def _check_set(rules: Rules, state: State, cards: Sequence[Card]) -> None:
    if len(cards) < 2:
        return
    if not rules.sets:
        raise Illegal("sets-not-allowed")
    if len({card.rank for card in cards}) > 1:
        raise Illegal("mixed-ranks", {"ranks": tuple(dict.fromkeys(card.rank for card in cards))})
    if state.owed > 1:
        raise Illegal("one-at-a-time", {"player": state.name_of(state.turn), "owed": state.owed})


def _is_last(state: State, effects: Sequence[Effect]) -> bool:
    """A card that obliges settles everything still owed (docs/rules.md section 1.5)."""
    return state.owed <= 1 or any(effect.oblige for effect in effects)


def _put_on_pile(
    rules: Rules, state: State, seat: int, cards: tuple[Card, ...], outcome: Outcome, events: list[Event]
) -> State:
    """The cards leave the hand, the total changes, and what an exact total brings happens."""
    player = state.players[seat]
    last = _is_last(state, outcome.effects)
    call = Call(seat, cards, outcome.value, state.total)
    before, total = state.total, outcome.total if last else rules.target
    words = outcome.effects[-1].call
    events.append(Played(player.name, tuple(str(card) for card in cards), total, words))
    state = replace(
        state.seated(seat, replace(player, cards=player.cards - len(cards), drew=False)),
        pile=state.pile + cards,
        total=total,
        call=call,
        made=state.made + len(cards),
    )
    return _exact(rules, state, seat, before, events) if last else state


def _exact(rules: Rules, state: State, seat: int, before: int, events: list[Event]) -> State:
    what = rules.exact.get(state.total) if state.total != before else None
    if what is None:
        return state
    player = state.players[seat]
    events.append(Exactly(player.name, state.total, what))
    if what == "reset":
        return replace(state, total=0)
    if what == "chip" and state.pot > 0 and player.chips is not None:
        return replace(state.seated(seat, replace(player, chips=player.chips + 1)), pot=state.pot - 1)
    return state


def _act(rules: Rules, state: State, seat: int, outcome: Outcome, events: list[Event]) -> State:
    """Reversals, knock-outs, drawing back, and the turn passing on."""
    effects = outcome.effects
    last = _is_last(state, effects)
    turned = sum(effect.reverse for effect in effects) % 2 == 1
    if turned:
        state = replace(state, clockwise=not state.clockwise)
        events.append(Reversed("clockwise" if state.clockwise else "counterclockwise"))
    if last:
        owed = sum(effect.oblige for effect in effects) or 1
        plays_again = turned and rules.two_player_reverse == "again" and len(state.seats_in) == 2
        onward = Onward(
            seat,
            again=plays_again or any(effect.again for effect in effects),
            skip=sum(effect.skip for effect in effects),
            chosen=outcome.named if any(effect.choose_next for effect in effects) else None,
            owed=owed,
            debt=owed,
        )
    else:
        onward = Onward(seat, stays=True, owed=state.owed - 1, debt=state.debt, made=state.made)
    knocks_out = any(effect.knock_out for effect in effects)
    can_shield = knocks_out and not _shields_gone(rules, state)
    if last:
        state = draw(rules, state, seat, state.made, events)
    if outcome.named is not None:
        events.append(NamedBy(state.players[seat].name, state.players[outcome.named].name))
    if can_shield:
        return replace(nobody_to_act_yet(state), named=outcome.named, onward=onward)
    if knocks_out and outcome.named is not None:
        state = put_out(state, outcome.named, "knocked out", events)
        if (over := last_one_wins(rules, state, events)) is not None:
            return over
    return pass_on(rules, state, onward, events)


def nobody_to_act_yet(state: State) -> State:
    """The game waits for a shield; drawing may still be declared forgotten once it goes on."""
    return replace(state, phase="shield", turn=None, owed=0, debt=0, made=0)


def _shields_gone(rules: Rules, state: State) -> bool:
    """Whether every shield of the pack lies on the pile."""
    faces = sum(1 for _, suit in rules.shields if suit is not None)
    lying = sum(1 for card in state.pile if (effect := rules.effect(card)) is not None and effect.shield)
    return lying >= faces * rules.pack.decks


def _bust(rules: Rules, state: State, command: Bust) -> Result:
    _check_phase(state)
    seat = _acting(state, command.player)
    if command.hand is not UNSET:
        busts.check_shown(rules, state, seat, command.hand)
    return busts.bust(rules, state, seat)


def _answer(rules: Rules, state: State, command: Shield | Accept) -> Result:
    if state.phase != "shield" or state.named is None or state.onward is None:
        raise Illegal(
            "not-now" if state.phase == "play" else state.phase, {"cmd": "shield", **_next_dealer(state)}
        )
    seat, onward = state.named, state.onward
    player = state.players[seat]
    events: list[Event] = []
    if isinstance(command, Accept):
        state = put_out(state, seat, "knocked out", events)
        over = last_one_wins(rules, state, events)
        return (over if over is not None else pass_on(rules, state, onward, events)), tuple(events)
    cards = read_cards(rules, (command.card,))
    check_not_played(rules, state, cards)
    if player.cards == 0:
        raise Illegal("not-enough-cards", {"player": player.name, "cards": 0, "played": 1})
    effect = rules.effect(cards[0])
    if effect is None or not effect.shield:
        raise Illegal("not-a-shield", card=str(cards[0]))
    events.append(Shielded(player.name, str(cards[0])))
    drew = player.drew
    state = replace(
        state.seated(seat, replace(player, cards=player.cards - 1)),
        pile=(*state.pile[:-1], *cards, *state.pile[-1:]),
    )
    state = draw(rules, state, seat, 1, events)
    state = state.seated(seat, replace(state.players[seat], drew=drew))
    return pass_on(rules, state, onward, events), tuple(events)


def _forgot(state: State, command: Forgot) -> Result:
    _check_phase(state)
    seat = _seat_in(state, command.player)
    player = state.players[seat]
    if not player.drew:
        raise Illegal("not-now", {"cmd": "forgot", "player": player.name})
    state = state.seated(seat, replace(player, cards=player.cards - 1, drew=False))
    return replace(state, stock=state.stock + 1), (ForgotToDraw(player.name),)


def _show(rules: Rules, state: State, command: Show) -> Result:
    _check_phase(state)
    seat = _seat_in(state, command.player)
    cards = read_cards(rules, command.cards)
    check_not_played(rules, state, cards)
    player = state.players[seat]
    if len(cards) > player.cards:
        raise Illegal(
            "not-enough-cards", {"player": player.name, "cards": player.cards, "played": len(cards)}
        )
    ranks = {card.rank for card in cards}
    what = rules.shows.get(*ranks) if len(cards) == 3 and len(ranks) == 1 else None
    if what is None:
        raise Illegal("no-such-show", {"ranks": tuple(rules.shows)})
    events: list[Event] = [Showed(player.name, tuple(str(card) for card in cards))]
    if what == "wins":
        return win(rules, state, seat, events), tuple(events)
    losers = state.seats_in
    events.append(GameOver(None, tuple(state.players[loser].name for loser in losers)))
    return replace(nobody_to_act(state), phase="game-over", losers=losers), tuple(events)


def _leave(rules: Rules, state: State, command: Leave) -> Result:
    _check_phase(state, also="hand-over")
    return busts.leave(rules, state, _seat_in(state, command.player))


def _deal(rules: Rules, state: State, command: Deal) -> Result:
    if state.phase == "play":
        raise Illegal("not-now", {"cmd": "deal"})
    _check_phase(state, also="hand-over")
    return _deal_hand(rules, state, state.next_seat(state.dealer, clockwise=True), command)


def _deal_hand(rules: Rules, state: State, dealer: int, command: New | Deal) -> Result:
    """All cards are shuffled and dealt (docs/rules.md section 1); the dealer may turn one up (section 2)."""
    if (rules.up_card != "none") != (command.up_card is not UNSET):
        raise Illegal(
            "bad-field", {"why": "turns-up" if rules.up_card != "none" else "turns-none"}, field="up_card"
        )
    players = tuple(
        replace(player, cards=rules.hand_size if player.still_in else 0, turns=0, drew=False)
        for player in state.players
    )
    stock = rules.pack.size - rules.hand_size * sum(player.still_in for player in players)
    state = replace(
        state,
        phase="play",
        hand=state.hand + 1,
        total=0,
        clockwise=True,
        turn=None,
        owed=1,
        debt=1,
        made=0,
        dealer=dealer,
        stock=stock,
        pile=(),
        aside=0,
        named=None,
        onward=None,
        call=None,
        players=players,
    )
    events: list[Event] = [Dealt(state.hand, players[dealer].name, rules.hand_size)]
    if command.up_card is UNSET:
        return pass_on(rules, state, Onward(dealer), events), tuple(events)
    return _turn_up(rules, state, command.up_card, command, events), tuple(events)


def _turn_up(rules: Rules, state: State, text: str, command: New | Deal, events: list[Event]) -> State:
    """The card turned up counts as played by the dealer, with all its effects."""
    dealer = state.dealer
    cards = read_cards(rules, (text,))
    effects = effects_of(rules, cards)
    plain = rules.up_card == "plain"
    if plain and (cards[0].is_joker or not effects[0].is_plain(cards[0].rank)):
        raise Illegal("turn-another", card=str(cards[0]))
    value = None if command.up_value is UNSET else command.up_value
    target = None if command.up_target is UNSET else command.up_target
    outcome = weigh(rules, state, dealer, effects, value, target)
    name = state.players[dealer].name
    state = replace(
        state,
        stock=state.stock - 1,
        pile=cards,
        total=outcome.total,
        call=Call(dealer, cards, outcome.value, 0, up=True),
    )
    events.append(TurnedUp(name, str(cards[0]), outcome.total))
    if not plain:
        state = _exact(rules, state, dealer, 0, events)
    return _act(rules, state, dealer, outcome, events)


def who_could_be_named(state: State) -> tuple[int, ...]:
    """The seats that a card played now could name."""
    return who_can_be_named(state, state.dealer if state.turn is None else state.turn)
