"""The unit that shows that the box does not start may do no more than the box itself."""

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


def test_it_is_held_in_the_same_sandbox() -> None:
    sandbox = {
        line for line in settings("companion.service") if not line.startswith(OWN_OF_THE_BOX)
    }
    assert "ProtectSystem=strict" in sandbox
    assert sandbox <= settings("companion-not-starting.service")


def test_it_reaches_only_devices_that_the_box_reaches() -> None:
    def devices(unit: str) -> set[str]:
        return {line for line in settings(unit) if line.startswith("DeviceAllow=")}

    assert devices("companion-not-starting.service") < devices("companion.service")


def test_it_starts_also_where_the_partition_of_the_games_is_missing() -> None:
    """Systemd mounts what these settings name before a unit starts, and starts none without it."""
    lines = settings("companion-not-starting.service")
    assert not [
        line for line in lines if "/var/lib/companion" in line or line.startswith("StateDirectory")
    ]


def test_three_starts_that_hang_fit_into_the_time_in_which_starts_are_counted() -> None:
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
