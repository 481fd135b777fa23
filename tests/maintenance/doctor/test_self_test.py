"""The self-test on a bench, with a person in front of it."""

import os
import re
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops

from companion.devices.oled import ControllerName, OledDisplay, over_i2c
from companion.dialogs.self_test import TEST_PICTURE
from companion.drawing import draw
from companion.errors import JournalError
from companion.inputs import KEYS, Edge, PartBack, PartLost
from companion.labels.codec import CommandLabel, write_label
from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding
from companion.maintenance.doctor.outputs import each_light
from companion.maintenance.doctor.run import self_test
from companion.outputs import Lights
from companion.screens.model import Frame
from companion.simulation.box import SimulatedBox
from companion.simulation.controller import Controller, Sh1106, Ssd1306, Ssd1309
from companion.simulation.displays import SimulatedI2c
from companion.table.files import held
from tests.devices.faults import Faults, fail_pin
from tests.devices.parts import SetClock
from tests.maintenance.doctor.fake_pi import FakePi, only
from tests.maintenance.doctor.person import Person
from tests.maintenance.doctor.self_tested import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path / "data")


def verdicts(found: dict[str, list[Finding]]) -> dict[str, list[str]]:
    return {part: [finding.verdict for finding in findings] for part, findings in found.items()}


def test_working_box_passes_the_self_test(box: Box) -> None:
    _, found = box.tried()
    parts = ("Display", "Lights", "Sounder", "Reader", "Buttons")
    assert verdicts(found) == {part: ["right"] for part in parts}
    assert "Q♠" in found["Reader"][0].says
    assert "OK, UNDO, BUST, MORE, LEFT, RIGHT:" in found["Buttons"][0].says


def test_every_light_is_lit_alone_when_named(box: Box) -> None:
    somebody, _ = box.tried()
    names = [text.removeprefix("Light: ") for text in somebody.told if text.startswith("Light: ")]
    assert names == [name for name, _ in each_light()]
    for number, lights in enumerate(somebody.lights[:8]):
        assert names[number].endswith(f" {number + 1}")
        assert [place for place, light in enumerate(lights.seats) if light == "act"] == [number]
        assert lights == Lights(seats=lights.seats)
        assert lights.seats.count("dark") == 7
    assert dict(
        zip([name.split(",")[0] for name in names[8:]], somebody.lights[8:], strict=True)
    ) == {
        "clockwise": Lights(clockwise=True),
        "counterclockwise": Lights(counterclockwise=True),
        "accepted": Lights(accepted=True),
        "refused": Lights(refused=True),
    }
    assert somebody.left_lit == Lights()


def test_every_sound_is_played_when_named(box: Box) -> None:
    somebody, _ = box.tried()
    names = [text.removeprefix("Sound: ") for text in somebody.told if text.startswith("Sound: ")]
    assert somebody.sounds == names
    assert sorted(names) == ["accepted", "bust", "game-over", "hand-over", "key", "refused"]


def test_parts_not_seen_or_heard_are_wrong(box: Box) -> None:
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
        ("4", "docs/reference/wiring.md"),
    ],
)
def test_reported_wrong_picture_is_explained(box: Box, typed: str, advice: str) -> None:
    _, found = box.tried(replies={"lit bar": "n", "which is seen": typed})
    (display,) = found["Display"]
    assert (display.verdict, advice in display.advice) == ("wrong", True)


def test_only_the_distorted_one_of_two_displays_is_wrong(tmp_path: Path) -> None:
    two = Box(tmp_path, '[second_display]\ncontroller = "sh1106"\n')
    _, found = two.tried(
        replies={"lit bar": "n", "Display: which is seen": "", "Second display: which": "2"}
    )
    assert verdicts(found)["Display"] == ["right"]
    assert verdicts(found)["Second display"] == ["wrong"]


@pytest.mark.parametrize("configured", ["ssd1306", "ssd1309"])
def test_sh1106_configured_as_another_shows_fragments_of_the_picture(
    configured: ControllerName,
) -> None:
    seen = _shown_on(_TakesAnything(), configured)
    rows = [seen.crop((0, y, 128, y + 1)).tobytes() for y in range(64)]
    noise = {bytes(16), b"\xff" * 16}  # the memory of the model after power-on
    assert 0 < sum(row not in noise for row in rows) <= 8


