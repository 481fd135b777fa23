"""The engine of all trick games: a pure step from state to state, and the cost of tricks.

docs/reference/rules.md section 6 defines the rules, docs/reference/referee-protocol.md the order of
the checks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core import refusals
from companion.core.cards import SUITS, Card
from companion.core.checks import (
    cards_of,
    check_turns_none,
    first_dealer,
    judge_points,
    order_with,
    seat_called,
)
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
)
from companion.core.events import (
    Broken,
    Event,
    Miscount,
    OnlySuitDeclared,
    PassingCalled,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    SeatChanged,
    Swept,
    TrickCardPlayed,
    TrickTaken,
    VoidShown,
)
from companion.errors import Illegal
from companion.games.tricks.state import Taken, TrickCard, TrickPlayer, TrickState, Void, round_now
from companion.games.tricks.variant import OthersPay, Round, Suit, TrickRules

TrickResult = tuple[TrickState, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""

_Seated = TypeVar("_Seated", TrickCard, Void, Taken)


def winning(rules: TrickRules, state: TrickState, trick: Sequence[TrickCard]) -> TrickCard:
    """Return the card that currently takes a trick: the highest trump, or the highest card of the
    suit led.
    """
    trump, led = round_now(rules, state).trump, trick[0].card.suit

    def strength(laid: TrickCard) -> tuple[bool, bool, int]:
        suit = laid.card.suit
        return suit == trump, suit == led, rules.height(laid.card)

    return max(trick, key=strength)


def shown_by(rules: TrickRules, state: TrickState, card: Card) -> Iterator[tuple[str, int]]:
    """Yield what this card shows that its player does not hold, as they would have had to play it:
    a suit, and the height from which on up.
    """
    if state.led is None or not rules.follow:
        return
    trump = round_now(rules, state).trump
    for suit in (state.led, trump) if rules.must_trump and trump else (state.led,):
        if card.suit == suit:
            if rules.must_beat:
                best = winning(rules, state, state.trick).card
                above = rules.height(best) + 1
                if best.suit == suit and rules.height(card) < above:
                    yield suit, above
            return
        yield suit, 0


def choosable(rules: TrickRules, state: TrickState, hand: Iterable[Card]) -> list[Card]:
    """Return the cards among which the player of a hand has to choose: those that show least."""
    lacks = {card: [-height for _, height in shown_by(rules, state, card)] for card in hand}
    return [card for card in lacks if lacks[card] == min(lacks.values())]


def points_taken(
    costs: Round, cards: Iterable[Card], tricks: Sequence[int], *, ended: bool
) -> list[int]:
    """Return the points of each of the `cards`, and of the `tricks`, counted from 1; if the round
    has `ended` with the last of these, it is the last trick, too.
    """
    points = [costs.by_card.get(card, 0) for card in cards]
    points += [costs.by_trick[number - 1] for number in tricks]
    if ended and len(costs.by_trick) not in tricks:
        points.append(costs.by_trick[-1])
    return points


def is_over(rules: TrickRules, state: TrickState) -> bool:
    """Return whether the round ends with the current, complete trick."""
    costs = round_now(rules, state)
    if len(state.played) >= costs.cards_each * rules.seats:
        return True
    return costs.ends == "last card" and costs.by_card.keys() <= set(state.played)


def left_over(rules: TrickRules, state: TrickState) -> Sequence[Card]:
    """Return the cards that were not dealt, in a round that is over. All others that count have
    been played.
    """
    return [card for card in rules.pack.cards() if card not in state.played]


def round_over(rules: TrickRules, state: TrickState) -> Round:
    """Return the round that is over, without the points of the cards that were left out."""
    costs = round_now(rules, state)
    return costs.without(left_over(rules, state)) if rules.left_over == "out" else costs


def swept(costs: Round, players: Sequence[TrickPlayer]) -> int | None:
    """Return the seat that took everything that costs, in a round with a sweep; otherwise None."""
    if not costs.has_sweep:
        return None
    # Revoke penalties are not part of a round's sum (docs/reference/rules.md 6.4).
    paid = (player.round_points - player.penalty - player.gains for player in players)
    return next((seat for seat, points in enumerate(paid) if points == costs.costly), None)


def check_points(costs: Round, points: Sequence[int]) -> None:
    """Check that the players can have paid these `points`, in seat order, in a round.

    Raises:
        Illegal: ``bad-sum`` with the `missing` points, which are 0 if the sum is right but the
            points are impossible.
    """
    if not is_possible(costs, points):
        due = due_of(costs, points)
        raise Illegal(
            refusals.BadSum(
                due - sum(points), due, costs.step, tuple(points), below_zero=costs.span[0] < 0
            )
        )


def is_possible(costs: Round, points: Sequence[int]) -> bool:
    """Return whether these can be the points of a round, for some cards that are left out."""
    if costs.places:
        return costs.places == "any" or sorted(points) == sorted(costs.places)
    return any(is_divided(dealt, points) or is_sweep(dealt, points) for dealt in costs.as_dealt())


def is_divided(costs: Round, points: Sequence[int]) -> bool:
    """Return whether these can be the points of a round in which no player made a sweep."""
    sign = costs.sign
    return (
        sum(points) == costs.total
        and all(paid % costs.step == 0 for paid in points)
        and sum(min(0, paid * sign) for paid in points) >= costs.gains * sign
        and not (costs.has_sweep and max(paid * sign for paid in points) >= costs.costly * sign)
    )


def is_sweep(costs: Round, points: Sequence[int]) -> bool:
    """Return whether these can be the points of a round with a sweep: whether only gains remain
    without what it makes its player and the others pay.
    """
    if not costs.has_sweep:
        return False
    for sweeper, paid in enumerate(points):
        gains = [other - costs.others_pay for other in points]
        gains[sweeper] = paid - costs.costly - costs.sweeper_pays
        if sum(gains) == costs.gains and all(
            gain * costs.sign <= 0 and gain % costs.step == 0 for gain in gains
        ):
            return True
    return False


def due_of(costs: Round, points: Sequence[int]) -> int:
    """Return the sum that the points must have: that of a sweep if they are like one, else the
    total.
    """
    if costs.sweep == 0:
        return costs.total
    without, with_sweep = costs.sums(len(points))
    is_nearer = abs(with_sweep - sum(points)) < abs(without - sum(points))
    is_like_one = is_sweep(costs, points) or _has_everything(costs, points)
    if is_like_one or (isinstance(costs.sweep, OthersPay) and is_nearer):
        return with_sweep
    return without


def _has_everything(costs: Round, points: Sequence[int]) -> bool:
    """Return whether one player has at least everything that costs, and the others only gains."""
    sign = costs.sign
    *others, most = sorted(paid * sign for paid in points)
    return most >= costs.costly * sign and all(costs.gains * sign <= paid <= 0 for paid in others)


def cost_so_far(rules: TrickRules, state: TrickState) -> int:
    """Return the cost in points of this round's tricks so far, computed from the cards alone.

    It excludes the sweep and penalties. No points have been entered.
    """
    costs = round_now(rules, state)
    cards_taken = state.played[: len(state.played) - len(state.trick)]
    ended = state.phase != "play"
    if ended and rules.left_over == "last trick":
        cards_taken = (*cards_taken, *left_over(rules, state))
    return sum(points_taken(costs, cards_taken, range(1, state.number), ended=ended))


def points_due(rules: TrickRules, state: TrickState, paid: Sequence[int]) -> int:
    """Return the sum that the players must have `paid` in this round so far, without penalties."""
    if state.quick:
        costs = round_now(rules, state)
        return sum(paid) if is_possible(costs, paid) else due_of(costs, paid)
    due = cost_so_far(rules, state)
    if state.phase == "play" or due != (costs := round_over(rules, state)).total:
        return due
    return due_of(costs, paid)


def miscounted_points(rules: TrickRules, state: TrickState) -> Miscount | None:
    """Return the first mismatch between cards, tricks and points, or None."""
    players = state.players
    paid = [player.round_points - player.penalty for player in players]
    counts = (
        Miscount(
            "cards",
            sum([player.cards for player in players]) + len(state.played),
            round_now(rules, state).cards_each * rules.seats,
        ),
        Miscount("tricks", sum([player.tricks for player in players]), state.number - 1),
        Miscount("points", sum(paid), points_due(rules, state, paid)),
        Miscount(
            "points before",
            sum([player.points - player.round_points for player in players]),
            state.settled,
        ),
    )
    return next((count for count in counts if count.counted != count.due), None)


def start(rules: TrickRules, command: New) -> TrickResult:
    """Return the first round of a new game.

    Raises:
        Illegal: ``unknown-player`` for the dealer, ``bad-field`` for an up-card.
    """
    dealer = first_dealer(command.players, command.dealer)
    players = tuple(TrickPlayer(name=name) for name in command.players)
    before = TrickState(phase="round-over", round=0, dealer=dealer, players=players)
    return _deal_round(rules, before, dealer, command)


def step(rules: TrickRules, state: TrickState, command: Step) -> TrickResult:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/reference/referee-protocol.md that applies.
    """
    match command:
        case Bust() | Shield() | Accept() | Forget() | Show() | Join() | Leave() | Set() | End():
            raise Illegal(refusals.NotInThisGame(str(command.__struct_config__.tag)))
        case Score() if command.points is UNSET:
            raise Illegal(refusals.NotInThisGame("winners"))
    if state.phase == "game-over":
        raise Illegal(refusals.GameOver())
    match command:
        case ChangeSeat():
            return _change_seat(state, command)
        case Deal():
            if state.phase == "play":
                raise Illegal(refusals.WrongPhase("deal-round"))
            return _deal_round(rules, state, state.next_dealer, command)
    if state.phase == "round-over":
        raise Illegal(refusals.RoundOver(state.deals_next))
    match command:
        case Play():
            return _play(rules, state, command)
        case Score():
            return _score(rules, state, command.points or {})


