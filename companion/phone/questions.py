"""Open questions about an order, in the page's format; each answer is a complete order."""

import json
from typing import Any, assert_never

import msgspec

from companion.core.cards import bare_card
from companion.core.commands import New, Play, Step
from companion.core.questions import (
    Disputed,
    Missing,
    Question,
    WhichContract,
    WhichPlayer,
    WhichSuit,
    WhichTrump,
    WhichValue,
    WhichWay,
    named_cards,
)
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.message import Words, phrase
from companion.table.recorded import Recorded, as_json
from companion.words.form import with_signs
from companion.words.questions import answer_words, preview_words, question_words, stands_words

replace = msgspec.structs.replace
Order = dict[str, Any]


class AnswerOption(msgspec.Struct, frozen=True):
    """One answer with the resulting `order`, None to leave everything unchanged.

    `makes` is the resulting total, "" if it is not known yet; `refused` is the reason why the rules
    would refuse it. `suit` is drawn.
    """

    label: Words
    makes: Words = ""
    suit: str | None = None
    order: Order | None = None
    refused: Words = ""


class NumberInput(msgspec.Struct, frozen=True):
    """A number from `low` to `high` for the `field` of the `order`."""

    low: int
    high: int
    start: int
    order: Order
    field: str = "value"


class QuestionView(msgspec.Struct, frozen=True):
    """The question, its cards, and the possible answers."""

    title: Words
    text: Words
    cards: tuple[str, ...] = ()
    options: tuple[AnswerOption, ...] = ()
    dial: NumberInput | None = None


def question_view(scene: Scene, command: New | Step, illegal: Illegal) -> QuestionView | None:
    """Return the question behind a refusal of `command`; None if the refusal is final."""
    question = scene.question(command, illegal)
    if question is None:
        return None
    return _view(scene, command, question)


def _view(scene: Scene, command: New | Step, question: Question) -> QuestionView:
    rules = scene.rules_of(command)
    words = question_words(question, scene.family(rules), rules)
    view = QuestionView(
        with_signs(words.title),
        with_signs(words.text),
        tuple(str(bare_card(card)) for card in named_cards(command)),
    )
    match question:
        case WhichValue(low=low, high=high, start=start) if question.is_dial:
            field = "value" if isinstance(command, Play) else "up_value"
            return replace(view, dial=NumberInput(low, high, start, order_of(command), field))
        case (
            WhichSuit() | WhichWay() | WhichValue() | WhichPlayer() | WhichContract() | WhichTrump()
        ):
            options = tuple(_option(scene, question, answer) for answer in question.answers)
            return replace(
                view, options=options, cards=() if isinstance(question, WhichSuit) else view.cards
            )
        case Disputed():
            stands = _answer(scene, question.standing, stands_words(question).label)
            return replace(view, options=(AnswerOption(phrase("Undo it")), stands))
        case _:
            assert_never(question)


def order_of(command: Recorded) -> Order:
    """Return the command in the page's JSON form, without defaults.

    >>> order_of(Play(card="8H"))
    {'cmd': 'play', 'card': '8H'}
    """
    order: Order = json.loads(as_json(command))
    return order


def _option(scene: Scene, question: Missing, answer: str | int) -> AnswerOption:
    is_suit = isinstance(question, WhichSuit | WhichTrump) and answer != "none"
    suit = str(answer) if is_suit else None
    return _answer(scene, question.answered(answer), answer_words(question, answer).label, suit)


def _answer(
    scene: Scene, command: New | Step, label: Words, suit: str | None = None
) -> AnswerOption:
    made = preview_words(scene.preview(command))
    return AnswerOption(
        with_signs(label), made.label, suit, order_of(command), with_signs(made.sentence)
    )
