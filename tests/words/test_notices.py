"""Notices on the display about parts, networks, phones, scanners and disks, and above a refusal."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.commands import Accept, Bust, Deal, New, Play, Score, Shield, Show
from companion.dialogs.context import Scene
from companion.dialogs.menu import about_lines
from companion.errors import JournalError
from companion.inputs import (
    CodeGuessed,
    CodeSpent,
    Input,
    NetworkAnswer,
    Noise,
    PartBack,
    PartLost,
    PhonePaired,
    Scan,
    UpdateAnswer,
)
from companion.labels.codec import CommandLabel, write_label
from companion.table.files import held
from companion.table.recorded import Rename
from tests.box.test_phone_code import Porch
from tests.drivers.box import VARIANTS, BoxDriver, sticker
from tests.table.failing_disk import FailingDisk
from tests.worded import worded

PINS, READER, LIGHTS = PartLost("Pins", ""), PartLost("Reader", ""), PartLost("Lights", "")
EIGHT = sticker("8H")
MISREAD = EIGHT[:-1] + ("0" if EIGHT[-1] != "0" else "1")


def playing(folder: Path, variant: str = "ninety-nine") -> BoxDriver:
    """Return a box with a game of Ann, Bo and Cy."""
    return BoxDriver(folder, New(variant=variant, players=("Ann", "Bo", "Cy")))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([READER], "Scanner unplugged. use the buttons."),
        ([PINS], "Pins not answering. use the scanner."),
        ([LIGHTS], "Lights not answering. play continues."),
        ([READER, LIGHTS], "Lights not answering. use the buttons."),
        ([PINS, READER], "Scanner unplugged. no input left."),
        ([READER, PartBack("Reader")], "All OK. Scanner is back."),
        ([PartLost("Backup", "")], "No backup. play continues."),
        ([PartLost("Backup", ""), PartBack("Backup")], "All OK. Backup is back."),
        ([PartLost("Speaker", "")], "Speaker not answering. play continues."),
        ([NetworkAnswer("joined", "Café")], "Network. In Café now."),
        ([NetworkAnswer("own network open")], "Network. Own network is open."),
        ([NetworkAnswer("own network closed")], "Network. Own network is closed."),
        (
            [NetworkAnswer("own network failed")],
            "Network. The own network did not open. Restart the box, then try again.",
        ),
        (
            [NetworkAnswer("no answer", "Café")],
            "Network. No answer from Café; the box keeps trying.",
        ),
        (
            [NetworkAnswer("wrong password", "Café")],
            "Network. Wrong password for Café.",
        ),
        ([NetworkAnswer("not let in", "Café")], "Network. Café rejected the box."),
        (
            [NetworkAnswer("forbidden")],
            "Network. The box has no permission, or its network service does not answer.",
        ),
        ([UpdateAnswer("newest", "0.1.0+git1.abc")], "Update. 0.1.0 is the newest."),
        (
            [UpdateAnswer("secured", "0.1.0")],
            "Update. Debian's security updates are installed.",
        ),
        ([UpdateAnswer("updated", "0.2.0", "0.1.0")], "Update. Updated from 0.1.0 to 0.2.0."),
        (
            [UpdateAnswer("went back", "0.1.0", "0.2.0")],
            "Update. 0.2.0 failed to start, using 0.1.0.",
        ),
        ([UpdateAnswer("offline")], "Update. Can't reach the update server."),
        ([UpdateAnswer("unsigned")], "Update. Not updated: the new version is not signed."),
        ([UpdateAnswer("full")], "Update. Not updated: the disk is full."),
        ([UpdateAnswer("refused")], "Update. Not updated; see the log."),
        ([PhonePaired("Cy's phone")], "Phone. Cy's phone can play now."),
        ([CodeGuessed(1, "10.0.0.4")], "1 wrong code. 10.0.0.4 is blocked, others can pair."),
        ([CodeGuessed(5, "10.0.0.4")], "5 wrong codes. 10.0.0.4 is blocked, others can pair."),
        ([CodeSpent()], "Wrong codes. Too many: the code has expired."),
        ([Noise("odd bytes", 42)], "Not scanned. Scanner: 42 odd bytes."),
        ([Noise("not kept", 2)], "Not scanned. Scanner: 2 cards not stored: scan them again."),
        ([Noise("too much", 4096)], "Noise. Scanner sends noise. Unplug it if this does not stop."),
        ([Scan("1QSF18H0", 0, ended=False)], "Not scanned. Scanner: no line end. Set it to CR."),
        (
            [Scan(f"]d1{EIGHT}", 0)],
            'Not scanned. the scanner sends "]d1" first: switch off its prefix (AIM ID).',
        ),
        (
            [Scan("5012345678900", 0)],
            'Not scanned. "5012345678900" is not one of this deck\'s labels.',
        ),
        ([Scan(MISREAD, 0)], f'Not scanned. misread: "{MISREAD}" has a wrong check character.'),
        ([Scan(sticker("AC")[3:], 0)], 'Not scanned. misread: "2" is only part of a label.'),
        ([Scan(EIGHT, 0), Scan(EIGHT, 0)], "Already scanned. 8 of hearts has been scanned."),
        ([Scan(write_label(CommandLabel("DEAL")), 0)], "Not dealt. There is nothing to deal now."),
    ],
)
def test_input_shows_its_notice(tmp_path: Path, given: list[Input], says: str) -> None:
    rig = playing(tmp_path)
    for one in given:
        rig.box.handle(one)
    assert rig.says == says


def call(rig: BoxDriver) -> None:
    rig.show_card("8H").press("OK").dial(8)


def card_over_the_menu(rig: BoxDriver) -> None:
    rig.hold("MORE").show_card("8H")


def code_without_a_network(rig: BoxDriver) -> None:
    porch = Porch(rig)
    porch.networked = False
    rig.box.admit_phones(porch)
    rig.hold("MORE").choose("Phone code")


def read_only_disk(rig: BoxDriver) -> None:
    with pytest.MonkeyPatch.context() as patched:
        FailingDisk(patched).number = errno.EROFS
        rig.show_card("8H")


def five_of_a_rank(rig: BoxDriver) -> None:
    rig.rule(New(variant="arizona-ninety-eight", players=("Ann", "Bo"), house={"hand_size": 5}))
    rig.turn_to("2").press("MORE", times=5)


def joker_in_a_set(rig: BoxDriver) -> None:
    rig.rule(New(variant="ninety-nine", players=("Ann", "Bo"), house={"sets": True}))
    rig.press("MORE").show_card("JK1")


def rest_in_a_round(rig: BoxDriver) -> None:
    rig.rule(New(variant="polignac", players=("Ann", "Bo", "Cy", "Di")))
    rig.wait(700)


@pytest.mark.parametrize(
    ("do", "says"),
    [
        (call, "Right. Ann called 8."),
        (card_over_the_menu, "Not allowed. First leave the menu with UNDO."),
        (code_without_a_network, "No phones. The box has no network: phones cannot reach it."),
        (
            read_only_disk,
            (
                "8 of hearts not saved. The disk is read-only: 8 of hearts does not count. "
                "Restart the box, then play 8 of hearts again. OK retry, MORE cannot."
            ),
        ),
        (five_of_a_rank, "Not a set. There is no other 2 in this game."),
        (joker_in_a_set, "Not allowed. Joker is not in this deck."),
        (rest_in_a_round, "Resting. Round 1: Ann."),
    ],
)
def test_key_or_card_shows_its_notice(
    tmp_path: Path, do: Callable[[BoxDriver], None], says: str
) -> None:
    rig = playing(tmp_path)
    do(rig)
    assert rig.says == says


@pytest.mark.parametrize(
    ("order", "headline"),
    [
        (New(variant="ninety-nine", players=("Ann", "")), "Not started"),
        (Play(card="8H/2"), "Not allowed"),
        (Bust(player="Cy"), "No bust"),
        (Show(player="Ann", cards=("K", "K", "K")), "Not shown"),
        (Shield(card="AH"), "No shield"),
        (Deal(), "Not dealt"),
        (Score(points={"Ann": 4}), "Not right"),
        (Accept(), "Not now"),
    ],
)
def test_refused_command_has_its_headline(tmp_path: Path, order: New | Play, headline: str) -> None:
    rig = playing(tmp_path)
    rig.rule(order)
    assert worded(rig.notice.headline) == worded(headline)


def test_refused_up_card_has_its_headline(tmp_path: Path) -> None:
    rig = playing(tmp_path)
    rig.rule(New(variant="ninety-nine-ishihara", players=("Ann", "Bo"), up_card="KH"))
    assert worded(rig.notice.headline) == "Special card"


def test_renamed_player_is_announced(tmp_path: Path) -> None:
    rig = playing(tmp_path)
    rig.rule(Rename("Ann", "Anna"))
    assert rig.says == "Name. Ann is Anna."


@pytest.mark.parametrize(
    ("scene", "lines"),
    [
        (Scene(VARIANTS, commands=1), (f"{len(VARIANTS)} games", "1 entry saved")),
        (
            Scene({}, version="0.1.0", commands=2, missing=("Lights",)),
            ("Version 0.1.0", "0 games", "2 entries saved", "Lights missing"),
        ),
        (Scene({}, noisy=("Reader",)), ("0 games", "0 entries saved", "Scanner sends noise")),
        (
            Scene({}, version="0.1.0+git2026112210403201.6fbe010"),
            ("Version 0.1.0", "0 games", "0 entries saved"),
        ),
    ],
)
def test_about_screen_has_these_lines(scene: Scene, lines: tuple[str, ...]) -> None:
    assert worded(tuple(about_lines(scene))) == worded(lines)


def test_folder_in_use_by_another_companion_is_reported(tmp_path: Path) -> None:
    first = held(tmp_path)
    with pytest.raises(JournalError) as taken:
        held(tmp_path)
    os.close(first)
    assert str(taken.value) == f"Another companion uses the journal in {tmp_path}: stop it first"
