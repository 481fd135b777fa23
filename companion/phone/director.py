"""A phone's call for the director of a club night, and the end of the call."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.requests import DirectorRequest, Rejected
from companion.box.state import Snapshot
from companion.message import phrase
from companion.phone.request import RequestError, answer_of, asked, json_response


class DirectorForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a paired phone: whether the table calls the director."""

    calls: bool


def director_routes(
    ruler: Callable[[Request], Awaitable[str]],
    now: Callable[[], Snapshot],
    submit: Callable[[DirectorRequest], None],
) -> list[Route]:
    """Return the route ``/director``.

    Args:
        ruler: returns the name of the paired phone, or raises the page's response to another one.
        now: returns the newest snapshot of the box.
        submit: puts a request on the box's queue.
    """

    async def call(request: Request) -> Response:
        phone = await ruler(request)
        form = await asked(request, DirectorForm)
        if form.calls and not now().scene.has_floor:
            away = phrase("The director is not connected: fetch the director yourself.")
            raise RequestError(409, away)
        response = await answer_of(
            lambda answer: submit(DirectorRequest(form.calls, phone, answer))
        )
        if isinstance(response, Rejected):
            raise response.error
        return json_response({"calls": now().scene.calls_director})

    return [Route("/director", call, methods=["POST"])]