def judge(state: TrickState, command: Claim) -> Judged:
    """Return whether a player's call of their points of the round is right.

    Raises:
        Illegal: ``not-in-this-game`` for a total, ``unknown-player``, ``nothing-to-claim`` before
            the round is over.
    """
    judged = judge_points(state, command, [player.round_points for player in state.players])
    if state.phase == "play":
        raise Illegal(refusals.NothingToClaim("points"))
    return judged


def _deal_round(
    rules: TrickRules, state: TrickState, dealer: int, command: New | Deal
) -> TrickResult:
    check_turns_none(command)
    contract = _contract(rules, state, dealer, command)
    costs = rules.round(contract or state.round + 1)
    trump = _trump(costs, command)
    players = tuple(
        TrickPlayer(
            name=player.name, points=player.points, cards=costs.cards_each, chosen=player.chosen
        )
        for player in state.players
    )
    state = TrickState(
        phase="play",
        round=state.round + 1,
        dealer=dealer,
        players=players,
        turn=None if costs.places else _first_leader(rules, state, dealer),
        revokes=state.revokes,
        settled=sum(player.points for player in state.players),
        contract=contract,
        trump=trump,
        opens=None if costs.places else rules.opens,
    )
    if contract and rules.contracts != "any":
        chooser = replace(players[dealer], chosen=(*players[dealer].chosen, contract))
        deals_on = rules.contracts == "all of a dealer" and len(chooser.chosen) < len(rules.rounds)
        state = replace(state.seated(dealer, chooser), deals_on=deals_on)
    events: list[Event] = [RoundDealt(state.round, state.players[dealer].name, costs.cards_each)]
    to = rules.passing_before(state.round)
    if to is not None:
        events.append(PassingCalled(0 if to == "none" else rules.pass_cards, to))
    return state, tuple(events)


