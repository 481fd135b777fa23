"""Routes for corrections: explanations, and a preview of changes by hand."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.phone.repairs.by_hand import by_hand
from companion.phone.repairs.explained import explained
from companion.phone.request import PAIRED, WorkPlaces, asked, json_response, on_worker
from companion.phone.view import what_happened_meanwhile
from companion.words.numbers import sentences
from companion.words.refusals import sentence

MAX_REQUESTS: Final = 8
"""Maximum number of waiting requests: one thread answers them, each in up to 0.1 seconds."""

Asked = TypeVar("Asked", bound="_Seen")


class _Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request about the table as the page shows it: after the journal's command `seen`."""

    seen: int


class Disagreement(_Seen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The players' knowledge of the table, without anything they are unsure of."""

    total: int | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    chips: dict[str, Annotated[int, Meta(ge=0)]] = {}
    trick: Annotated[int, Meta(ge=0)] | UnsetType = UNSET


class Changed(_Seen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The last `back` plays as a player would change them; unchanged without `steps`."""

    back: int | UnsetType = UNSET
    steps: Annotated[tuple[dict[str, Any], ...], Meta(max_length=400)] | UnsetType = UNSET


def repair_routes(
    snapshot: Callable[[], Snapshot],
    ruler: Callable[[Request], Awaitable[str]],
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/explain`` and ``/mend``, for phones that may play.

    Args:
        snapshot: returns the newest snapshot of the box.
        ruler: raises the page's response to a phone that is not paired.
        worker: a single thread, so that orders do not wait for a search.
    """
    requests = _Requests(snapshot, ruler, worker)
    return [
        Route("/explain", requests.explain, methods=["POST"]),
        Route("/mend", requests.mend, methods=["POST"]),
    ]


class _Requests:
    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        ruler: Callable[[Request], Awaitable[str]],
        worker: ThreadPoolExecutor,
    ) -> None:
        self._snapshot, self._ruler, self._worker = snapshot, ruler, worker
        self._places = WorkPlaces(MAX_REQUESTS)

    async def explain(self, request: Request) -> Response:
        await self._ruler(request)
        return await self._answer(_explain, await asked(request, Disagreement))

    async def mend(self, request: Request) -> Response:
        await self._ruler(request)
        return await self._answer(_mend, await asked(request, Changed))

    async def _answer(self, answer: Callable[[Scene, Asked], object], body: Asked) -> Response:
        snapshot = self._snapshot()
        if body.seen != snapshot.sequence:
            return json_response({"meanwhile": what_happened_meanwhile(snapshot)})
        try:
            async with self._places.place(PAIRED):
                return json_response(await on_worker(self._worker, answer, snapshot.scene, body))
        except Illegal as illegal:
            return json_response({"problem": sentences([sentence(illegal)])}, 400)


def _explain(scene: Scene, disagreement: Disagreement) -> object:
    return explained(
        scene, disagreement.total, disagreement.turn, disagreement.chips, disagreement.trick
    )


def _mend(scene: Scene, changed: Changed) -> object:
    return by_hand(scene, changed.back, changed.steps)
