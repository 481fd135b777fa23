"""The legal plays of the player to act as docs/protocol.md lists them,
with the total that each makes.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, assert_never

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules import family
from companion.rules.adding.effects import is_choice
from companion.rules.adding.evaluate import (
    check_drawn,
    check_not_played,
    effects_of,
    legal_values,
    read_cards,
)
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import Card
from companion.rules.checks import cards_of
from companion.rules.commands import Bust, Play
from companion.rules.family import Rules, State
from companion.rules.points.state import PointsState
from companion.rules.refusals import AlreadyPlayed, SuitNeeded
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState

MAX_LISTED: Final = 10_000
"""Plays in a list: a house target may be any number, and a card may offer all up to it."""


class LegalPlay(msgspec.Struct, frozen=True):
    """A play of one card of a hand, and the `total` after it; None in a trick game.

    `value` is None where the card offers no choice, `target` where it names nobody. `only_suit` is
    true where the play needs that the leader says so.
    """

    card: str
    value: int | None
    total: int | None
    target: str | None
    only_suit: bool | UnsetType = UNSET


class LegalPlays(msgspec.Struct, frozen=True):
    """The cards that do the same now, with the fields of a `LegalPlay`."""

    cards: tuple[str, ...]
    value: int | None
    total: int | None
    target: str | None


class Legal(msgspec.Struct, frozen=True):
    """The legal commands of the player to act: `plays` of one card,
    and whether a `bust` is accepted.
    """

    plays: tuple[LegalPlay, ...] | tuple[LegalPlays, ...]
    bust: bool


def legal(rules: Rules, state: State, hand: Sequence[str] | UnsetType = UNSET) -> Legal:
    """Return what the player to act may do, who holds `hand` if that is said.

    Raises:
        Illegal: nobody is to act, or a card of the hand is none: as a play, or a shown hand, is
            refused.
    """
    if state.turn is None:
        family.step(rules, state, Play(card=""))
    if hand is UNSET:
        return Legal(tuple(_grouped(rules, state)), _can_bust(rules, state, Bust()))
    plays = tuple(_of_hand(rules, state, _hand(rules, state, hand)))
    return Legal(plays, _can_bust(rules, state, Bust(hand=tuple(hand))))


def _can_bust(rules: Rules, state: State, bust: Bust) -> bool:
    try:
        family.step(rules, state, bust)
    except Illegal:
        return False
    return True


def _hand(rules: Rules, state: State, hand: Sequence[str]) -> tuple[Card, ...]:
    match rules, state:
        case AddingRules(), AddingState():
            cards = read_cards(rules, hand)
            check_not_played(rules, state, cards)
            check_drawn(rules, state, cards)
            return cards
        case TrickRules(), TrickState():
            return _trick_hand(rules, state, hand)
    return ()


def _trick_hand(rules: TrickRules, state: TrickState, hand: Sequence[str]) -> tuple[Card, ...]:
    cards = cards_of(rules.pack, hand)
    for card in cards:
        if card.suit is None:
            raise Illegal(SuitNeeded(str(card)))
    for place, card in enumerate(cards):
        if card in state.played or card in cards[:place]:
            raise Illegal(AlreadyPlayed(str(card), "tricks"))
    return cards


def _of_hand(rules: Rules, state: State, hand: tuple[Card, ...]) -> Iterator[LegalPlay]:
    for play, after in _played(rules, state, _allowed(rules, state, hand)):
        only_suit = True if play.only_suit else UNSET
        yield LegalPlay(
            str(play.card), _number(play.value), after.total, _name(play.target), only_suit
        )


def _allowed(rules: Rules, state: State, hand: tuple[Card, ...]) -> Iterator[Play]:
    """Yield a play of each different card that may be played from this hand,
    if it is legal at all.
    """
    cards = tuple(dict.fromkeys(hand))
    only_suit = False
    if isinstance(rules, TrickRules) and isinstance(state, TrickState):
        if rules.follow and state.led is not None:
            cards = tuple(card for card in cards if card.suit == state.led) or cards
        restricted = rules.round(state.round).restricted
        is_bound = state.leads and not state.broken and restricted is not None
        only_suit = is_bound and all(card.suit == restricted for card in cards)
    return (Play(card=str(card), only_suit=only_suit) for card in cards)


def _grouped(rules: Rules, state: State) -> Iterator[LegalPlays]:
    """Yield the legal plays of every card not yet played,
    those together that make the same state.
    """
    groups: dict[object, list[str]] = {}
    plays: dict[object, tuple[Play, State]] = {}
    for play, after in _played(rules, state, family.single_cards(rules)):
        same = (play.value, play.target, _without_cards(after))
        groups.setdefault(same, []).append(str(play.card))
        plays.setdefault(same, (play, after))
    for effect, cards in groups.items():
        play, after = plays[effect]
        yield LegalPlays(tuple(cards), _number(play.value), after.total, _name(play.target))


def _without_cards(state: State) -> object:
    """Return the state without the cards played, of which no two are the same."""
    match state:
        case AddingState():
            return replace(state, pile=(), lying=0, call=None)
        case TrickState(led=led):
            return replace(state, trick=(), played=(), taken=None), led
        case PointsState():
            return state
        case _:
            assert_never(state)


def _played(rules: Rules, state: State, plays: Iterable[Play]) -> Iterator[tuple[Play, State]]:
    """Yield each legal play with the state after it:
    with every value and every player it can name.
    """
    legal = (play for single in plays for play in family.completed(rules, state, single))
    for play in islice(legal, MAX_LISTED):
        complete = _with_value(rules, state, play)
        after, _events = family.step(rules, state, complete)
        yield complete, after


def _with_value(rules: Rules, state: State, play: Play) -> Play:
    """Return the play with the only value that the card may take now, of several that it offers."""
    match rules, state:
        case AddingRules(), AddingState() if play.value is UNSET:
            effects = effects_of(rules, read_cards(rules, play.all_cards))
            if any(is_choice(effect.change) for effect in effects):
                return replace(play, value=next(iter(legal_values(rules, state.total, effects))))
    return play


def _number(value: int | UnsetType) -> int | None:
    return None if value is UNSET else value


def _name(target: str | UnsetType) -> str | None:
    return None if target is UNSET else target