def _first_leader(rules: TrickRules, state: TrickState, dealer: int) -> int | None:
    """Return the seat that leads a round; None if the player of the first card is not known."""
    if rules.opens is not None:
        return None
    return dealer if rules.leads == "dealer" else state.next_seat(dealer)


def _contract(rules: TrickRules, state: TrickState, dealer: int, command: New | Deal) -> int:
    """Return the number of the round that the dealer chooses, or 0 if rounds have a fixed order."""
    if rules.contracts == "in order":
        if command.contract is not UNSET:
            raise Illegal(refusals.BadField("contract", "in-order"))
        return 0
    options = _contracts_left(rules, state, dealer)
    if command.contract is UNSET:
        if len(options) == 1:
            return options[0]
        raise Illegal(refusals.ContractNeeded(options, state.players[dealer].name))
    if command.contract not in options:
        raise Illegal(refusals.BadContract(options, command.contract))
    return command.contract


def _contracts_left(rules: TrickRules, state: TrickState, dealer: int) -> tuple[int, ...]:
    """Return the rounds that the dealer may choose. After a change of seats a dealer may have had
    all of them, and then chooses among those that the players together have left.
    """
    numbers = range(1, len(rules.rounds) + 1)
    played = [number for player in state.players for number in player.chosen]
    own, most = played, 1
    if rules.contracts != "once each":
        own, most = list(state.players[dealer].chosen), len(state.players)
    left = tuple(number for number in numbers if number not in own)
    return left or tuple(number for number in numbers if played.count(number) < most)


