"""A table whose evening is served."""

from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request

from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.errors import CompanionError
from companion.games import FAMILIES
from companion.phone.language import PhoneLanguages
from companion.phone.request import problem_response
from companion.phone.site import multilingual
from companion.phone.statistics.routes import evening_routes
from companion.web.server import WebServer
from tests.phone.statistics.evening_table import EveningTable
from tests.table.tables import VARIANTS

CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgctxt "column"
msgid "time"
msgstr "Zeit"

msgid "Ninety-nine"
msgstr "Neunundneunzig"
"""


async def admit_all(_: Request) -> None:
    """Let every phone see the evening."""


class House:
    """A table whose evening is served as of its last publication."""

    def __init__(self, folder: Path) -> None:
        self.at = EveningTable(folder)
        self.is_set = True
        self.snapshot = Snapshot(Scene(VARIANTS, families=FAMILIES))
        routes = evening_routes(
            lambda: self.snapshot,
            admit_all,
            self.at.all_games,
            ThreadPoolExecutor(1, "evening"),
            lambda: self.is_set,
        )
        (folder / "de.po").write_text(CATALOGUE, "utf-8")
        pages = Starlette(routes=routes, exception_handlers={CompanionError: problem_response})
        site = multilingual(None, pages, PhoneLanguages(folder=folder))
        self.server = WebServer(site, port=0)

    def publish(self) -> None:
        table = self.at.table
        self.snapshot = Snapshot(
            Scene(VARIANTS, families=FAMILIES),
            table.journal.sequence,
            table.game,
            table.kept,
            table.game_notes,
        )

    def get(self, path: str, language: str = "en") -> tuple[int, HTTPMessage, bytes]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        try:
            connection.request("GET", path, headers={"cookie": f"language={language}"})
            reply = connection.getresponse()
            return reply.status, reply.headers, reply.read()
        finally:
            connection.close()
