"""Selects and orders the labels to print."""

from collections.abc import Collection, Sequence
from typing import assert_never, get_args

from companion.errors import LabelError, SheetError
from companion.labels.codec import (
    JOKER,
    RANKS,
    SUITS,
    CardLabel,
    CommandLabel,
    CommandName,
    Label,
    read_label,
)

JOKERS = 2
"""Jokers of a deck as shops sell it."""

KINDS = ("cards", "jokers", "commands")


def all_labels(decks: int, jokers: int) -> tuple[Label, ...]:
    """Return all labels of one or two decks: deck by deck, suit by suit, commands last."""
    cards: list[Label] = []
    for deck in range(1, decks + 1):
        cards += [CardLabel(rank, suit, deck) for suit in SUITS for rank in RANKS]
        cards += [CardLabel(JOKER, None, deck, joker) for joker in range(1, jokers + 1)]
    return (*cards, *(CommandLabel(name) for name in get_args(CommandName)))


def select_labels(labels: Sequence[Label], only: Collection[str]) -> tuple[Label, ...]:
    """Return those of `labels` that a word of `only` names, in their order;
    all of them without a word.

    A word is `cards`, `jokers` or `commands`, the name of a command card, or a card as players
    write it: `QS` is that card in every deck, `QS/2` that of deck 2, `JK` every joker, `8` all
    eights.

    Raises:
        SheetError: a word is unknown, or matches none of these labels.
    """
    wanted: set[Label] = set()
    for word in only:
        named = {label for label in labels if _names(word, label)}
        if not named:
            _say_what_is_wrong(word)
            raise SheetError(f"{word} is none of the labels of these decks")
        wanted |= named
    return tuple(label for label in labels if not only or label in wanted)


def _names(word: str, label: Label) -> bool:
    match label:
        case CommandLabel(name):
            return word.lower() == "commands" or word.upper() == name
        case CardLabel(rank):
            if word.lower() in KINDS:
                return word.lower() == ("jokers" if rank == JOKER else "cards")
            try:
                plain = read_label(word, plain=True)
            except LabelError:
                return False
            return isinstance(plain, CardLabel) and _fits(plain, label)
        case _:
            assert_never(label)


def _fits(plain: CardLabel, label: CardLabel) -> bool:
    wanted = (plain.suit, plain.deck, plain.joker)
    there = (label.suit, label.deck, label.joker)
    return plain.rank == label.rank and all(
        asked in (None, other) for asked, other in zip(wanted, there, strict=True)
    )


def _say_what_is_wrong(word: str) -> None:
    if word.lower() in KINDS or word.upper() in get_args(CommandName):
        return
    try:
        read_label(word, plain=True)
    except LabelError:
        kinds = ", ".join(KINDS)
        raise SheetError(
            f"{word!r} is no label: write {kinds}, QS, QS/2, JK or the name of a command card"
        ) from None
