"""The box's own Wi-Fi: its name, its password and the picture for cameras."""

import stat
from pathlib import Path

import pytest
import zxingcpp
from PIL import ImageOps

from companion.drawing import draw
from companion.host.network.access_point import FILE, LENGTH, LETTERS, LONGEST_NAME, modules_of, own_network
from companion.screens.model import OwnWifiScreen


def named(name: str) -> str:
    return own_network_of(name).name


def own_network_of(name: str, folder: Path = Path("/nowhere")) -> OwnWifiScreen:
    own = own_network(folder, lambda: name)
    return OwnWifiScreen(own.name, own.modules, own.password)


def test_it_is_called_as_the_machine() -> None:
    assert named("rummy.local") == "rummy"
    assert named("h" * 63) == "h" * LONGEST_NAME
    assert named("") == "companion"


def test_the_password_is_made_once_and_kept_for_the_box_alone(tmp_path: Path) -> None:
    first = own_network(tmp_path)
    assert own_network(tmp_path) == first
    assert (tmp_path / FILE).read_text("ascii") == f"{first.password}\n"
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


def test_every_password_is_one_that_is_easily_read_and_no_two_are_alike(tmp_path: Path) -> None:
    made = set()
    for number in range(200):
        folder = tmp_path / str(number)
        folder.mkdir()
        made.add(own_network(folder).password)
    assert len(made) == 200
    assert all(len(password) == LENGTH and set(password) <= set(LETTERS) for password in made)
    assert not set("0O1lIioqgmw") & set(LETTERS)
    assert set("".join(made)) == set(LETTERS)


@pytest.mark.parametrize("damaged", [b"", b"short\n", b"\xff\xfe" * 8, b"UPPERCASE1\n", b"abcdefhjkn2\n"])
def test_what_is_no_password_is_made_anew(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    made = own_network(tmp_path)
    assert len(made.password) == LENGTH
    assert own_network(tmp_path) == made


def test_where_nothing_can_be_kept_there_is_still_a_password(tmp_path: Path) -> None:
    assert len(own_network(tmp_path / "missing").password) == LENGTH


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("name", ["companion", "rummy-table-98-box"])
def test_a_camera_reads_name_and_password_off_the_display(name: str, width: int, tmp_path: Path) -> None:
    picture = own_network_of(name, tmp_path)
    seen = ImageOps.expand(draw(picture, width).convert("L").crop((0, 0, 66, 64)), 8)
    (code,) = zxingcpp.read_barcodes(seen.resize((seen.width * 4, seen.height * 4)))
    assert code.text == f"WIFI:T:WPA;S:{name};P:{picture.password};;"


def test_signs_that_mean_something_in_the_code_are_told_apart() -> None:
    modules = modules_of('a;b:c,d"e', "ky74fehp38")
    picture = draw(OwnWifiScreen("", modules, "")).convert("L")
    (code,) = zxingcpp.read_barcodes(picture.resize((picture.width * 4, picture.height * 4)))
    assert code.text == r"WIFI:T:WPA;S:a\;b\:c\,d\"e;P:ky74fehp38;;"


def test_a_name_too_long_for_the_display_has_no_picture() -> None:
    assert modules_of("h" * LONGEST_NAME, "ky74fehp38") == ()
    assert len(modules_of("h" * 20, "ky74fehp38")) == 29
