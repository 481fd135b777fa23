"""Routes about variants: the list, one variant in plain words, and the editor."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.errors import Illegal
from companion.message import phrase
from companion.phone.editor import catalogue
from companion.phone.editor.store import VariantStore, VariantStoreError
from companion.phone.editor.variant_file import FileChange
from companion.phone.request import WorkPlaces, asked, json_response, on_worker
from companion.words.form import ALL_DRAWN
from companion.words.numbers import sentences
from companion.words.refusals import sentence

MAX_BODY_BYTES: Final = dict.fromkeys(("/games/check", "/games/save"), 64 * 1024)
"""Maximum bytes of a body by path, where the guard's default is too small."""

MAX_REQUESTS: Final = 24
"""Maximum number of waiting requests, because a single thread answers them one after the other."""

Asked = TypeVar("Asked")


class Preview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to describe a game for these `players`; without a `variant`, the current game."""

    variant: str = ""
    players: Annotated[tuple[str, ...], Meta(max_length=99)] = ()
    house: dict[str, Any] = {}


class OpenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open a new file that extends a variant with `house` rules.

    With `itself`, it opens the user's own file instead.
    """

    variant: str
    house: dict[str, Any] = {}
    itself: bool = False


class CheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to check a text, of the user's variant `name` or of a new one, after a `change`."""

    text: str
    name: str = ""
    change: FileChange | None = None


class SaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to save a text under the name of a `file` or its title.

    `replace` allows it to replace another file.
    """

    text: str
    file: Annotated[str, Meta(max_length=200)] = ""
    replace: bool = False


class GameRequests:
    """The requests about variants, answered one after the other.

    Args:
        store: the store of variants.
        snapshot: returns the newest snapshot of the box.
        ruler: raises the page's response to a phone that is not paired.
        onlooker: returns the origin of a phone that is not paired, or "".
        worker: a single thread, so that orders of paired phones do not wait for these requests.
    """

    def __init__(
        self,
        store: VariantStore,
        snapshot: Callable[[], Snapshot],
        ruler: Callable[[Request], Awaitable[str]],
        onlooker: Callable[[Request], str],
        worker: ThreadPoolExecutor,
    ) -> None:
        self._store, self._snapshot, self._ruler, self._onlooker = store, snapshot, ruler, onlooker
        self._worker = worker
        self._places = WorkPlaces(MAX_REQUESTS)

    def routes(self) -> list[Route]:
        """Return ``/games``, ``/games/<name>.toml``, and those to preview, open, check and save."""
        return [
            Route("/games", self._listing),
            Route("/games/preview", self._preview, methods=["POST"]),
            Route("/games/open", self._open, methods=["POST"]),
            Route("/games/check", self._check, methods=["POST"]),
            Route("/games/save", self._save, methods=["POST"]),
            Route("/games/{name}.toml", self._file),
        ]

    async def _listing(self, _: Request) -> Response:
        return json_response(catalogue.listing(self._store.shelf))

    async def _preview(self, request: Request) -> Response:
        return await self._answer(request, self._previewed, await asked(request, Preview))

    async def _open(self, request: Request) -> Response:
        await self._ruler(request)
        return await self._answer(request, self._opened, await asked(request, OpenRequest))

    async def _check(self, request: Request) -> Response:
        await self._ruler(request)
        return await self._answer(request, self._checked, await asked(request, CheckRequest))

    async def _save(self, request: Request) -> Response:
        await self._ruler(request)
        return await self._answer(request, self._saved, await asked(request, SaveRequest))

    async def _file(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        text = await asyncio.to_thread(self._store.text, name)
        if text is None:
            return json_response({"problem": phrase("Game not found.")}, 404)
        # A file may have any name, but characters beyond these would need quoting in the header.
        plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name)
        headers = {"Content-Disposition": f'attachment; filename="{plain}.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    async def _answer(
        self, request: Request, answer: Callable[[Asked], Response], body: Asked
    ) -> Response:
        try:
            async with self._places.place(self._onlooker(request)):
                return await on_worker(self._worker, answer, body)
        except VariantStoreError as refused:
            content = {"problem": str(refused)} | (
                {"exists": refused.exists} if refused.exists else {}
            )
            return json_response(content, 409 if refused.exists else 400)
        except Illegal as refused:
            return json_response({"problem": sentences([sentence(refused)])}, 400)

    def _previewed(self, asked: Preview) -> Response:
        scene = self._snapshot().scene
        if not asked.variant:
            return json_response(catalogue.playing(scene))
        return json_response(
            catalogue.preview(scene, self._store.shelf, asked.variant, asked.players, asked.house)
        )

    def _opened(self, asked: OpenRequest) -> Response:
        opened = self._store.open(asked.variant, asked.house, itself=asked.itself)
        return json_response(opened, encoder=ALL_DRAWN)

    def _checked(self, asked: CheckRequest) -> Response:
        checked = self._store.check(asked.text, asked.name, asked.change)
        return json_response(checked, encoder=ALL_DRAWN)

    def _saved(self, asked: SaveRequest) -> Response:
        return json_response(
            {"name": self._store.save(asked.text, asked.file, instead=asked.replace)}
        )
