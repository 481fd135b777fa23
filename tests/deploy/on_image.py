"""The image on a card in an emulated machine, from its first start.

Each test continues from the state that the previous one left.
"""

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.labels.codec import CommandLabel, write_label
from hardware.kits import load_kits
from tests.deploy.card import NAME, SIZE, Card
from tests.deploy.game import CONFIG, READER
from tests.deploy.machine import PACE, AwayOnMachine
from tests.deploy.packages import Edit, changed
from tests.deploy.repository import SOURCE, SOURCE_FILE, ServedRepository
from tests.deploy.roots import HOUSE, KEPT
from tests.deploy.steps import step
from tests.deploy.sticks import blank, kept_on, pulled, until_mounted
from tests.deploy.waiting import until
from tests.drivers.expected import label


class Box(NamedTuple):
    """The card, and the game on it."""

    card: Card
    away: AwayOnMachine


BETTER, BROKEN = "9.1", "9.2"
"""Versions above all released ones."""

INSTALLED = "dpkg-query --show --showformat='${Version}' companion"


def is_sealed(card: Card) -> bool:
    """Return whether the system and its boot files are mounted read-only."""
    shown = (
        card.ssh(f"findmnt --noheadings --output OPTIONS {point}")
        for point in ("/", "/boot/firmware")
    )
    return all("ro" in options.split(",") for options in shown)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedRepository]:
    with ServedRepository(tmp_path_factory.mktemp("served") / "repository") as repository:
        yield repository


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    card = Card(KEPT / "card")
    try:
        yield Box(card, AwayOnMachine(card))
    finally:
        card.stop()
        for what, seconds in card.times.items():
            print(f"{seconds:7.1f} s  {what}")  # noqa: T201  # the run is the report


def test_imager_sets_user_name_and_wifi(box: Box) -> None:
    card = box.card
    card.customize()
    card.start_first()
    assert "systemd.run" not in card.read("cmdline.txt")
    card.start("the second start")
    assert card.ssh("hostname") == NAME
    assert card.ssh("id --name --user; sudo id --name --user").split() == ["ann", "root"]
    assert "psk=" + "ab" * 32 in card.ssh(
        "sudo cat /etc/NetworkManager/system-connections/imager.nmconnection"
    )
    shown = "sudo nmcli --get-values 802-11-wireless.ssid connection show 'The attic; 2'"
    assert card.ssh(shown) == "The attic; 2"
    assert card.ssh("readlink /etc/localtime") == "/usr/share/zoneinfo/Europe/Berlin"


def test_system_is_read_only_and_games_get_the_rest_of_the_card(box: Box) -> None:
    card = box.card
    assert is_sealed(card)
    start, size = card.partition(3)
    assert start + size == SIZE
    data = card.ssh("findmnt --noheadings --output SOURCE /var/lib/companion")
    assert data.endswith("[/var/lib/companion]")
    assert (
        int(card.ssh("df --output=size --block-size=1 /var/lib/companion | tail -n 1")) > 0.9 * size
    )
    assert card.ssh("systemctl is-system-running") == "running"
    assert len(card.ssh("cat /etc/machine-id")) == 32
    card.ssh("LG_WD=/tmp python3 -c 'import lgpio, spidev, evdev'")


def test_image_has_every_file_of_each_board_that_it_is_offered_for(box: Box) -> None:
    files = set(box.card.ssh("find -L /boot/firmware /usr/lib/firmware/brcm -type f").splitlines())
    boards = runpy.run_path(str(HOUSE / "deploy" / "image" / "os_list.py"))["BOARDS"]
    complete = []
    for board in boards:
        found = [next((path for path in paths if path in files), "") for paths in board.files()]
        for paths, path in zip(board.files(), found, strict=True):
            row = f"{board.model:18}{path or paths[0]:80}{'found' if path else 'MISSING'}"
            print(row)  # noqa: T201  # the run is the report
        if all(found):
            complete.append(board.model)
    told = json.loads((HOUSE / "build" / "image" / "os_list.json").read_text("utf-8"))
    names = [device["name"].removeprefix("Raspberry Pi ") for device in told["imager"]["devices"]]
    assert sorted(", ".join(names).split(", ")) == sorted(complete)


