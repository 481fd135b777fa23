"""The history of the current game as the page lists it: one row for each command and each note.

Paired phones receive all of it. Other phones do not receive the time of a card, and of the checked
calls only the newest, until the next event. This is no more than people next to the table hear.

The rows are those of docs/reference/phone-protocol.md, oldest first. Refusals and checked calls
have their place among them.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from companion.box.state import Snapshot
from companion.config.sections import Audience
from companion.core.cards import bare_card
from companion.core.family import HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.errors import CardError
from companion.games import family_of
from companion.message import Language, Words, language_in_use
from companion.table.lines import Entry, JournalNote
from companion.table.recorded import noted_refusal
from companion.web.event_stream import first_other
from companion.words.events import EventRow, claim_row, event_row, lot_row, refusal_row
from companion.words.form import FOR_PAGES
from companion.words.hidden import with_hidden_sum
from companion.words.numbers import HiddenTotal
from companion.words.parts import phone_word

Fields = Mapping[str, Any]


class HistoryRow(EventRow, kw_only=True):
    """One row, and its place.

    `id` is the journal's number of its command; the id of a note has a number after that. `at` is
    in seconds since 1970 UTC, None for phones that do not receive it; `by` is the phone that sent
    it, or None. `step` counts the commands of the game that can be undone; None for notes and the
    first deal.
    """

    id: str
    at: float | None
    by: Words | None
    step: int | None


class _Entry(Frozen):
    """A command that was not undone, or a note, with what its row needs.

    `moment` is that of the command, or the last valid one before the note. A command has the moment
    `before` it and its `step` in the game; a `note` has its `number` among the notes after one
    command, and `is_current` if `moment` is the state at its time.
    """

    kept: Entry
    moment: HistoryEntry
    step: int = 0
    before: HistoryEntry | None = None
    note: JournalNote | None = None
    number: int = 0
    is_current: bool = True

    def row(self, rules: Rules) -> HistoryRow:
        state, note, kept = self.moment.state, self.note, self.kept
        if note is not None:
            row = note_event_row(note, state, is_current=self.is_current)
            return _row(f"{note.after}.{self.number}", note.at, row, note.origin, None)
        before = self.before.state if self.before is not None else None
        row = event_row(family_of(rules), rules, before, state, self.moment.events)
        return _row(str(kept.sequence), kept.at, row, kept.origin, self.step or None)


class _Rendered(Struct):
    """Entries and their rows in one language, for paired phones and (without the time) for all."""

    entries: Sequence[_Entry] = ()
    paired: Sequence[bytes] = ()
    everybody: Sequence[bytes] = ()


class History:
    """The rows of successive snapshots, with a cache that keeps long games fast. Not thread-safe.

    The cache holds the rows of each language in use, for each audience. They are made once for
    both.

    ::

        history = History()
        rows = history.rows(snapshot, "everybody")
    """

    def __init__(self) -> None:
        self._rendered: dict[Language, _Rendered] = {}

    def rows(self, snapshot: Snapshot, audience: Audience = "paired") -> Sequence[bytes]:
        """Return the rows of the current game in the current language, each as JSON.

        There are none without a game.
        """
        rendered = self._newest(snapshot)
        if audience == "paired":
            return rendered.paired
        earlier = zip(rendered.entries[:-1], rendered.everybody, strict=False)
        return [*(row for entry, row in earlier if not _is_call(entry)), *rendered.everybody[-1:]]

    def _newest(self, snapshot: Snapshot) -> _Rendered:
        rules, language = snapshot.scene.rules, language_in_use()
        entries = [] if rules is None else list(_story(snapshot))
        before = self._rendered.get(language, _Rendered())
        known = first_other(before.entries, entries)
        made = [] if rules is None else [_worded(entry.row(rules)) for entry in entries[known:]]
        rendered = _Rendered(
            entries,
            [*before.paired[:known], *map(FOR_PAGES.encode, made)],
            [
                *before.everybody[:known],
                *(FOR_PAGES.encode({**row, "at": None}) for row in made),
            ],
        )
        self._rendered[language] = rendered
        return rendered


def _worded(row: HistoryRow) -> dict[str, Any]:
    """Return a row with its words in the current language, rendered once for both audiences."""
    worded: dict[str, Any] = msgspec.to_builtins(row, enc_hook=FOR_PAGES.enc_hook)
    return worded


def _is_call(entry: _Entry) -> bool:
    return entry.note is not None and entry.note.kind == "claim"


def _row(number: str, at: float, row: EventRow, by: str | None, step: int | None) -> HistoryRow:
    who = None if by is None else phone_word(by)
    return HistoryRow(**asdict(row), id=number, at=at, by=who, step=step)


def _story(snapshot: Snapshot) -> Iterator[_Entry]:
    """Yield commands and notes in the order in which they happened."""
    moments, kept = snapshot.scene.moments, snapshot.kept
    notes = _by_moment(snapshot)
    before: HistoryEntry | None = None
    for step, (moment, where) in enumerate(zip(moments, kept, strict=True)):
        yield _Entry(where, moment, step, before)
        # Commands after this one and before the next valid one were undone, so the state after the
        # last of them is that after this one.
        ends = kept[step + 1].sequence - 1 if step + 1 < len(kept) else snapshot.sequence
        number, after = 0, 0
        for note in notes.get(step, ()):
            number = number + 1 if note.after == after else 1
            after = note.after
            is_current = after in {where.sequence, ends}
            yield _Entry(where, moment, note=note, number=number, is_current=is_current)
        before = moment


def _by_moment(snapshot: Snapshot) -> dict[int, list[JournalNote]]:
    """Return the notes of the game by the index of the last moment before them."""
    sequences = [kept.sequence for kept in snapshot.kept]
    notes: dict[int, list[JournalNote]] = {}
    for note in snapshot.notes:
        notes.setdefault(max(bisect_right(sequences, note.after) - 1, 0), []).append(note)
    return notes


def note_event_row(note: JournalNote, state: State, *, is_current: bool) -> EventRow:
    """Return the row of a note; without `is_current`, only the hand of `state` is valid."""
    hand = state.deal_number
    facts: Fields = note.facts
    if note.kind == "claim":
        total = state.total if is_current else None
        return claim_row(facts["player"], facts["called"], facts["actual"], hand=hand, total=total)
    if note.kind == "lot":
        return lot_row(facts["player"], hand=hand)
    command: Fields = json.loads(facts["command"])
    refusal = noted_refusal(facts)
    if refusal is not None and isinstance(state.total, HiddenTotal):
        refusal = with_hidden_sum(refusal)
    return refusal_row(
        refusal or str(facts["code"]),
        hand=hand,
        player=command.get("player") or (_whose(command, state) if is_current else None),
        cards=tuple(_cards(command)),
        state=state if is_current else None,
    )


def _whose(command: Fields, state: State) -> str | None:
    if command["cmd"] in {"play", "bust"}:
        return state.name_of(state.turn)
    if command["cmd"] in {"shield", "accept"}:
        return state.name_of(state.named)
    return None


def _cards(command: Fields) -> Iterator[str]:
    single = [command[field] for field in ("card", "up_card") if field in command]
    for text in (*single, *command.get("cards", ()), *command.get("hand", ())):
        with suppress(CardError):
            yield str(bare_card(text))
