"""The engine of all adding games: a pure step from state to state.

`start` deals the first hand, `step` applies one command; `question` returns the question that a
refused one raises.
docs/reference/rules.md defines the rules, docs/reference/referee-protocol.md the order of the
checks.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.core import questions, refusals
from companion.core.cards import Card, bit_of
from companion.core.checks import check_chooses_none, first_dealer, seat_in
from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Claim,
    Deal,
    End,
    Forget,
    Join,
    Judged,
    Leave,
    New,
    Play,
    Score,
    Set,
    Shield,
    Show,
    Step,
    given,
)
from companion.core.events import (
    Busted,
    CardDrawn,
    Dealt,
    DrawForgotten,
    Event,
    Events,
    Miscount,
    Played,
    Reversed,
    Shielded,
    Showed,
    TurnedUp,
    WentOver,
)
from companion.errors import Illegal
from companion.games.adding import seating, turns
from companion.games.adding.consequences import draw, put_out
from companion.games.adding.effects import is_plain
from companion.games.adding.evaluate import (
    Evaluation,
    check_drawn,
    check_not_played,
    check_shown,
    choose_way,
    evaluate,
    is_too_soon,
    legal_values,
    read_cards,
    read_hand,
    situation,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import (
    AddingState,
    Call,
    GameStep,
    NextTurn,
    Player,
    Result,
    acting,
    check_deal,
    check_holds,
    check_phase,
    wrong_phase,
)


def question(
    rules: AddingRules, state: AddingState | None, command: New | Step, refusal: refusals.Refusal
) -> questions.Missing | None:
    """Return the question raised by the refusal of `command`, or None if the refusal is final.

    The question for a value starts at the card's last option, a dial at the total.
    """
    player = questions.asked_of(state, command)
    match refusal:
        case refusals.SuitNeeded(rank):
            return questions.WhichSuit.of(command, player, rank, rules.pack)
        case refusals.ChoiceNeeded(values, counts):
            asked = questions.WhichValue(command, player, tuple(sorted(values)), values[-1], counts)
            if not asked.is_dial or counts != "set":
                return asked
            total = rules.start if state is None or not isinstance(command, Play) else state.total
            return replace(asked, start=min(max(total, asked.low), asked.high))
        case refusals.TargetNeeded(names, role):
            return questions.WhichPlayer(command, player, names, role)
        case refusals.WayNeeded(numbers, ways, labels):
            return questions.WhichWay(command, player, numbers, labels, ways)
    return None


def start(rules: AddingRules, command: New) -> Result:
    """Return the first hand of a new game.

    Raises:
        Illegal: ``too-many-players``, ``unknown-player``, or an error of the up-card.
    """
    names = command.players
    check_deal(rules, len(names))
    dealer = first_dealer(names, command.dealer)
    players = tuple(
        Player(name=name, chips=rules.chips, points=rules.first_points) for name in names
    )
    game = GameStep(rules, AddingState(phase="hand-over", hand=0, dealer=dealer, players=players))
    _deal_hand(game, dealer, command)
    return game.result


def step(  # noqa: PLR0912  # one case for each command
    rules: AddingRules, state: AddingState, command: Step
) -> Result:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    if isinstance(command, Play) and (done := _play_ordinary(rules, state, command)) is not None:
        return done
    game = GameStep(rules, state)
    match command:
        case Play():
            _play(game, command)
        case Bust():
            _bust(game, command)
        case Shield() | Accept():
            _answer(game, command)
        case Forget():
            _forgot(game, command)
        case Show():
            _show(game, command)
        case Join():
            seating.join(game, command)
        case Leave():
            seating.leave(game, command)
        case ChangeSeat():
            seating.change_seat(game, command)
        case Set():
            seating.set_by_hand(game, command)
        case Deal():
            _deal(game, command)
        case Score() | End():
            raise Illegal(refusals.NotInThisGame(str(command.__struct_config__.tag)))
        case _:
            assert_never(command)
    return game.result


def judge(state: AddingState, command: Claim) -> Judged:
    """Return whether a called total is right.

    Raises:
        Illegal: ``not-in-this-game`` for points, ``nothing-to-claim`` before the first call.
    """
    if command.total is UNSET:
        raise Illegal(refusals.NotInThisGame("claim"))
    if state.call is None:
        raise Illegal(refusals.NothingToClaim())
    player = state.players[state.call.seat].name
    return Judged(player, command.total, state.total, correct=command.total == state.total)


def _bust(game: GameStep, command: Bust) -> None:
    check_phase(game.state)
    seat = acting(game.state, command.player)
    if command.hand is not UNSET:
        check_shown(game.rules, game.state, seat, command.hand)
    game.tell(Busted(game.player(seat).name))
    turns.bust(game, seat)


def _answer(game: GameStep, command: Shield | Accept) -> None:
    rules, state = game.rules, game.state
    if not rules.shields:
        raise Illegal(refusals.NotInThisGame("shield"))
    if state.phase != "shield" or state.named is None or state.onward is None:
        raise Illegal(
            refusals.WrongPhase("shield") if state.phase == "play" else wrong_phase(state)
        )
    seat, player = state.named, state.players[state.named]
    if isinstance(command, Accept):
        put_out(game, seat, "knocked out")
        if turns.ended(game):
            return
    else:
        (card,) = read_hand(rules, state, (command.card,))
        check_holds(player, 1)
        if (card.rank, card.suit) not in rules.shields:
            raise Illegal(refusals.NotAShield(str(card)))
        game.tell(Shielded(player.name, str(card)))
        game.set_player(seat, cards=player.cards - 1)
        game.set(pile=(*state.pile[:-1], card, *state.pile[-1:]), lying=state.lying | bit_of(card))
        draw(game, seat, 1)
        game.set_player(seat, drew=player.drew)
    turns.pass_on(game, state.onward)


def _forgot(game: GameStep, command: Forget) -> None:
    check_phase(game.state)
    seat = seat_in(game.state, command.player)
    player = game.player(seat)
    if not player.drew:
        raise Illegal(refusals.WrongPhase("forgot", player.name))
    missing = player.missing + (game.rules.forgotten == "made up")
    game.set_player(seat, cards=player.cards - 1, drew=False, missing=missing)
    game.set(stock=game.state.stock + 1)
    game.tell(DrawForgotten(player.name))


def _show(game: GameStep, command: Show) -> None:
    rules, state = game.rules, game.state
    if not rules.shows:
        raise Illegal(refusals.NotInThisGame("show"))
    check_phase(state)
    seat = seat_in(state, command.player)
    cards = read_hand(rules, state, command.cards)
    player = state.players[seat]
    check_holds(player, len(cards))
    ranks = {card.rank for card in cards}
    what = rules.shows.get(*ranks) if len(cards) == 3 and len(ranks) == 1 else None
    if what is None:
        raise Illegal(refusals.NoSuchShow(tuple(rules.shows)))
    game.tell(Showed(player.name, tuple(map(str, cards))))
    if what == "wins":
        turns.win(game, seat)
    else:
        turns.lose(game, state.seats_in)


def _deal(game: GameStep, command: Deal) -> None:
    if game.state.phase == "play":
        raise Illegal(refusals.WrongPhase("deal"))
    check_phase(game.state, also="hand-over")
    _deal_hand(game, game.state.next_dealer, command)


def _deal_hand(game: GameStep, dealer: int, command: New | Deal) -> None:
    """Shuffle and deal all cards (docs/reference/rules.md section 1).
    The dealer may turn one up (section 2).
    """
    rules, state = game.rules, game.state
    turns_up = rules.up_card != "none"
    if turns_up is (command.up_card is UNSET):
        raise Illegal(refusals.BadField("up_card", "turns-up" if turns_up else "turns-none"))
    check_chooses_none(command)
    seats = len(state.seats_in)
    each = rules.dealt(state.hand + 1, seats)
    players = tuple(
        replace(player, cards=each if player.still_in else 0, turns=0, drew=False, missing=0)
        for player in state.players
    )
    leader = state.leader
    if leader is not None and not state.players[leader].still_in:
        leader = state.next_seat(leader, clockwise=True)
    game.state = AddingState(
        phase="play",
        hand=state.hand + 1,
        dealer=dealer,
        players=players,
        total=rules.start,
        owed=1,
        debt=1,
        pot=state.pot,
        stock=rules.pack.size - each * seats,
        brought=state.brought,
        leader=leader,
        last_payer=state.last_payer,
        busted=state.busted,
    )
    game.tell(Dealt(game.state.hand, players[dealer].name, each))
    if command.up_card is UNSET:
        turns.pass_on(game, NextTurn(dealer, chosen=leader))
    else:
        _turn_up(game, command.up_card, command)


def _turn_up(game: GameStep, text: str, command: New | Deal) -> None:
    """Play the up-card for the dealer with all its effects."""
    rules, state, dealer = game.rules, game.state, game.state.dealer
    cards = read_cards(rules, (text,))
    (card,) = cards
    plain = rules.up_card == "plain"
    if plain and (
        card.is_joker or not is_plain(rules.ways(card), card.rank, down=rules.counts_down)
    ):
        raise Illegal(refusals.PlainCardNeeded(str(card)))
    check_drawn(rules, state, cards)
    turned = choose_way(rules, situation(state, dealer), cards, given(command.up_way))
    value, target = given(command.up_value), given(command.up_target)
    outcome = evaluate(rules, state, dealer, turned, value, target)
    game.set(
        stock=state.stock - 1,
        pile=turned.cards,
        lying=turned.bits,
        total=outcome.total,
        call=Call(dealer, turned.cards, outcome.value, rules.start, up=True, way=turned.way),
    )
    game.tell(TurnedUp(state.players[dealer].name, str(card), outcome.total))
    if not plain:
        turns.watch_play(game, dealer, before=rules.start)
    turns.act_on_turn(game, dealer, outcome)


def _play(game: GameStep, command: Play) -> None:
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
                raise Illegal(refusals.TooSoon(player.turns, player.name, str(card)))
    way = given(command.way)
    try:
        if played is None or way is not None:
            played = choose_way(rules, situation(state, seat), cards, way)
        outcome = evaluate(rules, state, seat, played, given(command.value), given(command.target))
    except Illegal as illegal:
        match illegal.refusal:
            case refusals.OverTarget(total) if rules.over == "bust":
                # The card goes back to the hand, and the total stays.
                game.tell(WentOver(player.name, tuple(map(str, cards)), total))
                turns.bust(game, seat, abs(total - rules.target))
                return
        raise
    _put_on_pile(game, seat, outcome)
    turns.act_on_turn(game, seat, outcome)


def _play_ordinary(rules: AddingRules, state: AddingState, command: Play) -> Result | None:
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
    events: Events = (Played(name, play.texts, total, play.call), CardDrawn(name, 1, 1))
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
        raise Illegal(refusals.SetsNotAllowed())
    if len({card.rank for card in cards}) > 1:
        raise Illegal(refusals.MixedRanks(tuple(dict.fromkeys(card.rank for card in cards))))
    if state.owed > 1:
        raise Illegal(refusals.OneAtATime(player.name, state.owed))


def _put_on_pile(game: GameStep, seat: int, outcome: Evaluation) -> None:
    """Move the cards to the pile, change the total, and apply the effects of total and pile."""
    state, played, cards = game.state, outcome.play, outcome.play.cards
    player = state.players[seat]
    counts = turns.is_last(state, played) or state.each_counts
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
        turns.watch_play(game, seat, before=state.total)


def preview(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> questions.CommandPreview:
    """Return the total that a command made, or the fact that it is a bust."""
    for event in events:
        if isinstance(event, WentOver):
            total = rules.start if before is None else before.total
            over = refusals.OverTarget(event.total, rules.target, total)
            return questions.CommandPreview(event.total, over, is_bust=True)
    return questions.CommandPreview(after.total)


def without_cards(state: AddingState) -> AddingState:
    """Return the state without the cards played,
    so that states after different cards can be equal.
    """
    return replace(state, pile=(), lying=0, call=None)


def only_value(rules: AddingRules, state: AddingState, play: Play) -> Play:
    """Return a legal play with its value filled in if only one of several values is allowed now."""
    if play.value is UNSET and state.turn is not None:
        cards, now = read_cards(rules, play.all_cards), situation(state, state.turn)
        effects = choose_way(rules, now, cards, given(play.way)).effects
        if any(effect.change.is_choice for effect in effects):
            return replace(play, value=next(iter(legal_values(rules, state.total, effects))))
    return play


def miscounted_cards(rules: AddingRules, state: AddingState) -> Miscount | None:
    """Return the first mismatch in cards and chips,
    or None (docs/reference/rules.md sections 1.3 and 1.4).
    """
    held = sum([player.cards for player in state.players])
    cards = state.stock + held + len(state.pile) + state.aside
    if cards != rules.pack.size:
        return Miscount("cards", cards, rules.pack.size)
    if rules.chips is not None:
        chips = state.pot + sum([player.chips or 0 for player in state.players])
        dealt = rules.chips * len(state.players) + state.brought
        if chips != dealt:
            return Miscount("chips", chips, dealt)
    return None


def kept_chips(before: AddingState, rules: AddingRules, players: tuple[str, ...]) -> Set | None:
    """Return the command that gives `players` the chips and pot of `before`, or None if they cannot
    be carried over.

    A new game deals the same number of chips to all players. The sum must equal that of `before`,
    so that no chip appears or is lost. A player who was out stays out. After a finished game the
    chips cannot be carried over, because one player has them all.
    """
    seated = {player.name: player for player in before.players if player.name in players}
    if before.phase == "game-over" or rules.chips is None or len(seated) < len(players):
        return None
    chips = {name: player.chips or 0 for name, player in seated.items()}
    if sum(chips.values()) + before.pot != rules.chips * len(players):
        return None
    changed = {name: count for name, count in chips.items() if count != rules.chips}
    out = {
        name: False for name, player in seated.items() if not player.still_in and not player.waits
    }
    return Set(chips=changed, still_in=out) if changed else None
