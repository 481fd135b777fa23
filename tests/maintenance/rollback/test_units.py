"""The unit that shows a failed start has no more permissions than the box itself."""

from pathlib import Path

ROOT = Path(__file__).parents[3]
UNITS = ROOT / "deploy" / "systemd"


def settings(unit: str) -> set[str]:
    lines = (UNITS / unit).read_text("utf-8").splitlines()
    return {line for line in lines if line and not line.startswith(("#", "["))}


OWN_OF_THE_BOX = (
    *(
        "Description=",
        "Documentation=",
        "StartLimit",
        "OnFailure=",
        "Type=",
        "ExecStart",
        "Timeout",
    ),
    *("Wants=", "After="),
    *("Watchdog", "Restart", "SupplementaryGroups=", "StateDirectory", "DeviceAllow=", "IPAddress"),
    *(
        "RestrictAddressFamilies=",
        "WantedBy=",
        "WorkingDirectory=",
        "Environment=LG_WD=",
        "OOMScoreAdjust=",
    ),
    *("ReadWritePaths=-/media", "SystemCallFilter=adjtimex"),
)


def test_unit_has_the_same_sandbox_as_the_box() -> None:
    sandbox = {
        line for line in settings("companion.service") if not line.startswith(OWN_OF_THE_BOX)
    }
    assert "ProtectSystem=strict" in sandbox
    assert sandbox <= settings("companion-not-starting.service")


def test_unit_reaches_only_devices_of_the_box() -> None:
    def devices(unit: str) -> set[str]:
        return {line for line in settings(unit) if line.startswith("DeviceAllow=")}

    assert devices("companion-not-starting.service") < devices("companion.service")


def test_unit_starts_without_the_games_partition() -> None:
    """Systemd must mount the paths in these settings before it can start the unit."""
    lines = settings("companion-not-starting.service")
    assert not [
        line for line in lines if "/var/lib/companion" in line or line.startswith("StateDirectory")
    ]


def test_three_hanging_starts_fit_into_the_start_limit_interval() -> None:
    box = settings("companion.service")
    assert {"StartLimitBurst=3", "StartLimitIntervalSec=10min"} <= box
    assert {
        "TimeoutStartSec=2min",
        "TimeoutStopSec=20s",
        "RestartSec=1s",
        "RestartMode=direct",
    } <= box
    assert "ExecStart=-/usr/bin/udevadm settle --timeout=30" in settings("companion-sticks.service")
    assert 3 * (30 + 2 * 60 + 20 + 1) < 10 * 60
    assert "OnFailure=companion-not-starting.service companion-go-back.service" in box
