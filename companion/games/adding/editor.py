"""Adding variants in the form of their files, and their editor: add-ons, and an editable row for
each card.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS, SUITS, parse_card
from companion.core.frozen import Frozen
from companion.core.options import options
from companion.core.variant_keys import Content, dotted, plain
from companion.games.adding.card_words import call_sentence, effect_sentence, ways_sentence
from companion.games.adding.effects import Change, Effect, Ways
from companion.games.adding.reading import read_cards
from companion.games.adding.rules import AddingRules
from companion.games.adding.variant import (
    OPERATIONS,
    AddingOptions,
    AddingVariant,
    CardEntry,
    Entries,
    FromPlayers,
    Range,
    Span,
    alternatives,
    card_keys,
    each_counts,
    ways_of,
)
from companion.message import Words, joined, phrase
from companion.words.cards import face_of
from companion.words.numbers import Row
from companion.words.rule_keys import answer, rule_title

FILE = "add_ons.toml"
"""The file of the add-ons, next to this module."""


class AddOn(Frozen, forbid_unknown_fields=True, rename={"source": "from"}):
    """An add-on.

    `source` is the variant that contains it. `cards` has entries in the form of a file, `rules` the
    other keys, and `exact` the totals added to those of the game.
    """

    name: str
    title: str
    source: str
    cards: dict[str, Content] = {}
    rules: Content = {}
    exact: dict[str, str] = {}

    @property
    def all_cards(self) -> list[str]:
        """The ranks and single cards that the add-on changes, those of a rank included."""
        return [card for key in self.cards for card in (key, *_singles(key))]

    @property
    def parts(self) -> set[str]:
        """Every part that the add-on changes."""
        return {*self.all_cards, *self.rules, *(dotted("exact", total) for total in self.exact)}

    def contradicts(self, other: "AddOn") -> bool:
        """Return whether both add-ons change the same part."""
        return not self.parts.isdisjoint(other.parts)


@cache
def load_add_ons() -> tuple[AddOn, ...]:
    """Return all add-ons, in the order of the page.

    >>> load_add_ons()[0].title
    'Aces 1 or 11'
    """
    file = tomllib.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    return msgspec.convert(file["add_ons"], tuple[AddOn, ...])


def with_card(raw: Content, merged: Content, card: str, entry: CardEntry | None) -> Content:
    """Return a file in which `card` has the effect `entry`, or that of the base if `entry` is None.

    Args:
        raw: the content of the file.
        merged: the same content merged over its base.
        card: a rank, or a single card.
        entry: the new effect. The single cards of a rank keep theirs.
    """
    cards = _without_cards(raw, [card])
    if entry is not None:
        cards[card] = card_content(entry)
        singles = _singles(card)
        cards |= {
            key: card_content(other) for key, other in merged["cards"].items() if key in singles
        }
    return _with_cards(raw, cards)


def with_or_without_add_on(raw: Content, merged: Content, below: Content, add_on: AddOn) -> Content:
    """Return a file with the add-on, or without it if the file has it.

    Add-ons of the file that contradict it are removed.

    Args:
        raw: the content of the file.
        merged: the same content merged over its base.
        below: the merged content of the base.
        add_on: the add-on, which the base does not have.
    """
    if has_add_on(merged, add_on):
        return _without_add_on(raw, below, add_on)
    for other in load_add_ons():
        if other.contradicts(add_on) and has_add_on(merged, other) and not has_add_on(below, other):
            raw = _without_add_on(raw, below, other)
    own = {key: dict(entry) for key, entry in add_on.cards.items()}
    changed = _with_cards({**raw, **add_on.rules}, _without_cards(raw, add_on.all_cards) | own)
    if add_on.exact:
        before: Any = raw.get("exact", plain(merged["exact"]))
        changed["exact"] = before | add_on.exact
    return changed


def _without_add_on(raw: Content, below: Content, add_on: AddOn) -> Content:
    rest = {key: value for key, value in raw.items() if key not in add_on.rules}
    if add_on.exact:
        exact = rest.pop("exact", {})
        left = {total: what for total, what in exact.items() if total not in add_on.exact}
        if left != below.get("exact", {}):
            rest["exact"] = left
    return _with_cards(rest, _without_cards(raw, add_on.cards))


def has_add_on(merged: Content, add_on: AddOn) -> bool:
    """Return whether a merged file contains all of the add-on's changes;
    {} stands for a missing file.
    """
    return bool(merged) and (
        all(merged["cards"].get(key) == entry for key, entry in read_cards(add_on.cards).items())
        and all(merged[key] == value for key, value in add_on.rules.items())
        and add_on.exact.items() <= merged["exact"].items()
    )


def _singles(key: str) -> list[str]:
    return [key + suit for suit in SUITS] if key in RANKS else []


def _without_cards(raw: Content, gone: Iterable[str]) -> Content:
    """Return the card table without these cards; an entry for several cards keeps the others."""
    left = {
        " ".join(str(card) for card in card_keys(key) if str(card) not in gone): entry
        for key, entry in raw.get("cards", {}).items()
    }
    return {key: entry for key, entry in left.items() if key}


def _with_cards(raw: Content, cards: Content) -> Content:
    rest = {key: value for key, value in raw.items() if key != "cards"}
    return rest | {"cards": cards} if cards else rest


class CardLine(Frozen):
    """A row for a rank or a single card: its effect in words, and its `entry` in the file.

    `said` is its call. `yours` is true if it differs from the base, and `simple` if a row can
    change it.
    """

    card: str
    does: Words
    said: Words
    entry: Content | list[Content]
    yours: bool
    simple: bool


class AddOnRow(Frozen):
    """A row for an add-on: its title and its changes.

    `applied` is true if the game has every change. `printed` is true if the base has them, in which
    case the add-on cannot be removed.
    """

    name: str
    title: Words
    about: Words
    applied: bool
    printed: bool


def card_rows(variant: AddingVariant, below: Content) -> list[CardLine]:
    """Return the rows of a game's cards, from the ace to the joker, each rank before its single
    cards.

    Args:
        variant: the game.
        below: the merged content of its base; {} if there is none.
    """
    printed = below.get("cards", variant.cards)
    pack = variant.pack_of(1)
    ranks = (*pack.ranks, JOKER) if variant.jokers else pack.ranks
    return [
        _card_row(card, variant, is_yours=variant.cards[card] != printed.get(card))
        for rank in ranks
        for card in (rank, *(rank + suit for suit in SUITS))
        if card in variant.cards
    ]


def _card_row(card: str, variant: AddingVariant, *, is_yours: bool) -> CardLine:
    entries = variant.cards[card]
    ways = ways_of(parse_card(card).rank, entries, variant.target, down=variant.counts_down)
    return CardLine(
        card,
        ways_sentence(tuple(way.silent for way in ways)),
        joined(", ", (call_sentence(way) for way in ways if way.call)),
        card_content(entries),
        is_yours,
        card in RANKS and _is_simple(entries),
    )


def _is_simple(entry: Entries) -> bool:
    """Return whether a row can show an entry:
    numbers to add or to set, and at most one effect on the turn.
    """
    if not isinstance(entry, CardEntry) or entry.when is not UNSET:
        return False
    turns = (entry.reverse, entry.skip == 1, entry.again)
    others = (
        *(entry.choose_next, entry.knock_out, entry.shield, entry.oblige, entry.skip > 1),
        entry.then,
    )
    numbers = entry.add if entry.set is UNSET else entry.set
    is_simple = isinstance(numbers, int | str) or isinstance(entry.add, tuple)
    return is_simple and sum(turns) <= 1 and not any(others)


def add_on_rows(target: int, merged: Content, below: Content) -> list[AddOnRow]:
    """Return a row for each add-on, marking those that a game with this `target` has.

    Args:
        target: the total that no player may exceed.
        merged: the content of the game's file, merged over its base.
        below: the content of its base; {} if there is none.
    """
    return [
        AddOnRow(
            add_on.name,
            phrase(add_on.title, target=target),
            joined(
                "; ",
                (
                    phrase("{what}: {does}", what=what, does=does) if does else what
                    for what, does in _about(add_on, target)
                ),
            ),
            has_add_on(merged, add_on),
            has_add_on(below, add_on) and has_add_on(merged, add_on),
        )
        for add_on in load_add_ons()
    ]


def _about(add_on: AddOn, target: int) -> Iterator[Row]:
    """Yield each change of an add-on, in the words of the card table and of the house rules: its
    subject, and what it does, or "" for a rule that is on.
    """
    alike: dict[Words, list[Words]] = {}
    for key, entry in add_on.cards.items():
        (effect,) = ways_of(parse_card(key).rank, msgspec.convert(entry, CardEntry), target)
        alike.setdefault(effect_sentence(effect.silent), []).append(face_of(key))
    for does, cards in alike.items():
        yield joined(" ", cards), does
    for key, value in add_on.rules.items():
        meaning, is_on = answer(key, value), options(AddingOptions)[key].choices[1:] == (value,)
        yield rule_title(key).label, "" if is_on else meaning.label or meaning.short
    for total, what in add_on.exact.items():
        yield phrase("Exactly {n}", n=total), answer("exact", what).label


def content(variant: AddingVariant) -> Content:
    """Return the content of a variant's file, except its names and rule keys."""
    return {
        "listed": variant.listed,
        "chips_look": variant.chips_look,
        "forfeit": "" if variant.forfeit is UNSET else plain(variant.forfeit),
        "start": variant.starts_at,
        "first_turns_without": plain(variant.first_turns_without),
        "shows": plain(variant.shows),
        "from_players": {
            str(count): _without_defaults(change) for count, change in variant.from_players.items()
        },
        "cards": {key: card_content(entries) for key, entries in variant.cards.items()},
    }


