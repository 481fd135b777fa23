"""What goes wrong with the parts: each fault begins and ends at a `World`; one of a moment has no end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from companion.inputs import NetworkNews
from companion.simulation.buses import SimulatedI2c
from companion.simulation.displays import SimulatedDisplay
from tests.soak.setting import Setting

if TYPE_CHECKING:
    from tests.soak.world import World


class FaultOf(Protocol):
    """Begins a fault with `on`, and ends it without."""

    def __call__(self, world: "World", *, on: bool) -> None: ...


def _display(world: "World") -> SimulatedDisplay:
    return world.parts.bench.displays["Display"]


def _bus_refuses(world: "World", *, on: bool) -> None:
    line = _display(world).line
    (line.fail if on else line.mend)()


def _bus_cut(world: "World", *, on: bool) -> None:
    """Each transfer ends in its middle, so that a command is only half there."""
    if on:
        _display(world).line.fail(after=world.chance.randint(0, 40), arrives=1)
    else:
        _display(world).line.mend()


def _bus_hangs(world: "World", *, on: bool) -> None:
    (world.schedule.hanging.add if on else world.schedule.hanging.discard)("Display")


def _display_forgets(world: "World", *, on: bool) -> None:
    if on:
        _display(world).controller.power_up()


def _display_unplugged(world: "World", *, on: bool) -> None:
    display = _display(world)
    if isinstance(display.line, SimulatedI2c):
        (display.line.unplug if on else display.line.plug)(0x3C)
    elif not on:
        display.controller.power_up()


def _noise(world: "World", *, on: bool) -> None:
    world.line.noisy = on


def _front_lost(world: "World", *, on: bool) -> None:
    world.line.cuts_front = on


def _doubled(world: "World", *, on: bool) -> None:
    world.line.doubles = on


def _reader_unplugged(world: "World", *, on: bool) -> None:
    world.line.is_plugged = not on


def _reader_restarts(world: "World", *, on: bool) -> None:
    if on:
        world.line.restart()


def _key_sticks(world: "World", *, on: bool) -> None:
    if on:
        pins = world.parts.bench.pins.pins
        key = world.chance.choice(list(pins.keys))
        world.stuck.add(key)
        world.parts.bench.pins.press(key)
    else:
        for stuck in sorted(world.stuck):
            world.parts.bench.pins.release(stuck)
        world.stuck.clear()


def _phone_sleeps(world: "World", *, on: bool) -> None:
    world.phones[0].is_asleep = on


def _clock_jumps(world: "World", *, on: bool) -> None:
    if on:
        world.clock.wall += world.chance.choice((-86400.0, -3600.0, 3600.0, 86400.0 * 300))


def _network_gone(world: "World", *, on: bool) -> None:
    world.address = "" if on else "192.168.1.7"
    world.later(0.1, NetworkNews() if on else NetworkNews("Home", address=world.address))


def _sync_fails(world: "World", *, on: bool) -> None:
    if on:
        world.disk.failing_syncs = 1


def _syncs_fail(world: "World", *, on: bool) -> None:
    world.disk.failing_syncs = -1 if on else 0


def _write_fails(world: "World", *, on: bool) -> None:
    if on:
        world.disk.failing_writes = 1


def _disk_read_only(world: "World", *, on: bool) -> None:
    world.disk.is_read_only = on


def _disk_full(world: "World", *, on: bool) -> None:
    world.disk.is_full = on


def _disk_slow(world: "World", *, on: bool) -> None:
    world.disk.slow = 0.15 if on else 0.0


def _stick_pulled(world: "World", *, on: bool) -> None:
    (world.disk.pull_stick if on else world.disk.plug_stick)()
    world.acceptance.backed_up.clear()


def _stick_full(world: "World", *, on: bool) -> None:
    world.disk.stick_is_full = on


def _stick_fails(world: "World", *, on: bool) -> None:
    world.disk.stick_fails = on


def _stick_hangs(world: "World", *, on: bool) -> None:
    (world.schedule.hanging.add if on else world.schedule.hanging.discard)("backup")


FAULTS: Final[Mapping[str, FaultOf]] = {
    "the display's bus refuses": _bus_refuses,
    "the display's bus stops half-way": _bus_cut,
    "the display's bus hangs": _bus_hangs,
    "the display forgets": _display_forgets,
    "the display is unplugged": _display_unplugged,
    "noise on the line": _noise,
    "bytes lost at the front": _front_lost,
    "bytes sent twice": _doubled,
    "the reader is unplugged": _reader_unplugged,
    "the reader restarts": _reader_restarts,
    "a key sticks": _key_sticks,
    "a phone sleeps": _phone_sleeps,
    "the clock jumps": _clock_jumps,
    "the network is gone": _network_gone,
    "a sync fails": _sync_fails,
    "every sync fails": _syncs_fail,
    "a write fails": _write_fails,
    "the disk is read-only": _disk_read_only,
    "the disk is full": _disk_full,
    "the disk is slow": _disk_slow,
    "the stick is pulled": _stick_pulled,
    "the stick is full": _stick_full,
    "the stick fails": _stick_fails,
    "the stick hangs": _stick_hangs,
}
"""Each fault by the name that the story of an evening and the table of what was met give it."""

OF_A_MOMENT: Final = frozenset(
    {
        "the display forgets",
        "the reader restarts",
        "the clock jumps",
        "a sync fails",
        "a write fails",
    }
)
"""The faults that have no end."""

OF_THE_DISPLAY: Final = frozenset(name for name in FAULTS if name.startswith("the display"))


def faults_of(setting: Setting) -> list[str]:
    """The faults that can happen to such a box."""
    return sorted(name for name in FAULTS if setting.stick or not name.startswith("the stick"))


OF_THE_DISK: Final = frozenset({"every sync fails", "the disk is read-only", "the disk is full"})
"""The faults in which the disk takes nothing."""
