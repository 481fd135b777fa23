"""The cards that a command names, and the command in the page's JSON form."""

import json
from collections.abc import Iterator
from typing import Any, assert_never

import msgspec

from companion.rules.cards import Card, parse_card
from companion.rules.commands import (
    Accept,
    Bust,
    Deal,
    Forget,
    Leave,
    New,
    Play,
    Score,
    Shield,
    Show,
    Step,
    Undo,
)
from companion.table.recorded import Recorded, Rename, Reopen, Resume, as_json

replace = msgspec.structs.replace


def order_of(command: Recorded) -> dict[str, Any]:
    """Return the command in the page's JSON form, without defaults.

    >>> from companion.rules.commands import Play
    >>> order_of(Play(card="8H"))
    {'cmd': 'play', 'card': '8H'}
    """
    order: dict[str, Any] = json.loads(as_json(command))
    return order


def bare_card(text: str) -> Card:
    """Return the card that `text` names, without the number of a joker's sticker.

    >>> str(bare_card("JK/1#2"))
    'JK/1'

    Raises:
        CardError: it names none.
    """
    return parse_card(text.partition("#")[0])


def cards_in(command: Recorded) -> tuple[str, ...]:
    """Return all cards that a command names: played, turned up, or shown."""
    match command:
        case Play():
            return command.all_cards
        case Bust(hand=tuple() as cards) | Show(cards=cards):
            return cards
        case Shield(card):
            return (card,)
        case New(up_card=str() as card) | Deal(up_card=str() as card):
            return (card,)
        case New() | Deal() | Bust() | Accept() | Forget() | Score() | Leave():
            return ()
        case Undo() | Reopen() | Rename() | Resume():
            return ()
        case _:
            assert_never(command)


def with_suit(command: New | Step, rank: str, suit: str) -> New | Step:
    """Return the command with `suit` given to its first card that is a bare `rank`."""
    cards = tuple(_suited(cards_in(command), rank, suit))
    match command:
        case Play(card=str()):
            return replace(command, card=cards[0])
        case Play() | Show():
            return replace(command, cards=cards)
        case Bust():
            return replace(command, hand=cards)
        case Shield():
            return replace(command, card=cards[0])
        case New() | Deal():
            return replace(command, up_card=cards[0])
        case Accept() | Forget() | Score() | Leave():
            return command
        case _:
            assert_never(command)


def _suited(cards: tuple[str, ...], rank: str, suit: str) -> Iterator[str]:
    found = False
    for card in cards:
        if not found and bare_card(card) == Card(rank):
            found = True
            yield rank + suit
        else:
            yield card
