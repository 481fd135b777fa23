"""What goes wrong with the parts: each fault begins and ends at a `World`; one of a moment has no end."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from companion.inputs import KEYS, NetworkNews
from companion.simulation.buses import SimulatedI2c
from companion.simulation.displays import SimulatedDisplay
from tests.soak.setting import Setting
from tests.soak.sticks import STICKS

if TYPE_CHECKING:
    from tests.soak.world import World


OTHER_STICKS: Final = tuple(f"{stick} stick is put in" for stick in STICKS)


class FaultOf(Protocol):
    """Begins a fault with `on`, and ends it without."""

    def __call__(self, world: "World", *, on: bool) -> None: ...


def _display(world: "World", part: str = "Display") -> SimulatedDisplay:
    return world.parts.bench.displays[part]


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


def _second_hangs(world: "World", *, on: bool) -> None:
    (world.schedule.hanging.add if on else world.schedule.hanging.discard)("Second display")


def _second_forgets(world: "World", *, on: bool) -> None:
    if on:
        _display(world, "Second display").controller.power_up()


def _second_unplugged(world: "World", *, on: bool) -> None:
    line = _display(world, "Second display").line
    assert isinstance(line, SimulatedI2c)
    (line.unplug if on else line.plug)(0x3D)


def _scanner_unplugged(world: "World", *, on: bool) -> None:
    if on:
        world.scanner.unplug()
    else:
        world.scanner.is_plugged = True


def _scanner_loses(world: "World", *, on: bool) -> None:
    world.scanner.loses = on


def _scanner_abroad(world: "World", *, on: bool) -> None:
    world.scanner.layout = world.chance.choice(("de", "fr", "uk")) if on else "us"


def _encoder_loose(world: "World", *, on: bool) -> None:
    """Do nothing: `tests.soak.outside` looks at the names of what goes on."""


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
        key = world.chance.choice([key for key in KEYS if key in pins.keys or (key == "OK" and pins.encoder)])
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


def _disk_full(world: "World", *, on: bool) -> None:
    world.disk.is_full = on


def _disk_slow(world: "World", *, on: bool) -> None:
    world.disk.slow = 0.15 if on else 0.0


def _stick_pulled(world: "World", *, on: bool) -> None:
    (world.disk.stick.pull if on else world.disk.stick.plug)()


def _stick_put_in(name: str, world: "World", *, on: bool) -> None:
    if on:
        world.disk.change_stick(name)
        world.acceptance.copied = 0  # what another stick has, it has from before


def _stick_full(world: "World", *, on: bool) -> None:
    world.disk.stick.is_full = on


def _stick_fails(world: "World", *, on: bool) -> None:
    world.disk.stick.fails = on


def _stick_hangs(world: "World", *, on: bool) -> None:
    (world.schedule.hanging.add if on else world.schedule.hanging.discard)("copies")


FAULTS: Final[Mapping[str, FaultOf]] = {
    "the display's bus refuses": _bus_refuses,
    "the display's bus stops half-way": _bus_cut,
    "the display's bus hangs": _bus_hangs,
    "the display forgets": _display_forgets,
    "the display is unplugged": _display_unplugged,
    "the second display hangs": _second_hangs,
    "the second display forgets": _second_forgets,
    "the second display is unplugged": _second_unplugged,
    "the scanner is unplugged": _scanner_unplugged,
    "the scanner loses keys": _scanner_loses,
    "the scanner is set to another country": _scanner_abroad,
    "a wire of the encoder is loose": _encoder_loose,
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
    "the disk is full": _disk_full,
    "the disk is slow": _disk_slow,
    "the stick is pulled": _stick_pulled,
    "the stick is full": _stick_full,
    "the stick fails": _stick_fails,
    "the stick hangs": _stick_hangs,
    **{name: partial(_stick_put_in, stick) for stick, name in zip(STICKS, OTHER_STICKS, strict=True)},
}
"""Each fault by the name that the story of an evening and the table of what was met give it."""

OF_A_MOMENT: Final = frozenset(
    {
        "the display forgets",
        "the second display forgets",
        "the reader restarts",
        "the clock jumps",
        "a sync fails",
        *OTHER_STICKS,
    }
)
"""The faults that have no end."""

OF_THE_DISPLAY: Final = frozenset(
    name for name in FAULTS if name.startswith(("the display", "the second display"))
)

OPTIONAL: Final[Mapping[str, str]] = {
    "the second display": "second_display",
    "the scanner": "scanner",
    "a wire of the encoder": "encoder",
    "the stick": "stick",
    **dict.fromkeys(STICKS, "stick"),
}
"""The part that a fault is of, by the beginning of its name: not every box has it (`Setting`)."""


def faults_of(setting: Setting) -> list[str]:
    """The faults that can happen to such a box."""
    missing = tuple(name for name, part in OPTIONAL.items() if not getattr(setting, part))
    return sorted(name for name in FAULTS if not name.startswith(missing))


OF_THE_DISK: Final = frozenset({"every sync fails", "the disk is full"})
"""The faults in which the disk takes nothing."""

BESIDE: Final = (
    "a power cut",
    "the journal rots",
    "the journal is lost",
    "an upgrade",
    "several at once",
    "an old page",
    "a bouncing key",
)
"""What goes wrong in steps of their own."""
