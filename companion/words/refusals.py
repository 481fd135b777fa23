"""Wording of a refusal as one plain sentence, with its fields written as players write them."""

from typing import Any, cast

from msgspec.structs import asdict

from companion.core import refusals
from companion.errors import CompanionError, Illegal
from companion.inputs import KeyName
from companion.message import Message, Part, Spoken, Value, Words, joined, phrase
from companion.words.cards import (
    cards_lacked,
    face_of,
    rank_face,
    rank_plural,
    suit_sign,
    suit_word,
)
from companion.words.numbers import (
    Count,
    Wording,
    cards,
    either,
    figure,
    minus,
    points,
    together,
)

Why = Words | CompanionError
"""The reason for a refusal: a message, an error that carries one, or the words."""


def words_of(why: Why) -> Words:
    """Return the reason for a refusal."""
    match why:
        case Illegal():
            return sentence(why)
        case CompanionError():
            return why.args[0] if why.args and isinstance(why.args[0], Value) else str(why)
    return why


def key_in(why: Why) -> KeyName | None:
    """Return the key named in a message; pressing it does what the message asks for."""
    return cast("KeyName | None", dict(why.parts).get("key")) if isinstance(why, Message) else None


def sentence(refused: Illegal) -> Words:
    """Return the sentence that explains why a command was refused.

    >>> sentence(Illegal(refusals.OverTarget(103, 98, was=95)))
    '95 + 8 = 103 is over 98'
    """
    return refusal_sentence(refused.refusal)


def refusal_sentence(refusal: refusals.Refusal) -> Words:
    """Return the sentence of a refusal."""
    if isinstance(refusal, refusals.OverTarget):
        return Spoken(_filled(refusal, refusal.message), _filled(refusal, refusal.spoken))
    return _filled(refusal, refusal.message)


def _filled(refusal: refusals.Refusal, message: Message) -> Message:
    facts = asdict(refusal) | _more_facts(refusal) | dict(message.parts)
    texts = f"{message.text}{message.many}"
    return message.filled(
        **{name: _part(name, fact) for name, fact in facts.items() if f"{{{name}" in texts}
    )


def _more_facts(refusal: refusals.Refusal) -> dict[str, object]:
    match refusal:
        case (
            refusals.TargetNeeded(players)
            | refusals.BadTarget(players)
            | refusals.LeaderNeeded(players)
        ):
            return {"players": players}
        case refusals.OverTarget(total, was=total_before):
            sign = "+" if total >= total_before else minus()
            return {
                "sum": joined(" ", (figure(total_before), sign, str(abs(total - total_before))))
            }
        case refusals.NoSuchShow(ranks):
            threes = [phrase("three {ranks}", ranks=rank_plural(rank)) for rank in ranks]
            return {"threes": either(threes)}
        case refusals.NotRepaired(refusal=cause) | refusals.BadLine(refusal=cause):
            return {"why": refusal_sentence(cause)}
        case refusals.NotEnoughCards(cards=held) | refusals.WrongHandSize(cards=held):
            return {"cards": cards(held)}
        case refusals.BadSum(missing, due, sums=sums):
            return {"points": points(abs(missing)), "due": sums or (due,)}
        case refusals.Revoke(suit=suit, above=above):
            return {"suit": cards_lacked(suit, above)}
    return {}


def _part(name: str, fact: Any) -> Part:
    """Return a field as the message part of that name: a card as printed, a list in words."""
    match name, fact:
        case _, Value():
            return fact
        case "card", str():
            return face_of(fact)
        case "cards", (str(), *_):
            return either([face_of(card) for card in fact])
        case "ranks", (str(), *_):
            return together([rank_face(rank) for rank in fact])
        case "suit", str():
            return suit_sign(fact)
        case "n", int():
            return Count(fact)
        case _, int():
            return fact
        case _, (int(), *_):
            if refusals.is_span(fact):
                return phrase("{low} to {high}", low=fact[0], high=fact[-1])
            return either([figure(number) for number in fact])
        case _, (str(), *_):
            return either(fact)
    return str(fact)


def may_not_be_led(suit: str, *, opens: bool = True) -> Wording:
    """Return the wording for a suit that may not be led yet, or never if it does not open.

    >>> may_not_be_led("S").label
    '♠ may not be led until broken'
    """
    label = refusal_sentence(refusals.RestrictedLead(suit, opens))
    until = phrase("No {suit} may be led until one is discarded", suit=suit_word(suit))
    return Wording(
        short=phrase("not {suit}", suit=suit_sign(suit)),
        label=label,
        sentence=until if opens else label,
    )
