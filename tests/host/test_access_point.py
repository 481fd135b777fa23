"""The box's own Wi-Fi: its name, its password and its QR code."""

import stat
from pathlib import Path

import pytest
import zxingcpp
from PIL import ImageOps

from companion.drawing import draw
from companion.host.network import FILE, LENGTH, LETTERS, MAX_NAME_LENGTH, modules_of, own_network
from companion.screens.model import OwnWifiScreen


def named(name: str) -> str:
    return own_network_of(name).name


def own_network_of(name: str, folder: Path = Path("/nowhere")) -> OwnWifiScreen:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("socket.gethostname", lambda: name)
        own = own_network(folder)
    return OwnWifiScreen(own.name, own.modules, own.password)


def test_network_is_named_after_the_machine() -> None:
    assert named("rummy.local") == "rummy"
    assert named("h" * 63) == "h" * MAX_NAME_LENGTH
    assert named("") == "companion"


def test_password_is_generated_once_and_stored_privately(tmp_path: Path) -> None:
    first = own_network(tmp_path)
    assert own_network(tmp_path) == first
    assert (tmp_path / FILE).read_text("ascii") == f"{first.password}\n"
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


def test_passwords_are_legible_and_unique(tmp_path: Path) -> None:
    made = set()
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        made.add(own_network(folder).password)
    assert len(made) == 60
    assert all(len(password) == LENGTH and set(password) <= set(LETTERS) for password in made)
    assert not set("0O1lIioqgmw") & set(LETTERS)
    assert set("".join(made)) == set(LETTERS)


@pytest.mark.parametrize(
    "damaged", [b"", b"short\n", b"\xff\xfe" * 8, b"UPPERCASE1\n", b"abcdefhjkn2\n"]
)
def test_invalid_stored_password_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    made = own_network(tmp_path)
    assert len(made.password) == LENGTH
    assert own_network(tmp_path) == made


def test_unwritable_folder_still_gives_a_password(tmp_path: Path) -> None:
    assert len(own_network(tmp_path / "missing").password) == LENGTH


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("name", ["companion", "rummy-table-98-box"])
def test_qr_code_holds_name_and_password(name: str, width: int, tmp_path: Path) -> None:
    picture = own_network_of(name, tmp_path)
    seen = ImageOps.expand(draw(picture, width).convert("L").crop((0, 0, 66, 64)), 8)
    (code,) = zxingcpp.read_barcodes(seen.resize((seen.width * 4, seen.height * 4)))
    assert code.text == f"WIFI:T:WPA;S:{name};P:{picture.password};;"


def test_special_characters_are_escaped_in_the_qr_code() -> None:
    modules = modules_of('a;b:c,d"e', "ky74fehp38")
    picture = draw(OwnWifiScreen("", modules, "")).convert("L")
    (code,) = zxingcpp.read_barcodes(picture.resize((picture.width * 4, picture.height * 4)))
    assert code.text == r"WIFI:T:WPA;S:a\;b\:c\,d\"e;P:ky74fehp38;;"


def test_too_long_name_has_no_qr_code() -> None:
    assert modules_of("h" * MAX_NAME_LENGTH, "ky74fehp38") == ()
    assert len(modules_of("h" * 20, "ky74fehp38")) == 29
