"""Questions on the display that the rules need answered, and disputes about refused cards.

A question completes its command with the answer, and the dialog submits it again.
"""

from companion.core.commands import New, Step
from companion.core.questions import (
    Disputed,
    Missing,
    WhichContract,
    WhichPlayer,
    WhichSuit,
    WhichTrump,
    WhichValue,
    WhichWay,
    named_cards,
)
from companion.core.refusals import FEW
from companion.dialogs.context import Close, Dialog, Scene, Submit
from companion.dialogs.toolkit import Choice, Dial, Page, WidgetDialog, ok_and_undo, suit_options
from companion.errors import Illegal
from companion.message import Name, Words, in_context
from companion.screens.model import (
    ChoiceOption,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    NoticeScreen,
)
from companion.words.cards import face_of
from companion.words.questions import QuestionWords, answer_words, preview_words, question_words


def question_for(
    scene: Scene, command: New | Step, refused: Illegal, back: Dialog | None
) -> Dialog | None:
    """Return the question behind a refusal; None if the refusal is final."""
    question = scene.question(command, refused)
    match question:
        case WhichValue() if question.is_dial:
            return DialValueDialog(question, question.start, back)
        case (
            WhichSuit() | WhichWay() | WhichValue() | WhichPlayer() | WhichContract() | WhichTrump()
        ):
            return ChooseAnswerDialog(question, _place(question), back)
        case Disputed():
            return DisputeDialog(question)
        case None:
            return None


def _place(question: Missing) -> int:
    answers: tuple[str | int, ...] = question.answers
    return answers.index(question.start)


def _words(scene: Scene, question: Missing | Disputed) -> QuestionWords:
    rules = scene.rules_of(question.command)
    return question_words(question, scene.family(rules), rules)


class ChooseAnswerDialog(WidgetDialog):
    """Choice of a few suits or values, each with its result, or of a list of values or players."""

    question: Missing
    chosen: int
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Choice:
        question, words = self.question, _words(scene, self.question)
        return Choice(
            screen=self._screen(scene, words.heading),
            ok=Submit(question.answered(question.answers[self.chosen]), self.back),
            undo=self.back or Close(),
            first=words.first,
        )

    def _screen(self, scene: Scene, title: Words) -> ChoiceScreen | ListScreen:
        question, table = self.question, scene.seated(self.question.command)
        chosen = self.chosen
        whose: Words = Name(question.player)
        match question:
            case WhichPlayer(command, answers=names):
                whose = face_of(named_cards(command)[0])
                rows = [ListEntry(Name(name)) for name in names]
            case WhichContract() | WhichTrump():
                labels = [answer_words(question, answer).label for answer in question.answers]
                rows = [ListEntry(label) for label in labels]
            case WhichSuit(answers=suits):
                options = suit_options(
                    scene, scene.rules_of(question.command), question.rank, suits
                )
                keys = ok_and_undo(makes(scene, question.answered(suits[chosen])))
                return ChoiceScreen(title, whose, options, chosen, table=table, keys=keys)
            case WhichValue() | WhichWay():
                labels = [answer_words(question, answer).short for answer in question.answers]
                totals = [makes(scene, question.answered(answer)) for answer in question.answers]
                if isinstance(question, WhichValue) and len(labels) <= FEW:
                    play = in_context("key", "play {value}", value=labels[chosen])
                    options = tuple(map(ChoiceOption, labels, totals))
                    keys = ok_and_undo(play, in_context("key", "no"))
                    return ChoiceScreen(title, whose, options, chosen, table=table, keys=keys)
                rows = [
                    ListEntry(label, value=made) for label, made in zip(labels, totals, strict=True)
                ]
        return ListScreen(title, whose, tuple(rows), chosen, table=table)


class DialValueDialog(WidgetDialog):
    """Dial for any number in a range. For a black ace of One Hundred it starts at the total."""

    question: WhichValue
    value: int
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Dial:
        question, words = self.question, _words(scene, self.question)
        ok = KeyHint("OK", makes(scene, question.answered(self.value)))
        if question.counts == "set":
            ok = KeyHint("OK", in_context("key", "set {value}", value=self.value))
        more = KeyHint("", in_context("key", "hold: by 10"))
        whose, table = Name(question.player), scene.seated(question.command)
        low, high = question.low, question.high
        return Dial(
            screen=DialScreen(
                words.heading, whose, self.value, low, high, True, table=table, keys=(ok, more)
            ),
            ok=Submit(question.answered(self.value), self.back),
            undo=self.back or Close(),
            first=words.first,
        )


class DisputeDialog(WidgetDialog):
    """A refused card that the table may accept: a revoke, or the lead of a barred suit.

    OK (or UNDO) withdraws the card, MORE accepts it. The question stays until it is answered
    (docs/reference/buttons.md, "The six buttons").
    """

    question: Disputed

    def widget(self, scene: Scene) -> Page:
        words = _words(scene, self.question)
        ok, stands = KeyHint("OK", in_context("key", "back")), KeyHint("MORE", words.stands.short)
        screen = NoticeScreen(words.heading, words.why, mark="cross", keys=(ok, stands))
        return Page(
            screen=screen, ok=Close(), more=Submit(self.question.standing), first=words.first
        )


def makes(scene: Scene, command: New | Step) -> Words:
    """Return the result of `command` as the label of a key: ``→ 95``, ``over 98``."""
    return preview_words(scene.preview(command)).short