def _trump(costs: Round, command: New | Deal) -> Suit | None:
    """Return the trump named for a round; None if there is none, or if the file says which."""
    if costs.trump != "named":
        if command.trump is not UNSET:
            raise Illegal(refusals.BadField("trump", "names-none"))
        return None
    if command.trump is UNSET:
        raise Illegal(refusals.TrumpNeeded())
    return None if command.trump == "none" else command.trump


def _change_seat(state: TrickState, command: ChangeSeat) -> TrickResult:
    """Move a player to another seat. This is possible only between tricks, because a trick is
    played in seat order.
    """
    if state.trick:
        raise Illegal(refusals.WrongPhase("seat"))
    order = order_with(state, command)

    def moved(at: _Seated) -> _Seated:
        return replace(at, seat=order.index(at.seat))

    last_trick = state.taken
    if last_trick is not None:
        last_trick = replace(moved(last_trick), cards=tuple(map(moved, last_trick.cards)))
    state = replace(
        state,
        players=tuple(state.players[old] for old in order),
        dealer=order.index(state.dealer),
        turn=None if state.turn is None else order.index(state.turn),
        voids=tuple(map(moved, state.voids)),
        taken=last_trick,
    )
    return state, (SeatChanged(command.player, command.after),)


def _score(rules: TrickRules, state: TrickState, named: Mapping[str, int]) -> TrickResult:
    if state.played:
        raise Illegal(refusals.WrongPhase("score"))
    for name in named:
        seat_called(state, name)
    points = [named.get(player.name, 0) for player in state.players]
    check_points(round_now(rules, state), points)
    players = tuple(player.pays(paid) for player, paid in zip(state.players, points, strict=True))
    paid_by = {player.name: player.round_points for player in players}
    events: list[Event] = [Scored(state.round, paid_by)]
    return _end_round(rules, replace(state, players=players), events), tuple(events)


def _play(rules: TrickRules, state: TrickState, command: Play) -> TrickResult:
    seat = _acting(state, command.player)
    card = rules.cards.get(command.card) or _one_card(rules, command)
    if state.opens is not None and card != state.opens:
        raise Illegal(refusals.MustLead(str(state.opens)))
    if seat is None:
        raise Illegal(refusals.LeaderNeeded(tuple(player.name for player in state.players)))
    player = state.players[seat]
    if card in state.played:  # Every card has a suit, and there is one deck.
        raise Illegal(refusals.AlreadyPlayed(str(card), "tricks"))
    costs, is_free = round_now(rules, state), state.opens is None
    bound = is_free and card.suit == costs.restricted and not (state.trick or state.broken)
    if bound and not command.only_suit:
        raise Illegal(refusals.RestrictedLead(str(card.suit), costs.restricted_opens))
    is_barred = is_free and state.number == 1 and card in rules.not_first
    if is_barred and not command.only_suit:
        raise Illegal(refusals.FirstTrick(str(card)))
    void = state.void_in(seat, card.suit, rules.height(card))
    if void is not None and not command.accept_revoke:
        above = rules.rank_below(void.height)
        raise Illegal(refusals.Revoke(void.trick, void.suit, player.name, above))
    _check_answers_none(command, card)
    events: list[Event] = [TrickCardPlayed(player.name, str(card), led=not state.trick)]
    if bound:
        state = _only_suit(state, seat, card, events)
    if void is not None:
        state = _revoked(rules, state, seat, void, events)
    state = _lay(rules, state, TrickCard(seat, card), events)
    return state, tuple(events)


