"""The legal plays of the player to act as docs/reference/referee-protocol.md lists them,
with the total that each makes.
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
from companion.core.refusals import ChoiceNeeded, TargetNeeded
from companion.core.seats import State
from companion.errors import Illegal

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


def legal(
    family: Family, rules: Rules, state: State, hand: Sequence[str] | UnsetType = UNSET
) -> Legal:
    """Return what the player to act may do, who holds `hand` if that is said.

    Raises:
        Illegal: nobody is to act, or a card of the hand is none: as a play, or a shown hand, is
            refused.
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
    """Yield the legal plays of every card not yet played,
    those together that make the same state.
    """
    groups: dict[object, list[str]] = {}
    plays: dict[object, tuple[Play, State]] = {}
    for play, after in _played(family, rules, state, _single_cards(rules)):
        same = (play.value, play.target, family.without_cards(after))
        groups.setdefault(same, []).append(str(play.card))
        plays.setdefault(same, (play, after))
    for effect, cards in groups.items():
        play, after = plays[effect]
        yield LegalPlays(tuple(cards), _number(play.value), after.total, _name(play.target))


def _played(
    family: Family, rules: Rules, state: State, plays: Iterable[Play]
) -> Iterator[tuple[Play, State]]:
    """Yield each legal play with the state after it:
    with every value and every player it can name.
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

    The rules do not know who holds which card, so these are the plays of a player who holds every
    card not yet played. A card that goes over is no legal play, even if that is a bust instead of a
    refusal; nor is a card that only a declaration of the players lets stand, unless it is made. In
    a points game no cards are entered.
    """
    for play in _single_cards(rules):
        yield from _completed(
            family, rules, state, replace(play, only_suit=only_suit, accept_revoke=accept_revoke)
        )


def _single_cards(rules: Rules) -> Iterator[Play]:
    """Yield a play of each card of a deck, legal or not; none in a points game."""
    pack = rules.pack
    if pack is not None:
        faces = (*pack.cards(), *([Card(JOKER)] if pack.jokers else []))
        yield from (Play(card=str(card)) for card in faces)


def _completed(family: Family, rules: Rules, state: State, play: Play) -> Iterator[Play]:
    """Yield the play if it is legal, or else the play with each answer to what it leaves open."""
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
        return
    if not isinstance(first, WentOver):
        yield play


def _number(value: int | UnsetType) -> int | None:
    return None if value is UNSET else value


def _name(target: str | UnsetType) -> str | None:
    return None if target is UNSET else target
