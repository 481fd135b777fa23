"""The self-test on a phone: what the box tries now, the results, and what to do about a failure."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import SelfTestRequest, SelfTestStep
from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.dialogs.self_test import is_lost, tested_parts
from companion.inputs import PartName
from companion.phone.request import Body, Sender, carried_out, json_response, posted
from companion.words.parts import advice, lost_advice, part_word


class SelfTestForm(Body, frozen=True):
    """The request of a paired phone to begin the test or to answer for the part that is tried."""

    step: SelfTestStep


def self_test_routes(
    ruler: Sender,
    now: Callable[[], Snapshot],
    submit: Callable[[SelfTestRequest], None],
) -> list[Route]:
    """Return the route ``/self-test``.

    Args:
        ruler: raises the page's response to a phone that is not paired.
        now: returns the newest snapshot of the box.
        submit: puts a request on the box's queue.
    """

    async def look(request: Request) -> Response:
        await ruler(request)
        return json_response(status_of(now()))

    async def step(form: SelfTestForm, _phone: str) -> object:
        await carried_out(submit, SelfTestRequest, form.step)
        return status_of(now())

    return [Route("/self-test", look), posted("/self-test", ruler, SelfTestForm, step)]


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
