"""The self-test on a bench, with somebody in front of it."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from companion.config import pins_of, read_config
from companion.devices.oled import ControllerName, OledDisplay, over_i2c
from companion.drawing import draw, shifted
from companion.errors import JournalError
from companion.inputs import KEYS, Edge, PartBack, PartLost, Scan
from companion.labels.codec import CommandLabel, write_label
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.display_test import PICTURE
from companion.maintenance.doctor.exercise import card_passed
from companion.maintenance.doctor.findings import Finding
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.doctor.prompts import Prompts
from companion.maintenance.doctor.readers import fitted
from companion.maintenance.doctor.self_test import self_test
from companion.outputs import Lights
from companion.screens.model import Frame
from companion.simulation.box import SimulatedBox
from companion.simulation.buses import SimulatedI2c
from companion.simulation.controller import Controller, no_pixel
from companion.simulation.sh1106 import Sh1106
from companion.simulation.ssd1306 import Ssd1306, Ssd1309
from companion.table.files import held
from tests.devices.parts import SetClock
from tests.maintenance.doctor.fake_pi import FakePi, only
from tests.maintenance.doctor.person import Person


class Box:
    """A box on a bench and its configuration."""

    def __init__(self, data: Path, text: str = "") -> None:
        self.config = read_config(text)
        self.clock = SetClock()
        self.bench = SimulatedBox(self.config, self.clock, "")
        machine = Machine(clock=self.clock)
        self.context = ExaminationContext(self.config, pins_of(self.config), data, machine, bench=self.bench)

    def tried(self, **person: Any) -> tuple[Person, dict[str, list[Finding]]]:
        """Somebody goes through the self-test; what was found, by part."""
        somebody = Person(self.bench, self.clock, **person)
        found: dict[str, list[Finding]] = {}
        for finding in self_test(self.context, somebody):
            found.setdefault(finding.part, []).append(finding)
        return somebody, found


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path / "data")


def verdicts(found: dict[str, list[Finding]]) -> dict[str, list[str]]:
    return {part: [finding.verdict for finding in findings] for part, findings in found.items()}


def test_a_box_on_which_everything_works(box: Box) -> None:
    _, found = box.tried()
    parts = ("Display", "Lights", "Sounder", "Reader", "Buttons")
    assert verdicts(found) == {part: ["right"] for part in parts}
    assert found["Reader"][0].says == "read Q♠"
    assert found["Buttons"][0].says == "OK, UNDO, BUST, MORE, LEFT, RIGHT: each came when it was asked for"


def test_every_light_is_lit_alone_as_it_is_named(box: Box) -> None:
    somebody, _ = box.tried()
    names = [text.removeprefix("Light: ") for text in somebody.told if text.startswith("Light: ")]
    seats = [f"seat {number}" for number in range(1, 9)]
    assert names == [*seats, "clockwise", "counterclockwise", "accepted, green", "refused, red"]
    for number, lights in enumerate(somebody.lights[:8]):
        assert [place for place, light in enumerate(lights.seats) if light == "act"] == [number]
        assert lights == Lights(seats=lights.seats)
        assert lights.seats.count("dark") == 7
    assert somebody.lights[8:] == [
        Lights(clockwise=True),
        Lights(counterclockwise=True),
        Lights(accepted=True),
        Lights(refused=True),
    ]
    assert somebody.left_lit == Lights()


def test_every_sound_is_played_as_it_is_named(box: Box) -> None:
    somebody, _ = box.tried()
    names = [text.removeprefix("Sound: ") for text in somebody.told if text.startswith("Sound: ")]
    assert somebody.sounds == names
    assert sorted(names) == ["accepted", "bust", "game-over", "hand-over", "key", "refused"]


def test_what_a_person_does_not_see_or_hear_is_wrong(box: Box) -> None:
    _, found = box.tried(replies={"lit bar": "n", "each light lit": "no", "sounds?": "N"})
    for part in ("Display", "Lights", "Sounder"):
        assert [finding.verdict for finding in found[part]] == ["wrong"]
        assert found[part][0].advice


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("1", 'controller = "sh1106"'),
        ("2", 'controller = "ssd1306"'),
        ("3", "rotate = 180"),
        ("4", "docs/wiring.md"),
    ],
)
def test_who_sees_another_picture_says_which_and_hears_what_that_means(
    box: Box, typed: str, advice: str
) -> None:
    _, found = box.tried(replies={"lit bar": "n", "which is seen": typed})
    (display,) = found["Display"]
    assert (display.verdict, advice in display.advice) == ("wrong", True)


def test_of_two_displays_only_the_one_that_is_distorted_is_wrong(tmp_path: Path) -> None:
    two = Box(tmp_path, '[second_display]\ncontroller = "sh1106"\n')
    _, found = two.tried(replies={"lit bar": "n", "Display: which is seen": "", "Second display: which": "2"})
    assert verdicts(found)["Display"] == ["right"]
    assert verdicts(found)["Second display"] == ["wrong"]


@pytest.mark.parametrize("configured", ["ssd1306", "ssd1309"])
def test_an_sh1106_taken_for_another_shows_scraps_of_the_picture(configured: ControllerName) -> None:
    seen = _shown_on(_TakesAnything(), configured)
    rows = [seen.crop((0, y, 128, y + 1)).tobytes() for y in range(64)]
    noise = {bytes(16), b"\xff" * 16}  # what stands in the model's memory after power came on
    assert 0 < sum(row not in noise for row in rows) <= 8


@pytest.mark.parametrize("model", [Ssd1306, Ssd1309])
def test_another_taken_for_an_sh1106_shows_the_picture_two_columns_to_the_right(
    model: type[Ssd1306],
) -> None:
    assert _shown_on(model(), "sh1106").tobytes() == ImageChops.offset(draw(PICTURE), 2, 0).tobytes()


class _TakesAnything(Sh1106):
    """Takes codes that are in no table without effect, as modules do."""

    def _learn(self) -> None:
        super()._learn()
        for codes in (range(0x20, 0x30), range(0x34, 0x40)):
            self._order(codes, 0, no_pixel)


def _shown_on(model: Controller, configured: ControllerName) -> Image.Image:
    """What the self-test's picture is on the glass of `model`, when it is taken for `configured`."""
    line = SimulatedI2c({0x3C: model})
    display = OledDisplay(configured, over_i2c(bus=line), draw, shifted, lambda _: None)
    display.show(Frame(PICTURE))
    display.step()
    return model.image()


