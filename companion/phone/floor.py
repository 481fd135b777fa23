"""What the floor of a club night gets of a table: its journal."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.core.frozen import Frozen
from companion.foreign.files import kept_content
from companion.message import Message, phrase
from companion.phone.request import RequestError, Sender, json_response, number_in, on_worker
from companion.table.backup import lines_of
from companion.table.people import PEOPLE
from companion.table.reader import JournalReader, read_only

AS_LINES = "application/jsonl"

CURRENT = "journal-current"
"""The header that names the game that grows now, so that a follower notices a new one."""


class JournalGame(Frozen, array_like=True):
    """The file of the game with a `number`: its `name` without extension, and its used bytes."""

    number: int
    name: str
    length: int


class JournalList(Frozen):
    """The games of the journal of a `box`, oldest first.

    `current` is the number of the game that grows; `people` changes with any name of a player.
    """

    box: str
    current: int
    games: tuple[JournalGame, ...]
    people: str


def journal_routes(
    journal: Path,
    ruler: Sender,
    seen: Callable[[], None],
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/journal``, ``/journal/people`` and ``/journal/{name}``, for paired phones.

    Args:
        journal: the folder of the journal.
        ruler: raises the page's response to a phone that is not paired.
        seen: called when a floor looks at the list, as it does twice a minute.
        worker: a single thread.
    """

    async def listed(request: Request) -> Response:
        await ruler(request)
        seen()
        return json_response(await on_worker(worker, _listed, journal))

    async def people(request: Request) -> Response:
        await ruler(request)
        names = await on_worker(worker, kept_content, journal / PEOPLE)
        return Response(names, media_type=AS_LINES)

    async def lines(request: Request) -> Response:
        await ruler(request)
        start = number_in(request, "from", _no_line)
        name = request.path_params["name"]
        content, current = await on_worker(worker, _lines, journal, name, start or 0)
        return Response(content, media_type=AS_LINES, headers={CURRENT: current})

    return [
        Route("/journal", listed),
        Route("/journal/people", people),
        Route("/journal/{name}", lines),
    ]


def _no_line(text: str) -> Message:
    return phrase("from is {value}: write the number of a line", value=text)


def _listed(folder: Path) -> JournalList:
    journal = read_only(folder)
    games = []
    for number in sorted(journal.numbers()):
        path = journal.file_of(number)
        games.append(JournalGame(number, path.stem, _length(journal, number, path)))
    people = blake2b(kept_content(folder / PEOPLE), digest_size=8).hexdigest()
    return JournalList(journal.box.name, journal.current, tuple(games), people)


def _length(journal: JournalReader, number: int, path: Path) -> int:
    accepted = journal.accepted
    if accepted is not None and accepted.game == number:
        return accepted.length
    return path.stat().st_size


def _lines(folder: Path, name: str, start: int) -> tuple[bytes, str]:
    """Return the lines of a game's file from line `start` on, the first line being 0, and the name
    of the file that grows.
    """
    journal = read_only(folder)
    number = name.partition("-")[0]
    game = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else -1
    path = journal.path_of(game)
    if path is None or path.stem != name:
        raise RequestError(phrase("The journal has no game {name}.", name=name), 404)
    lines = lines_of(journal, game).splitlines(keepends=True)
    return b"".join(lines[start:]), journal.file_of(journal.current).stem
