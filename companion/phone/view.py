"""Rendering of a snapshot as the parts of docs/reference/phone-protocol.md, all except `ruling`.

Nothing here changes any state, and any thread may call it.

The history of the current game has one row for each command and each note, oldest first. Refusals
and checked calls have their place among them. Paired phones receive all of it. Other phones do not
receive the time of a card, and of the checked calls only the newest, until the next event. This is
no more than people next to the table hear.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.box.state import Snapshot
from companion.config.sections import Audience
from companion.core.cards import bare_card
from companion.core.commands import Undo
from companion.core.family import HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.dialogs.context import Scene, UndoCall
from companion.dialogs.set_up import SummaryDialog
from companion.errors import CardError
from companion.games import family_of
from companion.message import Aloud, Language, Words, language_in_use, phrase
from companion.page import TableView, UndoOffer
from companion.phone.orders import Order, QuestionView, order_of, question_view
from companion.screens.lights import light_places
from companion.screens.spoken import spoken
from companion.table.lines import Entry, JournalNote
from companion.table.recorded import Reopen, noted_refusal
from companion.web.event_stream import first_other
from companion.words.causes import miscount_sentence
from companion.words.disk import disk_notice
from companion.words.events import EventRow, claim_row, event_row, lot_row, refusal_row
from companion.words.form import FOR_PAGES, AroundName, with_signs
from companion.words.hidden import with_hidden_sum
from companion.words.numbers import HiddenTotal, sentences
from companion.words.parts import noise_line, part_word, phone_word
from companion.words.result import result_of, status_badges
from companion.words.turns import dealt, is_over, next_deal, standing, whose_move
from companion.words.undo import taken_back
from companion.words.variants import translated


def parts(snapshot: Snapshot) -> dict[str, Any]:
    """Return the parts by name; `box` is without its clock."""
    scene, question = snapshot.scene, snapshot.question
    return {
        "box": box_part(snapshot)
        | {
            "missing": tuple(map(part_word, scene.missing)),
            "noise": tuple(map(noise_line, scene.noisy)),
            "stopped": None if scene.stopped is None else miscount_sentence(scene.stopped),
            "asks": "" if question is None else spoken(question.picture(scene)),
        },
        **table_parts(snapshot),
        "voice": _voice(snapshot),
        "question": _question(snapshot),
        "rounds": _rounds(snapshot),
    }


def box_part(snapshot: Snapshot) -> dict[str, object]:
    """Return the part `box` for a table that cannot be shown, without its clock."""
    scene = snapshot.scene
    return {
        "missing": scene.missing,
        "noise": (),
        "disk": disk_notice(scene.disk, waits=snapshot.waits),
        "stopped": phrase("This page may be out of date: trust the box's display"),
        "asks": "",
        "off": snapshot.switched_off,
        "floor": scene.has_floor,
        "director": scene.calls_director,
        "court": language_in_use().court,
    }


def table_parts(snapshot: Snapshot) -> dict[str, object]:
    """Return the parts of the table shown by every page and the panel: `game`, `state`, `now`."""
    rules, state = snapshot.scene.rules, snapshot.scene.state
    game = public = None
    if rules is not None and state is not None:
        game = _game(snapshot, rules, state)
        public = family_of(rules).public_state(rules, state)
    return {"game": game, "state": public, "now": _now(snapshot)}


def _game(snapshot: Snapshot, rules: Rules, state: State) -> dict[str, object]:
    """Return the constant facts of the game or round; `number` counts the journal's games."""
    variant, family = snapshot.scene.variants.get(rules.variant), family_of(rules)
    title = translated(rules.title)
    return {
        "number": snapshot.game,
        "variant": rules.variant,
        "title": title,
        "said": sentences([title]),
        # A variant that is no longer loaded has no short name here; the journal holds its rules.
        "short": "" if variant is None else translated(variant.short),
        "family": rules.family,
        "places": light_places(len(state.players)),
        "keys": family.page_keys(rules),
        **family.page_game(rules, state),
    }


