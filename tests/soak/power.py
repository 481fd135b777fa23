"""The box's power: what the disk holds at a start is compared with what was accepted."""

import random
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.table.lines import Entry
from companion.table.reader import verify
from tests.soak.disk import PowerGone
from tests.soak.faults import FAULTS, OF_THE_DISK
from tests.soak.steps import Fault, PowerCut
from tests.soak.truth import Failure

if TYPE_CHECKING:
    from tests.soak.world import World


class Power:
    """The power supply of the box in the `world`, which ends and starts its program."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def restart(self) -> None:
        """Restart a box that was switched off at its menu, with a working disk.

        Raises:
            Failure: the box has lost an entry or counts a refused one, as for every start.
        """
        world = self._world
        if world.parts.box.shutdown.is_saved and not world.disk.is_synced:
            raise Failure("accepted means synced", "the box says that it can be unplugged")
        world.parts.let_go()
        self._mend(OF_THE_DISK)
        world.disk.start()
        self._start()

    def cut(self, step: PowerCut) -> None:
        """Let the power fail, and return with working parts."""
        world = self._world
        if step.at:
            world.disk.die_in(step.at)
        with suppress(PowerGone):
            world.act(step.during)
            world.settle()
        world.replies.clear()
        world.acceptance.budget += not world.disk.is_synced  # a refused entry may be there
        world.disk.is_dead = True
        world.parts.let_go()
        world.disk.cut(random.Random(step.seed))  # noqa: S311  # chooses sectors, not secrets
        self._mend(FAULTS.keys())
        self._start(may_gain=world.acceptance.budget)

    def _start(self, *, may_gain: int = 0) -> None:
        """Start the box with the content of its disk, and compare that with the truth."""
        world, acceptance = self._world, self._world.acceptance
        acceptance.is_unlit = False
        world.switch_on()
        acceptance.budget = 0
        self._compare(may_gain)
        world.settle()

    def _mend(self, names: AbstractSet[str]) -> None:
        for name in sorted(self._world.faults & names):
            self._world.act(Fault(name, ends=True))

    def _compare(self, may_gain: int) -> None:
        """Compare the content of the disk with the accepted commands, game by game."""
        world, acceptance = self._world, self._world.acceptance
        journal, truth = world.parts.table.journal, self._world.truth
        found, known = _by_game(acceptance.entries(journal)), _by_game(truth.entries)
        gained = 0
        for game in found.keys() | known.keys():
            there, must = found.get(game, []), known.get(game, [])
            if there[: len(must)] != must:
                raise Failure(
                    "accepted means synced",
                    f"game {game} holds {there[-2:]} in place of {must[-2:]}",
                )
            gained += max(len(there) - len(must), 0)
        if gained > may_gain:
            raise Failure(
                "refused means never",
                f"the journal has gained {journal.record(journal.game).entries[-1]}",
            )
        flaws = {flaw.game for flaw in verify(journal.path)}
        if flaws or journal.missing:
            raise Failure("nothing is said to be lost that is there", f"{flaws} {journal.trouble}")
        acceptance.budget += gained
        acceptance.take_entries(journal)


def _by_game(entries: list[Entry]) -> dict[int, list[tuple[int, str, bytes]]]:
    found: dict[int, list[tuple[int, str, bytes]]] = {}
    for entry in entries:
        found.setdefault(entry.game, []).append((entry.sequence, entry.command, entry.digest))
    return found
