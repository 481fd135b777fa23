"""The evaluation of a play before it is made: the checks from the card to the total.

Plays, up-cards, shown hands and the display's preview all use it, so that their results agree. The
order of the checks is that of docs/reference/referee-protocol.md, "Error codes".
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice
from typing import Final

import msgspec

from companion.core.cards import Card, bits_of
from companion.core.checks import cards_of
from companion.core.refusals import (
    AlreadyPlayed,
    BadTarget,
    BadValue,
    CanPlay,
    ChoiceNeeded,
    NotDrawn,
    OverTarget,
    SuitNeeded,
    TargetNeeded,
    WrongHandSize,
)
from companion.errors import Illegal
from companion.games.adding.effects import (
    Effect,
    PlayEffect,
    Situation,
    open_ways,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, last_to_come

OPTIONS_LISTED: Final = 10_000
"""The maximum number of options in an error:
a house target may be any number, but a line must stay short.
"""

VALUES_TRIED: Final = 30_000
"""The maximum number of values tried for a choice, from the lowest that a card may name (-9999).

More would only matter for targets of more than four digits, and could not change the result: a file
names values of at most four digits, and a play that goes over at the largest of them also goes over
at any larger one.
"""


class Evaluation(msgspec.Struct, frozen=True, gc=False):
    """A legal play: its effect, the chosen or only value, and its total.

    `total` is the total of the cards, before it returns to its old value after an owed play that
    does not count. `named` is the seat of the named player.
    """

    play: PlayEffect
    value: int | None
    total: int
    named: int | None


def read_cards(rules: AddingRules, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards named by `texts`. Each belongs to this pack and is specific enough to have
    an effect.

    Raises:
        Illegal: ``bad-card``, ``not-in-deck``, ``suit-needed``.
    """
    named = cards_of(rules.pack, texts)
    for card in named:
        if rules.ways(card) is None:
            raise Illegal(SuitNeeded(str(card)))
    return named


def read_hand(rules: AddingRules, state: AddingState, texts: Iterable[str]) -> tuple[Card, ...]:
    """Return cards that can be in a player's hand.

    Raises:
        Illegal: the codes of `read_cards`, ``already-played``, ``not-drawn``.
    """
    cards = read_cards(rules, texts)
    check_not_played(rules, state, cards)
    check_drawn(rules, state, cards)
    return cards


def situation(state: AddingState, seat: int) -> Situation:
    """Return what the conditions of a card look at when the player at `seat` plays it."""
    top = state.pile[-1] if state.pile else None
    first_round = state.players[seat].turns <= 1
    return Situation(state.total, top, len(state.seats_in), first_round, not state.busted)


def check_not_played(rules: AddingRules, state: AddingState, cards: Sequence[Card]) -> None:
    """Raise ``already-played`` for the first card that is on the pile, or occurs twice in `cards`.

    Their bits give a quick answer if each card has one, also on the pile.
    """
    bits = bits_of(cards)
    if (
        bits.bit_count() == len(cards)
        and not bits & state.lying
        and state.lying.bit_count() == len(state.pile)
    ):
        return
    lying = list(state.pile)
    for card in cards:
        if rules.pack.is_spent(card, lying):
            raise Illegal(AlreadyPlayed(str(card)))
        lying.append(card)


def check_drawn(rules: AddingRules, state: AddingState, cards: Sequence[Card]) -> None:
    """Raise ``not-drawn`` for a card that can only be the one at the bottom of the stock.

    A rank alone does not identify that card, nor does a card of which this pack has another copy.
    """
    last = last_to_come(rules, state)
    if last is None:
        return
    copies = rules.pack.jokers if last.is_joker else 1
    alike = [
        card for card in (*state.pile, last) if (card.rank, card.suit) == (last.rank, last.suit)
    ]
    for card in cards:
        if (card.rank, card.suit) != (last.rank, last.suit):
            continue
        of_deck = [other for other in alike if other.deck == card.deck]
        if len(alike) >= copies * rules.pack.decks or (
            card.deck is not None and len(of_deck) >= copies
        ):
            raise Illegal(NotDrawn(str(card)))
        alike.append(card)


def total_after(
    rules: AddingRules, total: int, effects: Iterable[Effect], value: int | None
) -> int:
    """Return the total after a play, with the effects applied in order, and then the floor."""
    for effect in effects:
        total = effect.change.applied(total, value)
    return total if rules.floor is None else max(total, rules.floor)


