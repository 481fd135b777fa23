"""What a phone asks of the box besides the game: its self-test, and the call for the director."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import DirectorRequest, SelfTestRequest, SelfTestStep
from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.dialogs.self_test import is_lost, tested_parts
from companion.inputs import PartName
from companion.message import phrase
from companion.phone.request import Body, RequestError, Sender, carried_out, json_response, posted
from companion.words.parts import advice, lost_advice, part_word


class SelfTestForm(Body):
    """The request of a paired phone to begin the test or to answer for the part that is tried."""

    step: SelfTestStep


class DirectorForm(Body):
    """The request of a paired phone: whether the table calls the director."""

    calls: bool


def box_routes(
    ruler: Sender,
    now: Callable[[], Snapshot],
    submit: Callable[[SelfTestRequest | DirectorRequest], None],
) -> list[Route]:
    """Return the routes ``/self-test`` and ``/director``.

    Args:
        ruler: returns the name of the paired phone, or raises the page's response to another one.
        now: returns the newest snapshot of the box.
        submit: puts a request on the box's queue.
    """

    async def look(request: Request) -> Response:
        await ruler(request)
        return json_response(status_of(now()))

    async def step(form: SelfTestForm, _phone: str) -> object:
        await carried_out(submit, SelfTestRequest, form.step)
        return status_of(now())

    async def call(form: DirectorForm, phone: str) -> object:
        if form.calls and not now().scene.has_floor:
            away = phrase("The director is not connected: fetch the director yourself.")
            raise RequestError(away, 409)
        await carried_out(submit, DirectorRequest, form.calls, phone)
        return {"calls": now().scene.calls_director}

    return [
        Route("/self-test", look),
        posted("/self-test", ruler, SelfTestForm, step),
        posted("/director", ruler, DirectorForm, call),
    ]


def status_of(snapshot: Snapshot) -> dict[str, object]:
    """Return the test of a box for the page: the part that is tried, and each part's result."""
    scene, test = snapshot.scene, snapshot.testing
    asks = None
    if test is not None:
        part = test.part(scene)
        turns = part in {"Lights", "Sounder"} and not is_lost(part, scene)
        asks = {"part": part_word(part), "text": test.question(scene), "turns": turns}
    return {"asks": asks, "rows": [_row(part, scene) for part in tested_parts(scene)]}


def _row(part: PartName, scene: Scene) -> dict[str, object]:
    works = dict(scene.tested).get(part)
    text = advice(part) if works is False else ""
    if is_lost(part, scene):
        works, text = False, lost_advice(part)
    return {"part": part_word(part), "works": works, "text": text}
