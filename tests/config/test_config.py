import tomllib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given, reject, settings
from hypothesis import strategies as st
from msgspec import inspect

from companion.config import (
    Config,
    config_file,
    data_folder,
    effective,
    load_config,
    own_folder,
    pins_of,
    read_config,
)
from companion.config.board import Pins
from companion.config.reading import lines_of
from companion.config.sections import BOARD_PARTS, HOST_NAME, contradictions
from companion.errors import BoardError, ConfigError
from companion.foreign.schema_errors import written
from companion.languages import language_codes
from tests.depth import FULL

BOARD = pins_of(Config())


def complaints(text: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        read_config(text, "my.toml")
    return str(refused.value).split("\n")


def complaint(text: str) -> str:
    only, *others = complaints(text)
    assert not others
    return only


# Given settings apply, and missing ones have working defaults.


def test_empty_file_gives_working_defaults() -> None:
    assert read_config("") == load_config(None) == Config()


def test_key_changes_only_itself() -> None:
    config = read_config('[second_display]\ncontroller = "sh1106"\n[lights]\ndim = 0.5\n')
    assert config.second_display.controller == "sh1106"
    assert (config.second_display.address, config.second_display.rotate) == (0x3D, 180)
    assert msgspec.structs.replace(
        config, second_display=Config().second_display
    ) == msgspec.structs.replace(Config(), lights=config.lights)


def test_pin_is_changed_by_its_name_in_the_wiring_table() -> None:
    pins = pins_of(
        read_config(
            "[pins.keys]\nOK = 6\nUNDO = 5\n[pins.lights]\nclockwise = 20\ncounterclockwise = 26"
        )
    )
    assert (pins.keys["OK"], pins.keys["UNDO"]) == (6, 5)
    assert (pins.lights.clockwise, pins.lights.counterclockwise) == (20, 26)
    assert pins.lights.seats == BOARD.lights.seats


def test_bus_and_encoder_determine_the_pins() -> None:
    config = read_config('[display]\nbus = "spi"\n[buttons]\nencoder = true\n')
    pins = pins_of(config)
    assert pins.fitted == BOARD.fitted - {"i2c"} | {"spi"}
    assert set(pins.keys) == {"UNDO", "BUST", "MORE"}
    assert pins.keys["BUST"] == pins.keys_beside_spi["BUST"] == BOARD.i2c.data


@pytest.mark.parametrize(
    ("off", "part", "pin"),
    [
        ("[lights]\nenabled = false", "keys", "OK = 13"),
        ("[sounder]\nenabled = false", "keys", "OK = 12"),
        ('[display]\ncontroller = "none"', "keys", "OK = 2"),
        ('[reader]\nport = "none"', "keys", "OK = 14"),
        ('[reader]\nkind = "keyboard"\nport = "usb-scanner"', "keys", "OK = 15"),
        ("[buttons]\nenabled = false", "sounder", "pin = 5"),
        ("[buttons]\nenabled = false\nencoder = true", "sounder", "pin = 4"),
    ],
)
def test_pins_of_a_part_that_is_switched_off_are_free(off: str, part: str, pin: str) -> None:
    moved = f"[pins.{part}]\n{pin}"
    assert " is taken by " in complaint(moved)
    name, number = pin.split(" = ")
    assert (f"{part}.{name}", int(number)) in pins_of(read_config(f"{off}\n{moved}")).named()


def test_pins_of_a_scanner_on_the_header_are_taken() -> None:
    text = '[reader]\nport = "/dev/serial0"\n[pins.keys]\nOK = 15\n'
    assert complaint(text).endswith("pins.keys.OK: GPIO 15 is taken by reader.receive")


def test_every_part_of_the_wiring_table_can_be_changed() -> None:
    assert {*BOARD_PARTS, "fitted"} == set(Pins.__struct_fields__)


def test_file_from_windows_is_read(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xef\xbb\xbf[lights]\r\ndim = 0.5\r\n")
    assert load_config(file).lights.dim == 0.5


# Mistakes are named with their line and with valid alternatives.


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[lights]\n\ndim = 2", "line 3: lights.dim"),
        ("[display]\nadress = 1", "line 2: display.adress"),
        ("[pins.keys]\nOK = 17", "line 2: pins.keys.OK"),
        ("[log]\n\nlevel = '''info\n", "line 3"),
    ],
)
def test_mistake_is_reported_with_line_and_key(text: str, place: str) -> None:
    assert complaint(text).startswith(f"my.toml, {place}: ")