def _check_answers_none(command: Play, card: Card) -> None:
    """Raise ``bad-target`` or ``bad-value`` for an answer to a question that no card asks."""
    if command.target is not UNSET:
        raise Illegal(refusals.BadTarget((), command.target))
    if command.value is not UNSET:
        raise Illegal(refusals.BadValue((), command.value, str(card)))


def _acting(state: TrickState, player: str | UnsetType) -> int | None:
    """Return the seat that plays; None if neither the state nor the command says who does."""
    if state.turn is None and state.opens is None:
        raise Illegal(refusals.WrongPhase("places"))
    if player is UNSET:
        return state.turn
    seat = seat_called(state, player)
    if state.turn not in {None, seat}:
        raise Illegal(refusals.NotYourTurn(state.players[state.turn].name, player))
    return seat


def _one_card(rules: TrickRules, command: Play) -> Card:
    """Return the card played. An invalid card is reported before the refusal of sets."""
    cards = _with_suits(rules, command.all_cards)
    if len(cards) > 1:
        raise Illegal(refusals.SetsNotAllowed())
    return cards[0]


def _with_suits(rules: TrickRules, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards named by `texts`; raise ``suit-needed`` for a mere rank."""
    cards = cards_of(rules.pack, texts)
    for card in cards:
        if card.suit is None:
            raise Illegal(refusals.SuitNeeded(str(card)))
    return cards


def _only_suit(state: TrickState, seat: int, card: Card, events: list[Event]) -> TrickState:
    """Record the leader's declaration that they hold only the restricted suit."""
    events.append(OnlySuitDeclared(state.players[seat].name, str(card.suit)))
    voids = tuple(
        Void(seat, suit, state.number)
        for suit in SUITS
        if suit != card.suit and state.void_in(seat, suit) is None
    )
    return replace(state, voids=state.voids + voids)


def _revoked(
    rules: TrickRules, state: TrickState, seat: int, void: Void, events: list[Event]
) -> TrickState:
    """Count a revoke that the table accepts, with the penalty of the house rule."""
    player, penalty = state.players[seat], rules.revoke_penalty
    above = rules.rank_below(void.height)
    events.append(Revoked(player.name, void.suit, void.trick, penalty, above))
    player = replace(player.pays(penalty), penalty=player.penalty + penalty)
    return replace(state.seated(seat, player), revokes=state.revokes + 1)


def _lay(rules: TrickRules, state: TrickState, laid: TrickCard, events: list[Event]) -> TrickState:
    """Add the card to the trick;
    note any void or broken suit, and whether the trick is complete.
    """
    player = state.players[laid.seat]
    suit, led = laid.card.suit, state.led
    for lacked, height in shown_by(rules, state, laid.card):
        # The void keeps its first trick, so another card of the suit is another revoke
        # (docs/reference/rules.md 6.4).
        if state.void_in(laid.seat, lacked, height) is None:
            events.append(VoidShown(player.name, lacked, rules.rank_below(height)))
            void = Void(laid.seat, lacked, state.number, height)
            state = replace(state, voids=(*state.voids, void))
    costs = round_now(rules, state)
    may_break = costs.restricted_opens and not state.broken and led not in {None, suit}
    if may_break and suit == costs.restricted:
        events.append(Broken(player.name, str(suit)))
        state = replace(state, broken=True)
    state = replace(
        state,
        players=state.players_with(laid.seat, replace(player, cards=player.cards - 1)),
        trick=(*state.trick, laid),
        played=(*state.played, laid.card),
        turn=state.next_seat(laid.seat),
        opens=None,
    )
    return _take(rules, state, events) if len(state.trick) == len(state.players) else state


def _take(rules: TrickRules, state: TrickState, events: list[Event]) -> TrickState:
    """Complete the trick: determine its taker, its cost, and whether the round ends with it."""
    costs, trick = round_now(rules, state), state.trick
    taker = winning(rules, state, trick)
    ends = is_over(rules, state)
    number, player = state.number, state.players[taker.seat]
    cards = [laid.card for laid in trick]
    if ends and rules.left_over == "last trick":
        cards += left_over(rules, state)
    points = points_taken(costs, cards, (number,), ended=ends)
    paid = sum(points)
    events.append(TrickTaken(player.name, str(taker.card), number, paid))
    player = replace(
        player.pays(paid),
        gains=player.gains + costs.gained(points),
        tricks=player.tricks + 1,
    )
    state = replace(
        state,
        players=state.players_with(taker.seat, player),
        trick=(),
        taken=Taken(taker.seat, trick, paid),
        turn=taker.seat,
    )
    if not ends:
        return state
    costs = round_over(rules, state)
    sweeper = swept(costs, state.players)
    if sweeper is not None:
        state = _sweep(costs, state, sweeper, events)
    return _end_round(rules, state, events)


def _sweep(costs: Round, state: TrickState, sweeper: int, events: list[Event]) -> TrickState:
    """Let the players pay for a sweep: its player, or all others."""
    others = costs.others_pay if isinstance(costs.sweep, OthersPay) else UNSET
    events.append(Swept(state.players[sweeper].name, costs.sweeper_pays, others))
    players = (
        player.pays(costs.sweeper_pays if seat == sweeper else costs.others_pay)
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=tuple(players))


def _end_round(rules: TrickRules, state: TrickState, events: list[Event]) -> TrickState:
    points = [player.points for player in state.players]
    last = rules.last_round
    is_last = state.round >= last if last is not None else max(points) >= (rules.until or 0)
    if not is_last:
        events.append(RoundEnded(state.round, state.deals_next))
        return replace(state, phase="round-over", turn=None)
    state, end = replace(state, turn=None).ended(state.best_seats(rules.wins))
    events.append(end)
    return state


def scores(rules: TrickRules, state: TrickState) -> Iterator[Score]:
    """Yield the entry of a round without tricks in which the players finish in seat order."""
    costs = round_now(rules, state)
    if costs.places:
        places = costs.by_place or (0,) * len(state.players)
        names = (player.name for player in state.players)
        yield Score(points=dict(zip(names, places, strict=True)))


def hand(rules: TrickRules, state: TrickState, cards: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards of a hand.

    Raises:
        Illegal: a card is invalid or cannot be in the hand.
    """
    read = _with_suits(rules, cards)
    for place, card in enumerate(read):
        if card in state.played or card in read[:place]:
            raise Illegal(refusals.AlreadyPlayed(str(card), "tricks"))
    return read


def allowed(rules: TrickRules, state: TrickState, cards: Iterable[Card]) -> Iterator[Play]:
    """Yield the plays that a hand of different cards allows,
    provided that they are legal at all.
    """
    held, only_suit = choosable(rules, state, cards), False
    restricted = round_now(rules, state).restricted
    if state.leads and not state.broken and restricted is not None:
        others = [card for card in held if card.suit != restricted]
        held, only_suit = others or held, not others
    if state.number == 1:
        others = [card for card in held if card not in rules.not_first]
        held, only_suit = others or held, only_suit or not others
    return (Play(card=str(card), only_suit=only_suit) for card in held)


def without_cards(state: TrickState) -> tuple[TrickState, str | None]:
    """Return the state without the cards played, so that states after different cards can be equal,
    and the suit led.
    """
    return replace(state, trick=(), played=(), taken=None), state.led
