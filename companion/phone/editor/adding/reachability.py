"""Analyses a variant's cards: reachable totals, dead ends, and what a card makes of a total.

Its findings are warnings, which never keep a variant from being played.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from companion.message import Words, in_context, joined, phrase
from companion.rules.adding.effects import Effect, SetWithin, offers
from companion.rules.adding.evaluate import total_after
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS, SUITS, parse_card
from companion.text.cards import face_of, ranks_heading
from companion.text.numbers import figure, together

WIDEST: Final = 2000
"""For a target above this, reachable totals are not analysed."""

MOST_ANSWERS: Final = 150
"""Maximum number of answers of all cards for the analysis: 52 cards with two each have 104."""

LOWEST: Final = -300
"""Totals below this are not analysed: enough cards lead up again."""


class Warned(msgspec.Struct, frozen=True):
    """A warning that hands will be short, or that a card is useless."""

    title: Words
    sentence: Words


class CardResult(msgspec.Struct, frozen=True):
    """A card's results for a total; `over` if each of the player's choices goes over."""

    makes: Words
    over: bool


def result(rules: AddingRules, effect: Effect, total: int) -> CardResult:
    """Return what a card of this `effect` makes of a `total`; of several numbers up to three."""
    if isinstance(effect.change, SetWithin):
        high = min(effect.change.high, rules.target)
        if effect.change.low < high:
            return CardResult(f"{effect.change.low}–{high}", over=False)
    made = list(dict.fromkeys(_results(rules, effect, total)))
    if not made:
        return CardResult(in_context("preview", "bust") if rules.over == "bust" else "✕", over=True)
    return CardResult(joined(", ", map(figure, made[:3])), over=False)


def warnings(rules: AddingRules) -> list[Warned]:
    """Return warnings about effects that the variant's author may not have intended."""
    if rules.target > WIDEST:
        return []
    cards = _cards(rules)
    if sum(_answers(effect) for _name, effect in cards) > MOST_ANSWERS:
        return []
    reached = _reached(rules, [effect for _name, effect in cards])
    return [*_stuck(rules, cards, reached), *_never(rules, cards, reached)]


def _cards(rules: AddingRules) -> list[tuple[str, Effect]]:
    """Return every rank, or card where its suits differ, with its effect."""
    cards: list[tuple[str, Effect]] = []
    for rank in RANKS:
        of_rank = rules.effects.get((rank, None))
        if of_rank is not None:
            cards.append((rank, of_rank))
        else:
            cards += [(rank + suit, rules.effects[rank, suit]) for suit in SUITS]
    if rules.pack.jokers:
        cards.append((JOKER, rules.effects[JOKER, None]))
    return cards


def _answers(effect: Effect) -> int:
    """Return the number of answers tried at each total; a card that sets any number counts as one total."""
    return 1 if isinstance(effect.change, SetWithin) else len(offers(effect.change))


def _results(rules: AddingRules, effect: Effect, total: int) -> Iterator[int]:
    """Yield the totals that a card may make of `total`, up to the target."""
    for value in offers(effect.change):
        made = total_after(rules, total, (effect,), value)
        if made <= rules.target:
            yield made


def _reached(rules: AddingRules, effects: Iterable[Effect]) -> set[int]:
    """Return the totals that can occur, from 0 on."""
    anywhere = [effect for effect in effects if isinstance(effect.change, SetWithin)]
    stepping = [effect for effect in effects if not isinstance(effect.change, SetWithin)]
    reached: set[int] = set()
    waiting = [0, *(total for effect in anywhere for total in _results(rules, effect, 0))]
    while waiting:
        total = waiting.pop()
        if total in reached or total < LOWEST:
            continue
        reached.add(total)
        waiting += (made for effect in stepping for made in _results(rules, effect, total))
    return reached


def _stuck(rules: AddingRules, cards: list[tuple[str, Effect]], reached: set[int]) -> Iterator[Warned]:
    """Yield warnings if the total only rises, or if little can be played at the target."""
    resets = any(what == "reset" for total, what in rules.exact.items() if total in reached)
    falls = resets or any(
        made < total
        for total in reached
        for _name, effect in cards
        for made in _results(rules, effect, total)
    )
    target = rules.target
    if target not in reached:
        return
    left = [name for name, effect in cards if any(True for _made in _results(rules, effect, target))]
    ranks = list(dict.fromkeys(parse_card(name).rank for name in left if name != JOKER))
    names = together([face_of(name) for name in left])
    can = (
        phrase("At {target} only {cards} can be played")
        if left
        else phrase("At {target} no card can be played")
    )
    said = can.filled(target=target, cards=names)
    if not falls:
        short = phrase("{what}. Legal, but hands will be short.", what=said)
        yield Warned(phrase("Nothing takes the total down"), short)
    elif len(ranks) <= 2:
        yield Warned(said, phrase("Legal, but whoever holds none of them busts."))


def _never(rules: AddingRules, cards: list[tuple[str, Effect]], reached: set[int]) -> Iterator[Warned]:
    """Yield warnings about cards that go over at every total."""
    for name, effect in cards:
        if any(True for total in reached for _made in _results(rules, effect, total)):
            continue
        who = ranks_heading(name) if name in RANKS else face_of(name)
        over = (
            phrase("Wherever the total stands, {card} goes over {target}, which is a bust.")
            if rules.over == "bust"
            else phrase("Wherever the total stands, {card} goes over {target}, which is refused.")
        )
        yield Warned(
            phrase("{cards} can never be played", cards=who),
            over.filled(card=face_of(name), target=rules.target),
        )
