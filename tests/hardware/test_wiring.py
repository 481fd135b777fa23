"""The drawings show each pin of the program once, and no wrong pins are connected."""

import re
from collections import Counter
from typing import Any

import pytest
import yaml

from companion.config.board import HEADER
from companion.config.sections import BusName
from companion.devices.oled.buses import I2C_ADDRESS
from firmware import wiring
from hardware.wiring import places
from hardware.wiring.harness import BLACK, MODULE, ORANGE, RED, Drawing, Wire
from hardware.wiring.header_map import header_map
from hardware.wiring.make_wiring import HERE, texts
from hardware.wiring.table import pins_for, wiring_table

DRAWN = [name.removesuffix(".yaml") for name in sorted(texts()) if name.endswith(".yaml")]
REFERENCE = ("display", "lights", "buttons-and-sounder", "reader")
NODE = ("node", "node-beeper", "node-buttons")
COLOURS = {"3.3 V": ORANGE, "5 V": RED, "ground": BLACK}

Place = int | str

PINS = pins_for()
ENCODER = pins_for(encoder=True).encoder
assert ENCODER is not None


def drawing(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(texts()[f"{name}.yaml"])
    return read


def ends(name: str) -> list[tuple[tuple[str, Place], tuple[str, Place]]]:
    """Return both ends, as (box, pin), of each wire and soldered joint of a drawing."""
    strands: dict[tuple[str, int], tuple[list[tuple[str, Place]], list[tuple[str, Place]]]] = {}
    joints = []
    cables = drawing(name)["cables"]
    for run in drawing(name)["connections"]:
        if "--" in run:
            (left, left_pins), (right, right_pins) = (
                next(iter(end.items())) for end in (run[0], run[2])
            )
            joints += [((left, a), (right, b)) for a, b in zip(left_pins, right_pins, strict=True)]
            continue
        ((middle, bundle, (strand,)),) = (
            (at, key, pins)
            for at, part in enumerate(run)
            for key, pins in part.items()
            if key in cables
        )
        lefts, rights = strands.setdefault((bundle, strand), ([], []))
        for at, part in enumerate(run):
            for box, pins in part.items():
                if at != middle:
                    (lefts if at < middle else rights).append((box, pins[0]))
    return joints + [(a, b) for lefts, rights in strands.values() for a in lefts for b in rights]


def header_of(name: str) -> dict[int, str]:
    """Return the label at each place in the box of the Pi or the Pico, grounds included."""
    boxes = drawing(name)["connectors"]
    return {
        pin: label
        for box, shown in boxes.items()
        if box in {"Raspberry Pi", "Pi, ground", "Pico", "Pico, ground"}
        for pin, label in zip(shown["pins"], shown["pinlabels"], strict=True)
    }


def reached(name: str, start: tuple[str, Place]) -> set[tuple[str, Place]]:
    """Return every pin connected to a pin over wires and joints, including itself."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for pair in ends(name):
            if here in pair:
                other = pair[1] if pair[0] == here else pair[0]
                if other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


@pytest.mark.parametrize("name", REFERENCE)
def test_places_of_a_drawing_match_its_gpios(name: str) -> None:
    for place, label in header_of(name).items():
        gpio = re.match(r"GPIO (\d+)", label)
        if gpio:
            assert HEADER[int(gpio[1])] == place
        else:
            assert (
                place
                in {"3.3 V": places.VOLTS_3V3, "5 V": places.VOLTS_5, "ground": places.GROUND}[
                    label
                ]
            )


def test_reference_build_is_drawn_completely_with_every_place_used_once() -> None:
    used = Counter(place for name in REFERENCE for place in header_of(name))
    assert set(used.values()) == {1}
    wired = {HEADER[pin] for _, pin in pins_for().named()}
    supplies = set(places.VOLTS_3V3 + places.VOLTS_5 + places.GROUND)
    assert set(used) - supplies == wired


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("display", ("Raspberry Pi", HEADER[PINS.i2c.data]), ("Display", "SDA")),
        ("display", ("Raspberry Pi", HEADER[PINS.i2c.clock]), ("Display", "SCL")),
        ("display-on-spi", ("Raspberry Pi", HEADER[PINS.spi.mosi]), ("Display", "DIN")),
        ("display-on-spi", ("Raspberry Pi", HEADER[PINS.spi.clock]), ("Display", "CLK")),
        ("display-on-spi", ("Raspberry Pi", HEADER[PINS.spi.select]), ("Display", "CS")),
        ("display-on-spi", ("Raspberry Pi", HEADER[PINS.spi.command]), ("Display", "DC")),
        ("display-on-spi", ("Raspberry Pi", HEADER[PINS.spi.reset]), ("Display", "RES")),
        ("reader", ("Raspberry Pi", HEADER[PINS.reader.transmit]), ("Reader", "RX")),
        ("reader", ("Raspberry Pi", HEADER[PINS.reader.receive]), ("Reader", "TX")),
        ("encoder", ("Raspberry Pi", HEADER[ENCODER.a]), ("Encoder", "A")),
        ("encoder", ("Raspberry Pi", HEADER[ENCODER.b]), ("Encoder", "B")),
        ("encoder", ("Raspberry Pi", HEADER[ENCODER.push]), ("Encoder", "push")),
        ("node", ("Pico", places.PICO_GP[wiring.TX]), ("Reader", "RX")),
        ("node", ("Pico", places.PICO_GP[wiring.RX]), ("Reader", "TX")),
    ],
)
def test_signal_goes_to_its_pin_of_the_module(
    name: str, start: tuple[str, Place], end: tuple[str, Place]
) -> None:
    assert end in reached(name, start)


@pytest.mark.parametrize("number", range(1, 13))
def test_each_light_has_a_resistor_between_its_gpio_and_its_long_leg(number: int) -> None:
    lights = PINS.lights
    gpio = (
        *lights.seats,
        lights.clockwise,
        lights.counterclockwise,
        lights.accepted,
        lights.refused,
    )[number - 1]
    named = [f"seat {seat}" for seat in range(1, 9)]
    named += ["clockwise", "counterclockwise", "accepted", "refused"]
    wires = ends("lights")
    assert (("Raspberry Pi", HEADER[gpio]), ("Resistors", f"R{number}")) in wires
    assert (("Resistors", f"R{number}"), ("Lights", f"D{number}")) in wires
    assert (("Lights", f"D{number}"), ("Pi, ground", places.GROUNDS["lights"])) in wires
    box = drawing("lights")["connectors"]["Lights"]
    assert box["pinlabels"][box["pins"].index(f"D{number}")].split(",")[0] == named[number - 1]


@pytest.mark.parametrize(
    ("name", "board", "keys"),
    [
        (
            "buttons-and-sounder",
            "Raspberry Pi",
            {k: HEADER[pin] for k, pin in pins_for().keys.items()},
        ),
        (
            "display-on-spi",
            "Raspberry Pi",
            {k: HEADER[pin] for k, pin in pins_for("spi").keys_beside_spi.items()},
        ),
        ("node-buttons", "Pico", {k: places.PICO_GP[gp] for k, gp in wiring.KEYS.items()}),
    ],
)
def test_each_button_connects_its_pin_to_ground(
    name: str, board: str, keys: dict[str, int]
) -> None:
    grounds = places.GROUND if board == "Raspberry Pi" else places.PICO_GROUND
    assert set(drawing(name)["connectors"]["Buttons"]["pins"]) == set(keys)
    for key, place in keys.items():
        wires = ends(name)
        assert ((board, place), ("Before", key)) in wires
        for part in ("Buttons", "Beside"):
            assert (("Before", key), (part, key)) in wires
            (to_ground,) = [right for left, right in wires if left == (part, key)]
            assert to_ground[1] in grounds


@pytest.mark.parametrize(
    ("name", "board", "place"),
    [
        ("buttons-and-sounder", "Raspberry Pi", HEADER[PINS.sounder.pin]),
        ("node-beeper", "Pico", places.PICO_GP[wiring.BEEPER]),
    ],
)
def test_buzzer_has_its_resistor_and_a_ground(name: str, board: str, place: int) -> None:
    wires = ends(name)
    (resistor,) = [right for left, right in wires if left == (board, place)]
    assert resistor[0] == "Resistor"
    assert (resistor, ("Sounder", "+")) in wires
    assert (resistor, ("Bleed", "+")) in wires
    for part in ("Sounder", "Bleed"):
        (ground,) = [right for left, right in wires if left == (part, "+")]
        assert ground[1] in (places.GROUND if board == "Raspberry Pi" else places.PICO_GROUND)


def test_node_jumper_connects_the_repl_pin_to_ground() -> None:
    wires = ends("node-beeper")
    assert (("Pico", places.PICO_GP[wiring.REPL]), ("Jumper", "J1")) in wires
    (ground,) = [right for left, right in wires if left == ("Jumper", "J1")]
    assert ground[1] in places.PICO_GROUND


@pytest.mark.parametrize("name", NODE)
def test_places_of_the_node_match_its_gps(name: str) -> None:
    for place, label in header_of(name).items():
        gp = re.match(r"GP(\d+)", label)
        if gp:
            assert places.PICO_GP[int(gp[1])] == place
        else:
            assert place in {"VBUS, 5 V": (places.PICO_5V,), "ground": places.PICO_GROUND}[label]


def test_firmware_page_has_the_same_places_as_the_drawings() -> None:
    text = (HERE.parents[1] / "docs/howto/scanner-node.md").read_text("utf-8")
    table = re.findall(r"^\| ([\d, ]+) \|([^|]*)\| (.*) \|$", text, re.MULTILINE)
    told = {int(place) for places_, _, _ in table for place in places_.split(",")}
    told |= {int(place) for *_, goes in table for place in re.findall(r"\(pin (\d+)\)", goes)}
    assert told == {place for name in NODE for place in header_of(name)}


def test_drawings_of_the_node_share_no_place() -> None:
    used = Counter(place for name in NODE for place in header_of(name))
    assert set(used.values()) == {1}


def test_pico_has_26_gps_7_grounds_and_7_others_in_40_places() -> None:
    run, analogue, regulator = {30}, {33, 35}, {36, 37, 39}
    others = run | analogue | regulator | {places.PICO_5V} | set(places.PICO_GROUND)
    assert sorted(places.PICO_GP) == [*range(23), 26, 27, 28]
    assert set(places.PICO_GP.values()) | others == set(range(1, 41))
    assert not set(places.PICO_GP.values()) & others


@pytest.mark.parametrize("name", DRAWN)
def test_red_orange_and_black_are_only_used_for_supplies(name: str) -> None:
    for bundle in drawing(name)["cables"].values():
        for colour, says in zip(bundle["colors"], bundle["wirelabels"], strict=True):
            assert (colour in COLOURS.values()) == (says.strip() in COLOURS)
            assert COLOURS.get(says.strip(), colour) == colour


@pytest.mark.parametrize("name", DRAWN)
def test_supplies_are_not_connected_to_each_other_or_ground(name: str) -> None:
    boards = {"Raspberry Pi", "Pi, ground", "Pico", "Pico, ground"}
    for pin, label in header_of(name).items():
        if label in {"3.3 V", "5 V", "VBUS, 5 V"}:
            board = "Pico" if "Pico" in drawing(name)["connectors"] else "Raspberry Pi"
            assert {end for end in reached(name, (board, pin)) if end[0] in boards} == {
                (board, pin)
            }


def test_display_reset_has_a_resistor_to_the_supply_and_a_capacitor_to_ground() -> None:
    wires = ends("display")
    assert {(("Display", pin), ("10 kΩ", pin)) for pin in ("RES", "VCC")} <= set(wires)
    assert {(("Display", pin), ("1 µF", pin)) for pin in ("RES", "GND")} <= set(wires)


def test_display_is_wired_for_the_address_used_by_the_program() -> None:
    labels = dict(
        zip(
            *(drawing("display")["connectors"]["Display"][k] for k in ("pins", "pinlabels")),
            strict=True,
        )
    )
    assert labels["DC"] == f"address 0x{I2C_ADDRESS:X}"
    assert (("Raspberry Pi", places.GROUNDS["display"]), ("Display", "DC")) in ends("display")


def test_forked_wire_is_one_wire() -> None:
    two = Drawing("forked", "A wire with two ends")
    left = two.box("Left", "", MODULE, {1: "", 2: ""})
    right = two.box("Right", "", MODULE, {"a": "", "b": ""})
    two.wires(
        "Lead", [Wire(left, 1, right, "a", BLACK, "x"), Wire(left, 1, right, "b", BLACK, "x")]
    )
    read = yaml.safe_load(two.yaml())
    assert read["cables"]["Lead"]["colors"] == [BLACK]
    assert read["connections"] == [
        [{"Left": [1]}, {"Lead": [1]}, {"Right": ["a"]}],
        [{"Lead": [1]}, {"Right": ["b"]}],
    ]


@pytest.mark.parametrize("encoder", [False, True])
@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_wiring_table_names_every_wire_in_header_order(bus: BusName, encoder: bool) -> None:
    pins = pins_for(bus, encoder=encoder)
    head, rule, *rows = wiring_table(pins).splitlines()
    assert head.count("|") == rule.count("|") == 5
    assert set(rule) <= set("|-:")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    places = [int(place) for place, *_ in cells]
    assert places == sorted(places)
    assert {int(gpio) for _, gpio, *_ in cells} == {pin for _, pin in pins.named()}
    seats = [
        (place, gpio, pin) for place, gpio, part, pin in cells if part == cells[places.index(11)][2]
    ]
    assert {pin for _, _, pin in seats} == set("12345678")
    assert {("11", "17", "1"), ("36", "16", "8")} <= set(seats)


@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_header_map_has_a_word_for_every_wire(bus: BusName) -> None:
    pins = pins_for(bus)
    shown = rows_of_the_map(header_map(pins))
    assert list(shown) == list(range(1, 41))
    _, _, *table = wiring_table(pins).splitlines()
    for row in table:
        place, gpio, part, what = (cell.strip() for cell in row.strip("|").split("|"))
        assert shown[int(place)] == (f"GPIO {gpio}", f"{part} {what}")
    unused = {place for place, (_, says) in shown.items() if not says}
    assert len(unused) == 40 - len(table) - len(places.GROUNDS) - 2


def test_header_map_has_the_supplies_of_the_drawings() -> None:
    shown = rows_of_the_map(header_map(pins_for()))
    for name in REFERENCE:
        for place, label in header_of(name).items():
            if not label.startswith("GPIO"):
                assert shown[place][0] == label
                assert shown[place][1]
    assert {place for place, (kind, _) in shown.items() if kind == "leave free"} == set(
        places.EEPROM
    )


def rows_of_the_map(text: str) -> dict[int, tuple[str, str]]:
    """Return the name of each place and the wire that goes there."""
    found: dict[int, tuple[str, str]] = {}
    for row in re.findall(r"<tr>(.*?)</tr>", text):
        cells = [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", row)]
        left_says, left, odd, even, right, right_says = cells
        found |= {int(odd): (left, left_says), int(even): (right, right_says)}
    return found
