"""All tables of a room: follows each, stores what they tell, and lets new ones in by their code."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Final

import aiohttp
import msgspec
from msgspec import DecodeError
from msgspec.structs import replace

from companion.errors import DatabaseError, FloorError
from companion.floor.discovery import Found
from companion.floor.link import TableLink, headers_for, list_games
from companion.floor.store import AdmittedTable, DisagreesError, NewLines, Store
from companion.floor.wall import FloorNow
from companion.message import Words, phrase
from companion.web.server import PORT

_ADDRESS: Final = re.compile(r"[A-Za-z0-9._-]{1,255}(:\d{1,5})?")


class Collector:
    """The tables of a room while `run` runs; all methods belong to its event loop.

    Attributes:
        links: the tables by box.
        problem: one sentence while the database does not answer, or "".

    Args:
        store: the database.
        session: the connections to all tables.
        show: gets the floor soon after anything of it has changed.
    """

    def __init__(
        self,
        store: Store,
        session: aiohttp.ClientSession,
        show: Callable[[FloorNow], None],
    ) -> None:
        self.links: dict[str, TableLink] = {}
        self.problem: Words = ""
        self._store, self._session = store, session
        self._show, self._is_due = show, False
        self._waiting: list[tuple[NewLines, asyncio.Future[None]]] = []
        self._is_waiting = asyncio.Event()
        self._admitting = asyncio.Lock()
        self._following: dict[str, asyncio.Task[None]] = {}
        self._found: tuple[Found, ...] = ()

    async def run(self) -> None:
        """Follow all tables until cancelled."""
        tables = await asyncio.to_thread(self._store.tables)
        await asyncio.gather(*map(self._follow, tables))
        try:
            while True:
                await self._is_waiting.wait()
                self._is_waiting.clear()
                waiting, self._waiting = self._waiting, []
                await self._write(waiting)
        finally:
            for task in self._following.values():
                task.cancel()
            await asyncio.gather(*self._following.values(), return_exceptions=True)

    async def admit(self, address: str, code: str) -> AdmittedTable:
        """Pair with the box at an address by the code on its display; return its table.

        It keeps its number, or gets the next free one.

        Args:
            address: a name or an address, with a port unless it is the usual one.
            code: six digits, good for one phone or floor; "" for a box without a display.

        Raises:
            FloorError: the address is none, nobody answers there, the code is wrong, or the box has
                the id of a table that answers at another address, as a copied memory card has.
        """
        if not _ADDRESS.fullmatch(address):
            raise FloorError(
                phrase("{address} is no address: write it as the display shows it", address=address)
            )
        at = address if re.search(r":\d+$", address) else f"{address}:{PORT}"
        try:
            box, cookie = await self._paired(at, code)
        except (aiohttp.ClientError, OSError, TimeoutError):
            raise FloorError(phrase("No table answers at {address}", address=at)) from None
        async with self._admitting:  # so that two tables do not get one number
            known = self.links.get(box)
            if known is not None and known.status == "live" and known.table.address != at:
                copied = phrase(
                    "{address} is table {number}, or a copy of its memory card: set up that card "
                    "anew",
                    address=at,
                    number=known.table.number,
                )
                raise FloorError(copied)
            number = self._free_number() if known is None else known.table.number
            table = AdmittedTable(box, number, at, cookie)
            await asyncio.to_thread(self._store.admit, table)
            await self._follow(table)
        return table

    async def renumber(self, box: str, number: int) -> None:
        """Give a table another number."""
        link = self._link(box)
        link.table = replace(link.table, number=number)
        await asyncio.to_thread(self._store.admit, link.table)
        self._changed()

    async def dismiss(self, box: str) -> None:
        """Take a table off the wall; what it has told stays stored."""
        self._link(box)
        await asyncio.to_thread(self._store.dismiss, box)
        await self._stop(box)
        del self.links[box]
        self._changed()

    async def end_call(self, box: str) -> None:
        """Tell a table that the director has come.

        Raises:
            FloorError: it does not answer.
        """
        await self._link(box).post("director", {"calls": False})

    def found(self, boxes: tuple[Found, ...]) -> None:
        """Take the boxes of the network: tables that fall silent are looked for there too."""
        self._found = boxes
        for box in boxes:
            if box.box in self.links:
                self.links[box.box].found = box.address
        self._changed()

    def _changed(self) -> None:
        """Show the floor soon: many changes at once are shown together."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._show_now)

    def _show_now(self) -> None:
        self._is_due = False
        links = sorted(self.links.values(), key=lambda link: link.table.number)
        tables = tuple(link.now for link in links)
        self._show(FloorNow(self._store.room, tables, self._found, self.problem))

    def _link(self, box: str) -> TableLink:
        if box not in self.links:
            raise FloorError(phrase("No table of this floor is {box}", box=box))
        return self.links[box]

    def _free_number(self) -> int:
        used = {link.table.number for link in self.links.values()}
        return next(number for number in range(1, len(used) + 2) if number not in used)

    async def _paired(self, address: str, code: str) -> tuple[str, str]:
        """Return the id and the cookie of the box at an address, after pairing with it."""
        form = {"code": code, "name": self._store.room or "Floor"}
        headers = headers_for(address, "")
        async with self._session.post(
            f"http://{address}/pair", json=form, headers=headers
        ) as answer:
            if not answer.ok:
                raise FloorError(_refusal(await answer.read(), address))
            cookie = "; ".join(f"{name}={each.value}" for name, each in answer.cookies.items())
        return (await list_games(self._session, address, cookie)).box, cookie

    async def _follow(self, table: AdmittedTable) -> None:
        await self._stop(table.box)
        link = TableLink(table, self._store, self.keep, self._session, self._changed)
        link.found = next((box.address for box in self._found if box.box == table.box), "")
        await asyncio.to_thread(link.recall)
        self.links[table.box] = link
        self._following[table.box] = asyncio.create_task(link.run())
        self._changed()

    async def _stop(self, box: str) -> None:
        if (task := self._following.pop(box, None)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def keep(self, new: NewLines) -> None:
        """Store lines together with what other tables tell meanwhile.

        Raises:
            DisagreesError: one is stored with another chain; those of other tables are stored.
            DatabaseError: the database does not answer.
        """
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((new, stored))
        self._is_waiting.set()
        await stored

    async def _write(self, waiting: Sequence[tuple[NewLines, "asyncio.Future[None]"]]) -> None:
        """Store what all tables have told meanwhile in one transaction."""
        failure: DisagreesError | DatabaseError | None = None
        try:
            await asyncio.to_thread(self._store.add, [new for new, _stored in waiting])
            self.problem = ""
        except DisagreesError as error:
            if len(waiting) > 1:
                for each in waiting:
                    await self._write([each])
                return
            failure = error
        except DatabaseError as error:
            failure, self.problem = error, error.args[0]
            self._changed()
        for _new, stored in waiting:
            if not stored.done():
                if failure is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(failure)


def _refusal(content: bytes, address: str) -> Words:
    """Return what a box says against a request; what anything else says helps nobody."""
    try:
        return str(msgspec.json.decode(content, type=dict[str, str])["problem"])
    except (DecodeError, UnicodeDecodeError, KeyError):
        return phrase("No table answers at {address}", address=address)