def test_who_says_nothing_leaves_it_open(box: Box) -> None:
    _, found = box.tried(replies={"lit bar": None, "each light lit": None, "sounds?": None})
    for part in ("Display", "Lights", "Sounder"):
        assert [finding.verdict for finding in found[part]] == ["doubtful"]


def test_without_a_keyboard_it_goes_on_by_itself(box: Box) -> None:
    somebody, found = box.tried(answers=False)
    assert verdicts(found)["Lights"] == ["doubtful"]
    assert verdicts(found)["Buttons"] == ["right"]
    assert not any("Enter" in text for text in somebody.told)


def test_nobody_is_asked_what_a_display_shows_that_cannot_be_opened(tmp_path: Path) -> None:
    two = Box(tmp_path, '[second_display]\ncontroller = "sh1106"\n')
    line = two.bench.displays["Second display"].line
    assert isinstance(line, SimulatedI2c)
    line.unplug(0x3D)
    somebody, found = two.tried(sees_trouble=True)
    (second,) = found["Second display"]
    assert (second.verdict, "0x3D" in second.says) == ("wrong", True)
    (question,) = [text for text in somebody.told if "lit bar" in text]
    assert question.startswith("Display: ")
    assert verdicts(found)["Display"] == ["right"]


def test_no_display_can_be_opened(box: Box) -> None:
    box.bench.displays["Display"].line.fail()
    somebody, found = box.tried(sees_trouble=True)
    assert verdicts(found)["Display"] == ["wrong"]
    assert not any("lit bar" in text for text in somebody.told)