def further_content(rules: AddingRules) -> Content:
    """Return the remaining content of rules in force that affects the game but has no rule key."""
    further = {
        "first_turns_without": plain(rules.first_turns_without),
        "shows": plain(rules.shows),
        "forfeit": plain(rules.forfeits) or rules.forfeit,
    }
    if rules.start:
        further["start"] = rules.start
    last = rules.last_card
    return further if last is None else further | {"last_card": str(last)}


def cards_in_force(rules: AddingRules) -> Content:
    """Return the card table in force. A rank has the effect of most of its suits; other cards have
    entries of their own.
    """
    table: Content = {}
    singles: Content = {}
    for rank in rules.pack.ranks:
        of_suits = {suit: rules.effects[rank, suit] for suit in rules.pack.suits(rank)}
        if not of_suits:
            continue
        (usual, _count), *_ = Counter(of_suits.values()).most_common(1)
        table[rank] = _written(rank, usual, rules.target)
        singles |= {
            rank + suit: _written(rank, ways, rules.target)
            for suit, ways in of_suits.items()
            if ways != usual
        }
    if rules.pack.jokers:
        table[JOKER] = _written(JOKER, rules.effects[JOKER, None], rules.target)
    return table | singles


def _written(rank: str, ways: Ways, target: int) -> Content | list[Content]:
    return card_content(tuple(_entry(rank, way, target) for way in ways))