def test_page_is_served(box: Box) -> None:
    answer = box.card.page("/")
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"Card table" in answer


def test_game_over_the_serial_port_survives_pulling_the_plug(box: Box) -> None:
    card, away = box.card, box.away
    # The wired kit has a serial scanner. The emulated machine has no header, so the port has to be
    # named.
    wired = load_kits().image_config("wired")
    config = wired + CONFIG.replace(f"{READER}/port", "/dev/serial0")
    card.ssh("sudo companion writable tee /etc/companion/companion.toml", config)
    assert is_sealed(card)
    card.ssh("sudo systemctl restart companion")
    away.until_read()
    away.begin()
    away.play(5)
    system = card.digest(2)
    card.pull_plug()
    card.start("after the plug was pulled")
    away.until_read()
    until("the game goes on", lambda: "goes on" in card.log())
    away.stands()
    away.play(3)
    card.pull_plug()
    assert card.digest(2) == system, "something was written to the system"
    card.start("after the plug was pulled again")
    away.stands()


def test_update_during_a_game_leaves_the_system_sealed(
    box: Box, published: ServedRepository
) -> None:
    card, away = box.card, box.away
    away.until_read()
    source = SOURCE.format(url=f"http://10.0.2.2:{published.port}")
    card.ssh(f"sudo companion writable tee /{SOURCE_FILE}", source)
    before = card.ssh(INSTALLED)
    published.publish(changed(BETTER))
    with step("companion update"):
        said = card.ssh("sudo companion update")
    assert said.splitlines()[-1] == f"{before} → {BETTER}, the box is started anew."
    until("the box is ready", lambda: card.shown("ActiveState") == "active", PACE)
    assert is_sealed(card)
    until("the game goes on", lambda: "goes on" in card.log())
    away.stands()
    away.play(2)


def test_version_that_fails_to_start_three_times_is_rolled_back(
    box: Box, published: ServedRepository
) -> None:
    card, away = box.card, box.away
    broken = Edit(
        "companion/app/application.py", "class App:", 'raise RuntimeError("broken")\nclass App:'
    )
    published.publish(changed(BROKEN, broken))
    with step("companion update, to a version that does not start, and back"):
        card.said("sudo companion update")
        until("the version before is back", lambda: card.said(INSTALLED) == BETTER, PACE)
        until("the box is ready", lambda: card.shown("ActiveState") == "active", PACE)
        until("the system is sealed again", lambda: is_sealed(card), PACE)
    assert card.log().count("RuntimeError: broken") == 3
    away.stands()
    away.play(2)
    assert card.ssh("sudo companion update --check").splitlines()[-1] == f"{BETTER} is the newest."


def test_stick_receives_the_backup(box: Box, tmp_path: Path) -> None:
    card, away = box.card, box.away
    stick = blank(tmp_path, "CARDS")
    card.put_in(stick)
    until_mounted(card)
    assert is_sealed(card)
    card.ssh("sudo systemctl stop companion")
    pulled(card)
    assert kept_on(stick, tmp_path) == len(away.kept())
    card.ssh("sudo systemctl start companion")


def test_box_refuses_cards_with_a_message_when_the_data_partition_is_full(box: Box) -> None:
    card, away = box.card, box.away
    away.until_read()
    filler = "/var/lib/companion-data/filler"
    card.said(f"sudo sh -c 'cat /dev/zero > {filler}; sync'")
    before = away.kept()
    card.send(label("2C"))
    until("the box says so", lambda: "full" in card.log() or "No space" in card.log())
    assert away.kept() == before
    card.ssh(f"sudo rm {filler}")
    card.send(write_label(CommandLabel("UNDO")))
    away.stands()
    away.play(2)


def test_box_switches_off_cleanly(box: Box) -> None:
    box.card.stop()
    box.card.start("after it was switched off")
    box.away.stands()
