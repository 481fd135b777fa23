"""Asks on the display what the rules need before they can judge a command, or whether a disputed card stands.

A question completes its command with the answer, and the dialog submits it again.
"""

from typing import assert_never

import msgspec

from companion.dialogs.context import Close, Dialog, Move, Reject, Scene, Submit
from companion.dialogs.keys import around, dialled, makes, turned
from companion.dialogs.suits import suit_options
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.commands import New, Step
from companion.rules.questions import (
    FEW,
    Disputed,
    Missing,
    WhichPlayer,
    WhichSuit,
    WhichValue,
    named_cards,
)
from companion.screens.model import (
    ChoiceOption,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    NoticeScreen,
    Picture,
)
from companion.screens.table_pictures import names_of
from companion.text.cards import face_of
from companion.text.language import pgettext
from companion.text.named import Named
from companion.text.questions import (
    QuestionWords,
    answer_words,
    disputed_because,
    question_words,
    stands_words,
)

replace = msgspec.structs.replace


def question_for(scene: Scene, command: New | Step, refused: Illegal, back: Dialog | None) -> Dialog | None:
    """Return the question that a refusal asks for; None if the refusal is final."""
    question = scene.question(command, refused)
    match question:
        case WhichValue() if question.is_dial:
            return DialValueDialog(question, question.start, back)
        case WhichSuit() | WhichValue() | WhichPlayer():
            return ChooseAnswerDialog(question, _place(question), back)
        case Disputed():
            return DisputeDialog(question)
        case None:
            return None
        case _:
            assert_never(question)


def pending(dialog: Dialog | None) -> New | Step | None:
    """Return the command that a question would complete; None for any other dialog."""
    match dialog:
        case ChooseAnswerDialog(question) | DialValueDialog(question) | DisputeDialog(question):
            return question.command
    return None


def _place(question: Missing) -> int:
    answers: tuple[str | int, ...] = question.answers
    return answers.index(question.start)


def _words(scene: Scene, question: Missing | Disputed) -> QuestionWords:
    return question_words(question, scene.rules_of(question.command))


class ChooseAnswerDialog(msgspec.Struct, frozen=True):
    """Chooses one of a few suits or values, each with its result, or one of a list of values or players."""

    question: Missing
    chosen: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        question = self.question
        title, whose = _words(scene, question).heading, Named(question.player)
        table = scene.seated(question.command)
        match question:
            case WhichSuit(rank=rank, answers=suits):
                options = suit_options(scene.rules_of(question.command), rank, suits)
                ok = KeyHint("OK", self._makes(scene, suits[self.chosen]))
                back = KeyHint("UNDO", pgettext("key", "back"))
                return ChoiceScreen(title, whose, options, self.chosen, table, ok, back)
            case WhichPlayer(command, answers=names):
                rows = tuple(ListEntry(Named(name)) for name in names)
                return ListScreen(title, face_of(named_cards(command)[0]), rows, self.chosen, table)
            case WhichValue(answers=values):
                labels = [
                    (answer_words(question, value).short, self._makes(scene, value)) for value in values
                ]
                if len(values) > FEW:
                    rows = tuple(ListEntry(label, value=makes) for label, makes in labels)
                    return ListScreen(title, whose, rows, self.chosen, table)
                play = pgettext("key", "play {value}").format(value=labels[self.chosen][0])
                no = KeyHint("UNDO", pgettext("key", "no"))
                options = tuple(ChoiceOption(label, makes) for label, makes in labels)
                return ChoiceScreen(title, whose, options, self.chosen, table, KeyHint("OK", play), no)
            case _:
                assert_never(question)

    def _makes(self, scene: Scene, answer: str | int) -> str:
        return makes(scene, self.question.answered(answer))

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.question.answers)))
            case "OK":
                return Submit(self.question.answered(self.question.answers[self.chosen]), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_words(scene, self.question).first, self)


class DialValueDialog(msgspec.Struct, frozen=True):
    """Dials any number in a range, for a black ace of One Hundred. Starts at the total."""

    question: WhichValue
    value: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        question = self.question
        ok = KeyHint("OK", pgettext("key", "set {value}").format(value=self.value))
        more = KeyHint("", pgettext("key", "hold: by 10"))
        title, table = _words(scene, question).heading, scene.seated(question.command)
        whose, low, high = Named(question.player), question.low, question.high
        return DialScreen(title, whose, self.value, low, high, True, table, ok, more)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, self.question.low, self.question.high))
            case "OK":
                return Submit(self.question.answered(self.value), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_words(scene, self.question).first, self)


class DisputeDialog(msgspec.Struct, frozen=True):
    """A refused card that the table may let stand: a revoke, or the lead of a restricted suit.

    OK (or UNDO) takes the card back, MORE lets it stand. The question stays until it is answered
    (docs/box.md, "The six buttons").
    """

    question: Disputed

    def picture(self, scene: Scene) -> Picture:
        stands = KeyHint("MORE", stands_words(self.question).short)
        ok, table = KeyHint("OK", pgettext("key", "back")), names_of(scene.game()[1])
        headline, why = _words(scene, self.question).heading, disputed_because(self.question)
        return NoticeScreen(headline, why, mark="cross", table=table, ok=ok, other=stands)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK" | "UNDO":
                return Close()
            case "MORE":
                return Submit(self.question.standing)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_words(scene, self.question).first, self)