def evaluate(
    rules: AddingRules,
    state: AddingState,
    seat: int,
    play: PlayEffect,
    value: int | None,
    target: str | None,
) -> Evaluation:
    """Return the result of a `play` by the player at `seat`.

    Raises:
        Illegal: ``target-needed``, ``bad-target``, ``bad-value``, ``choice-needed``,
            ``over-target``.
    """
    named = (
        _named(state, seat, target, names=play.names) if play.names or target is not None else None
    )
    effects = play.effects
    if value is not None:
        _check_value(effects, value)
    elif play.asks:
        legal = tuple(islice(legal_values(rules, state.total, effects), OPTIONS_LISTED))
        if not legal:
            raise over_target(rules, state.total, list(totals_of(rules, state.total, effects)))
        if len(legal) > 1:
            raise Illegal(ChoiceNeeded(legal))
        (value,) = legal
    if play.adds is None:
        total = total_after(rules, state.total, effects, value)
    else:
        total = play.adds if play.sets else state.total + play.adds
        if rules.floor is not None and total < rules.floor:
            total = rules.floor
    if rules.is_over(total):
        raise over_target(rules, state.total, [total])
    return Evaluation(play, value, total, named)


def totals_of(rules: AddingRules, total: int, effects: tuple[Effect, ...]) -> Iterator[int]:
    """Yield the totals that a play of `effects` can make, with each value."""
    is_choice = any(effect.change.is_choice for effect in effects)
    values: Iterable[int | None] = shared_values(effects) if is_choice else (None,)
    return (total_after(rules, total, effects, value) for value in values)


def legal_values(rules: AddingRules, total: int, effects: tuple[Effect, ...]) -> Iterable[int]:
    """Yield the values that keep a play of `effects` at or below the target,
    in the order offered.
    """
    for value in shared_values(effects):
        if not rules.is_over(total_after(rules, total, effects, value)):
            yield value


def shared_values(effects: Iterable[Effect]) -> Iterator[int]:
    """Yield the values that every choice of the `effects` offers, in the order of the first one."""
    first, *others = [effect.change.offers for effect in effects if effect.change.is_choice]
    yield from (value for value in first[:VALUES_TRIED] if all(value in each for each in others))


def playable(rules: AddingRules, state: AddingState, seat: int, card: Card) -> bool:
    """Return whether the player at `seat` could play `card` alone, with any choice."""
    if is_too_soon(rules, state, seat, card):
        return False
    ways = rules.effects[card.rank, card.suit]
    if any(way.when is not None for way in ways):
        ways = tuple(compress(ways, open_ways(ways, situation(state, seat), card)))
    return any(
        not rules.is_over(total) for way in ways for total in totals_of(rules, state.total, (way,))
    )


def check_shown(rules: AddingRules, state: AddingState, seat: int, hand: Sequence[str]) -> None:
    """Check that a shown hand is complete and has no playable card.

    Raises:
        Illegal: the codes of cards, ``wrong-hand-size`` with the `cards` held, ``can-play`` with
            the `cards`.
    """
    cards = read_hand(rules, state, hand)
    player = state.players[seat]
    if len(cards) != player.cards:
        raise Illegal(WrongHandSize(player.cards, player.name, shown=len(cards)))
    can_play = [card for card in cards if playable(rules, state, seat, card)]
    if can_play:
        raise Illegal(CanPlay(tuple(str(card) for card in can_play), player.name))


def is_too_soon(rules: AddingRules, state: AddingState, seat: int, card: Card) -> bool:
    """Return whether the player may not play `card` yet in this turn (Ishihara's kings)."""
    return state.players[seat].turns <= rules.first_turns_without.get(card.rank, 0)


def who_can_be_named(state: AddingState, seat: int | None) -> tuple[int, ...]:
    """Return the seats that a card of the player at `seat` may name,
    which are all others still in.
    """
    return tuple(other for other in state.seats_in if other != seat)


def _named(state: AddingState, seat: int, target: str | None, *, names: bool) -> int | None:
    options = tuple(state.players[other].name for other in who_can_be_named(state, seat) if names)
    if target is None:
        raise Illegal(TargetNeeded(options))
    if target not in options:
        raise Illegal(BadTarget(options, target))
    return state.seat_of(target)


def _check_value(effects: Sequence[Effect], value: int) -> None:
    """Raise ``bad-value`` unless every choice offers `value`.
    Without a choice, it must be the card's own.
    """
    choices = [effect for effect in effects if effect.change.is_choice]
    for effect in choices or effects:
        offered = effect.change.offers
        if value not in offered:
            common = shared_values(choices) if choices else offered
            raise Illegal(BadValue(tuple(islice(common, OPTIONS_LISTED)), value))


def over_target(rules: AddingRules, before: int, totals: Sequence[int]) -> Illegal:
    """Return the refusal of a play that can only make these `totals`, with the least far over."""
    if not totals:
        return Illegal(BadValue(()))
    nearest = max(totals) if rules.counts_down else min(totals)
    return Illegal(OverTarget(nearest, rules.target, before))
