"""The legal plays of the player to act,
as listed by docs/reference/referee-protocol.md, with their totals.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.cards import JOKER, Card
from companion.core.commands import Bust, Play
from companion.core.events import WentOver
from companion.core.family import Family, Rules
from companion.core.refusals import ChoiceNeeded, TargetNeeded, WayNeeded
from companion.core.seats import State
from companion.errors import Illegal

MAX_LISTED: Final = 10_000
"""The maximum number of listed plays: a house target may be any number, and a card may offer all
numbers up to it.
"""


class LegalPlay(msgspec.Struct, frozen=True):
    """A play of one card of a hand, and the `total` after it; None in a trick game.

    `value` is None if the card has no choice, `target` if it names no player. `only_suit` is true
    if the leader has to declare it; `way` is the alternative, if there are several.
    """

    card: str
    value: int | None
    total: int | None
    target: str | None
    only_suit: bool | UnsetType = UNSET
    way: int | UnsetType = UNSET


class LegalPlays(msgspec.Struct, frozen=True):
    """The cards that do the same now, with the fields of a `LegalPlay`."""

    cards: tuple[str, ...]
    value: int | None
    total: int | None
    target: str | None
    way: int | UnsetType = UNSET


class Legal(msgspec.Struct, frozen=True):
    """The legal commands of the player to act:
    `plays` of one card, and whether a `bust` is accepted.
    """

    plays: tuple[LegalPlay, ...] | tuple[LegalPlays, ...]
    bust: bool


def legal(
    family: Family, rules: Rules, state: State, hand: Sequence[str] | UnsetType = UNSET
) -> Legal:
    """Return the legal plays of the player to act, limited to the cards of `hand` if given.

    Raises:
        Illegal: no player is to act, or a card of the hand is invalid. The refusals are those of a
            play or of a shown hand.
    """
    if state.turn is None:
        family.step(rules, state, Play(card=""))
    if hand is UNSET:
        return Legal(tuple(_grouped(family, rules, state)), _can_bust(family, rules, state, Bust()))
    cards = dict.fromkeys(family.hand(rules, state, hand))
    plays = tuple(
        LegalPlay(
            str(play.card),
            _number(play.value),
            after.total,
            _name(play.target),
            True if play.only_suit else UNSET,
            play.way,
        )
        for play, after in _played(family, rules, state, family.allowed(rules, state, cards))
    )
    return Legal(plays, _can_bust(family, rules, state, Bust(hand=tuple(hand))))


def _can_bust(family: Family, rules: Rules, state: State, bust: Bust) -> bool:
    try:
        family.step(rules, state, bust)
    except Illegal:
        return False
    return True


def _grouped(family: Family, rules: Rules, state: State) -> Iterator[LegalPlays]:
    """Yield the legal plays of all cards not yet played, grouped by the state that they lead to."""
    groups: dict[object, list[str]] = {}
    plays: dict[object, tuple[Play, State]] = {}
    for play, after in _played(family, rules, state, _single_cards(rules)):
        same = (play.value, play.target, play.way, family.without_cards(after))
        groups.setdefault(same, []).append(str(play.card))
        plays.setdefault(same, (play, after))
    for effect, cards in groups.items():
        play, after = plays[effect]
        yield LegalPlays(
            tuple(cards), _number(play.value), after.total, _name(play.target), play.way
        )


def _played(
    family: Family, rules: Rules, state: State, plays: Iterable[Play]
) -> Iterator[tuple[Play, State]]:
    """Yield each legal play with the state after it,
    for every alternative, every value and every player that it can name.
    """
    legal = (play for single in plays for play in _completed(family, rules, state, single))
    for play in islice(legal, MAX_LISTED):
        complete = family.only_value(rules, state, play)
        after, _events = family.step(rules, state, complete)
        yield complete, after


def legal_plays(
    family: Family,
    rules: Rules,
    state: State,
    *,
    only_suit: bool = False,
    accept_revoke: bool = False,
) -> Iterator[Play]:
    """Yield every play of one card by the player to act, with each value and player it can name.

    The rules do not know the players' cards, so these are the plays of a player who holds every
    card not yet played. A card that goes over is not a legal play, even if that is a bust instead
    of a refusal. A card that requires a declaration of the players is legal only if that is made. A
    points game has no cards.
    """
    for play in _single_cards(rules):
        yield from _completed(
            family, rules, state, replace(play, only_suit=only_suit, accept_revoke=accept_revoke)
        )


def _single_cards(rules: Rules) -> Iterator[Play]:
    """Yield a play of each card of a deck, legal or not. Yield nothing in a points game."""
    pack = rules.pack
    if pack is not None:
        faces = (*pack.cards(), *([Card(JOKER)] if pack.jokers else []))
        yield from (Play(card=str(card)) for card in faces)


def _completed(family: Family, rules: Rules, state: State, play: Play) -> Iterator[Play]:
    """Yield the play if it is legal, otherwise the play with each answer to its open question."""
    try:
        _, (first, *_) = family.step(rules, state, play)
    except Illegal as illegal:
        match illegal.refusal:
            case ChoiceNeeded(values):
                for value in values:
                    yield from _completed(family, rules, state, replace(play, value=value))
            case TargetNeeded(names):
                for name in names:
                    yield from _completed(family, rules, state, replace(play, target=name))
            case WayNeeded(ways):
                for way in ways:
                    yield from _completed(family, rules, state, replace(play, way=way))
        return
    if not isinstance(first, WentOver):
        yield play


def _number(value: int | UnsetType) -> int | None:
    return None if value is UNSET else value


def _name(target: str | UnsetType) -> str | None:
    return None if target is UNSET else target