@pytest.mark.parametrize("model", [Ssd1306, Ssd1309])
def test_controller_configured_as_sh1106_shifts_the_picture_two_columns_right(
    model: type[Ssd1306],
) -> None:
    assert (
        _shown_on(model(), "sh1106").tobytes()
        == ImageChops.offset(draw(TEST_PICTURE), 2, 0).tobytes()
    )


class _TakesAnything(Sh1106):
    """A controller that ignores unknown codes, as real modules do."""

    COMMANDS = Sh1106.COMMANDS | dict.fromkeys(range(0x20, 0x80), 0)


def _shown_on(model: Controller, configured: ControllerName) -> Image.Image:
    """Return the self-test's picture on the glass of `model`, driven as `configured`."""
    line = SimulatedI2c({0x3C: model})
    display = OledDisplay(configured, over_i2c(bus=line), draw, lambda _: None)
    display.show(Frame(TEST_PICTURE))
    display.step()
    return model.image()


def test_unanswered_question_is_doubtful(box: Box) -> None:
    _, found = box.tried(replies={"lit bar": None, "each light lit": None, "sounds?": None})
    for part in ("Display", "Lights", "Sounder"):
        assert [finding.verdict for finding in found[part]] == ["doubtful"]


def test_self_test_continues_by_itself_without_a_keyboard(box: Box) -> None:
    somebody, found = box.tried(answers=False)
    assert verdicts(found)["Lights"] == ["doubtful"]
    assert verdicts(found)["Buttons"] == ["right"]
    assert not any("Enter" in text for text in somebody.told)


def test_display_that_cannot_be_opened_is_not_asked_about(tmp_path: Path) -> None:
    two = Box(tmp_path, '[second_display]\ncontroller = "sh1106"\n')
    Faults(two.bench.displays["Second display"].line).unplug(0x3D)
    somebody, found = two.tried(sees_trouble=True)
    (second,) = found["Second display"]
    assert (second.verdict, "0x3D" in second.says) == ("wrong", True)
    (question,) = [text for text in somebody.told if "lit bar" in text]
    assert question.startswith("Display: ")
    assert verdicts(found)["Display"] == ["right"]


def test_only_display_that_cannot_be_opened_is_not_asked_about(box: Box) -> None:
    Faults(box.bench.displays["Display"].line).fail()
    somebody, found = box.tried(sees_trouble=True)
    assert verdicts(found)["Display"] == ["wrong"]
    assert not any("lit bar" in text for text in somebody.told)


@pytest.mark.parametrize(("back", "verdict"), [(False, "wrong"), (True, "right")])
def test_recovered_part_is_right(box: Box, back: bool, verdict: str) -> None:
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


def test_light_that_cannot_be_set_is_reported(box: Box) -> None:
    fail_pin(box.bench.pins, 18)
    _, found = box.tried()
    (lights,) = found["Lights"]
    assert (lights.verdict, "Input/output error" in lights.says) == ("wrong", True)


