"""A trick game in words: who takes a trick, what costs, what may be led, and each event."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from companion.core import questions, refusals
from companion.core.cards import SUITS, Card, parse_card
from companion.core.commands import Deal, New, Play, Step
from companion.core.events import (
    Broken,
    Event,
    GameEnded,
    OnlySuitDeclared,
    PassingCalled,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    Swept,
    TrickCardPlayed,
    TrickTaken,
)
from companion.core.options import Passing, Wins
from companion.games.tricks.state import TrickState, round_now
from companion.games.tricks.variant import OthersPay, Round, RoundEntry, TrickRules
from companion.message import (
    Aloud,
    Fitting,
    Form,
    Message,
    Name,
    Value,
    Words,
    in_context,
    joined,
    phrase,
    plural,
)
from companion.words import turns
from companion.words.cards import card_word, cards_lacked, each, face, suit_sign, suit_word
from companion.words.events import EventRow, Kind, round_row
from companion.words.form import beside_the_name
from companion.words.numbers import Wording, figure, points, signed
from companion.words.numbers import cards as cards_words
from companion.words.refusals import may_not_be_led
from companion.words.variants import said_by_author


def takes_it(taker: Words, paid: int = 0) -> Wording:
    """Return the phrase for taking the trick, and its cost; `taker` is a player or a card.

    The display shows the taker separately.

    >>> takes_it("Bo", 25).sentence, takes_it("Bo", 25).short
    ('Bo takes it, 25', 'takes 25')
    """
    short = phrase("takes {points}") if paid else phrase("takes it")
    template = phrase("{taker} takes it, {points}") if paid else phrase("{taker} takes it")
    points = figure(paid)
    return Wording(short.filled(points=points), "", template.filled(taker=taker, points=points))


def card_of_trick(card: Card, *, wins: bool, complete: bool) -> Words:
    """Return the words of a card of a trick, to be read out, including the fact that it `wins`.

    >>> card_of_trick(Card("J", "H"), wins=True, complete=False)
    'jack of hearts has it so far'
    """
    word = card_word(card)
    if not wins:
        return word
    return takes_it(word).sentence if complete else turns.has_it(word)


def suit_led(suit: str) -> Words:
    """Return the phrase for the suit led.

    >>> suit_led("H")
    'Lead: hearts'
    """
    return phrase("Lead: {suit}", suit=suit_word(suit))


def trump(suit: str) -> Wording:
    """Return the words for the suit whose cards take tricks of the other suits.

    >>> trump("S").short, trump("S").label, trump("S").sentence
    ('Trump ♠', '♠ is trump', 'Trump is spades')
    """
    if suit == "named":
        named = phrase("trump is named")
        return Wording(named, named, phrase("The trump is named"))
    sign = suit_sign(suit)
    return Wording(
        phrase("Trump {suit}", suit=sign),
        phrase("{suit} is trump", suit=sign),
        phrase("Trump is {suit}", suit=suit_word(suit)),
    )


def question(
    rules: TrickRules, state: TrickState | None, command: New | Step, refusal: refusals.Refusal
) -> questions.Question | None:
    """Return the question raised by the refusal of `command`, or None if the refusal is final.

    The suit question starts at the suit led.
    """
    asked = questions.asked_of(state, command)
    led = None if state is None else state.led
    match refusal, command:
        case refusals.ContractNeeded(numbers, player), New() | Deal():
            labels = tuple(what_costs(rules.round(number)) for number in numbers)
            return questions.WhichContract(command, player, numbers, labels)
        case refusals.SuitNeeded(rank), _:
            return questions.WhichSuit.of(command, asked, rank, rules.pack, led)
        case refusals.Revoke(), Play():
            return questions.Disputed(command, asked, refusal, rules.revoke_penalty)
        case refusals.RestrictedLead() | refusals.FirstTrick(), Play():
            return questions.Disputed(command, asked, refusal)
        case refusals.LeaderNeeded(names), Play():
            return questions.WhichPlayer(command, asked, names, leads=True)
        case refusals.TrumpNeeded(), New() | Deal():
            return questions.WhichTrump(command, asked)
    return None


def is_broken(suit: str) -> Words:
    """Return the sentence announcing that `suit` is broken."""
    return phrase("The {suit} are broken", suit=suit_word(suit))


def still_bound(rules: TrickRules, state: TrickState) -> Wording | None:
    """Return the words for the suit that may not be led yet in this round, or None."""
    costs = round_now(rules, state)
    if costs.restricted is None or state.broken:
        return None
    return may_not_be_led(costs.restricted, opens=costs.restricted_opens)


MAX_SHORT_LENGTH = 20
"""The maximum number of characters next to the number of the round."""

MAX_SPOKEN_LENGTH = 60


class Thing(NamedTuple):
    """Something that counts in a round, its points, and whether they cost. If it is more than one
    in `number`, each of them counts so much.
    """

    what: Words
    points: Words
    costs: bool = True
    number: int = 1

    def sentence(self, name: Words) -> Message:
        """Return what it costs or counts, called by a `name`: ``K♠ costs 100``."""
        template = (
            plural("{name} costs {points}", "{name} cost {points} each", self.number)
            if self.costs
            else plural("{name} counts {points}", "{name} count {points} each", self.number)
        )
        return template.filled(name=name, points=self.points)


def is_cost(wins: Wins, paid: int) -> bool:
    """Return whether these points are worded as a cost; all others count with their sign."""
    return wins == "lowest" and paid > 0


def what_costs(costs: Round) -> Words:
    """Return the phrase for what costs: ``K♠ costs 100``, ``each ♥ costs 10``. A long list is
    reduced to the fact that cards cost.
    """
    return _briefly(costs, MAX_SHORT_LENGTH)


def card_costs(costs: Round) -> dict[str, Words] | None:
    """Return the only card that costs in a round, and the text next to its picture; None if there
    are several or none.
    """
    things = list(_all_things(costs))
    if costs.says or costs.trump or len(things) != 1 or len(costs.by_card) != 1:
        return None
    (card,) = costs.by_card
    return {"card": str(card), "beside": beside_the_name(things[0].sentence(Name("")))}


def costs_aloud(costs: Round) -> Words:
    """Return the same phrase to be read out, with cards in words: ``each heart costs 10``, and the
    trump.
    """
    with_trump = "" if costs.trump is None else trump(costs.trump).sentence
    return Aloud(joined(", ", (_briefly(costs, MAX_SPOKEN_LENGTH), with_trump)))


def costs_and_trump(costs: Round) -> Words:
    """Return what costs and the trump, in short: ``each trick counts 5, ♠ is trump``."""
    with_trump = "" if costs.trump is None else trump(costs.trump).label
    return joined(", ", (what_costs(costs), with_trump))


def _briefly(costs: Round, longest: int) -> Words:
    return said_by_author(costs.says) if costs.says else _Costs(costs, longest)


class _Costs(Value):
    """What costs in a round, in at most `longest` characters if possible."""

    __slots__ = ("costs", "longest")

    def __init__(self, costs: Round, longest: int) -> None:
        self.costs, self.longest = costs, longest

    def worded(self, form: Form) -> Words:  # a page has as much room as a display
        return Fitting(_from_long(self.costs), self.longest)


def _from_long(costs: Round) -> Iterator[Words]:
    things = list(_all_things(costs))
    if costs.places == "any":
        yield phrase("points are entered")
    elif len(things) == 1:
        (thing,) = things
        yield thing.sentence(thing.what)
        yield joined(" ", (thing.what, thing.points))
        template = phrase("{n} cards cost") if thing.costs else phrase("{n} cards count")
        yield template.filled(n=len(costs.by_card))
    else:
        yield joined(", ", (joined(" ", (thing.what, thing.points)) for thing in things))
        costly = any(thing.costs for thing in things)
        template = phrase("{n} things cost") if costly else phrase("{n} things count")
        yield template.filled(n=len(things))


def things(entry: RoundEntry, wins: Wins) -> Iterator[Thing]:
    """Yield the tricks and cards that count in a round."""
    last = entry.last_tricks
    tricks = (
        (phrase("each trick"), entry.trick, 1),
        (phrase("first trick"), entry.first_trick, 1),
        (plural("last trick", "last {n:d} tricks", last), entry.last_trick, last),
        *((phrase("trick {n}", n=number), paid, 1) for number, paid in entry.tricks.items()),
    )
    for what, paid, many in tricks:
        if paid:
            yield Thing(what, figure(paid), is_cost(wins, paid), many)
    for key, paid in entry.cards.items():
        cards = faces(key)
        yield Thing(joined(" ", cards), figure(paid), is_cost(wins, paid), len(cards))


def _all_things(costs: Round) -> Iterator[Thing]:
    """Yield the things that count in a round, its places and its sweep."""
    yield from things(costs, costs.wins)
    if costs.by_place:
        yield Thing(phrase("place"), joined(" ", map(figure, costs.by_place)), costs=False)
    match costs.sweep:
        case OthersPay(others):
            yield Thing(phrase("all: others"), signed(others))
        case int(more) if more:
            yield Thing(phrase("all"), signed(more))


def faces(key: str) -> list[Words]:
    """Return the parts of a key of a variant's ``cards`` for display. A single suit or rank becomes
    "each ...": ``each ♥``, ``each queen``, ``K♠``, ``J♥ J♦ J♣``.
    """
    if key in SUITS:
        return [each(key)]
    cards = [parse_card(part) for part in key.split()]
    return [
        each(card.rank) if card.suit is None and len(cards) == 1 else face(card) for card in cards
    ]


def trick_event_row(
    rules: TrickRules, _before: TrickState | None, state: TrickState, events: Sequence[Event]
) -> EventRow:
    """Return the event row of a command whose `events` led to `state`."""
    kind: Kind
    player: str | None = None
    words: Words
    cards: tuple[str, ...] = ()
    match first := events[0]:
        case RoundDealt(number, player):
            kind, words = "deal", turns.deals_round(player, number)
            heard = (words, *round_words(rules, state))
        case Scored(_number, paid):
            kind, words = "score", _points(paid)
            heard = (words,)
        case TrickCardPlayed(player, card):
            kind = "trick" if any(isinstance(event, TrickTaken) for event in events) else "play"
            words = next((made for event in events if (made := _declared(event))), "")
            cards = (card,)
            heard = (joined(", ", (player, card_word(parse_card(card)))), beside_the_name(words))
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a trick game")
    after = (_consequence(state, event) for event in events)
    spoken = (*heard, *_consequences_aloud(state, events))
    return round_row(kind, state, player, words, events, after=after, spoken=spoken, cards=cards)


def passing_words(cards: int, to: Passing) -> Wording:
    """Return the words for the cards that each player passes on before the first trick.

    >>> words = passing_words(3, "left")
    >>> words.short, words.sentence
    ('to the left', 'Each player passes 3 cards to the left')
    """
    where = {
        "left": phrase("to the left"),
        "right": phrase("to the right"),
        "across": in_context("passing", "across"),
        "none": in_context("passing", "none"),
    }[to]
    sentence = phrase("Each player passes {cards} {where}", cards=cards_words(cards), where=where)
    if to == "none":
        sentence = phrase("No cards are passed this time")
    return Wording(where, sentence=sentence)


def said_of_trick(events: Sequence[Event]) -> Words:
    """Return the players' announcement of `events` ("Bo takes it, 25"); "" for an ordinary card."""
    return joined(". ", (_declared(event) or _said(event) for event in events))


