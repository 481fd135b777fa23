"""What the box accepts: it is on the disk before the box says so, and somebody has asked for it."""

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any

import msgspec

from companion.inputs import Receipt
from companion.table.journal import Journal
from companion.table.reader import Entry
from companion.table.recorded import RESUMES
from companion.table.table import Table
from tests.soak.disk import Disk
from tests.soak.sticks import other_box
from tests.soak.truth import Failure, Truth, with_names


class PowerGone(Exception):  # noqa: N818  # no error: it ends a step
    """The power has failed within a step."""


class Acceptance:
    """Compares what the box says with the `disk`, and what the journal gains with what was asked for.

    Attributes:
        truth: how the table stands.
        budget: how many entries the journal may gain, because so many inputs were given.
        failed: promises that were broken where nothing may be raised.
        lost: what journals held that were lost or damaged, or are another box's, the newest one last.
        gained: how many entries the journals have gained in all.
        copied: how many entries of the journal that is in use the second copy holds for certain.
        refused: inputs of nodes that the box has refused.
    """

    def __init__(self, disk: Disk) -> None:
        self.truth = Truth()
        self.budget = 0
        self.failed: list[Failure] = []
        self.lost: list[list[Entry]] = [other_box().entries]
        self.copied = 0
        self.gained = 0
        self.refused: set[Receipt] = set()
        self._disk = disk
        self._happened: list[str] = []

    @property
    def copied_until(self) -> float:
        """When the newest entry was accepted that the second copy holds for certain."""
        return self.truth.entries[self.copied - 1].at if 0 < self.copied <= len(self.truth.entries) else 0.0

    def watch(self, work: Callable[[], object], table: Table) -> None:
        """Let the box do one thing, and see that what it says of it is on the disk by then.

        Raises:
            PowerGone: the power has failed meanwhile.
            Failure: nobody has asked for what the journal has gained.
        """
        self._happened = []
        self._disk.happened = self._happened
        before, database = table.journal.sequence, table.journal.database
        work()
        if self._disk.is_dead and set(self._happened) <= {"synced"}:
            raise PowerGone
        if table.journal.database is not database:  # a copy has taken over, synced under another name
            self.take_copy(list(table.journal.forwards()), has_gaps=table.journal.lacks_entries)
        elif table.journal.sequence > before:
            self._look_at_order()
        self._take_entries(table.journal)
        if self._disk.is_dead:
            raise PowerGone

    def lose(self, found: list[Entry]) -> None:
        """Take what was `found` of the journal for the truth, and remember what it held."""
        if self.truth.entries:
            self.lost.append(self.truth.entries)
        self.truth.begin_again(found)

    def is_copy(self, found: list[Entry], *, has_gaps: bool = False) -> bool:
        """Whether `found` is what somebody played, from the beginning on, or as the box says with gaps.

        Behind a gap the box may resume the game that the next one followed. A copy may name the players of
        each game as they were called before or after somebody renamed them.
        """
        written = {(entry.at, entry.command) for lost in self.lost for entry in lost}
        if has_gaps:
            found = [entry for entry in found if not entry.command.startswith(RESUMES)]
        for lost in self.lost:
            played = [*lost, *found[len(lost) :][:1]]  # one may have been under way
            is_longer = len(self.truth.entries) < len(found) <= len(played)
            if is_longer and _is_part(found, played if has_gaps else played[: len(found)], written):
                return True
        return False

    def take_copy(self, found: list[Entry], *, has_gaps: bool = False) -> None:
        """Take what a copy has brought for the truth.

        Raises:
            Failure: that was never played, or less than the copy held.
        """
        if not self.is_copy(found, has_gaps=has_gaps):
            raise Failure("a copy holds what was played", f"{len(found)} entries: {found[-1].command}")
        if found[:1] == other_box().entries[:1]:
            self._disk.stick.foreign = {}  # they are this box's now
        self.truth.begin_again(found)

    def names_changed(self, told: Any, journal: Journal, *, forgets: bool) -> None:
        """Follow players of earlier games to other names, as a phone has asked and been `told`.

        Raises:
            Failure: something else has changed, or somebody who is forgotten is still named.
        """
        names: Mapping[str, str] = told.get("players", {}) if told else {}
        was, states = self.truth.entries, self.truth.states()
        pairs = zip(journal.forwards(), was, strict=True)
        older = {game: _with_older(names, was, game) for game in {entry.game for entry in was}}
        found = [_as_written(entry, before, older[before.game]) for entry, before in pairs]
        if not names:
            if [entry.command for entry in found] != [entry.command for entry in was]:
                raise Failure("refused means never", "players have got other names")
            return
        self.lost.append(was)  # a copy may still have the old names
        self.truth.begin_again(found)
        for game, state in self.truth.states().items():
            if state not in (states[game], with_names(states[game], names)):
                raise Failure("nobody else gets another name", f"{names} in game {game}: {state}")
        if forgets and any(json.dumps(name) in entry.command for name in names for entry in found):
            raise Failure("whoever is forgotten is named nowhere", f"{names}")

    def said(self, what: str) -> None:
        """Note that the box says with `what` that something is accepted."""
        if self._disk.is_dead:
            return
        self._happened.append(what)
        if not self._disk.is_synced:
            self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    # What the box says to reader nodes (`companion.devices.ports.AnswersCards`)

    def taken(self, receipt: Receipt) -> None:
        pass

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        (self.refused.discard if accepted else self.refused.add)(receipt)

    def _look_at_order(self) -> None:
        synced = self._happened.index("synced") if "synced" in self._happened else len(self._happened)
        for what in ("the green light", "a phone's answer"):
            if what in self._happened and self._happened.index(what) < synced:
                self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    def _take_entries(self, journal: Journal) -> None:
        """Add what the journal has gained to the truth; each entry has an input of its own."""
        known = len(self.truth.entries)
        if journal.sequence == known:  # also after the box is switched off, when nothing can be read
            return
        new: list[Entry] = []
        for entry in journal.backwards():
            if entry.sequence <= known:
                break
            new.append(entry)
        self.gained += len(new)
        for entry in reversed(new):
            self.budget -= 1
            self.truth.take(entry)
        if self.budget < 0:
            raise Failure("refused means never", f"nobody has asked for {new[0].command}")


def _with_older(names: Mapping[str, str], entries: list[Entry], game: int) -> dict[str, str]:
    """Add to the names what those who bear them were called before, in that game."""
    every = dict(names)
    for entry in reversed(entries):
        if entry.game == game and '"rename"' in entry.command:
            told = json.loads(entry.command)
            if told["name"] in every:
                every[told["player"]] = every[told["name"]]
    return every


def _as_written(entry: Entry, before: Entry, names: Mapping[str, str]) -> Entry:
    """Return the entry of a journal that had `before` there: where it has rotted, what was written.

    A command that names others now has another digest, unless it follows a rotten one.
    """
    if entry.digest != before.digest:
        return entry
    written = json.loads(before.command)
    with suppress(ValueError):
        if json.loads(entry.command) in (written, with_names(written, names)):
            return entry
    if not names:
        return before
    return msgspec.structs.replace(before, command=json.dumps(with_names(written, names)))


def _is_part(found: list[Entry], lost: list[Entry], written: AbstractSet[tuple[float, str]]) -> bool:
    """Whether the `lost` journal held each found entry in its order, or as the box had `written` it."""
    others = iter(lost)
    return all(
        any(
            entry.command == other.command or (entry.at == other.at and (entry.at, entry.command) in written)
            for other in others
        )
        for entry in found
    )
