"""The evaluation of a play before it is made: the checks from the card to the total.

Plays, up-cards, shown hands and the display's preview all use it, so that their results agree. The
order of the checks is that of docs/reference/referee-protocol.md, "Error codes".
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice

from companion.core import refusals
from companion.core.cards import Card, bits_of
from companion.core.checks import cards_of
from companion.core.frozen import Frozen
from companion.errors import Illegal
from companion.games.adding.card_words import condition_words, effect_sentence, way_label
from companion.games.adding.effects import (
    Effect,
    PlayEffect,
    Situation,
    Ways,
    conditions,
    open_ways,
    together,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, last_to_come
from companion.words.numbers import either

OPTIONS_LISTED = 10_000
"""The maximum number of options in an error:
a house target may be any number, but a line must stay short.
"""

VALUES_TRIED = 30_000
"""The maximum number of values tried for a choice, from the lowest that a card may name (-9999).

More would only matter for targets of more than four digits, and could not change the result: a file
names values of at most four digits, and a play that goes over at the largest of them also goes over
at any larger one.
"""


class Evaluation(Frozen, gc=False):
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
            raise Illegal(refusals.SuitNeeded(str(card)))
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
            raise Illegal(refusals.AlreadyPlayed(str(card)))
        lying.append(card)


def check_drawn(rules: AddingRules, state: AddingState, cards: Sequence[Card]) -> None:
    """Raise ``not-drawn`` for a card that can only be the one at the bottom of the stock.

    A rank alone does not identify that card, nor does a card of which this pack has another copy.
    """
    last = last_to_come(rules, state)
    if last is None:
        return
    alike = [
        card for card in (*state.pile, last) if (card.rank, card.suit) == (last.rank, last.suit)
    ]
    for card in cards:
        if (card.rank, card.suit) == (last.rank, last.suit):
            if rules.pack.is_spent(card, alike):
                raise Illegal(refusals.NotDrawn(str(card)))
            alike.append(card)


def choose_way(
    rules: AddingRules, now: Situation, cards: tuple[Card, ...], way: int | None
) -> PlayEffect:
    """Return the effect of `cards` in the alternative `way`, or in the only possible one.

    All cards of a set take the same alternative; a card that has none takes its only effect.

    Raises:
        Illegal: ``no-way``, ``bad-way``, ``over-target``, ``bad-value``, ``way-needed``.
    """
    table = [rules.effects[card.rank, card.suit] for card in cards]
    if way is None and all(len(ways) == 1 and ways[0].when is None for ways in table):
        return together(cards, tuple(ways[0] for ways in table))
    several = [len(ways) for ways in table if len(ways) > 1]
    found = [open_ways(ways, now, card) for ways, card in zip(table, cards, strict=True)]
    held = {}
    for number in range(1, min(several, default=1) + 1):
        places = [0 if len(ways) == 1 else number - 1 for ways in table]
        if all(is_open[place] for is_open, place in zip(found, places, strict=True)):
            held[number] = tuple(ways[at] for ways, at in zip(table, places, strict=True))
    if not held:
        raise Illegal(_no_way(cards, table, found))
    possible = [*held]
    if way is None and len(held) > 1:
        totals = {number: [*totals_of(rules, now.total, held[number])] for number in held}
        possible = [n for n in held if not all(map(rules.is_over, totals[n]))]
        if not possible:
            raise over_target(
                rules, now.total, [total for each in totals.values() for total in each]
            )
    if way is None and len(possible) == 1:
        (way,) = possible
    if way not in possible:
        longest = max(table, key=len)
        ways = tuple(effect_sentence(longest[n - 1], len(cards)) for n in possible)
        if way is not None:
            raise Illegal(refusals.BadWay(tuple(possible), way, ways))
        labels = tuple(way_label(longest[n - 1], rules.target) for n in possible)
        raise Illegal(refusals.WayNeeded(tuple(possible), ways, labels))
    return together(cards, held[way], way if several else None)


def _no_way(
    cards: Sequence[Card], table: Sequence[Ways], found: Sequence[list[bool]]
) -> refusals.NoWay:
    """Return the refusal of the first card of which no condition holds. Of a set whose cards have
    no open alternative in common it is that of the first card with a condition.
    """
    whens = [conditions(ways) for ways in table]
    shut = [n for n, each in enumerate(found) if not any(each)]
    first = next(n for n in (*shut, *range(len(cards))) if whens[n])
    return refusals.NoWay(
        str(cards[first]), either([condition_words(when) for when in whens[first]])
    )


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
    named = _named(state, seat, target, play) if play.names or target is not None else None
    effects = play.effects
    if value is not None:
        _check_value(effects, value)
    elif play.asks:
        legal = tuple(islice(legal_values(rules, state.total, effects), OPTIONS_LISTED))
        if not legal:
            raise over_target(rules, state.total, list(totals_of(rules, state.total, effects)))
        if len(legal) > 1:
            first = next(effect for effect in effects if effect.change.is_choice)
            raise Illegal(refusals.ChoiceNeeded(legal, first.change.operation))
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
        raise Illegal(refusals.WrongHandSize(player.cards, player.name, shown=len(cards)))
    can_play = tuple(str(card) for card in cards if playable(rules, state, seat, card))
    if can_play:
        raise Illegal(refusals.CanPlay(can_play, player.name))


def is_too_soon(rules: AddingRules, state: AddingState, seat: int, card: Card) -> bool:
    """Return whether the player may not play `card` yet in this turn (Ishihara's kings)."""
    return state.players[seat].turns <= rules.first_turns_without.get(card.rank, 0)


def _named(state: AddingState, seat: int, target: str | None, play: PlayEffect) -> int | None:
    """Return the seat of the player named: any other one still in, if the play names a player."""
    others = [state.players[other] for other in state.seats_in if play.names and other != seat]
    options = tuple(player.name for player in others)
    if target is None:
        role: refusals.Role = "plays next" if play.choose_next else "is meant"
        raise Illegal(refusals.TargetNeeded(options, "is knocked out" if play.knock_out else role))
    if target not in options:
        raise Illegal(refusals.BadTarget(options, target))
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
            raise Illegal(refusals.BadValue(tuple(islice(common, OPTIONS_LISTED)), value))


def over_target(rules: AddingRules, before: int, totals: Sequence[int]) -> Illegal:
    """Return the refusal of a play that can only make these `totals`, with the least far over."""
    if not totals:
        return Illegal(refusals.BadValue(()))
    nearest = max(totals) if rules.counts_down else min(totals)
    return Illegal(refusals.OverTarget(nearest, rules.target, before))
