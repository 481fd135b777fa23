"""The first half of the self-test: displays, lights and sounds."""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from companion.devices.ports import Display, LightRing, Sounder
from companion.inputs import PartName
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.doctor.prompts import Prompts, Seen
from companion.outputs import SEATS, Lights, SeatLight, Sound
from companion.screens.model import Frame, KeyHint, NoticeScreen

PICTURE: Final = NoticeScreen(
    "Self-test",
    "Upright, nothing cut off",
    mark="cross",
    ok=KeyHint("Left", "edge"),
    other=KeyHint("Right", "edge"),
)
"""Lit along the upper edge and in both lower corners, so that a shifted or turned picture shows."""

_DISTORTED: Final = (
    (
        "snow, with scraps of the picture",
        'it is an SH1106: write controller = "sh1106" below the display',
    ),
    (
        "the picture, up to the right edge of the glass and with a wider dark stripe at the left",
        'it is no SH1106: write controller = "ssd1306" below the display',
    ),
    ("the picture upside down", "write rotate = 180 or 0 below the display"),
    (
        "nothing, or something else",
        "compare its wires with docs/wiring.md, and the name on the module",
    ),
)
"""Wrong pictures that a person may see, and what to do then.

An SH1106 has no windowed addressing, so it shows one page of an SSD1306's picture; its own picture
begins at column 2 of its memory, which is column 2 of the glass on the others (their datasheets).
"""

_WIRES: Final = "compare its wires with docs/wiring.md"


def displays_shown(
    asking: Prompts, displays: Sequence[Display], parts: Sequence[PartName]
) -> list[Finding]:
    """Show a picture on every display, and ask about the configured `parts` that can be opened."""
    if not parts:
        return []
    for display in displays:
        display.show(Frame(PICTURE))
    asking.look(f"Picture: {' and '.join(parts)}")
    lit = [part for part in parts if not asking.why_not(part)]
    seen: Seen = "nobody says"
    if lit:
        seen = asking.seen(
            f"{' and '.join(lit)}: a lit bar at the top, a word in each lower corner, all of it "
            f"upright?"
        )
    return [_display_judged(asking, part, seen) for part in parts]


def _display_judged(asking: Prompts, part: PartName, seen: Seen) -> Finding:
    """Ask what a display shows, and if it is another picture, which one."""
    no = _DISTORTED[-1][1]
    if seen == "no" and not asking.why_not(part):
        choices = "; ".join(f"{number}: {what}" for number, (what, _) in enumerate(_DISTORTED, 1))
        typed = asking.typed(
            f"{part}: which is seen? Enter: the picture as it should be; {choices}."
        )
        seen = "yes" if typed == "" else "no"
        no = dict(zip("1234", (advice for _, advice in _DISTORTED), strict=True)).get(
            typed or "", no
        )
    return _judged(asking, part, "the picture is as it should be", seen, no)


def each_light() -> Iterator[tuple[str, Lights]]:
    """Yield every light by name, with the lights to set to show it alone."""
    for seat in range(SEATS):
        seats: list[SeatLight] = ["dark"] * SEATS
        seats[seat] = "act"
        yield f"seat {seat + 1}", Lights(seats=tuple(seats))
    yield "clockwise", Lights(clockwise=True)
    yield "counterclockwise", Lights(counterclockwise=True)
    yield "accepted, green", Lights(accepted=True)
    yield "refused, red", Lights(refused=True)


def lights_shown(asking: Prompts, ring: LightRing | None) -> Finding:
    """Light one light after the other and name it;
    `ring` is None if the lights could not be opened.
    """
    seen: Seen = "nobody says"
    if ring is not None:
        for name, lights in each_light():
            ring.show(lights)
            asking.look(f"Light: {name}")
        ring.show(Lights())
        seen = asking.seen("Was each light lit alone, as it was named?")
    return _judged(
        asking, "Lights", "each is lit as it is named", seen, f"{_WIRES}; an LED has a way round"
    )


def sounds_played(asking: Prompts, sounder: Sounder | None) -> Finding:
    """Play one sound after the other and name it; `sounder` is None if it could not be opened."""
    sounds: tuple[Sound, ...] = get_args(Sound)
    seen: Seen = "nobody says"
    if sounder is not None:
        for sound in sounds:
            sounder.play(sound)
            asking.look(f"Sound: {sound}")
        seen = asking.seen(f"Were there {len(sounds)} sounds?")
    no = f'{_WIRES}; if it only clicks, try kind = "active" below [sounder] in the configuration'
    return _judged(asking, "Sounder", "every sound is heard", seen, no)


def _judged(asking: Prompts, part: PartName, well: str, seen: Seen, no: str) -> Finding:
    reason = asking.why_not(part)
    if reason:
        return wrong(part, reason, "see what companion doctor says of it")
    if seen == "nobody says":
        says = "did what it was told, and nobody said whether that was to be seen or heard"
        return doubtful(part, says, "start companion doctor --self-test from a terminal and answer")
    return (
        right(part, well)
        if seen == "yes"
        else wrong(part, "not as it should be, says who was there", no)
    )