@pytest.mark.parametrize(("back", "verdict"), [(False, "wrong"), (True, "right")])
def test_a_part_that_has_come_back_is_well_again(box: Box, back: bool, verdict: str) -> None:
    somebody = Person(box.bench, box.clock)
    somebody.report(PartLost("Sounder", "gone"))
    if back:
        somebody.report(PartBack("Sounder"))
    found = {finding.part: finding.verdict for finding in self_test(box.context, somebody)}
    assert found["Sounder"] == verdict


def test_both_displays_are_asked_about(tmp_path: Path) -> None:
    two = Box(tmp_path, '[second_display]\ncontroller = "sh1106"\n')
    somebody, found = two.tried()
    assert verdicts(found)["Display"] == verdicts(found)["Second display"] == ["right"]
    assert any(text.startswith("Display and Second display: ") for text in somebody.told)


def test_a_light_that_cannot_be_set(box: Box) -> None:
    def fail(_value: float) -> bool:
        raise OSError(5, "Input/output error")

    box.bench.pins.factory.pin(18)._change_state = fail
    _, found = box.tried()
    (lights,) = found["Lights"]
    assert (lights.verdict, "Input/output error" in lights.says) == ("wrong", True)


def test_lights_whose_pins_cannot_be_had(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    busy_at(box, monkeypatch, 17)
    somebody, found = box.tried()
    assert (found["Lights"][0].verdict, found["Lights"][0].says[:7]) == ("wrong", "GPIO 17")
    assert somebody.lights == []


def test_buttons_whose_pins_cannot_be_had_are_not_asked_for(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy_at(box, monkeypatch, 5)
    somebody, found = box.tried()
    assert [(finding.verdict, finding.says[:12]) for finding in found["Buttons"]] == [
        ("wrong", "OK at GPIO 5")
    ]
    assert not any(text.startswith("Press") for text in somebody.told)


def busy_at(box: Box, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    factory = box.bench.pins.factory

    def reserved(_device: object, *numbers: int) -> None:
        if number in numbers:
            raise OSError("GPIO busy")

    monkeypatch.setattr(factory, "reserve_pins", reserved)


@pytest.mark.usefixtures("without_pins")
def test_no_way_to_move_pins(tmp_path: Path) -> None:
    text = only("[lights]\nenabled = true\n[sounder]\nenabled = true\n[buttons]\nenabled = true\n")
    box = Box(tmp_path, text)
    context = ExaminationContext(box.config, box.context.pins, tmp_path, box.context.machine)
    somebody = Person(box.bench, box.clock)
    found = self_test(context, somebody)
    assert [finding.part for finding in found] == ["Lights", "Sounder", "Buttons"]
    assert all(finding.verdict == "wrong" and "no way to move them" in finding.says for finding in found)
    assert somebody.told == []


def test_a_key_that_does_not_come(box: Box) -> None:
    _, found = box.tried(presses={"BUST": None})
    missed, came = found["Buttons"]
    assert (missed.verdict, missed.says) == ("wrong", "BUST did not come")
    assert "header 22 (GPIO 25)" in missed.advice
    assert came.says == "OK, UNDO, MORE, LEFT, RIGHT: each came when it was asked for"


def test_two_keys_that_are_exchanged(box: Box) -> None:
    _, found = box.tried(presses={"LEFT": "RIGHT", "RIGHT": "LEFT"})
    assert [finding.says for finding in found["Buttons"][:2]] == [
        "RIGHT came in place of LEFT",
        "LEFT came in place of RIGHT",
    ]


def test_the_key_before_that_bounces_is_not_blamed(box: Box) -> None:
    _, found = box.tried(presses={"UNDO": "OK"})
    assert found["Buttons"][0].says == "UNDO did not come"


def test_a_key_is_waited_for_half_a_minute(box: Box) -> None:
    before = box.clock.now
    box.tried(presses=dict.fromkeys(KEYS), replies={"lit bar": "", "each light lit": "", "sounds?": ""})
    picture_lights_and_sounds = 1 + 12 + 6
    assert box.clock.now - before == pytest.approx(6 * 30 + picture_lights_and_sounds)


def test_what_is_skipped_is_neither_right_nor_wrong(box: Box) -> None:
    _, found = box.tried(card=None, presses={"MORE": None}, replies={"pass a card": "", "Press MORE": ""})
    assert (found["Reader"][0].verdict, found["Reader"][0].says) == ("doubtful", "no card was passed")
    assert [finding.verdict for finding in found["Buttons"]] == ["doubtful", "right"]


def test_what_was_skipped_says_nothing_of_the_next_key(box: Box) -> None:
    _, found = box.tried(presses={"MORE": None, "LEFT": None}, replies={"Press MORE": ""})
    assert [(finding.verdict, finding.says) for finding in found["Buttons"][:2]] == [
        ("doubtful", "MORE was not tried"),
        ("wrong", "LEFT did not come"),
    ]


def test_what_came_for_one_key_is_not_blamed_for_the_next(box: Box) -> None:
    _, found = box.tried(presses={"UNDO": "RIGHT", "BUST": None})
    assert [finding.says for finding in found["Buttons"][:2]] == [
        "RIGHT came in place of UNDO",
        "BUST did not come",
    ]


def test_letting_a_key_go_is_not_pressing_it(box: Box) -> None:
    class Holder(Person):
        def say(self, text: str) -> None:
            super().say(text)
            if text.startswith("Press BUST"):
                self.report(Edge("BUST", down=False, at=0.0))

    found = self_test(box.context, Holder(box.bench, box.clock, presses={"BUST": None}))
    assert "BUST did not come" in [finding.says for finding in found]


def test_an_encoder_is_turned_and_pushed(tmp_path: Path) -> None:
    somebody, found = Box(tmp_path, "[buttons]\nencoder = true\n").tried()
    assert verdicts(found)["Buttons"] == ["right"]
    asked = [text.split(". (")[0] for text in somebody.told if text.startswith(("Press", "Turn"))]
    assert asked == [
        *("Press OK", "Press UNDO", "Press BUST", "Press MORE"),
        *("Turn the encoder to the left", "Turn the encoder to the right"),
    ]


def test_an_encoder_that_turns_the_wrong_way(tmp_path: Path) -> None:
    box = Box(tmp_path, "[buttons]\nencoder = true\n")
    _, found = box.tried(presses={"LEFT": "RIGHT", "RIGHT": "LEFT"})
    assert "A and B exchanged" in found["Buttons"][0].advice


@pytest.mark.parametrize(
    ("line", "verdict", "says"),
    [
        ("1TH4", "doubtful", 'misread: "1TH4" has a wrong check character'),
        ("10H", "right", "read 10♥"),
        ("JK", "right", "read a joker"),
        ("8", "right", "read 8"),
        ("4006381333931", "doubtful", '"4006381333931" is not one of this deck\'s labels'),
    ],
)
def test_what_was_read_is_told(box: Box, line: str, verdict: str, says: str) -> None:
    _, found = box.tried(card=line)
    assert (found["Reader"][0].verdict, found["Reader"][0].says) == (verdict, says)


def test_a_plain_form_that_the_reader_does_not_take(tmp_path: Path) -> None:
    box = Box(tmp_path)
    somebody = Person(box.bench, box.clock, card=None)
    somebody.report(Scan("QS", 0.0, "Reader"))
    finding = card_passed(Prompts(somebody, box.clock), box.context, *fitted(box.config)[0])
    assert (finding.verdict, finding.says) == ("doubtful", 'misread: "QS" is only part of a label')
    assert "if your own labels say QS, write plain = true below [reader] in" in finding.advice


def test_a_command_card_is_a_card(box: Box) -> None:
    _, found = box.tried(card=write_label(CommandLabel("DEAL")))
    assert found["Reader"][0].says == "read the command card DEAL"


def test_no_card_comes(box: Box) -> None:
    _, found = box.tried(card=None)
    assert (found["Reader"][0].verdict, found["Reader"][0].says) == ("wrong", "no card came in 30 s")


@pytest.mark.parametrize("port", ["auto", "/dev/ttyACM7"])
def test_a_reader_that_is_not_there_is_not_waited_for(pi: FakePi, port: str) -> None:
    pi.remove("/dev/serial0")
    clock = SetClock()
    machine = msgspec.structs.replace(pi.machine, clock=clock)
    context = pi.context(only(f'[reader]\nport = "{port}"\n'), machine=machine)
    somebody = Person(SimulatedBox(context.config, clock, ""), clock, card=None)
    (finding,) = self_test(context, somebody)
    assert (finding.part, finding.verdict, finding.advice[:10]) == ("Reader", "wrong", "plug it in")
    assert somebody.told == []


def test_a_reader_that_is_pulled_is_not_waited_for(box: Box) -> None:
    class Puller(Person):
        def say(self, text: str) -> None:
            super().say(text)
            if "pass a card" in text:
                self.report(PartLost("Reader", "Input/output error"))

    before = box.clock.now
    found = self_test(box.context, Puller(box.bench, box.clock, card=None))
    (reader,) = [finding for finding in found if finding.part == "Reader"]
    assert (reader.verdict, reader.says) == ("wrong", "Input/output error")
    assert box.clock.now - before < 30


def test_only_noise_comes(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box.bench._scanner, "pass_code", lambda _text: b"\xf0\x9f\r")
    _, found = box.tried()
    (noise,) = found["Reader"]
    assert (noise.verdict, noise.says) == ("wrong", "no card, only noise: 2 odd bytes")
    assert noise.advice.startswith("write baud = 115200 below [reader]")


def test_two_readers_whose_ports_are_exchanged(tmp_path: Path) -> None:
    box = Box(tmp_path, '[second_reader]\nport = "usb-b"\n')
    somebody = Person(box.bench, box.clock, card=None)
    somebody.report(Scan("1QSF", 0.0, "Reader"))
    asking = Prompts(somebody, box.clock)
    second = fitted(box.config)[1]
    finding = card_passed(asking, box.context, *second)
    assert (finding.verdict, finding.says) == ("wrong", "the card came from the reader")
    assert "exchange the ports" in finding.advice


def test_only_what_is_configured_is_tried(tmp_path: Path) -> None:
    box = Box(tmp_path, only("[buttons]\nenabled = true\n"))
    somebody = Person(box.bench, box.clock)
    context = ExaminationContext(box.config, box.context.pins, tmp_path, box.context.machine, bench=box.bench)
    assert {finding.part for finding in self_test(context, somebody)} == {"Display", "Buttons"}


def test_nothing_is_tried_while_a_companion_is_running(box: Box) -> None:
    descriptor = held(box.context.data)
    with pytest.raises(JournalError, match="stop it first"):
        box.tried()
    os.close(descriptor)


def test_no_companion_can_be_started_meanwhile(tmp_path: Path) -> None:
    box = Box(tmp_path)
    refused = []

    class Watcher(Person):
        def say(self, text: str) -> None:
            with pytest.raises(JournalError):
                held(tmp_path)
            refused.append(text)
            super().say(text)

    self_test(box.context, Watcher(box.bench, box.clock))
    assert refused
    os.close(held(tmp_path))


def test_the_self_test_leaves_no_file(box: Box) -> None:
    box.tried()
    assert not box.context.data.exists()
