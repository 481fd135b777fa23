"""The legal plays of the player to act,
as listed by docs/reference/referee-protocol.md, with their totals.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.cards import JOKER, Card
from companion.core.commands import Accept, Bust, Deal, End, Play, Shield, Step, given
from companion.core.events import WentOver
from companion.core.family import Family, Rules
from companion.core.frozen import Frozen
from companion.core.questions import answers
from companion.core.seats import State
from companion.errors import Illegal

_Kind = TypeVar("_Kind", bound=Step)

DueKind = Literal["play", "bust", "shield", "accept", "deal", "score", "end"]
"""A command of which one continues a game."""

MAX_LISTED = 10_000
"""The maximum number of listed plays: a house target may be any number, and a card may offer all
numbers up to it.
"""


class LegalPlay(Frozen):
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


class LegalPlays(Frozen):
    """The cards that do the same now, with the fields of a `LegalPlay`."""

    cards: tuple[str, ...]
    value: int | None
    total: int | None
    target: str | None
    way: int | UnsetType = UNSET


class Legal(Frozen):
    """The legal commands of the player to act:
    `plays` of one card, and whether a `bust` is accepted.
    """

    plays: tuple[LegalPlay, ...] | tuple[LegalPlays, ...]
    bust: bool


def legal(family: Family, rules: Rules, state: State, hand: Sequence[str] | UnsetType) -> Legal:
    """Return the legal plays of the player to act, limited to the cards of `hand` if given.

    Raises:
        Illegal: no player is to act, or a card of the hand is invalid. The refusals are those of a
            play or of a shown hand.
    """
    if state.turn is None:
        family.step(rules, state, Play(card="" if state.opens is None else str(state.opens)))
    if hand is UNSET:
        bust = any(completed(family, rules, state, Bust()))
        return Legal(tuple(_grouped(family, rules, state)), bust)
    plays = tuple(
        LegalPlay(
            str(play.card),
            given(play.value),
            after.total,
            given(play.target),
            True if play.only_suit else UNSET,
            play.way,
        )
        for play, after in _valued(family, rules, state, _single_plays(family, rules, state, hand))
    )
    return Legal(plays, any(completed(family, rules, state, Bust(hand=tuple(hand)))))


def legal_plays(
    family: Family, rules: Rules, state: State, hand: Sequence[str] | UnsetType = UNSET
) -> list[Play]:
    """Return every play of one card by the player to act, with each value and player it can name.

    The rules do not know the players' cards: without a `hand` these are the plays of a player who
    holds every card not yet played. A card that goes over is not a legal play, even if that is a
    bust instead of a refusal. A card that requires a declaration of the players is legal only if
    there are no others. A points game has no cards.

    Raises:
        Illegal: the refusals of `legal` for a hand.
    """
    if state.turn is None and state.opens is None:
        return []
    cards = list(_single_plays(family, rules, state, hand))
    for declared in ((), ("only_suit",), ("accept_revoke",), ("only_suit", "accept_revoke")):
        singles = (replace(card, **dict.fromkeys(declared, True)) for card in cards)
        plays = [play for each in singles for play, _ in completed(family, rules, state, each)]
        if plays:
            return plays
    return []


def kinds_due(family: Family, state: State) -> tuple[DueKind, ...]:
    """Return the names of the commands of which one continues the game; none if it is over."""
    ends: tuple[DueKind, ...] = ("end",) if family.enters_rounds and state.deals_counted else ()
    match state.phase:
        case "play" if family.enters_rounds:
            return ("score", *ends)
        case "play" if state.turn is None and state.opens is None:
            return ("score",)
        case "play":
            return ("play",) if state.total is None else ("play", "bust")
        case "shield":
            return ("shield", "accept")
        case "hand-over" | "round-over":
            return ("deal", *ends)
        case "game-over":
            return ()


def due(family: Family, rules: Rules, state: State) -> Iterator[Step]:
    """Yield the commands of which one continues the game, each with everything it declares."""
    for kind in kinds_due(family, state):
        if kind == "play":  # these have been tried already
            yield from legal_plays(family, rules, state)
        else:
            for command in _of_kind(kind, family, rules, state):
                yield from (each for each, _ in completed(family, rules, state, command))


def _of_kind(
    kind: Literal["bust", "shield", "accept", "deal", "score", "end"],
    family: Family,
    rules: Rules,
    state: State,
) -> Iterable[Step]:
    """Return commands of this kind, legal or not, without answers to their questions."""
    match kind:
        case "bust":
            return (Bust(),)
        case "shield":
            return (Shield(str(play.card)) for play in _single_cards(rules))
        case "accept":
            return (Accept(),)
        case "deal" if rules.up_card == "none":
            return (Deal(),)
        case "deal":
            return (Deal(up_card=play.card) for play in _single_cards(rules))
        case "score":
            return family.scores(rules, state)
        case "end":
            return (End(),)


def _grouped(family: Family, rules: Rules, state: State) -> Iterator[LegalPlays]:
    """Yield the legal plays of all cards not yet played, grouped by the state that they lead to."""
    groups: dict[object, tuple[Play, State, list[str]]] = {}
    for play, after in _valued(family, rules, state, _single_cards(rules)):
        same = (play.value, play.target, play.way, family.without_cards(after))
        groups.setdefault(same, (play, after, []))[-1].append(str(play.card))
    for play, after, cards in groups.values():
        yield LegalPlays(tuple(cards), given(play.value), after.total, given(play.target), play.way)


def _valued(
    family: Family, rules: Rules, state: State, plays: Iterable[Play]
) -> Iterator[tuple[Play, State]]:
    """Yield each legal play with the state after it,
    for every alternative, every value and every player that it can name.
    """
    legal = (found for single in plays for found in completed(family, rules, state, single))
    for play, after in islice(legal, MAX_LISTED):
        yield family.only_value(rules, state, play), after


def _single_plays(
    family: Family, rules: Rules, state: State, hand: Sequence[str] | UnsetType
) -> Iterable[Play]:
    """Return a play of each card that the hand allows, or without a hand of each card of a deck."""
    if hand is UNSET:
        return _single_cards(rules)
    return family.allowed(rules, state, dict.fromkeys(family.hand(rules, state, hand)))


def _single_cards(rules: Rules) -> Iterator[Play]:
    """Yield a play of each card of a deck, legal or not. Yield nothing in a points game."""
    pack = rules.pack
    if pack is not None:
        faces = (*pack.cards(), *([Card(JOKER)] if pack.jokers else []))
        yield from (Play(card=str(card)) for card in faces)


def completed(
    family: Family, rules: Rules, state: State, command: _Kind
) -> Iterator[tuple[_Kind, State]]:
    """Yield the command with the state after it if it is legal, otherwise the command with each
    answer to its open question.
    """
    try:
        after, (first, *_) = family.step(rules, state, command)
    except Illegal as illegal:
        for answered in answers(command, illegal.refusal):
            yield from completed(family, rules, state, answered)
        return
    if not isinstance(first, WentOver):
        yield command, after
