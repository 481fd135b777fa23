"""A real table and the data that its page receives, for tests that play at it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.box.state import Snapshot
from companion.core.commands import New, Step
from companion.core.family import Variant
from companion.dialogs.context import Dialog, Scene
from companion.games import FAMILIES
from companion.phone.orders import QuestionView, question_view
from companion.phone.view import History, parts
from companion.words.form import FOR_PAGES
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS


class ToldTable(GameDriver):
    """A game with a journal, and the page that shows it."""

    def __init__(self, folder: Path, variants: Mapping[str, Variant] = VARIANTS) -> None:
        super().__init__(folder, variants=variants, pace=10.0)
        self.plays = History()

    def snapshot(
        self, pending: New | Step | None = None, question: Dialog | None = None
    ) -> Snapshot:
        table = self.table
        over = table.state is not None and table.state.phase == "game-over"
        scene = Scene(
            families=FAMILIES,
            variants=table.variants,
            rules=table.rules,
            state=table.state,
            moments=table.moments,
            can_reopen=table.can_reopen,
            last_new=table.last_new,
            known_names=table.known_names,
            tally=table.tally() if over else (),
            stopped=table.stopped,
        )
        return Snapshot(
            scene=scene,
            sequence=table.journal.sequence,
            game=table.game,
            kept=table.kept,
            notes=table.game_notes,
            question=question,
            pending=pending,
        )

    def asked(self, command: New | Step) -> QuestionView:
        """Return the question that a command leaves open."""
        scene = self.snapshot().scene
        refused = scene.trial(command)
        assert refused is not None
        question = question_view(scene, command, refused)
        assert question is not None
        return question

    def parts(self, pending: New | Step | None = None) -> dict[str, Any]:
        """Return the parts as a browser parses them."""
        told = parts(self.snapshot(pending))
        read: dict[str, Any] = json.loads(as_sent(told))
        return read

    def now(self) -> dict[str, Any]:
        now: dict[str, Any] = self.parts()["now"]
        return now

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows as a browser parses them."""
        return [json.loads(row) for row in self.plays.rows(self.snapshot())]

    def last(self) -> dict[str, Any]:
        return self.rows()[-1]


def as_sent(told: object) -> bytes:
    return FOR_PAGES.encode(told)
