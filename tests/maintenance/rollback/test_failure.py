"""What a box that does not start shows and says, on a modelled display."""

import logging
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.config import Config, read_config
from companion.devices.clock import SystemClock
from companion.devices.oled.display import HALF_WAY
from companion.drawing import draw, shifted
from companion.errors import ConfigError
from companion.maintenance.rollback import failure_screen
from companion.maintenance.rollback.failure import describe_failure, misconfigured, without_games
from companion.maintenance.rollback.failure_screen import show
from companion.screens.model import NoticeScreen
from companion.screens.spoken import spoken
from companion.simulation.box import SimulatedBox
from companion.table.last_ready import STARTED, ReadyVersion, this, written
from tests.drawing.whole import drawn_whole
from tests.maintenance.rollback.boxes import NEW, Home, upgraded

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
    return failure_screen.picture_of(describe_failure(version, home.data, home.kept, why))


def test_never_ready_version_suggests_rollback(home: Home) -> None:
    assert picture_of(home).small == "sudo companion go-back"
    assert spoken(picture_of(home)) == (
        "Version 0.2.0. It does not start. To go back, type:. sudo companion go-back."
    )
    assert describe_failure(NEW, home.data, home.kept).sentence == (
        "version 0.2.0 does not start; sudo companion go-back goes back to version 0.1.0"
    )


def test_impossible_rollback_points_to_the_log(home: Home) -> None:
    home.accept_a_card()
    assert picture_of(home).small == "journalctl -u companion"
    sentence = describe_failure(NEW, home.data, home.kept).sentence
    assert sentence.startswith("version 0.2.0 does not start: a card has been accepted since")
    assert sentence.endswith("; journalctl -u companion says why")


def test_previously_ready_version_suggests_no_rollback(home: Home) -> None:
    (home.data / STARTED).write_text(written(ReadyVersion(NEW, 3)), "utf-8")
    assert picture_of(home).small == "journalctl -u companion"
    assert "stops again and again" in spoken(picture_of(home))
    assert "it has been ready before" in describe_failure(NEW, home.data, home.kept).sentence


def test_stored_reason_replaces_the_general_text(home: Home) -> None:
    (home.data / STARTED).write_text(written(ReadyVersion(NEW, 3)), "utf-8")
    why = "The journal cannot be opened: disk full"
    assert spoken(picture_of(home, why=why)) == f"No game. {why}. journalctl -u companion."
    assert describe_failure(NEW, home.data, home.kept, why).sentence.endswith(
        f"it has been ready before: {why}"
    )


def test_rollback_takes_precedence_over_the_stored_reason(home: Home) -> None:
    assert picture_of(home, why="The journal cannot be opened: disk full") == picture_of(home)


def test_missing_games_partition_is_reported(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        "companion.maintenance.rollback.command.standing", lambda data: {home.data: "missing"}[data]
    )
    picture, _ = shown_by_command(home, tmp_path / "companion.toml", monkeypatch)
    assert spoken(picture) == ("Games not found. Their disk is missing. Plug it in, then restart the box.")
    assert f"the disk with the games in {home.data} is missing: plug it in and restart" in caplog.text


def test_unusable_partition_suggests_a_command(home: Home) -> None:
    assert spoken(failure_screen.picture_of(without_games(home.data, "unusable"))) == (
        "Games not found. Their disk is there, but cannot be read:. companion-read-only status."
    )


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("way", ["back", "none", "started", "missing", "unusable"])
def test_every_report_fits_the_display(home: Home, way: str, width: int) -> None:
    if way == "none":
        home.accept_a_card()
    if way == "started":
        (home.data / STARTED).write_text(written(ReadyVersion(NEW, 3)), "utf-8")
    picture = picture_of(home)
    match way:
        case "missing" | "unusable":
            picture = failure_screen.picture_of(without_games(home.data, way))
    assert isinstance(picture.sentence, str)
    # A text that is cut ends before its last word, which then makes no difference.
    for field in ("headline", "sentence", "small"):
        text = getattr(picture, field)
        if (way, field) == ("missing", "small"):
            assert not text
            continue
        changed = replace(picture, **{field: f"{text[:-2]}W{text[-1]}"})
        assert draw(picture, width).tobytes() != draw(changed, width).tobytes(), text


