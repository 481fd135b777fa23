"""`companion run` as on a Pi, up to the power command of a switch-off in the menu."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import companion.config.board
from companion.app.application import App
from companion.cli.commands import main
from companion.devices.ports import Report
from companion.inputs import Input, Key, PowerNews
from tests.host.mocked import Mocked
from tests.host.test_worker import calls_of_logind

NO_PARTS = """
[display]
controller = "none"
[buttons]
enabled = false
[lights]
enabled = false
[sounder]
enabled = false
[text]
language = "en"
[reader]
port = "none"
[phone]
enabled = false
"""

Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, bus_address: str, tmp_path: Path) -> Run:
    """A function that runs a box on a Pi without parts.

    It presses `keys` as soon as the box knows its permissions.
    """
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus_address)
    monkeypatch.setattr(companion.config.board, "is_pi", lambda: True)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    config = tmp_path / "companion.toml"
    config.write_text(NO_PARTS, "utf-8")

    # mypy confuses the property with its value
    reporting = App.report.fget  # type: ignore[attr-defined]

    def run(*keys: Key) -> int:
        def pressing(app: App) -> Report:
            honest = reporting(app)

            def report(given: Input) -> None:
                honest(given)
                if isinstance(given, PowerNews):
                    for key in keys:
                        honest(key)

            return report

        monkeypatch.setattr(App, "report", property(pressing))
        return main(["run", "--config", str(config), "--data", str(tmp_path / "data")])

    return run


MENU = Key("MORE", held=True)
LEFT, OK = Key("LEFT"), Key("OK")


def test_switch_off_in_the_menu_powers_the_machine_off(mocked: Mocked, run: Run) -> None:
    assert run(MENU, LEFT, OK, OK) == 0
    assert calls_of_logind(mocked, "PowerOff") == [[False]]
    assert calls_of_logind(mocked, "Reboot") == []


def test_restart_in_the_menu_reboots_the_machine(mocked: Mocked, run: Run) -> None:
    assert run(MENU, LEFT, LEFT, OK, OK) == 0
    assert calls_of_logind(mocked, "Reboot") == [[False]]
    assert calls_of_logind(mocked, "PowerOff") == []


@pytest.mark.parametrize(
    ("member", "keys", "status"), [("PowerOff", (LEFT,), 0), ("Reboot", (LEFT, LEFT), 1)]
)
def test_refused_power_command_sets_the_exit_status(
    mocked: Mocked, run: Run, member: str, keys: tuple[Key, ...], status: int
) -> None:
    mocked.logind_refuses(member)
    assert run(MENU, *keys, OK, OK) == status
