"""The start of a game and of each hand (docs/reference/rules.md sections 1 and 2), with checks of
the cards dealt, and chips carried over.
"""

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.checks import check_chooses_none, first_dealer
from companion.core.commands import Deal, New, Set, given
from companion.core.events import Dealt, Miscount, TurnedUp
from companion.core.refusals import BadField, PlainCardNeeded
from companion.errors import Illegal
from companion.games.adding.effects import is_plain
from companion.games.adding.evaluate import (
    check_drawn,
    choose_way,
    evaluate,
    read_cards,
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
    check_deal,
)
from companion.games.adding.turns import act_on_turn, pass_on, watch_play


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
    before = AddingState(phase="hand-over", hand=0, dealer=dealer, players=players)
    game = GameStep(rules, before)
    deal_hand(game, dealer, command)
    return game.result


def deal_hand(game: GameStep, dealer: int, command: New | Deal) -> None:
    """Shuffle and deal all cards (docs/reference/rules.md section 1).
    The dealer may turn one up (section 2).
    """
    rules, state = game.rules, game.state
    turns_up = rules.up_card != "none"
    if turns_up is (command.up_card is UNSET):
        raise Illegal(BadField("up_card", "turns-up" if turns_up else "turns-none"))
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
        pass_on(game, NextTurn(dealer, chosen=leader))
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
        raise Illegal(PlainCardNeeded(str(card)))
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
        watch_play(game, dealer, before=rules.start)
    act_on_turn(game, dealer, outcome)


def miscounted_cards(rules: AddingRules, state: AddingState) -> Miscount | None:
    """Return the first mismatch in cards and chips,
    or None (docs/reference/rules.md sections 1.3 and 1.4).
    """
    held = sum(player.cards for player in state.players)
    cards = state.stock + held + len(state.pile) + state.aside
    if cards != rules.pack.size:
        return Miscount("cards", cards, rules.pack.size)
    if rules.chips is not None:
        chips = state.pot + sum(player.chips or 0 for player in state.players)
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
