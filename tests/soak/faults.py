"""What goes wrong with the parts: each fault begins and ends at a `World`; one of a moment has no end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from tests.soak.world import World


class FaultOf(Protocol):
    """Begins a fault with `on`, and ends it without."""

    def __call__(self, world: "World", *, on: bool) -> None: ...


class _Sets(NamedTuple):
    """A fault that is an attribute `name` of the world's `part`: `begun` while it goes on, else `ended`."""

    part: str
    name: str
    begun: object = True
    ended: object = False

    def __call__(self, world: "World", *, on: bool) -> None:
        setattr(getattr(world, self.part), self.name, self.begun if on else self.ended)


def _bus_refuses(world: "World", *, on: bool) -> None:
    line = world.parts.bench.displays["Display"].line
    (line.fail if on else line.mend)()


def _reader_restarts(world: "World", *, on: bool) -> None:  # noqa: ARG001  # it has no end
    world.line.restart()


def _phone_sleeps(world: "World", *, on: bool) -> None:
    world.phones[0].is_asleep = on


FAULTS: Final[Mapping[str, FaultOf]] = {
    "the display's bus refuses": _bus_refuses,
    "noise on the line": _Sets("line", "noisy"),
    "the reader is unplugged": _Sets("line", "is_plugged", begun=False, ended=True),
    "the reader restarts": _reader_restarts,
    "a phone sleeps": _phone_sleeps,
    "a sync fails": _Sets("disk", "failing_syncs", 1),
    "every sync fails": _Sets("disk", "failing_syncs", -1, 0),
    "a write fails": _Sets("disk", "failing_writes", 1),
    "the disk is read-only": _Sets("disk", "is_read_only"),
    "the disk is full": _Sets("disk", "is_full"),
    "the disk is slow": _Sets("disk", "slow", 0.15, 0.0),
}
"""Each fault by the name that the story of an evening and the table of what was met give it."""

OF_A_MOMENT: Final = frozenset({"the reader restarts", "a sync fails", "a write fails"})
"""The faults that have no end."""

OF_THE_DISK: Final = frozenset({"every sync fails", "the disk is read-only", "the disk is full"})
"""The faults in which the disk takes nothing."""
