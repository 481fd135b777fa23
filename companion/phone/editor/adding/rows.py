"""The rows of an adding game that the page changes with a tap:
its cards and the add-ons, in words.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from companion.message import Words, joined, phrase
from companion.phone.editor.adding.changes import entry_of, has_add_on
from companion.rules.adding.in_force import effect_of
from companion.rules.adding.variant import AddingVariant, CardEntry, Span
from companion.rules.cards import JOKER, RANKS, SUITS, parse_card
from companion.rules.options import AddingOptions, options
from companion.rules.variant_file import Content
from companion.text.adding.card_table import effect_sentence
from companion.text.adding.effects import call_words
from companion.text.cards import face_of
from companion.text.rule_keys import answer, rule_title
from companion.variants.adding.add_ons import AddOn, load_add_ons


class CardLine(msgspec.Struct, frozen=True):
    """A rank or a single card: its effect in words, and its `entry` in the file.

    `said` is its call. It is `yours` if it differs from the base, and `simple` if a row can change
    it.
    """

    card: str
    does: Words
    said: Words
    entry: dict[str, Any]
    yours: bool
    simple: bool


class AddOnRow(msgspec.Struct, frozen=True):
    """An add-on: its title and what it changes.

    It is `applied` if the game says all of it, and `printed` if the base does, so that it cannot be
    removed.
    """

    name: str
    title: Words
    about: Words
    applied: bool
    printed: bool


def card_rows(variant: AddingVariant, below: Content) -> list[CardLine]:
    """Return the rows of a game's cards, from the ace to the joker,
    each rank before its single cards.

    Args:
        variant: the game.
        below: the merged content of its base; {} for none.
    """
    printed = below.get("cards", variant.cards)
    ranks = (*RANKS, JOKER) if variant.jokers else RANKS
    return [
        _card_row(card, variant, is_yours=variant.cards[card] != printed.get(card))
        for rank in ranks
        for card in (rank, *(rank + suit for suit in SUITS))
        if card in variant.cards
    ]


def _card_row(card: str, variant: AddingVariant, *, is_yours: bool) -> CardLine:
    entry = variant.cards[card]
    effect = effect_of(parse_card(card).rank, entry, variant.target)
    silent = msgspec.structs.replace(effect, call="")
    return CardLine(
        card,
        effect_sentence(silent, variant.target),
        call_words(effect).sentence if effect.call else "",
        entry_of(entry),
        is_yours,
        card in RANKS and _is_simple(entry),
    )


def _is_simple(entry: CardEntry) -> bool:
    """Return whether a row can show an entry: numbers to add or to set,
    and at most one turn of play.
    """
    turns = (entry.reverse, entry.skip == 1, entry.again)
    others = (entry.choose_next, entry.knock_out, entry.shield, entry.oblige, entry.skip > 1)
    sets = entry.multiply is UNSET and not isinstance(entry.set, Span)
    return sets and sum(turns) <= 1 and not any(others)


def add_on_rows(target: int, merged: Content, below: Content) -> list[AddOnRow]:
    """Return all add-ons, with whether a game of this `target` has them.

    Args:
        target: the total that nobody may exceed.
        merged: the content of the game's file, merged over its base.
        below: that of its base; {} for none.
    """
    return [
        AddOnRow(
            add_on.name,
            phrase(add_on.title, target=target),
            joined("; ", _about(add_on, target)),
            has_add_on(merged, add_on),
            has_add_on(below, add_on) and has_add_on(merged, add_on),
        )
        for add_on in load_add_ons()
    ]


def _about(add_on: AddOn, target: int) -> Iterator[Words]:
    """Yield what an add-on changes, in the words of the card table and of the house rules."""
    alike: dict[Words, list[Words]] = {}
    for key, entry in add_on.cards.items():
        effect = effect_of(parse_card(key).rank, msgspec.convert(entry, CardEntry), target)
        alike.setdefault(
            effect_sentence(msgspec.structs.replace(effect, call=""), target), []
        ).append(face_of(key))
    for does, cards in alike.items():
        yield phrase("{what}: {does}", what=joined(" ", cards), does=does)
    for key, value in add_on.rules.items():
        title, meaning = rule_title(key), answer(key, value)
        if value == options(AddingOptions)[key].on:
            yield title.label
        else:
            yield phrase("{what}: {does}", what=title.label, does=meaning.label or meaning.short)
    for total, what in add_on.exact.items():
        exactly = phrase("Exactly {total}", total=total)
        yield phrase("{what}: {does}", what=exactly, does=answer("exact", what).label)