def round_words(rules: TrickRules, state: TrickState) -> Iterator[Words]:
    """Yield the phrases for the number of cards if it is the round's own, for what costs, and for
    the suit that may not be led yet.
    """
    costs = round_now(rules, state)
    if costs.hand_size:
        yield phrase("{what} each", what=cards_words(costs.hand_size))
    yield costs_aloud(costs)
    if bound := still_bound(rules, state):
        yield bound.sentence


def _declared(event: Event) -> Words:
    """Return the phrase for what the player of a card declared with it."""
    match event:
        case OnlySuitDeclared(_player, suit):
            return phrase("Only {suit} left", suit=suit_sign(suit))
        case Revoked(player, suit, trick, penalty, above):
            stays = phrase("{name} had no {suit} in trick {trick}, the card stays")
            if penalty:
                stays = phrase(
                    "{name} had no {suit} in trick {trick}, the card stays and costs {points}"
                )
            lacked, points = cards_lacked(suit, above), figure(penalty)
            return stays.filled(name=Name(player), suit=lacked, trick=trick, points=points)
    return ""


def _said(event: Event) -> Words:
    match event:
        case PassingCalled(cards, to):
            return passing_words(cards, to).sentence
        case Broken(_player, suit):
            return is_broken(suit)
        case TrickTaken(player, _card, _trick, paid):
            return takes_it(player, paid).sentence
        case Swept(player, paid, others):
            if others is UNSET:
                more = phrase("{player} has taken all that costs, {points} more")
                return more.filled(player=player, points=figure(paid))
            moon = phrase("{player} has taken all that costs, {points} for all others")
            return moon.filled(player=player, points=figure(others))
    return ""


