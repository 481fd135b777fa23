"""The box on and off: what its disk holds at a start is compared with what was accepted."""

import random
import sqlite3
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import msgspec

from companion.dialogs.copies import CopyOfferedDialog
from companion.errors import DamagedError
from companion.table.files import JOURNAL
from companion.table.reader import Entry
from tests.soak.acceptance import PowerGone
from tests.soak.faults import FAULTS, OF_THE_DISK
from tests.soak.steps import PowerCut
from tests.soak.truth import Failure

if TYPE_CHECKING:
    from tests.soak.world import World

UNREAD: Final = Entry(game=0, at=0.0, command="", digest=b"")
"""An entry of a game that is over, whose winners are no list any more."""


class Power:
    """The supply of the box in the `world`, and what ends and starts its program."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._rotten: set[int] = set()
        self._upgraded = 0  # so many entries are left of those that a newer program took over
        self._has_rotted = False  # a copy has what rotted of games that are over, and nobody knows what of it
        self._said = 0  # so many entries were missing at the last start: as long as nobody plays on, they are

    def restart(self) -> None:
        """Plug the box in again, which somebody has switched off at its menu, with a disk that works.

        Raises:
            Failure: the box has lost something, or counts what was refused; so for all that start it.
        """
        world = self._world
        if world.parts.box.is_saved and not world.disk.is_synced:
            raise Failure("accepted means synced", "the box says that it can be unplugged")
        world.let_go()
        self._mend(OF_THE_DISK)
        world.disk.start()
        self._start()

    def upgrade(self, version: int) -> None:
        """Stop the program; the new one finds a journal of `version`."""
        world = self._world
        world.let_go()
        with closing(sqlite3.connect(world.folder / JOURNAL)) as database:
            if version < 4:
                database.execute("ALTER TABLE commands DROP COLUMN edition")
            database.execute(f"PRAGMA user_version = {version}")
        self._upgraded = len(world.truth.entries)
        self._start()

    def cut(self, step: PowerCut) -> None:
        """Let the power fail, and come back to sound parts."""
        world = self._world
        if step.at:
            world.disk.die_in(step.at)
        with suppress(PowerGone):
            world.act(step.during)
            world.settle()
        world.replies.clear()
        world.acceptance.budget += world.disk.doubtful  # which the start finds, or does not
        world.disk.is_dead = True
        world.let_go()
        chance = random.Random(step.seed)  # noqa: S311  # which sectors, no secret
        world.disk.cut(chance)
        is_sound = not self._has_rotted
        # Until newer rules have accepted an entry, nobody can tell a rotten one from one that they changed.
        if step.rots and len(world.truth.entries) > self._upgraded:
            world.disk.rot(chance)
            self._has_rotted = True
        if step.loses:
            world.disk.lose(chance)
            # The program ends when it cannot sync a new journal, and systemd starts it again.
            world.disk.failing_syncs = 0
        self._mend(FAULTS.keys() - {"a phone sleeps"})
        world.faults.clear()
        world.line.restart()
        self._start(
            may_gain=world.acceptance.budget,
            may_lose=step.rots,
            loses=step.loses,
            copied=world.acceptance.copied if is_sound else 0,
        )

    def _start(
        self, *, may_gain: int = 0, may_lose: bool = False, loses: bool = False, copied: int = 0
    ) -> None:
        """Start the box on what its disk holds, and compare that with the truth.

        Of a journal that `loses` entries, or `may_lose` some, at least so many are `copied`.
        """
        world, acceptance = self._world, self._world.acceptance
        copied_until = acceptance.copied_until
        world.switch_on()
        # A node sends again what the box had not settled; what the box has refused must not count now.
        acceptance.budget = world.line.reader.waiting_but(acceptance.refused)
        offer = world.parts.box._copies._offer
        if offer is not None and offer.kept and any(map(world.disk.stick.is_foreign, offer.copies)):
            raise Failure("no other journal is offered for the rest of one", f"{offer}")
        if loses:
            self._rotten.clear()
            acceptance.lose(self._entries())
            self._look_at_offer(copied, copied_until)
        elif self._compare(may_gain, may_lose=may_lose):
            self._look_at_offer(copied, copied_until)
        self._said = world.parts.table.journal.missing
        self._upgraded = min(self._upgraded, len(acceptance.truth.entries))
        world.settle()

    def _look_at_offer(self, copied: int, until: float) -> None:
        """See that the box offers the copy of a journal that has lost more than the copy lacks.

        Nothing but the clock says which of two copies is the newer one, if the journal went on in two ways.
        """
        box = self._world.parts.box
        offer = box._copies._offer if isinstance(box._dialog, CopyOfferedDialog) else None
        offered = 0 if offer is None else offer.holding.commands
        is_later = offer is not None and offer.holding.at > until and not offer.kept
        if max(offered, self._world.parts.table.journal.sequence) < copied and not is_later:
            raise Failure(
                "what was copied is offered", f"{copied} entries were copied, {offered} are offered"
            )

    def _mend(self, names: AbstractSet[str]) -> None:
        for name in sorted(self._world.faults & names):
            FAULTS[name](self._world, on=False)
            self._world.faults.discard(name)

    def _compare(self, may_gain: int, *, may_lose: bool) -> bool:
        """Compare what the disk holds with what was accepted; return whether it says that some is lost."""
        table, truth = self._world.parts.table, self._world.truth
        found, known = self._entries(), truth.entries
        trouble = table.journal.trouble
        others = [
            was.sequence
            for was, now in zip_longest(known, found[: len(known)])
            if was is not None and (now is None or now.command != was.command)
        ]
        if may_lose and trouble is None:
            # What has rotted of a game that is over is found when somebody looks at it.
            self._rotten.update(place for place in others if known[place - 1].game != table.game)
        # A game that is over may have rotted before: that is found when the journal is damaged next.
        is_known = self._has_rotted and all(known[place - 1].game != known[-1].game for place in others)
        if (may_lose or is_known) and trouble is not None and others:
            self._lose(found)
            return True
        if not others and len(found) > len(known) + may_gain and self._world.acceptance.is_copy(found):
            self._world.acceptance.take_copy(found)
        elif lost := set(others) - self._rotten:
            promise = "nothing is lost unsaid" if may_lose else "accepted means synced"
            raise Failure(
                promise, f"{known[min(lost) - 1].command} (entry {min(lost)}) is not in the journal"
            )
        elif len(found) > len(known) + may_gain:
            raise Failure("refused means never", f"the journal has gained {found[-1].command}")
        else:
            for entry in found[len(known) :]:
                truth.take(entry)
            if table.journal.missing > self._said and not self._rotten:
                raise Failure("nothing is said to be lost that is there", f"{table.journal.missing} entries")
        return False

    def _lose(self, found: list[Entry]) -> None:
        """Take what was found for the truth; of older rules some may have rotted unknown."""
        written = {(entry.at, entry.digest): entry.command for entry in self._world.truth.entries}
        entries = [
            msgspec.structs.replace(entry, command=written.get((entry.at, entry.digest), entry.command))
            for entry in found
        ]
        self._rotten = {now.sequence for now, was in zip(found, entries, strict=True) if now != was}
        self._world.acceptance.lose(entries)

    def _entries(self) -> list[Entry]:
        """All entries of the journal, as far as their letters can be read; `UNREAD` for one that cannot."""
        journal, found = self._world.parts.table.journal, list[Entry]()
        journal.database.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            while len(found) < journal.sequence:
                with suppress(DamagedError):
                    found.extend(journal.forwards(len(found)))
                if len(found) < journal.sequence:
                    found.append(UNREAD)
        finally:
            journal.database.text_factory = str
        return found
