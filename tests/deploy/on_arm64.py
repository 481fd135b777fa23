"""The same package on arm64, as on a Pi, under qemu: installation, rulings and a game."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.deploy.game import CONFIG, READER, Away
from tests.deploy.packages import built
from tests.deploy.roots import bring, fresh, inside
from tests.deploy.waiting import until

PLAYS = f"""
python3 /root/reader.py {READER} &
reader=$!
STATE_DIRECTORY=/var/lib/companion companion run --config /etc/companion/companion.toml &
box=$!
read -r line
kill -TERM $box
wait $box
kill $reader
"""
"""Wait until a line arrives."""


@pytest.fixture(scope="module")
def root() -> Path:
    return fresh("trixie-arm64", built(), architecture="arm64", including=("ca-certificates",))


def test_package_installs_on_arm64(root: Path) -> None:
    inside(root, "apt-get", "install", "-qq", "-y", "/root/companion.deb")
    assert inside(root, "dpkg", "--print-architecture").strip() == "arm64"
    assert "companion:" in inside(root, "getent", "passwd", "companion")


def test_referee_rules_on_plays_on_arm64(root: Path) -> None:
    new = '{"cmd":"new","variant":"ninety-nine","players":["Ann","Bo"]}'
    lines = new + '\\n{"cmd":"play","card":"KH"}\\n'
    said = inside(root, "sh", "-c", f"printf '{lines}' | companion referee")
    replies = [json.loads(line) for line in said.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, True]
    assert replies[-1]["state"]["total"] == 99


def test_game_is_played_by_scanner_on_arm64(root: Path) -> None:
    bring(root, "reader.py")
    (root / READER.lstrip("/")).mkdir()
    file = root / "etc/companion/companion.toml"
    file.write_text(file.read_text("utf-8") + CONFIG, "utf-8")
    away = Away(root)
    line = ["systemd-nspawn", "-q", "--pipe", "--register=no", "--keep-unit", "--private-network"]
    line += ["-D", str(root), "sh", "-c", PLAYS]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as box:
        assert box.stdin is not None
        away.until_read()
        away.begin()
        away.play(5)
        box.stdin.write(b"\n")
        box.stdin.flush()
        until("it stops", lambda: box.poll() is not None)
    away.stands()


def test_every_journal_digest_matches_on_arm64(root: Path) -> None:
    journal = "/var/lib/companion/journal"
    assert inside(root, "companion", "replay", journal).startswith(f"{journal}: ")