def _consequence(state: TrickState, event: Event) -> Words:
    match event:
        case RoundEnded(deals=player):
            return turns.deals(player)
        case GameEnded():
            return turns.outcome(state)
    return _said(event)


def _consequences_aloud(state: TrickState, events: Sequence[Event]) -> Iterator[Words]:
    """Yield the consequences to be read out; a trick is taken by its card."""
    for event in events:
        match event:
            case TrickTaken(_player, card, _trick, paid):
                yield takes_it(card_word(parse_card(card)), paid).sentence
            case RoundEnded() | GameEnded():
                yield joined(
                    ": ", (turns.round_is_over(state.round).sentence, turns.points_of_all(state))
                )
            case _other:
                yield _said(event)


def _points(paid: dict[str, int]) -> Words:
    costs = turns.by_name({name: count for name, count in paid.items() if count})
    return Fitting(
        (costs, phrase("{points} in all", points=points(sum(paid.values())))),
        turns.MAX_SENTENCE_LENGTH,
    )


def beside(state: TrickState, seat: int) -> Words:
    return phrase("to play") if seat == state.turn else ""


def state_again(before: TrickState, _now: TrickState, _events: Sequence[Event]) -> Words:
    if before.phase == "round-over":
        return turns.what_is_over(before)
    if before.turn is None:
        return turns.whose_move(before)
    template = (
        phrase("{player} to play, trick {trick}")
        if before.trick
        else phrase("{player} to lead trick {trick} of round {round}")
    )
    return template.filled(
        player=before.name_of(before.turn), trick=before.number, round=before.round
    )