def _entry(rank: str, effect: Effect, target: int) -> CardEntry:
    change = effect.change
    by: Any = change.by
    if rank == JOKER and change == Change("set", target):
        by = "target"  # A file can set the total only to the target here.
    elif isinstance(by, range):
        ends = Span if change.operation == "set" else Range
        by = ends(by.start, by.stop - 1)
    others = {
        name: getattr(effect, name)
        for name in CardEntry.__struct_fields__
        if name not in {*OPERATIONS, "round", "when", "each_counts"}
    }
    entry = CardEntry(
        **{change.operation: by},
        **others,
        round="up" if change.round_up else UNSET,
        when=UNSET if effect.when is None else effect.when,
    )
    if effect.each_counts == each_counts(rank, entry):
        return entry
    return replace(entry, each_counts=effect.each_counts)


def card_content(entries: Entries) -> Content | list[Content]:
    """Return a card's entry without its defaults, or the list of its alternatives.

    >>> card_content(CardEntry(add=(1, 11), reverse=True))
    {'add': [1, 11], 'reverse': True}
    """
    contents = [_without_defaults(entry) for entry in alternatives(entries)]
    return contents if len(contents) > 1 else contents[0]


def _without_defaults(table: CardEntry | FromPlayers) -> Content:
    values = {
        field.encode_name: getattr(table, field.name)
        for field in msgspec.structs.fields(table)
        if getattr(table, field.name) != field.default
    }
    content: Content = plain(values)
    return content