def test_long_version_is_cut(home: Home) -> None:
    long = picture_of(home, "2026.12.31+git20261231.0123abc")
    assert spoken(long).startswith("Version 2026.12.31. It does not start.")
    drawn_whole(long, 128)
    assert (
        "2026.12.31+git20261231.0123abc"
        in describe_failure("2026.12.31+git20261231.0123abc", home.data, home.kept).sentence
    )


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize(
    "why",
    [
        "The journal is not safe where it lies: journal_mode delete, synchronous 2",
        "Another companion keeps its journal in /var/lib/companion, stop it first",
        "The journal cannot be copied before it is updated: database or disk is full",
    ],
)
def test_stored_reason_is_shown_whole(home: Home, why: str, width: int) -> None:
    (home.data / STARTED).write_text(written(ReadyVersion(NEW, 3)), "utf-8")
    drawn_whole(picture_of(home, why=why), width)


def test_report_stays_on_every_display(home: Home) -> None:
    config = read_config(TWO)
    bench = SimulatedBox(config, SystemClock(), seed="1")
    show(picture_of(home), config, {part: display.line for part, display in bench.displays.items()})
    drawn = draw(picture_of(home))
    first, second = bench.displays.values()
    assert first.controller.lit
    assert first.image().tobytes() == drawn.tobytes()
    assert second.controller.lit
    assert second.image().tobytes() == shifted(drawn, HALF_WAY).tobytes()


def test_unresponsive_display_is_logged(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    config = read_config(TWO)
    bench = SimulatedBox(config, SystemClock(), seed="1")
    line = bench.displays["Display"].line
    silent = read_config(TWO.replace("[second", "address = 0x39\n[second"))
    with caplog.at_level(logging.WARNING):
        show(picture_of(home), silent, {"Display": line, "Second display": line})
    assert [record.message.split(":")[0] for record in caplog.records] == ["Display"]
    assert bench.displays["Second display"].controller.lit


def test_the_command_shows_it_on_a_pi_with_the_display_of_its_configuration(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(TWO, "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == read_config(TWO)
    assert f"version {this().version} stops again and again" in caplog.text


def test_a_configuration_with_a_mistake_shows_it_on_the_display_that_most_boxes_have(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("[display]\ncontroller = 5", "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == Config()
    assert "line 2: display.controller" in caplog.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[display]\ncontroler = 5", "line 2: display.controler"),
        ("[lights]\n\ndim = 2", "line 3: lights.dim"),
        ("[lights]\ndim 2", "line 2"),
    ],
)
def test_a_mistake_in_the_configuration_is_shown_with_its_file_line_and_key(
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    text: str,
    said: str,
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(text, "utf-8")
    picture, _ = shown_by_command(home, file, monkeypatch)
    assert spoken(picture) == f"companion.toml. {said}. journalctl -u companion."
    assert f"{file}, line" in caplog.text, "with the reason"


def test_a_file_that_cannot_be_read_is_shown_with_what_is_wrong(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xff")
    picture, _ = shown_by_command(home, file, monkeypatch)
    assert spoken(picture) == "companion.toml. is no UTF-8 text. journalctl -u companion."


def test_a_mistake_elsewhere_leaves_the_display_as_it_is_wired(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(f"{TWO}[lights]\ndim = 2", "utf-8")
    assert shown_by_command(home, file, monkeypatch)[1] == read_config(TWO)


@pytest.mark.parametrize("width", [128, 256])
def test_the_longest_key_has_room_on_the_display(width: int) -> None:
    mistake = ConfigError("", "line 1024: pins.display.command and pins.buttons.more")
    drawn_whole(failure_screen.picture_of(misconfigured("companion.toml", mistake)), width)


def shown_by_command(home: Home, file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[NoticeScreen, Config]:
    """What was shown, and the box on whose displays."""
    home.keep(this())
    shown: list[tuple[NoticeScreen, Config]] = []
    monkeypatch.setattr("companion.config.board.is_pi", lambda: True)
    monkeypatch.setattr(
        "companion.maintenance.rollback.failure_screen.show", lambda *given: shown.append(given)
    )
    places = ["--data", str(home.data), "--kept", str(home.kept)]
    assert main(["no-start", "--config", str(file), *places]) == 0
    (both,) = shown
    return both
