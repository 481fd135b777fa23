"""Wording of miscounts and of the causes of corrections."""

from typing import Literal

from companion.core.events import Cause, Miscount
from companion.message import Message, Name, Words, phrase, plural


def cause_words(cause: Cause) -> Words:
    """Return the cause of a correction. The subject is the card, never the player.

    >>> cause_words("card-missed")
    'a card was not scanned'
    """
    match cause:
        case "card-missed":
            return phrase("a card was not scanned")
        case "card-twice":
            return phrase("a card was scanned twice")
        case "other-card":
            return phrase("it was another card")
        case "other-choice":
            return phrase("it was the other choice")
        case "set":
            return phrase("it was a set")
        case "order":
            return phrase("the order was reversed")
        case "bust-missed":
            return phrase("a bust was not entered")
        case "bust-twice":
            return phrase("it was not a bust")
        case "chip-not-paid":
            return phrase("a bust was not paid")
        case "chip-paid-twice":
            return phrase("a bust was paid twice")
        case "by-hand":
            return phrase("changed by hand")


def cause_count(cause: Cause | Literal["slip"], n: int) -> Words:  # one case for each cause
    """Return the cause of `n` corrections. The subject is the card or the call, never the player.

    >>> cause_count("card-missed", 3)
    'The scanner missed 3 cards'
    """
    match cause:
        case "card-missed":
            return plural("The scanner missed {n:d} card", "The scanner missed {n:d} cards", n)
        case "card-twice":
            return plural("{n:d} card was scanned twice", "{n:d} cards were scanned twice", n)
        case "other-card":
            return plural("{n:d} card was a different one", "{n:d} cards were different ones", n)
        case "other-choice":
            return plural("{n:d} choice was the other one", "{n:d} choices were the other ones", n)
        case "set":
            return plural("{n:d} set was entered wrong", "{n:d} sets were entered wrong", n)
        case "order":
            return plural("The order was wrong once", "The order was wrong {n:d} times", n)
        case "bust-missed":
            return plural("{n:d} bust was not entered", "{n:d} busts were not entered", n)
        case "bust-twice":
            return plural("{n:d} bust was not a bust", "{n:d} busts were not busts", n)
        case "by-hand":
            return plural("{n:d} change was made by hand", "{n:d} changes were made by hand", n)
        case "chip-not-paid":
            return plural("{n:d} bust was not paid", "{n:d} busts were not paid", n)
        case "chip-paid-twice":
            return plural("{n:d} bust was paid twice", "{n:d} busts were paid twice", n)
        case "slip":
            return plural("{n:d} call was a miscount", "{n:d} calls were miscounts", n)


def miscount_sentence(miscount: Miscount) -> Message:
    """Return the sentence that describes a miscount to the players.

    >>> str(miscount_sentence(Miscount("chips", 16, 15)))
    'The chips do not add up: 16 of 15'
    """
    counted = {"counted": miscount.counted, "due": miscount.due}
    match miscount.what:
        case "cards":
            return phrase("The cards do not add up: {counted} of {due}", **counted)
        case "chips":
            return phrase("The chips do not add up: {counted} of {due}", **counted)
        case "tricks":
            return phrase("The tricks do not add up: {counted} of {due}", **counted)
        case "points":
            return phrase("The points do not add up: {counted} of {due}", **counted)
        case "points before":
            return phrase("The points do not add up: {counted}, {due} before", **counted)


def stopped_sentence() -> Message:
    """Return the instruction shown while a miscount is unresolved."""
    return phrase("The game is stopped: undo the last play")


def called(player: str, total: Words) -> Message:
    """Return the sentence announcing that a player called a total or points.

    >>> called("Bo", "96")
    'Bo called 96'
    """
    return phrase("{name} called {total}", name=Name(player), total=total)


def verdict(called: int, actual: int) -> Words:
    """Return the result of comparing a call with the actual total.

    >>> verdict(97, 97), verdict(96, 97)
    ('Right', 'It is 97')
    """
    return phrase("Right") if called == actual else phrase("It is {total}", total=actual)