def test_unknown_language_is_rejected() -> None:
    assert read_config('[text]\nlanguage = "de"').text.language == "de"
    assert read_config('[text]\nlanguage = ""').text.language == ""
    with pytest.raises(ConfigError) as wrong:
        read_config('\n[text]\nlanguage = "it"')
    assert wrong.value.brief == "line 3: text.language"


def test_all_mistakes_are_reported_in_file_order() -> None:
    told = complaints("[log]\nlevl = 1\n[lights]\ndim = 2\n[what]\n")
    assert [one.split(":")[0].split()[-1] for one in told] == ["2", "4", "5"]


def test_twenty_mistakes_are_reported() -> None:
    assert len(complaints("".join(f"k{number} = 1\n" for number in range(30)))) == 20


# A printed configuration reads back as itself.


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for every value that the type of a key accepts."""
    match inspect.type_info(kind):
        case inspect.Metadata(type=told):
            return of_type(told)
        case told:
            return of_type(told)


def of_type(told: inspect.Type) -> st.SearchStrategy[Any]:
    match told:
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType(values=options):
            return st.sampled_from(options)
        case inspect.IntType(ge=low, le=high):
            return st.integers(low, high)
        case inspect.FloatType(ge=low, le=high):
            return st.floats(low, high)
        case inspect.StrType(min_length=shortest, max_length=longest):
            seen = st.characters(exclude_categories=["Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"])
            return st.text(seen, min_size=shortest or 0, max_size=longest)
        case inspect.VarTupleType(item_type=item):
            return st.lists(of_type(item), unique=True, max_size=4).map(tuple)
    raise AssertionError(told)


@st.composite
def configs(draw: st.DrawFn) -> Config:
    sections = {}
    for name in Config.__struct_fields__:
        kind = type(getattr(Config(), name))
        keys = {field.name: field.type for field in msgspec.structs.fields(kind)}
        sections[name] = kind(
            **{key: draw(values(keys[key])) for key in keys if key not in BOARD_PARTS}
        )
    seats = draw(st.none() | st.permutations(BOARD.lights.seats))
    pins = sections["pins"]
    if seats is not None:
        pins = msgspec.structs.replace(
            pins, lights={"seats": seats}, sounder={"pin": BOARD.sounder.pin}
        )
    reader, second = sections["reader"], sections["second_reader"]
    if second.port in {"auto", reader.port}:
        second = msgspec.structs.replace(second, port="none")
    names = st.from_regex(HOST_NAME, fullmatch=True).filter(lambda name: len(name) <= 253)
    phone = msgspec.structs.replace(
        sections["phone"], names=tuple(draw(st.lists(names, max_size=3)))
    )
    mqtt = msgspec.structs.replace(
        sections["mqtt"],
        host=draw(st.from_regex(HOST_NAME, fullmatch=True)),
        user=draw(st.text("abc", min_size=1)),
        password="",
        tls=True,
    )
    language = draw(st.sampled_from(["", *language_codes()]))
    text = msgspec.structs.replace(sections["text"], language=language)
    made = {"text": text, "pins": pins, "reader": reader, "second_reader": second, "phone": phone}
    made["mqtt"] = mqtt
    config = Config(**{**sections, **made})
    assume(not list(contradictions(config)))
    try:
        pins_of(config)
    except BoardError:  # such as buttons on the pins of I2C, which only the kits' presets avoid
        reject()
    return config


@given(configs())
@settings(max_examples=200 if FULL else 10)
def test_effective_configuration_reads_back_unchanged(config: Config) -> None:
    assert read_config(effective(config)) == config


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example('"\\\x00\x1f\x7f\x85\n\t')
def test_every_text_is_written_as_valid_toml(text: str) -> None:
    assert tomllib.loads(f"text = {written(text)}")["text"] == text


def test_effective_configuration_has_every_key_with_its_comment() -> None:
    lines = effective(Config()).split("\n")
    assert max(map(len, lines)) <= 78
    said = tomllib.loads(effective(Config()))
    for section, keys in msgspec.to_builtins(Config()).items():
        for key in keys:
            if key not in BOARD_PARTS:
                assert key in said[section]
    for above, line in pairwise(lines):
        if "=" in line and not line.startswith("#"):
            assert above.startswith("# ")
            assert above.endswith(".")


# The line of a key is found in any layout of the file.


def test_every_key_of_the_effective_configuration_has_its_line() -> None:
    text = effective(Config())
    section, expected = "", dict[tuple[str, ...], int]()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("["):
            section = line.strip("[]")
            expected[(section,)] = number
        elif line and not line.startswith("#"):
            expected[section, line.split(" ")[0]] = number
    assert lines_of(text, expected) == expected


LONG = "1,\n" * 2000
"""More list lines than a search can process."""


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("a.b = 1\na.c = 2", ("a", "c"), 2),
        ("a = { b = 1, c = 2 }", ("a", "c"), 1),
        ('"b c" = 1\r\nd = 2\r\n', ("d",), 2),
        ('x = """\n[a]\nb = 1\n"""\n[a]\nb = 2', ("a", "b"), 6),
        ("x = [ # one\n  1,\n\n  2,\n]\n# b = 1\nb = 2", ("x",), 1),
        ("x = [ # one\n  1,\n\n  2,\n]\n# b = 1\nb = 2", ("b",), 7),
        ("[a]\nb = 1\n[c]\n[a.d]\ne = 1", ("a", "d", "e"), 5),
        ("a = 1", ("b",), None),
        (f"a = [\n{LONG}]", ("a",), None),
        ("a = 1", ("a", "b"), None),
    ],
)
def test_line_of_a_key_is_found_in_any_layout(
    text: str, path: tuple[str, ...], line: int | None
) -> None:
    assert lines_of(text, [path]).get(path) == line


# The places of files and folders.

HOME = {"HOME": "/home/ann"}


def test_given_file_is_used_even_if_missing(tmp_path: Path) -> None:
    assert config_file(tmp_path / "mine.toml", {}) == tmp_path / "mine.toml"


def test_users_file_takes_precedence(tmp_path: Path) -> None:
    for_all, own = tmp_path / "etc.toml", tmp_path / "xdg" / "companion" / "companion.toml"
    environ = {"XDG_CONFIG_HOME": str(tmp_path / "xdg"), "HOME": "/nowhere"}
    assert config_file(None, environ, for_all) is None
    for_all.touch()
    assert config_file(None, environ, for_all) == for_all
    own.parent.mkdir(parents=True)
    own.touch()
    assert config_file(None, environ, for_all) == own
    assert config_file(None, {}, for_all) == for_all


def test_home_folder_replaces_an_unset_variable(tmp_path: Path) -> None:
    own = tmp_path / ".config" / "companion" / "companion.toml"
    own.parent.mkdir(parents=True)
    own.touch()
    for environ in (
        {"HOME": str(tmp_path)},
        {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "relative"},
    ):
        assert config_file(None, environ, tmp_path / "etc.toml") == own


def test_data_folder_follows_option_systemd_and_home() -> None:
    state = {"STATE_DIRECTORY": "/var/lib/companion:/var/lib/other", "XDG_STATE_HOME": "/s", **HOME}
    assert data_folder(Path("here"), state) == Path("here")
    assert data_folder(None, state) == Path("/var/lib/companion")
    assert data_folder(None, {"XDG_STATE_HOME": "/s", **HOME}) == Path("/s/companion")
    assert data_folder(None, HOME) == Path("/home/ann/.local/state/companion")
    with pytest.raises(ConfigError, match="--data"):
        data_folder(None, {})


def test_folder_of_the_user_defaults_to_the_configuration_folder() -> None:
    file = Path("/etc/companion/companion.toml")

    def folder(named: str, beside: Path | None, environ: Mapping[str, str]) -> Path | None:
        return own_folder(named, "variants", beside, environ)

    assert folder("", file, HOME) == Path("/etc/companion/variants")
    assert folder("", None, HOME) == Path("/home/ann/.config/companion/variants")
    assert folder("", None, {}) is None
    assert folder("games", file, HOME) == Path("/etc/companion/games")
    assert folder("games", None, {}) == Path("games")
    assert folder("~/games", file, HOME) == Path("/home/ann/games")
    assert folder("/srv/games", file, HOME) == Path("/srv/games")


# Lights at a chip use the bus instead of twelve pins.


def test_lights_at_a_chip_free_twelve_pins_and_use_the_bus() -> None:
    text = '[lights]\ndriver = "pca9685"\n[display]\nbus = "spi"\n'
    assert complaint(text) == "my.toml: pins.keys_beside_spi.BUST: GPIO 2 is taken by i2c.data"
    moved = "[pins.keys_beside_spi]\nBUST = 20\nMORE = 16\n"
    named = dict(pins_of(read_config(text + moved)).named())
    assert (named["i2c.data"], named["spi.select"], named["keys_beside_spi.BUST"]) == (2, 8, 20)
    assert not any(name.startswith("lights.") for name in named)


def test_chip_cannot_have_the_address_of_a_display() -> None:
    text = '[lights]\ndriver = "pca9685"\naddress = 0x3C\n'
    assert complaint(text).endswith("write a whole number from 0x40 to 0x77")
