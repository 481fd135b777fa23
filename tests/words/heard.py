"""The screen-reader text of a game on the pages of the phone and of the simulated box, run in
Node.js.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.box.state import Snapshot
from companion.core.commands import Play
from companion.core.refusals import OverTarget, Revoke
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.games import FAMILIES
from companion.phone.view import History, table_parts
from companion.table.lines import Entry, JournalNote
from companion.table.recorded import refusal_facts
from companion.words.form import FOR_PAGES
from tests.node import run_module
from tests.words.events import Moment, telling
from tests.words.games import BUNDLED as VARIANTS
from tests.words.once import Once

HEARD = """
import { happened, heardAgain, noWord } from "/shared/js/speech.js";
export default (pairs) => pairs.map(([before, after]) => (
  { ...happened(before, after), again: heardAgain(after), known: noWord(after) }));
"""
LAST = 5
"""The newest rows of a game, which are all that the page needs to tell what is new."""

HISTORY = History()
"""Keeps the rows that two tables have in common, so that they are rendered once."""

Json = dict[str, Any]


def heard() -> Iterator[str]:
    """Yield the announcements of events, undone plays, refusals and calls."""
    moments = telling()
    empty = _told(Snapshot(Scene(VARIANTS, families=FAMILIES)), LAST)
    pairs: list[tuple[str, Json, Json]] = [("a first game", empty, _table(moments[0]))]
    for moment in moments:
        name = f"{moment.rules.variant}: {'; '.join(map(repr, moment.now.events))}"
        if moment.before is not None:
            then = Moment(moment.rules, moment.moments[:-1])
            before, after = _table(then, last=LAST - 1), _table(moment)
            pairs += [(name, before, after), (f"taken back: {name}", after, before)]
    trick = next(moment for moment in moments if moment.rules.variant == "slobberhannes")
    for moment, notes in ((moments[1], NOTES), (trick, NOTES[-1:])):
        for place, note in enumerate(notes):
            pairs.append((f"noted: {note.kind} {place}", _table(moment), _table(moment, note)))
    pairs.append(("nobody plays", _table(moments[0]), empty))
    once, known = Once(), set[tuple[object, ...]]()
    answers = run_module(HEARD, [[before, after] for _, before, after in pairs])
    for (name, _, after), told in zip(pairs, answers, strict=True):
        yield f"# {name}"
        yield from once.each(
            f"{label}: {told[label]}" for label in ("said", "urgent") if told[label]
        )
        if (kind := _kind(after)) not in known:
            known.add(kind)
            yield from once.each(f"{label}: {told[label]}" for label in ("brief", "again", "known"))


def _kind(table: Json) -> tuple[object, ...]:
    """Return the properties of a table on which the words depend."""
    state = table["state"] or {}
    ends = (len(state.get(key) or ()) for key in ("winners", "losers"))
    standing = (
        state.get("phase"),
        "total" in state,
        state.get("owed", 1) > 1,
        bool(state.get("led")),
    )
    return *standing, bool(state.get("winner")), *ends


def _table(moment: Moment, *notes: JournalNote, last: int = LAST) -> Json:
    kept = tuple(
        Entry(1, 1_700_000_000.0 + place, "{}", b"", sequence=place)
        for place in range(1, len(moment.moments) + 1)
    )
    after = tuple(msgspec.structs.replace(note, after=len(kept)) for note in notes)
    return _told(Snapshot(moment.scene, sequence=len(kept), game=1, kept=kept, notes=after), last)


def _told(snapshot: Snapshot, last: int) -> Json:
    told: Json = json.loads(FOR_PAGES.encode(table_parts(snapshot)))
    rows = HISTORY.rows(snapshot)
    return told | {"plays": [json.loads(row) for row in rows[-last - len(snapshot.notes) :]]}


def _refused(illegal: Illegal, command: Play) -> JournalNote:
    facts = {"command": msgspec.json.encode(command).decode(), **refusal_facts(illegal)}
    return JournalNote(1, 0.0, "refused", facts)


NOTES = (
    _refused(Illegal(OverTarget(105, 99, was=97)), Play(card="8H")),
    _refused(Illegal(OverTarget(100, 99, was=110)), Play(card="10S")),
    _refused(Illegal(OverTarget(194, 99, was=97)), Play(card="AS")),
    JournalNote(1, 0.0, "claim", {"player": "James", "called": 95, "actual": 95, "correct": True}),
    JournalNote(1, 0.0, "claim", {"player": "James", "called": 95, "actual": -5, "correct": False}),
    _refused(Illegal(Revoke(3, "D", "James")), Play(card="KD")),
)
"""The notes on plays."""
