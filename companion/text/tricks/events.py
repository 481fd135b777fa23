"""Words the events of a trick game and what comes of them."""

from collections.abc import Iterator, Sequence

from companion.rules.cards import parse_card
from companion.rules.events import (
    Broken,
    Event,
    GameEnded,
    OnlySuit,
    Revoked,
    RoundDealt,
    RoundEnded,
    Scored,
    Swept,
    ToTrick,
    TrickTaken,
)
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.cards import card_word, suit_sign
from companion.text.events.row import EventRow, Kind, beside_the_name
from companion.text.form import aloud, in_parts
from companion.text.language import gettext as _
from companion.text.named import Words, named, parted, plain
from companion.text.numbers import points
from companion.text.tricks.costs import costs_aloud
from companion.text.tricks.leads import is_broken, still_bound
from companion.text.tricks.taking import takes_it
from companion.text.turns import deals, deals_round, round_is_over
from companion.text.undo import undone
from companion.text.voice import sentences
from companion.text.whose_move import LONGEST, outcome, points_of_all


def trick_event_row(
    rules: TrickRules, _before: TrickState | None, state: TrickState, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led to `state`."""
    first = events[0]
    kind: Kind
    player: str | None = None
    words: Words
    cards: tuple[str, ...] = ()
    match first:
        case RoundDealt(number, player):
            kind, words = "deal", deals_round(player, number)
        case Scored(_number, paid):
            kind, words = "score", _points(paid)
        case ToTrick(player, card):
            kind = "trick" if any(isinstance(event, TrickTaken) for event in events) else "play"
            words, cards = _declared_of(events), (card,)
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a trick game")
    text = in_parts(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.round,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        after=tuple(map(in_parts, filter(None, (_consequence(state, event) for event in events)))),
        said=aloud(lambda: sentences(_heard(rules, state, events))),
        undone=undone(events),
    )


def _heard(rules: TrickRules, state: TrickState, events: Sequence[Event]) -> Iterator[str]:
    """Yield what was done and what came of it, for a voice."""
    match events[0]:
        case RoundDealt(number, player):
            yield plain(deals_round(player, number))
            yield from round_words(rules, state)
        case Scored(_number, paid):
            yield _points(paid)
        case ToTrick(player, card):
            yield f"{player}, {card_word(parse_card(card))}"
            yield beside_the_name(_declared_of(events))
    yield from _consequences_aloud(state, events)


def said_of_trick(events: Sequence[Event]) -> str:
    """Return what players say about `events` ("Bo takes it, 25"); "" for an ordinary card."""
    said = (plain(_declared(event)) or _said(event) for event in events)
    return ". ".join(filter(None, said))


def round_words(rules: TrickRules, state: TrickState) -> Iterator[str]:
    """Yield what costs in this round, and which suit may not be led yet."""
    yield costs_aloud(rules.round(state.round))
    if bound := still_bound(rules, state):
        yield bound.sentence


def _declared_of(events: Sequence[Event]) -> Words:
    return next((words for event in events if (words := _declared(event))), "")


def _declared(event: Event) -> Words:
    """Return what the player of a card declared with it."""
    match event:
        case OnlySuit(_player, suit):
            return _("Only {suit} left").format(suit=suit_sign(suit))
        case Revoked(player, suit, trick, penalty):
            said = (
                _("{name} had no {suit} in trick {trick}, it stands and costs {points}")
                if penalty
                else _("{name} had no {suit} in trick {trick}, it stands")
            )
            return named(said, player, suit=suit_sign(suit), trick=trick, points=penalty)
    return ""


def _said(event: Event) -> str:
    match event:
        case Broken(_player, suit):
            return is_broken(suit)
        case TrickTaken(player, _card, _trick, paid):
            return takes_it(player, paid).sentence
        case Swept(player, paid):
            return _("{player} has taken all that costs, {points} more").format(player=player, points=paid)
    return ""


def _consequence(state: TrickState, event: Event) -> str:
    match event:
        case RoundEnded(deals=player):
            return plain(deals(player))
        case GameEnded():
            return plain(outcome(state))
    return _said(event)


def _consequences_aloud(state: TrickState, events: Sequence[Event]) -> Iterator[str]:
    """Yield the consequences for a voice: a trick is taken by its card."""
    for event in events:
        match event:
            case TrickTaken(_player, card, _trick, paid):
                yield takes_it(card_word(parse_card(card)), paid).sentence
            case RoundEnded() | GameEnded():
                yield f"{round_is_over(state.round).sentence}: {points_of_all(state)}"
            case _other:
                yield _said(event)


def _points(paid: dict[str, int]) -> str:
    said = ", ".join(f"{parted(name)} {count}" for name, count in paid.items() if count)
    return said if len(said) <= LONGEST else _("{points} in all").format(points=points(sum(paid.values())))
