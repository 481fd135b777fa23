"""Words a refusal as one plain sentence for people: its message, with its fields as people write them."""

from typing import Any, cast

import msgspec

from companion.errors import CompanionError, Illegal
from companion.inputs import KeyName
from companion.message import Message, phrase, render
from companion.rules import refusals
from companion.text.cards import face_of, rank_face, rank_plural, suit_sign
from companion.text.form import aloud
from companion.text.language import QuestionText
from companion.text.numbers import Count, cards, digits, either, minus, points, together

Why = Message | CompanionError | str
"""Why something is refused: a message, an error that says it, or the words."""


def words_of(why: Why) -> str:
    """Return why something is refused in words, which are a `QuestionText` where they ask."""
    match why:
        case Illegal():
            return sentence(why)
        case Message(text) if text.endswith("?"):
            return QuestionText(why)
    return str(why)


def key_in(why: Why) -> KeyName | None:
    """Return the key that a message names, whose press does what it asks for."""
    return cast("KeyName | None", dict(why.parts).get("key")) if isinstance(why, Message) else None


def sentence(refused: Illegal) -> str:
    """Return the sentence that says why a command was refused.

    >>> sentence(Illegal(refusals.OverTarget(103, 98, was=95)))
    '95 + 8 = 103 is over 98'
    """
    # errors.py lies below the rules and knows only that a refusal has a code; the rules raise no others.
    return refusal_sentence(cast("refusals.Refusal", refused.refusal))


def refusal_sentence(refusal: refusals.Refusal) -> str:
    """Return the sentence of a refusal, which is a `QuestionText` if it asks."""
    return _rendered(refusal, refusal.message)


def said_aloud(refusal: refusals.Refusal) -> str:
    """Return the sentence for a voice, with cards and signs in words.

    >>> said_aloud(refusals.OverTarget(103, 98, was=95))
    '95 plus 8 is 103, over 98'
    """
    said = refusal.spoken if isinstance(refusal, refusals.OverTarget) else refusal.message
    return aloud(lambda: _rendered(refusal, said))


def _rendered(refusal: refusals.Refusal, message: Message) -> str:
    facts = msgspec.structs.asdict(refusal) | _more_facts(refusal) | dict(message.parts)
    texts = f"{{n}} {message.text}{message.many}"  # a plural needs its number even if no text shows it
    parts = tuple((name, _part(name, fact)) for name, fact in facts.items() if f"{{{name}" in texts)
    said = render(message._replace(parts=parts))
    return QuestionText(said) if message.text.endswith("?") else said


def _more_facts(refusal: refusals.Refusal) -> dict[str, object]:
    match refusal:
        case refusals.TargetNeeded(players) | refusals.BadTarget(players):
            return {"players": players}
        case refusals.OverTarget(total, was=was):
            sign = "+" if total >= was else minus()
            return {"sum": f"{digits(was)} {sign} {abs(total - was)}"}
        case refusals.NoSuchShow(ranks):
            threes = [render(phrase("three {ranks}", ranks=rank_plural(rank))) for rank in ranks]
            return {"threes": either(threes)}
        case refusals.NotRepaired(refusal=cause) | refusals.BadLine(refusal=cause):
            return {"why": refusal_sentence(cause)}
        case refusals.NotEnoughCards(cards=held) | refusals.WrongHandSize(cards=held):
            return {"cards": cards(held)}
        case refusals.BadSum(missing, due, sums=sums):
            return {"points": points(abs(missing)), "due": sums or (due,)}
    return {}


def _part(name: str, fact: Any) -> Message | str | int:
    """Return a field as the part of that name in a message: a card as printed, a list in words."""
    match name, fact:
        case _, Message():  # which is a tuple too
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
            return digits(fact)
        case _, (int(), *_):
            if refusals.is_span(fact):
                return phrase("{low} to {high}", low=digits(fact[0]), high=digits(fact[-1]))
            return either([digits(number) for number in fact])
        case _, (str(), *_):
            return either(fact)
    return str(fact)