def test_lights_with_occupied_pins_are_reported(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    busy_at(box, monkeypatch, 17)
    somebody, found = box.tried()
    assert (found["Lights"][0].verdict, "GPIO 17" in found["Lights"][0].says) == ("wrong", True)
    assert somebody.lights == []


def test_buttons_with_occupied_pins_are_not_asked_for(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy_at(box, monkeypatch, 5)
    somebody, found = box.tried()
    (buttons,) = found["Buttons"]
    assert (buttons.verdict, "GPIO 5" in buttons.says) == ("wrong", True)
    assert not any(text.startswith("Press") for text in somebody.told)


def busy_at(box: Box, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    factory = box.bench.pins.factory

    def reserved(_device: object, *numbers: int) -> None:
        if number in numbers:
            raise OSError("GPIO busy")

    monkeypatch.setattr(factory, "reserve_pins", reserved)


@pytest.mark.usefixtures("without_pins")
def test_missing_pin_library_fails_all_parts_on_pins(tmp_path: Path) -> None:
    text = only("[lights]\nenabled = true\n[sounder]\nenabled = true\n[buttons]\nenabled = true\n")
    box = Box(tmp_path, text)
    context = ExaminationContext(box.config, box.context.pins, tmp_path, box.context.machine)
    somebody = Person(box.bench, box.clock)
    found = self_test(context, somebody)
    assert [(finding.part, finding.verdict) for finding in found] == [
        ("Lights", "wrong"),
        ("Sounder", "wrong"),
        ("Buttons", "wrong"),
    ]
    assert len({finding.says for finding in found}) == 1, "the pins are the reason of all three"
    assert somebody.told == []


def test_missing_key_is_reported_with_its_pin(box: Box) -> None:
    _, found = box.tried(presses={"BUST": None})
    missed, came = found["Buttons"]
    assert (missed.verdict, keys_in(missed)) == ("wrong", ["BUST"])
    assert "header 22 (GPIO 25)" in missed.advice
    assert (came.verdict, keys_in(came)) == ("right", ["OK", "UNDO", "MORE", "LEFT", "RIGHT"])


def keys_in(finding: Finding) -> list[str]:
    """Return the keys that the finding names, in order."""
    return [word for word in re.findall(r"[A-Z]+", finding.says) if word in KEYS]


def test_exchanged_keys_are_reported(box: Box) -> None:
    _, found = box.tried(presses={"LEFT": "RIGHT", "RIGHT": "LEFT"})
    assert [keys_in(finding) for finding in found["Buttons"][:2]] == [
        ["RIGHT", "LEFT"],
        ["LEFT", "RIGHT"],
    ]


def test_bouncing_previous_key_is_not_blamed(box: Box) -> None:
    _, found = box.tried(presses={"UNDO": "OK"})
    assert keys_in(found["Buttons"][0]) == ["UNDO"]


def test_missing_key_is_awaited_for_30_seconds(box: Box) -> None:
    before = box.clock.now
    box.tried(
        presses=dict.fromkeys(KEYS), replies={"lit bar": "", "each light lit": "", "sounds?": ""}
    )
    picture_lights_and_sounds = 1 + 12 + 6
    assert box.clock.now - before == pytest.approx(6 * 30 + picture_lights_and_sounds)


def test_skipped_part_is_doubtful(box: Box) -> None:
    _, found = box.tried(
        card=None, presses={"MORE": None}, replies={"pass a card": "", "Press MORE": ""}
    )
    assert verdicts(found)["Reader"] == ["doubtful"]
    assert verdicts(found)["Buttons"] == ["doubtful", "right"]


def test_skipped_key_does_not_affect_the_next_key(box: Box) -> None:
    _, found = box.tried(presses={"MORE": None, "LEFT": None}, replies={"Press MORE": ""})
    assert [(finding.verdict, keys_in(finding)) for finding in found["Buttons"][:2]] == [
        ("doubtful", ["MORE"]),
        ("wrong", ["LEFT"]),
    ]


def test_wrong_press_for_one_key_does_not_affect_the_next(box: Box) -> None:
    _, found = box.tried(presses={"UNDO": "RIGHT", "BUST": None})
    assert [keys_in(finding) for finding in found["Buttons"][:2]] == [["RIGHT", "UNDO"], ["BUST"]]


def test_releasing_a_key_is_not_a_press(box: Box) -> None:
    class Holder(Person):
        def say(self, text: str) -> None:
            super().say(text)
            if text.startswith("Press BUST"):
                self.report(Edge("BUST", down=False, at=0.0))

    found = self_test(box.context, Holder(box.bench, box.clock, presses={"BUST": None}))
    assert [keys_in(finding) for finding in found if finding.verdict == "wrong"] == [["BUST"]]


def test_encoder_is_tested_by_turning_and_pushing(tmp_path: Path) -> None:
    somebody, found = Box(tmp_path, "[buttons]\nencoder = true\n").tried()
    assert verdicts(found)["Buttons"] == ["right"]
    pressed = [text.split(".")[0].split()[1] for text in somebody.told if text.startswith("Press ")]
    turned = [text.split(".")[0].split()[-1] for text in somebody.told if text.startswith("Turn ")]
    assert (pressed, turned) == (["OK", "UNDO", "BUST", "MORE"], ["left", "right"])


def test_reversed_encoder_is_reported(tmp_path: Path) -> None:
    box = Box(tmp_path, "[buttons]\nencoder = true\n")
    _, found = box.tried(presses={"LEFT": "RIGHT", "RIGHT": "LEFT"})
    assert "docs/reference/wiring.md" in found["Buttons"][0].advice


@pytest.mark.parametrize(
    ("line", "verdict", "told"),
    [
        ("1TH4", "doubtful", "1TH4"),
        ("10H", "right", "10♥"),
        ("JK", "right", "joker"),
        ("8", "right", "8"),
        ("4006381333931", "doubtful", "4006381333931"),
        (write_label(CommandLabel("DEAL")), "right", "DEAL"),
    ],
)
def test_scanned_code_is_named(box: Box, line: str, verdict: str, told: str) -> None:
    _, found = box.tried(card=line)
    assert (found["Reader"][0].verdict, told in found["Reader"][0].says) == (verdict, True)


def test_rejected_plain_form_is_reported_with_advice(tmp_path: Path) -> None:
    finding = Box(tmp_path).scanned("QS")
    assert (finding.verdict, '"QS"' in finding.says) == ("doubtful", True)
    assert ("plain = true" in finding.advice, "[reader]" in finding.advice) == (True, True)


def test_missing_scan_is_reported_after_30_seconds(box: Box) -> None:
    _, found = box.tried(card=None)
    assert (found["Reader"][0].verdict, "30 s" in found["Reader"][0].says) == ("wrong", True)


@pytest.mark.parametrize("port", ["auto", "/dev/ttyACM7"])
def test_missing_scanner_is_not_waited_for(pi: FakePi, port: str) -> None:
    pi.remove("/dev/serial0")
    clock = SetClock()
    machine = msgspec.structs.replace(pi.machine, clock=clock)
    context = pi.context(only(f'[reader]\nport = "{port}"\n'), machine=machine)
    somebody = Person(SimulatedBox(context.config, clock, ""), clock, card=None)
    (finding,) = self_test(context, somebody)
    assert [finding] == [found for found in examine(context) if found.part == "Reader"]
    assert (finding.verdict, somebody.told) == ("wrong", [])


def test_unplugged_scanner_is_not_waited_for(box: Box) -> None:
    class Puller(Person):
        def say(self, text: str) -> None:
            super().say(text)
            if "pass a card" in text:
                self.report(PartLost("Reader", "EIO"))

    before = box.clock.now
    found = self_test(box.context, Puller(box.bench, box.clock, card=None))
    (reader,) = [finding for finding in found if finding.part == "Reader"]
    assert (reader.verdict, reader.says) == ("wrong", "EIO")
    assert box.clock.now - before < 30


def test_noise_without_a_card_suggests_another_speed(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = box.bench._lines.feed(b"\xf0\x9f\r")
    monkeypatch.setattr(box.bench._lines, "feed", lambda _: heard)
    _, found = box.tried()
    (noise,) = found["Reader"]
    assert (noise.verdict, "baud = 115200" in noise.advice) == ("wrong", True)


def test_exchanged_scanner_ports_are_reported(tmp_path: Path) -> None:
    finding = Box(tmp_path, '[second_reader]\nport = "usb-b"\n').scanned("1QSF", 1)
    assert (finding.part, finding.verdict) == ("Second reader", "wrong")


def test_only_configured_parts_are_tested(tmp_path: Path) -> None:
    box = Box(tmp_path, only("[buttons]\nenabled = true\n"))
    somebody = Person(box.bench, box.clock)
    context = ExaminationContext(
        box.config, box.context.pins, tmp_path, box.context.machine, bench=box.bench
    )
    assert {finding.part for finding in self_test(context, somebody)} == {"Display", "Buttons"}


def test_self_test_is_refused_while_companion_is_running(box: Box) -> None:
    descriptor = held(box.context.data)
    with pytest.raises(JournalError, match="stop it first"):
        box.tried()
    os.close(descriptor)


def test_companion_cannot_start_during_the_self_test(tmp_path: Path) -> None:
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


def test_self_test_leaves_no_file(box: Box) -> None:
    box.tried()
    assert not box.context.data.exists()
