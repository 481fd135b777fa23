"""Routes about variants: the list, one variant in plain words, and the editor."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.message import phrase
from companion.phone.editor import catalogue
from companion.phone.editor.store import VariantStore
from companion.phone.editor.variant_file import FileChange
from companion.phone.request import (
    PAIRED,
    Body,
    RequestError,
    Sender,
    WorkPlaces,
    json_response,
    on_worker,
    posted,
)
from companion.words.form import ALL_DRAWN, FOR_PAGES

MAX_BODY_BYTES: Final = dict.fromkeys(("/games/check", "/games/save"), 64 * 1024)
"""Maximum bytes of a body by path, where the guard's default is too small."""

MAX_REQUESTS: Final = 24
"""Maximum number of waiting requests, because a single thread answers them one after the other."""


class Preview(Body):
    """A request to describe a game for these `players`; without a `variant`, the current game."""

    variant: str = ""
    players: Annotated[tuple[str, ...], Meta(max_length=99)] = ()
    house: dict[str, Any] = msgspec.field(default_factory=dict)


class OpenRequest(Body):
    """A request to open a new file that extends a variant with `house` rules.

    With `itself`, it opens the user's own file instead.
    """

    variant: str
    house: dict[str, Any] = msgspec.field(default_factory=dict)
    itself: bool = False


class CheckRequest(Body):
    """A request to check a text, of the user's variant `name` or of a new one, after a `change`."""

    text: str
    name: str = ""
    change: FileChange | None = None


class SaveRequest(Body):
    """A request to save a text under the name of a `file` or its title.

    `replace` allows it to replace another file.
    """

    text: str
    file: Annotated[str, Meta(max_length=200)] = ""
    replace: bool = False


def game_routes(
    store: VariantStore,
    snapshot: Callable[[], Snapshot],
    ruler: Sender,
    onlooker: Sender,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/games``, ``/games/<name>.toml``, and those to preview, open, check and save.

    Args:
        store: the store of variants.
        snapshot: returns the newest snapshot of the box.
        ruler: raises the page's response to a phone that is not paired.
        onlooker: returns the origin of a phone that is not paired, or `PAIRED`.
        worker: a single thread, so that orders of paired phones do not wait for these requests,
            which it answers one after the other.
    """
    places = WorkPlaces(MAX_REQUESTS)

    async def listing(_: Request) -> Response:
        return json_response(catalogue.listing(store.shelf))

    async def answered(
        who: str, encoder: msgspec.json.Encoder, work: Callable[..., object], *what: object
    ) -> object:
        """Return the result of `work`, which the worker encodes too."""

        def encoded() -> bytes:
            return encoder.encode(work(*what))

        async with places.place(who):
            return Raw(await on_worker(worker, encoded))

    async def preview(form: Preview, who: str) -> object:
        scene, name = snapshot().scene, form.variant
        if not name:
            return await answered(who, FOR_PAGES, catalogue.playing, scene)
        asked = (scene, store.shelf, name, form.players, form.house)
        return await answered(who, FOR_PAGES, catalogue.preview, *asked)

    async def opened(form: OpenRequest, _phone: str) -> object:
        opening = partial(store.open, itself=form.itself)
        return await answered(PAIRED, ALL_DRAWN, opening, form.variant, form.house)

    async def checked(form: CheckRequest, _phone: str) -> object:
        return await answered(PAIRED, ALL_DRAWN, store.check, form.text, form.name, form.change)

    async def saved(form: SaveRequest, _phone: str) -> object:
        saving = partial(store.save, instead=form.replace)
        return {"name": await answered(PAIRED, FOR_PAGES, saving, form.text, form.file)}

    def file(request: Request) -> Response:
        name: str = request.path_params["name"]
        text = store.text(name)
        if text is None:
            raise RequestError(phrase("Game not found."), 404)
        # A file may have any name, but characters beyond these would need quoting in the header.
        plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name)
        headers = {"Content-Disposition": f'attachment; filename="{plain}.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    return [
        Route("/games", listing),
        posted("/games/preview", onlooker, Preview, preview),
        posted("/games/open", ruler, OpenRequest, opened),
        posted("/games/check", ruler, CheckRequest, checked),
        posted("/games/save", ruler, SaveRequest, saved),
        Route("/games/{name}.toml", file),
    ]
