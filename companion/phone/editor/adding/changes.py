"""Changes the file of an adding game as a tap on the page does: one card, or one add-on.

A file says only what differs from its base, so what a tap removes is what the base says again.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.rules.adding.file import card_keys, read_cards
from companion.rules.adding.variant import CardEntry
from companion.rules.cards import RANKS, SUITS
from companion.rules.variant_file import Content
from companion.variants.adding.add_ons import AddOn, load_add_ons


def with_card(raw: Content, merged: Content, card: str, entry: CardEntry | None) -> Content:
    """Return a file in which `card` does what `entry` says, or what the base says for None.

    Args:
        raw: the content of the file.
        merged: the same merged over its base.
        card: a rank, or a single card.
        entry: the new effect. The single cards of a rank keep theirs.
    """
    cards = _without_cards(raw, [card])
    if entry is not None:
        cards[card] = entry_of(entry)
        singles = _singles(card)
        cards |= {key: entry_of(other) for key, other in merged["cards"].items() if key in singles}
    return _with_cards(raw, cards)


def with_or_without_add_on(raw: Content, merged: Content, below: Content, add_on: AddOn) -> Content:
    """Return a file with the add-on, or without it if the file has it.

    Other add-ons that the file has are removed if they contradict it.

    Args:
        raw: the content of the file.
        merged: the same merged over its base.
        below: the merged content of the base.
        add_on: the add-on, which the base does not have.
    """
    if has_add_on(merged, add_on):
        return _without_add_on(raw, below, add_on)
    for other in load_add_ons():
        if other.contradicts(add_on) and has_add_on(merged, other) and not has_add_on(below, other):
            raw = _without_add_on(raw, below, other)
    gone = [card for key in add_on.cards for card in (key, *_singles(key))]
    cards = _without_cards(raw, gone) | {key: dict(entry) for key, entry in add_on.cards.items()}
    changed = _with_cards({**raw, **add_on.rules}, cards)
    if add_on.exact:
        before: Any = raw.get("exact", merged["exact"])
        changed["exact"] = before | add_on.exact
    return changed


def _without_add_on(raw: Content, below: Content, add_on: AddOn) -> Content:
    rest = {key: value for key, value in raw.items() if key not in add_on.rules}
    exact = {
        total: what for total, what in raw.get("exact", {}).items() if total not in add_on.exact
    }
    if add_on.exact:
        rest["exact"] = exact
    if add_on.exact and exact == below.get("exact", {}):
        del rest["exact"]
    return _with_cards(rest, _without_cards(raw, add_on.cards))


def has_add_on(merged: Content, add_on: AddOn) -> bool:
    """Return whether a file merged over its base says all that the add-on says; {} is no file."""
    cards = read_cards(add_on.cards)
    return bool(merged) and (
        all(merged["cards"].get(key) == entry for key, entry in cards.items())
        and all(merged[key] == value for key, value in add_on.rules.items())
        and add_on.exact.items() <= merged["exact"].items()
    )


def entry_of(entry: CardEntry) -> dict[str, Any]:
    """Return what a file says of a card, without defaults."""
    return {
        field.encode_name: msgspec.to_builtins(value)
        for field in msgspec.structs.fields(CardEntry)
        if (value := getattr(entry, field.name)) != field.default
    }


def _singles(key: str) -> list[str]:
    return [key + suit for suit in SUITS] if key in RANKS else []


def _without_cards(raw: Content, gone: Iterable[str]) -> Content:
    """Return the table of cards without these; an entry for several cards keeps the others."""
    left = {
        " ".join(str(card) for card in card_keys(key) if str(card) not in gone): entry
        for key, entry in raw.get("cards", {}).items()
    }
    return {key: entry for key, entry in left.items() if key}


def _with_cards(raw: Content, cards: Content) -> Content:
    rest = {key: value for key, value in raw.items() if key != "cards"}
    return rest | {"cards": cards} if cards else rest
