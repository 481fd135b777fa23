"""The engine of all adding games: a pure step from state to state.

`step` applies one command; `question` returns the question that a refused one raises.
docs/reference/rules.md defines the rules, docs/reference/referee-protocol.md the order of the
checks.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import bit_of
from companion.core.checks import seat_in
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
from companion.core.events import Busted, Event, Shielded, Showed, WentOver
from companion.core.events import DrawForgotten as ForgotToDraw
from companion.core.questions import (
    CommandPreview,
    Missing,
    WhichPlayer,
    WhichSuit,
    WhichValue,
    WhichWay,
    asked_of,
)
from companion.core.refusals import (
    ChoiceNeeded,
    NoSuchShow,
    NotAShield,
    NothingToClaim,
    NotInThisGame,
    OverTarget,
    Refusal,
    SuitNeeded,
    TargetNeeded,
    WayNeeded,
    WrongPhase,
)
from companion.errors import Illegal
from companion.games.adding import seating
from companion.games.adding.consequences import draw, put_out
from companion.games.adding.dealing import deal_hand
from companion.games.adding.evaluate import (
    check_shown,
    choose_way,
    legal_values,
    read_cards,
    read_hand,
    situation,
)
from companion.games.adding.plays import play, play_ordinary
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import (
    AddingState,
    GameStep,
    Result,
    acting,
    check_holds,
    check_phase,
    wrong_phase,
)
from companion.games.adding.turns import bust, ended, lose, pass_on, win


def question(
    rules: AddingRules, state: AddingState | None, command: New | Step, refusal: Refusal
) -> Missing | None:
    """Return the question raised by the refusal of `command`, or None if the refusal is final.

    The question for a value starts at the card's last option, a dial at the total.
    """
    player = asked_of(state, command)
    match refusal:
        case SuitNeeded(rank):
            return WhichSuit.of(command, player, rank, rules.pack)
        case ChoiceNeeded(values, counts):
            asked = WhichValue(command, player, tuple(sorted(values)), values[-1], counts)
            if not asked.is_dial or counts != "set":
                return asked
            total = rules.start if state is None or not isinstance(command, Play) else state.total
            return replace(asked, start=min(max(total, asked.low), asked.high))
        case TargetNeeded(names, role):
            return WhichPlayer(command, player, names, role)
        case WayNeeded(numbers, ways, labels):
            return WhichWay(command, player, numbers, labels, ways)
    return None


def step(rules: AddingRules, state: AddingState, command: Step) -> Result:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    if isinstance(command, Play) and (done := play_ordinary(rules, state, command)) is not None:
        return done
    game = GameStep(rules, state)
    _apply(game, command)
    return game.result


def _apply(game: GameStep, command: Step) -> None:
    match command:
        case Play():
            play(game, command)
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
            raise Illegal(NotInThisGame(str(command.__struct_config__.tag)))
        case _:
            assert_never(command)


def judge(state: AddingState, command: Claim) -> Judged:
    """Return whether a called total is right.

    Raises:
        Illegal: ``not-in-this-game`` for points, ``nothing-to-claim`` before the first call.
    """
    if command.total is UNSET:
        raise Illegal(NotInThisGame("claim"))
    if state.call is None:
        raise Illegal(NothingToClaim())
    player = state.players[state.call.seat].name
    return Judged(player, command.total, state.total, correct=command.total == state.total)


def _bust(game: GameStep, command: Bust) -> None:
    check_phase(game.state)
    seat = acting(game.state, command.player)
    if command.hand is not UNSET:
        check_shown(game.rules, game.state, seat, command.hand)
    game.tell(Busted(game.player(seat).name))
    bust(game, seat)


def _answer(game: GameStep, command: Shield | Accept) -> None:
    rules, state = game.rules, game.state
    if not rules.shields:
        raise Illegal(NotInThisGame("shield"))
    if state.phase != "shield" or state.named is None or state.onward is None:
        raise Illegal(WrongPhase("shield") if state.phase == "play" else wrong_phase(state))
    seat, player = state.named, state.players[state.named]
    if isinstance(command, Accept):
        put_out(game, seat, "knocked out")
        if ended(game):
            return
    else:
        (card,) = read_hand(rules, state, (command.card,))
        check_holds(player, 1)
        if (card.rank, card.suit) not in rules.shields:
            raise Illegal(NotAShield(str(card)))
        game.tell(Shielded(player.name, str(card)))
        game.set_player(seat, cards=player.cards - 1)
        pile = (*state.pile[:-1], card, *state.pile[-1:])
        game.set(pile=pile, lying=state.lying | bit_of(card))
        draw(game, seat, 1)
        game.set_player(seat, drew=player.drew)
    pass_on(game, state.onward)


def _forgot(game: GameStep, command: Forget) -> None:
    check_phase(game.state)
    seat = seat_in(game.state, command.player)
    player = game.player(seat)
    if not player.drew:
        raise Illegal(WrongPhase("forgot", player.name))
    missing = player.missing + (game.rules.forgotten == "made up")
    game.set_player(seat, cards=player.cards - 1, drew=False, missing=missing)
    game.set(stock=game.state.stock + 1)
    game.tell(ForgotToDraw(player.name))


def _show(game: GameStep, command: Show) -> None:
    rules, state = game.rules, game.state
    if not rules.shows:
        raise Illegal(NotInThisGame("show"))
    check_phase(state)
    seat = seat_in(state, command.player)
    cards = read_hand(rules, state, command.cards)
    player = state.players[seat]
    check_holds(player, len(cards))
    ranks = {card.rank for card in cards}
    what = rules.shows.get(*ranks) if len(cards) == 3 and len(ranks) == 1 else None
    if what is None:
        raise Illegal(NoSuchShow(tuple(rules.shows)))
    game.tell(Showed(player.name, tuple(map(str, cards))))
    if what == "wins":
        win(game, seat)
    else:
        lose(game, state.seats_in)


def _deal(game: GameStep, command: Deal) -> None:
    if game.state.phase == "play":
        raise Illegal(WrongPhase("deal"))
    check_phase(game.state, also="hand-over")
    deal_hand(game, game.state.next_dealer, command)


def preview(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> CommandPreview:
    """Return the total that a command made, or the fact that it is a bust."""
    for event in events:
        if isinstance(event, WentOver):
            total = rules.start if before is None else before.total
            over = OverTarget(event.total, rules.target, total)
            return CommandPreview(event.total, over, is_bust=True)
    return CommandPreview(after.total)


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
