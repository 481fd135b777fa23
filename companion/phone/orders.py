"""Orders from a phone before the box receives them: parsing, checks, and open questions.

Each answer to a question is a complete order.
"""

import json
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any, assert_never

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from companion.box.requests import (
    Accepted,
    Checked,
    Conflict,
    DrawDealer,
    Drawn,
    Rejected,
    TableCommand,
    TableResponse,
    read_table_command,
)
from companion.box.state import Snapshot
from companion.config.names import is_visible, look_alike
from companion.config.sections import MAX_NAME_LENGTH
from companion.core import questions
from companion.core.cards import bare_card
from companion.core.commands import Join, Judged, New, Play, Repair, Step, as_json
from companion.core.frozen import Frozen
from companion.dialogs.context import Scene
from companion.errors import Illegal, Stopped
from companion.message import Words, phrase
from companion.phone.request import RequestError
from companion.table.recorded import Recorded, Rename
from companion.words.causes import called, miscount_sentence, verdict
from companion.words.events import refused_aloud
from companion.words.form import with_signs
from companion.words.numbers import figure, sentences
from companion.words.questions import answer_words, preview_words, question_words
from companion.words.refusals import Why, words_of

replace = msgspec.structs.replace
Order = dict[str, Any]


class AnswerOption(Frozen):
    """One answer with the resulting `order`, None to leave everything unchanged.

    `makes` is the resulting total, "" if it is not known yet; `refused` is the reason why the rules
    would refuse it. `suit` is drawn.
    """

    label: Words
    makes: Words = ""
    suit: str | None = None
    order: Order | None = None
    refused: Words = ""


class NumberInput(Frozen):
    """A number from `low` to `high` for the `field` of the `order`."""

    low: int
    high: int
    start: int
    order: Order
    field: str = "value"


class QuestionView(Frozen):
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
    rules = scene.rules_of(command)
    words = question_words(question, scene.family(rules), rules)
    view = QuestionView(
        with_signs(words.title),
        with_signs(words.text),
        tuple(str(bare_card(card)) for card in questions.named_cards(command)),
    )
    match question:
        case questions.Disputed():
            stands = _answer(scene, question.standing, words.stands.label)
            return replace(view, options=(AnswerOption(phrase("Undo it")), stands))
        case questions.WhichValue(low=low, high=high, start=start) if question.is_dial:
            field = "value" if isinstance(command, Play) else "up_value"
            return replace(view, dial=NumberInput(low, high, start, order_of(command), field))
        case questions.WhichSuit():
            view = replace(view, cards=())
    return replace(
        view, options=tuple(_option(scene, question, answer) for answer in question.answers)
    )


def order_of(command: Recorded) -> Order:
    """Return the command in the page's JSON form, without defaults.

    >>> order_of(Play(card="8H"))
    {'cmd': 'play', 'card': '8H'}
    """
    order: Order = json.loads(as_json(command))
    return order


def _option(scene: Scene, question: questions.Missing, answer: str | int) -> AnswerOption:
    is_suit = isinstance(question, questions.WhichSuit | questions.WhichTrump) and answer != "none"
    suit = str(answer) if is_suit else None
    return _answer(scene, question.answered(answer), answer_words(question, answer).label, suit)


def _answer(
    scene: Scene, command: New | Step, label: Words, suit: str | None = None
) -> AnswerOption:
    made = preview_words(scene.preview(command))
    return AnswerOption(
        with_signs(label), made.label, suit, order_of(command), with_signs(made.sentence)
    )


Reply = dict[str, object]
"""The JSON reply to the page."""


def read(message: Mapping[str, Any], scene: Scene) -> TableCommand:
    """Parse the order in a JSON object; new players' names in it are normalized and checked.

    Raises:
        Illegal: it is not an order.
        RequestError: a new name cannot be displayed.
    """
    sitting = () if scene.state is None else (player.name for player in scene.state.players)
    return with_plain_names(read_table_command(message), {*sitting, *scene.seat_names})


def with_plain_names(order: TableCommand, known: Collection[str]) -> TableCommand:
    """Return the order with the new names in it composed (NFC) and stripped.

    Names `known` at the table are unchanged, and so is the player that an order is about, except
    one who joins: the rules know that name or refuse it.

    Raises:
        RequestError: a new name is too long, has invisible characters, or looks like another name.
    """
    match order:
        case Repair(steps=steps):
            return replace(order, steps=tuple(_of_a_step(step, known) for step in steps))
        case New(players=players, dealer=dealer, up_target=target):
            return replace(
                order,
                players=tuple(plain_name(name, known, players) for name in players),
                dealer=plain_name(dealer, known) if isinstance(dealer, str) else UNSET,
                up_target=plain_name(target, known) if isinstance(target, str) else UNSET,
            )
        case DrawDealer(players=players):
            return DrawDealer(tuple(plain_name(name, known, players) for name in players))
        case Rename(player=player, name=name):
            return replace(
                order, name=plain_name(name, [other for other in known if other != player])
            )
        case Join():
            return _of_a_step(order, known)
        case _:
            return order


