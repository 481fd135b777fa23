"""A real points game behind the page: its table obeys orders, and every page
receives the result.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from companion.box.requests import Accepted, Checked, Rejected, read_table_command
from companion.core.commands import Claim, New, Step, Undo
from companion.core.family import Variant
from companion.errors import Illegal
from companion.phone.orders import reply
from companion.words.form import FOR_PAGES
from tests.phone.told_table import ToldTable
from tests.phone_page import tables
from tests.phone_page.table_at import Answer, Json, TableAt


class PointsAt(TableAt):
    """A table at which this phone can play a game of `variant`.

    The journal belongs to the thread that opened it, so the table opens its own.
    """

    def __init__(self, folder: Path, variant: Variant, *players: str) -> None:
        self._thread = ThreadPoolExecutor(1)
        super().__init__({}, rules=True, answers=self._obeyed)
        self._do(self._begin, folder, variant, players)

    @property
    def _moved(self) -> Json:
        return {}

    def _do(self, act: Any, *given: Any) -> Any:
        return self._thread.submit(act, *given).result(10)

    def _begin(self, folder: Path, variant: Variant, players: tuple[str, ...]) -> None:
        self._told = ToldTable(folder, variants={variant.name: variant})
        self._told.obey(New(variant=variant.name, players=players))
        self._seen()

    def _seen(self) -> None:
        told = self._told.parts()
        told["box"] |= {"clock": tables.EVENING}
        self.parts = {**told, "ruling": {"phones": 1, "version": 1, "owners": []}}
        self.rows = self._told.rows()

    def _obeyed(self, path: str, body: Json) -> Answer | None:
        if path != "order":
            return None
        answer: Json = self._do(self._rule, body["order"])
        self._tell_all()
        return 200, answer

    def _tell_all(self) -> None:
        message = {
            "version": self._next(),
            "parts": self.parts,
            "plays": {"from": 0, "rows": self.rows},
        }
        for line in list(self._lines):
            line.put_nowait(message)

    def _rule(self, order: Json) -> Json:
        command, table = read_table_command(order), self._told.table
        try:
            if isinstance(command, Claim):
                done: Any = Checked(table.judge(command))
            else:
                if isinstance(command, Undo):
                    table.take_back()
                else:
                    assert isinstance(command, New | Step)
                    table.obey(command)
                done = Accepted(table.journal.sequence)
        except Illegal as illegal:
            done = Rejected(illegal)
        self._seen()
        answer = reply(done, command, self._told.snapshot(), lambda _snapshot: "")
        told: Json = json.loads(FOR_PAGES.encode(answer))
        return told