def _now(snapshot: Snapshot) -> TableView:
    scene = snapshot.scene
    rules, state = scene.rules, scene.state
    now = TableView(
        sequence=snapshot.sequence,
        steps=max(len(scene.moments) - 1, 0),
        standing=standing(state),
        move=AroundName(whose_move(state)),
        meanwhile=what_happened_meanwhile(snapshot),
        undo=undo_of(scene),
    )
    if rules is None or state is None:
        return now
    family, deal, is_game_over = family_of(rules), next_deal(state), state.phase == "game-over"
    now = replace(
        now,
        hand=state.deal_number,
        dealt=dealt(state.players[state.dealer].name),
        over=is_over(state),
        deals=None if deal is None else state.deals_next,
        deal=deal or "",
        beside=status_badges(family, state, scene.moments[-1].events),
        again=_again(scene),
        result=result_of(rules, scene.moments, scene.tally) if is_game_over else None,
    )
    return family.page_now(now, scene, rules, state)


def _voice(snapshot: Snapshot) -> dict[str, object]:
    """Return the newest utterance; the phone of `player` says that it is their turn instead."""
    number, utterance = snapshot.called.number, snapshot.called.utterance
    return {
        "number": number,
        "text": Aloud(replace(utterance, turn="").words),
        "turn": Aloud(sentences([utterance.turn])),
        "player": utterance.player,
        "mode": snapshot.scene.voice,
        "learns": snapshot.scene.learns,
    }


def _again(scene: Scene) -> Order | None:
    """Return the setup for the same players and rules, if that variant is still loaded."""
    again = SummaryDialog.again(scene)
    return order_of(again.command) if isinstance(again, SummaryDialog) else None


def _question(snapshot: Snapshot) -> QuestionView | None:
    if snapshot.pending is None:
        return None
    refused = snapshot.scene.trial(snapshot.pending)
    return None if refused is None else question_view(snapshot.scene, snapshot.pending, refused)


def _rounds(snapshot: Snapshot) -> Sequence[object] | None:
    rules, moments = snapshot.scene.rules, snapshot.scene.moments
    return family_of(rules).page_rounds(rules, moments) if rules is not None and moments else None


def undo_of(scene: Scene) -> UndoOffer | None:
    """Return what one tap would undo, and the state without it; None if there is nothing.

    It is a call judged since the last command, or else that command, or else the start of the game.
    """
    judged = scene.undoable_call
    if judged is not None:
        call = phrase("Undo {player}'s call of {n}", player=judged.player, n=judged.called)
        return _offer(UndoCall(scene.called_at), call, phrase("the call no longer counts"))
    if scene.can_reopen:
        return _offer(Reopen(), phrase("Undo the start"), phrase("the previous game continues"))
    if len(scene.moments) > 1:
        before, last = scene.moments[-2:]
        again = family_of(before.state).state_again(before.state, last.state, last.events)
        return _offer(Undo(), phrase("Undo {what}", what=taken_back(last.events).label), again)
    return None


def _offer(order: Undo | UndoCall | Reopen, what: Words, after: Words) -> UndoOffer:
    aloud = Aloud(sentences([phrase("{what}?", what=what), after]))
    return UndoOffer(msgspec.to_builtins(order), with_signs(what), with_signs(after), aloud)


def what_happened_meanwhile(snapshot: Snapshot) -> Words:
    """Return the last change and its origin: ``Cy's phone: 10♠ by Ann. Nothing of...``."""
    moments, kept = snapshot.scene.moments, snapshot.kept
    if not moments or not kept:
        change: Words = whose_move(None)
    elif kept[-1].sequence != snapshot.sequence:
        # The last command left no moment: an undo, or a player's new name.
        change = phrase("Something was undone or corrected")
    else:
        done = taken_back(moments[-1].events).short
        origin = kept[-1].origin
        who = phrase("The box") if origin is None else phone_word(origin)
        change = phrase("{who}: {done}", who=who, done=done)
    return with_signs(sentences([change, phrase("Nothing was sent from your phone")]))


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


class _Rendered(msgspec.Struct):
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
    return HistoryRow(**msgspec.structs.asdict(row), id=number, at=at, by=who, step=step)


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