def _of_a_step(step: Step, known: Collection[str]) -> Step:
    return replace(step, player=plain_name(step.player, known)) if isinstance(step, Join) else step


def plain_name(name: str, known: Collection[str], beside: Collection[str] = ()) -> str:
    """Return a new name composed (NFC) and stripped; `beside` are the order's other new names.

    Raises:
        RequestError: as with `with_plain_names`.
    """
    if name in known:
        return name
    name = unicodedata.normalize("NFC", name).strip()
    if len(name) > MAX_NAME_LENGTH:
        raise RequestError(phrase("A name has at most {n} letters.", n=MAX_NAME_LENGTH))
    if not is_visible(name):
        raise RequestError(phrase("Use visible characters only."))
    other = look_alike(name, (*known, *beside))
    if other is not None:
        raise RequestError(
            phrase("{name} looks like {other}: spell it differently.", name=name, other=other)
        )
    return name


def preview(snapshot: Snapshot, order: TableCommand) -> Reply:
    """Return the effect of `order` on the table now; change nothing.

    Raises:
        RequestError: it is not an order that leads to another state of the game.
    """
    if not isinstance(order, New | Step):
        raise RequestError(phrase("Only a play, a deal or a new game can be previewed."))
    scene = snapshot.scene
    if scene.stopped is not None and not isinstance(order, New):
        return _refused(scene, "stopped", miscount_sentence(scene.stopped))
    try:
        rules = scene.rules_of(order)
        state, _events = scene.result(order)
    except Illegal as illegal:
        return _asked(snapshot, order, illegal) or _refused(scene, illegal.code, illegal)
    return {"total": state.total, "state": scene.family(rules).public_state(rules, state)}


def missing_input(snapshot: Snapshot, order: TableCommand) -> Reply | None:
    """Return the question to answer before the box can get `order`; None if none is open."""
    if not isinstance(order, New | Step) or _is_stopped(snapshot.scene, order):
        return None
    illegal = snapshot.scene.trial(order)
    return _asked(snapshot, order, illegal) if illegal is not None else None


def reply(
    answer: TableResponse,
    order: TableCommand,
    snapshot: Snapshot,
    meanwhile: Callable[[Snapshot], Words],
) -> Reply:
    """Return the page's reply for the box's answer to `order`.

    `snapshot` is the state after the answer.
    """
    match answer:
        case Accepted(sequence):
            return {"done": sequence}
        case Checked(judged):
            return {"checked": {**asdict(judged), **_said_of_call(judged)}}
        case Drawn(dealer):
            return {"drawn": dealer}
        case Conflict():
            return {"meanwhile": meanwhile(snapshot)}
        case Rejected(Illegal() as illegal):
            question = None
            if isinstance(order, New | Step):
                question = question_view(snapshot.scene, order, illegal)
            refusal = _refused(snapshot.scene, illegal.code, snapshot.scene.refusal_shown(illegal))
            return refusal if question is None else {**refusal, "question": question}
        case Rejected(error):
            code = "stopped" if isinstance(error, Stopped) else "not-kept"
            return _refused(snapshot.scene, code, error)
        case _:
            assert_never(answer)


def _said_of_call(judged: Judged) -> Reply:
    call = called(judged.player, figure(judged.called))
    noted = "" if judged.correct else phrase("Noted as a miscount")
    return {"verdict": verdict(judged.called, judged.actual), "said": sentences([call, noted])}


def _is_stopped(scene: Scene, order: New | Step) -> bool:
    return scene.stopped is not None and not isinstance(order, New)


def _asked(snapshot: Snapshot, order: New | Step, illegal: Illegal) -> Reply | None:
    if not questions.asks_for_more(illegal.refusal):
        return None
    question = question_view(snapshot.scene, order, illegal)
    return None if question is None else {"question": question}


def _refused(scene: Scene, code: str, why: Why) -> Reply:
    words = words_of(why)
    spoken = refused_aloud(words, scene.state)
    return {"refused": {"code": code, "sentence": with_signs(words), "said": spoken}}
