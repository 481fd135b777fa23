"""Encodes and decodes the text of labels: stickers on cards, command cards, and plain forms.

A sticker has four characters: deck digit, rank (`T` for ten), suit, and a check character after ISO
7064 MOD 37,36, as in `1QS` and its check character. The jokers of a deck are `1X1`, `1X2`..., so
that scanning one sticker twice does not count as two jokers. A command card has `0`, its name, and
the same kind of check character. The plain forms of the referee protocol (`QS`, `10H/2`, `JK`, a
rank alone) have no check character; `read_label` accepts them only on request, because the last
character of many labels is a rank.

>>> write_label(Card("Q", "S", deck=1))
'1QSF'
>>> read_label("1QSF")
Card(rank='Q', suit='S', deck=1, number=None)
>>> read_label("q♠", plain=True) == Card("Q", "S")
True
"""

import re
from contextlib import suppress
from typing import Literal, get_args

from stdnum.iso7064 import mod_37_36

from companion.core.cards import JOKER, Card, Pack, parse_card
from companion.core.frozen import Frozen
from companion.errors import CardError, LabelError
from companion.message import phrase

CommandName = Literal["OK", "UNDO", "BUST", "MORE", "DEAL"]

DECKS = (1, 2, 3, 4)
JOKERS = (1, 2, 3, 4, 5, 6, 7, 8)
"""The numbers of a deck's jokers, at most eight (docs/reference/referee-protocol.md, house
rules).
"""

SHORTEST = 4
"""Characters of a card's label, the shortest label."""

SHOWN = 20
"""Maximum characters of foreign text quoted in a message, to fit on one line of the display."""


class CommandLabel(Frozen):
    """A command card. `DEAL` acts as OK when a hand is over, and does nothing at any other time."""

    name: CommandName


Label = Card | CommandLabel


def _checked(body: str) -> str:
    return body + str(mod_37_36.calc_check_digit(body))


def stickers(pack: Pack) -> list[Card]:
    """Return all cards of `pack` as their stickers name them: deck by deck, suit by suit, jokers
    last.
    """
    faces = [*pack.cards(), *(Card(JOKER, number=number) for number in JOKERS[: pack.jokers])]
    return [
        Card(face.rank, face.suit, deck, face.number)
        for deck in DECKS[: pack.decks]
        for face in faces
    ]


def _body(card: Card) -> str:
    rank = {"10": "T", JOKER: "X"}.get(card.rank, card.rank)
    return f"{card.deck}{rank}{card.suit or card.number}"


_STICKERS: dict[str, Label] = {
    **{_checked(_body(card)): card for card in stickers(Pack(len(DECKS), len(JOKERS)))},
    **{_checked(f"0{name}"): CommandLabel(name) for name in get_args(CommandName)},
}
_STICKER_TEXTS = {label: text for text, label in _STICKERS.items()}

_STICKER_SHAPE = re.compile(r"(?=.*[A-Z])[0-9](?:[0-9A-Z]{3}|[0-9A-Z]{5})")
"""The shape of a misread sticker. Text of only digits is a product bar code (UPC-E has six)."""


def read_label(text: str, *, plain: bool = False) -> Label:
    """Return the card or command that `text` names.

    >>> read_label("1QSF")
    Card(rank='Q', suit='S', deck=1, number=None)

    Args:
        text: the scanned or typed text.
        plain: whether to accept plain forms as well.

    Raises:
        LabelError: the text is part of a label or has a wrong check character ("misread"), is
            not a label of the game, or has something before it that the scanner adds.
    """
    if label := _STICKERS.get(text):
        return label
    if plain and (card := _plain_card(text)):
        return card
    if sticker := next(filter(text.endswith, _STICKERS), None):
        prefix = shown(text.removesuffix(sticker))
        raise LabelError(
            phrase(
                "the scanner sends {prefix} first: switch off its prefix (AIM ID)", prefix=prefix
            )
        )
    if len(text) < SHORTEST or any(text in sticker for sticker in _STICKERS):
        raise LabelError(phrase("misread: {text} is only part of a label", text=shown(text)))
    if _STICKER_SHAPE.fullmatch(text) and not mod_37_36.is_valid(text):
        raise LabelError(phrase("misread: {text} has a wrong check character", text=shown(text)))
    raise LabelError(phrase("{text} is not one of this deck's labels", text=shown(text)))


def write_label(label: Label) -> str:
    """Return the text of `label`: a sticker with its check character, or a plain form.

    >>> write_label(Card("Q", "S", deck=1))
    '1QSF'

    Raises:
        LabelError: the label cannot be written (a joker with a suit, a rank alone of deck 2).
    """
    if text := _STICKER_TEXTS.get(label):
        return text
    if isinstance(label, Card) and _plain_card(str(label)) == label:
        return str(label)
    raise LabelError(f"no label says {label}")


def shown(text: str) -> str:
    """Return `text` quoted for a display: unprintable characters become dots, long text is cut.

    >>> shown("a label that is far too long for one line")
    '"a label that is far…"'
    """
    printable = "".join(sign if sign.isprintable() else "·" for sign in text[: SHOWN + 1])
    return f'"{printable}"' if len(printable) <= SHOWN else f'"{printable[: SHOWN - 1]}…"'


def _plain_card(text: str) -> Card | None:
    """Return the card of a plain form, or None if `text` is none."""
    with suppress(CardError):
        card = parse_card(text)
        if card.deck in {None, *DECKS}:
            return card
    return None
