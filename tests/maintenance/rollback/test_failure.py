"""The picture and log of a box that does not start, on a modeled display."""

import logging
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.config import Config, load_config, read_config
from companion.devices.oled.display import HALF_WAY, shifted
from companion.drawing import draw
from companion.errors import ConfigError, NoWayBackError
from companion.maintenance import failure_screen
from companion.maintenance.commands import (
    DOCTOR,
    LOG,
    describe_failure,
    misconfigured,
    plan_rollback,
)
from companion.maintenance.failure_screen import show
from companion.screens.model import NoticeScreen
from companion.simulation.box import SimulatedBox
from companion.table.files import STARTED
from tests.drawing.whole import drawn_whole
from tests.maintenance.rollback.boxes import NEW, OLD, Home, upgraded

THIS = version("table-companion")
TWO = """
[display]
controller = "ssd1306"
[second_display]
controller = "sh1106"
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return upgraded(tmp_path)


def picture_of(home: Home, version: str = NEW, why: str = "") -> NoticeScreen:
    return failure_screen.picture_of(describe_failure(version, home.data, home.apt, why))


def test_version_that_was_never_ready_is_rolled_back(home: Home) -> None:
    picture = picture_of(home)
    assert (OLD in str(picture.sentence), picture.small) == (True, "")
    sentence = describe_failure(NEW, home.data, home.apt).sentence
    assert all(fact in sentence for fact in (NEW, OLD))


def test_rollback_that_failed_points_to_the_log(home: Home) -> None:
    report = describe_failure(NEW, home.data, home.apt, stuck=True)
    assert (report.command, OLD in report.sentence) == (LOG, True)


def test_impossible_rollback_points_to_the_log(home: Home) -> None:
    home.apt.forget(())
    assert picture_of(home).small == LOG
    with pytest.raises(NoWayBackError) as why:
        plan_rollback(home.data, home.apt, NEW)
    assert str(why.value) in describe_failure(NEW, home.data, home.apt).sentence


def test_previously_ready_version_suggests_no_rollback(home: Home) -> None:
    never = describe_failure(NEW, home.data, home.apt)
    (home.data / STARTED).write_text(NEW, "ascii")
    before = describe_failure(NEW, home.data, home.apt)
    assert (never.command, before.command) == ("", LOG)
    assert (before.headline, OLD in before.sentence) == (never.headline, False)


def test_stored_reason_replaces_the_general_text(home: Home) -> None:
    (home.data / STARTED).write_text(NEW, "ascii")
    why = "The journal cannot be opened: disk full"
    picture = picture_of(home, why=why)
    assert (picture.sentence, picture.small) == (why, LOG)
    assert describe_failure(NEW, home.data, home.apt, why).sentence.endswith(f": {why}")


def test_rollback_takes_precedence_over_the_stored_reason(home: Home) -> None:
    assert picture_of(home, why="ENOSPC") == picture_of(home)


@pytest.mark.parametrize("width", [128, 256])
def test_missing_partition_leads_to_the_doctor(home: Home, width: int) -> None:
    report = describe_failure(NEW, home.data, home.apt, "an old reason", unmounted=True)
    assert (report.command, str(home.data) in report.sentence) == (DOCTOR, True)
    drawn_whole(failure_screen.picture_of(report), width)


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("way", ["back", "none", "started"])
def test_every_report_fits_the_display(home: Home, way: str, width: int) -> None:
    if way == "none":
        home.apt.forget(())
    if way == "started":
        (home.data / STARTED).write_text(NEW, "ascii")
    picture = picture_of(home)
    assert isinstance(picture.sentence, str)
    # A truncated text loses its last word, so that changing the word has no effect.
    for field in ("headline", "sentence", "small"):
        text = getattr(picture, field)
        if (way, field) == ("back", "small"):
            assert not text
            continue
        changed = replace(picture, **{field: f"{text[:-2]}W{text[-1]}"})
        assert draw(picture, width).tobytes() != draw(changed, width).tobytes(), text


def test_long_version_is_truncated(home: Home) -> None:
    long_one = "2026.12.31+git20261231.0123abc"
    long = picture_of(home, long_one)
    assert isinstance(long.headline, str)
    assert long.headline.split()[-1] == "2026.12.31"
    drawn_whole(long, 128)
    assert long_one in describe_failure(long_one, home.data, home.apt).sentence


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize(
    "why",
    [
        "Another companion uses the journal in /var/lib/companion: stop it first",
        "The journal cannot be opened: Input/output error",
    ],
)
def test_stored_reason_is_shown_completely(home: Home, why: str, width: int) -> None:
    (home.data / STARTED).write_text(NEW, "ascii")
    drawn_whole(picture_of(home, why=why), width)


def test_report_stays_on_every_display(home: Home) -> None:
    config = read_config(TWO)
    bench = SimulatedBox(config, time, seed="1")
    show(picture_of(home), config, {part: display.line for part, display in bench.displays.items()})
    drawn = draw(picture_of(home))
    first, second = bench.displays.values()
    assert first.controller.lit
    assert first.image().tobytes() == drawn.tobytes()
    assert second.controller.lit
    assert second.image().tobytes() == shifted(drawn, HALF_WAY).tobytes()


def test_unresponsive_display_is_logged(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    config = read_config(TWO)
    bench = SimulatedBox(config, time, seed="1")
    line = bench.displays["Display"].line
    silent = read_config(TWO.replace("[second", "address = 0x39\n[second"))
    with caplog.at_level(logging.WARNING):
        show(picture_of(home), silent, {"Display": line, "Second display": line})
    assert [record.message.split(":")[0] for record in caplog.records] == ["Display"]
    assert bench.displays["Second display"].controller.lit


def test_command_uses_the_configured_display_on_a_pi(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(TWO, "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == read_config(TWO)
    assert describe_failure(THIS, home.data, home.apt).sentence in caplog.text


def test_command_uses_the_default_display_if_the_configuration_is_invalid(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("[display]\ncontroller = 5", "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == Config()
    assert "line 2: display.controller" in caplog.text


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("[display]\ncontroler = 5", 2, "display.controler"),
        ("[lights]\n\ndim = 2", 3, "lights.dim"),
        ("[lights]\ndim 2", 2, ""),
    ],
)
def test_configuration_mistake_is_shown_with_file_line_and_key(
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    text: str,
    line: int,
    key: str,
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(text, "utf-8")
    picture, _ = shown_by_command(home, file, monkeypatch)
    assert (picture.headline, picture.small) == ("companion.toml", LOG)
    assert picture.sentence == (f"line {line}: {key}" if key else f"line {line}")
    assert f"{file}, line" in caplog.text, "with the reason"


def test_unreadable_configuration_is_shown_with_the_reason(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigError) as mistake:
        load_config(file)
    picture, _ = shown_by_command(home, file, monkeypatch)
    assert picture == failure_screen.picture_of(misconfigured("companion.toml", mistake.value))


def test_mistake_in_another_section_keeps_the_configured_display(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(f"{TWO}[lights]\ndim = 2", "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == read_config(TWO)


@pytest.mark.parametrize("width", [128, 256])
def test_longest_key_fits_the_display(width: int) -> None:
    mistake = ConfigError("", "line 1024: pins.display.command and pins.buttons.more")
    drawn_whole(failure_screen.picture_of(misconfigured("companion.toml", mistake)), width)


def shown_by_command(
    home: Home, file: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[NoticeScreen, Config]:
    """Return the notice shown, and the configuration of the displays."""
    home.keep(THIS)
    shown: list[tuple[NoticeScreen, Config]] = []
    monkeypatch.setattr("companion.config.board.is_pi", lambda: True)
    monkeypatch.setattr(
        "companion.maintenance.failure_screen.show", lambda *given: shown.append(given)
    )
    places = ["--data", str(home.data), "--archives", str(home.apt.archives)]
    assert main(["no-start", "--config", str(file), *places]) == 0
    (both,) = shown
    return both
