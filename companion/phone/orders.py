"""Parsing and checking of orders from a phone before the box receives them."""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

import msgspec

from companion.box.requests import (
    Accepted,
    Checked,
    Conflict,
    Drawn,
    Rejected,
    TableCommand,
    TableResponse,
    read_table_command,
)
from companion.box.state import Snapshot
from companion.core.commands import Judged, New, Step
from companion.core.questions import asks_for_more
from companion.dialogs.context import Scene
from companion.errors import CompanionError, Illegal, Stopped
from companion.message import Words, phrase
from companion.phone.pairing.names import with_plain_names
from companion.phone.questions import question_view
from companion.words.causes import called, miscount_sentence, verdict
from companion.words.events import refused_aloud
from companion.words.form import with_signs
from companion.words.numbers import figure, sentences
from companion.words.refusals import Why, sentence, words_of

Reply = dict[str, object]
"""The JSON reply to the page."""


class BadRequest(CompanionError):  # noqa: N818  # named for the order, not for an error
    """The request is not an order; the message is a sentence for the user."""


def read(message: Mapping[str, Any], scene: Scene) -> TableCommand:
    """Parse the order in a JSON object; new players' names in it are normalized and checked.

    Raises:
        BadRequest: it is not an order.
        BadName: a new name cannot be displayed.
    """
    try:
        return with_plain_names(read_table_command(message), _known(scene))
    except Illegal as illegal:
        raise BadRequest(sentences([sentence(illegal)])) from None


def preview(snapshot: Snapshot, order: TableCommand) -> Reply:
    """Return the effect of `order` on the table now; change nothing.

    Raises:
        BadRequest: it is not an order that leads to another state of the game.
    """
    if not isinstance(order, New | Step):
        raise BadRequest(phrase("Only a play, a deal or a new game can be previewed."))
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
    if not isinstance(order, New | Step) or _is_stopped(snapshot, order):
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
            return {"checked": {**msgspec.structs.asdict(judged), **_said_of_call(judged)}}
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


def _known(scene: Scene) -> frozenset[str]:
    sitting = () if scene.state is None else (player.name for player in scene.state.players)
    return frozenset((*sitting, *scene.seat_names))


def _is_stopped(snapshot: Snapshot, order: New | Step) -> bool:
    return snapshot.scene.stopped is not None and not isinstance(order, New)


def _asked(snapshot: Snapshot, order: New | Step, illegal: Illegal) -> Reply | None:
    if not asks_for_more(illegal.refusal):
        return None
    question = question_view(snapshot.scene, order, illegal)
    return None if question is None else {"question": question}


def _refused(scene: Scene, code: str, why: Why) -> Reply:
    words = words_of(why)
    spoken = refused_aloud(words, scene.state)
    return {"refused": {"code": code, "sentence": with_signs(words), "said": spoken}}
