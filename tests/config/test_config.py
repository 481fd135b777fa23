import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec import inspect

from companion.config import (
    Config,
    config_file,
    data_folder,
    effective,
    load_config,
    pins_of,
    read_config,
    variants_folder,
)
from companion.config.board import Board, load_board, pin_names
from companion.config.schema_errors import written
from companion.config.sections import BOARD_PARTS, HOST_NAME, contradictions
from companion.config.toml_lines import line_of
from companion.errors import ConfigError
from companion.inputs import KEYS

BOARD = load_board()


def complaints(text: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        read_config(text, "my.toml")
    return str(refused.value).split("\n")


def complaint(text: str) -> str:
    only, *others = complaints(text)
    assert not others
    return only


# What is said counts, what is not said plays.


def test_empty_file_gives_working_defaults() -> None:
    assert read_config("") == load_config(None) == Config()
    assert pins_of(Config()) == BOARD.pins()


def test_a_key_changes_itself_and_nothing_else() -> None:
    config = read_config('[second_display]\ncontroller = "sh1106"\n[lights]\ndim = 0.5\n')
    assert config.second_display.controller == "sh1106"
    assert (config.second_display.address, config.second_display.rotate) == (0x3D, 180)
    assert msgspec.structs.replace(config, second_display=Config().second_display) == msgspec.structs.replace(
        Config(), lights=config.lights
    )


def test_a_pin_is_moved_by_its_name_in_the_wiring_table() -> None:
    pins = pins_of(
        read_config("[pins.keys]\nOK = 6\nUNDO = 5\n[pins.lights]\nclockwise = 20\ncounterclockwise = 26")
    )
    assert (pins.keys["OK"], pins.keys["UNDO"]) == (6, 5)
    assert (pins.lights.clockwise, pins.lights.counterclockwise) == (20, 26)
    assert pins.lights.seats == BOARD.lights.seats


def test_the_bus_and_the_encoder_choose_the_pins() -> None:
    config = read_config('[display]\nbus = "spi"\n[buttons]\nencoder = true\n')
    assert pins_of(config) == BOARD.pins("spi", encoder=True)


def test_every_part_of_the_wiring_table_can_be_changed() -> None:
    assert set(BOARD_PARTS) == set(Board.__struct_fields__)
    assert pin_names("keys") == KEYS
    assert pin_names("sounder") == ("pin",)


def test_a_file_from_windows_is_read(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes(b"\xef\xbb\xbf[lights]\r\ndim = 0.5\r\n")
    assert load_config(file).lights.dim == 0.5


# What cannot be meant is named with its line and with what would be right.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lights]\n\ndim = 2", "line 3: lights.dim: 2 is not possible, write a number from 0 to 1"),
        ("[lights]\ndim = nan", "line 2: lights.dim: nan is not possible, write a number from 0 to 1"),
        ("[lights]\nenabled = 1", "line 2: lights.enabled: 1 is not possible, write true or false"),
        (
            "[display]\naddress = 0x80",
            "line 2: display.address: 128 is not possible, write a whole number from 0x08 to 0x77",
        ),
        (
            "[display]\nrotate = 90",
            "line 2: display.rotate: 90 is not possible, write 0 or 180",
        ),
        (
            '[sounder]\nkind = "loud"',
            'line 2: sounder.kind: "loud" is not possible, write "active" or "passive"',
        ),
        ("[reader]\nport = 3", "line 2: reader.port: 3 is not possible, write a text in quotes"),
        (
            '[game]\nseats = "Ann"',
            (
                'line 2: game.seats: "Ann" is not possible, write a list in square brackets, '
                "each a text in quotes of up to 24 characters"
            ),
        ),
        ("[display]\nadress = 1", "line 2: display.adress: there is no such key, is address meant?"),
        ("[table]\nidle-dim = 1", "line 2: table.idle-dim: there is no such key, is idle_dim meant?"),
        ("[pins.keys]\nok = 3", "line 2: pins.keys.ok: there is no such key, is OK meant?"),
        (
            "[pins.encoder]\nturn = 3",
            "line 2: pins.encoder.turn: there is no such key, there are a, b, push",
        ),
        ("\n[lihgts]", "line 2: lihgts: there is no such section, is lights meant?"),
        ("muted = true", "line 1: muted: stands in no section, write it below [sounder]"),
        (
            "lights = false",
            "line 1: lights: is a section: write [lights] on a line of its own, its keys below",
        ),
        (
            "[pins]\nkeys = 3",
            "line 2: pins.keys: is a section: write [pins.keys] on a line of its own, its keys below",
        ),
        (
            '[pins.keys]\nOK = "GPIO5"',
            'line 2: pins.keys.OK: "GPIO5" is not possible, write a whole number',
        ),
        (
            "[pins.lights]\nseats = 3",
            "line 2: pins.lights.seats: 3 is not possible, write a list of GPIO numbers, like [17, 18]",
        ),
        (
            "[pins.lights]\nrefused = [3]",
            "line 2: pins.lights.refused: [3] is not possible, write one GPIO number",
        ),
    ],
)
def test_a_wrong_key_is_named_with_its_line(text: str, said: str) -> None:
    assert complaint(text) == f"my.toml, {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table]\nrest = 60", "line 2: table.rest: comes after idle_dim: write 120 or more"),
        ("[table]\nrest = 7200", "line 1: table.dark: comes after rest: write 7200 or more"),
        (
            '[display]\ncontroller = "ssd1322"',
            'line 1: display.bus: an ssd1322 is wired to SPI: write bus = "spi"',
        ),
        (
            '[display]\nbus = "spi"\n[second_display]\ncontroller = "ssd1306"',
            "line 3: second_display.bus: the wiring has room for two displays on I2C only",
        ),
        (
            '[reader]\nkind = "keyboard"',
            "line 1: reader.port: a scanner that types is never guessed: write its name",
        ),
        (
            '[second_reader]\nport = "auto"',
            "line 2: second_reader.port: only the first reader is looked for: write a path or name",
        ),
        (
            '[reader]\nport = "/dev/ttyUSB0"\n[second_reader]\nport = "/dev/ttyUSB0"',
            'line 4: second_reader.port: "/dev/ttyUSB0" is the first reader\'s: write another',
        ),
        (
            '[second_display]\ncontroller = "ssd1306"\naddress = 0x3C',
            "line 3: second_display.address: 0x3C is the first display's: write another",
        ),
        (
            '[game]\nseats = [\n  "Ann",\n  "Ann",\n]',
            'line 2: game.seats: "Ann" sits there twice: give each player a name of their own',
        ),
        (
            '[phone]\nnames = ["http://box:8098"]',
            (
                'line 2: phone.names: "http://box:8098" is no name of a box: '
                "letters, digits, hyphens and dots only, no http:// and no port"
            ),
        ),
        ('[game]\nseats = [" Bo"]', "line 2: game.seats: a name neither begins nor ends with a space"),
        ("[pins.keys]\nUNDO = 5", "line 2: pins.keys.UNDO: GPIO 5 is taken by keys.OK"),
        ("[pins.keys]\nOK = 28", "line 2: pins.keys.OK: 28 is no GPIO of the header, those are 2 to 27"),
        (
            "[pins.lights]\nseats = [17, 18]",
            "line 2: pins.lights.seats: has 2 pins, the box has 8 seat lights",
        ),
        (
            "[pins.keys]\nOK = 17",
            "line 2: pins.keys.OK: GPIO 17 is taken by lights.seats.1",
        ),
        (
            "[pins.keys]\nOK = 24\nMORE = 17\n[pins.sounder]\npin = 10",
            "line 3: pins.keys.MORE: GPIO 17 is taken by lights.seats.1",
        ),
        (
            "[pins.lights]\naccepted = 10\nseats = [17, 18, 27, 22, 23, 9, 5, 16]",
            "line 3: pins.lights.seats: GPIO 5 is taken by keys.OK",
        ),
        (
            "[pins.i2c]\ndata = 12",
            "line 2: pins.i2c.data: GPIO 12 is taken by sounder.pin",
        ),
        (
            "[pins.keys]\nOK = 24\n[pins.sounder]\npin = 24",
            "line 4: pins.sounder.pin: GPIO 24 is taken by keys.OK",
        ),
        (
            '[display]\nbus = "spi"\n[pins.keys]\nMORE = 17\n[pins.keys_beside_spi]\nMORE = 18',
            "line 6: pins.keys_beside_spi.MORE: GPIO 18 is taken by lights.seats.2",
        ),
    ],
)
def test_keys_that_contradict_each_other_are_named(text: str, said: str) -> None:
    assert complaint(text) == f"my.toml, {said}"


def test_a_language_must_be_one_of_those_there_are() -> None:
    assert read_config('[text]\nlanguage = "de"', languages=("de", "en")).text.language == "de"
    assert read_config('[text]\nlanguage = ""', languages=("de", "en")).text.language == ""
    with pytest.raises(ConfigError) as wrong:
        read_config('\n[text]\nlanguage = "fr"', "my.toml", ("de", "en"))
    assert str(wrong.value) == 'my.toml, line 3: text.language: "fr" is not possible, write "de" or "en"'


def test_all_mistakes_are_reported_in_file_order() -> None:
    assert [one.split(":")[0] for one in complaints("[log]\nlevl = 1\n[lights]\ndim = 2\n[what]\n")] == [
        "my.toml, line 2",
        "my.toml, line 4",
        "my.toml, line 5",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lights]\ndim 0.5\n", "line 2: is no TOML: 'dim 0.5' cannot be read: write a key, = and its value"),
        (
            "[log]\n\nlevel = '''info\n",
            (
                "line 3: is no TOML: \"level = '''info\" cannot be read: "
                "close the text with the quotes that it begins with"
            ),
        ),
    ],
)
def test_a_file_that_is_no_toml_is_named_with_its_line(text: str, said: str) -> None:
    assert complaint(text) == f"my.toml, {said}"


def test_a_file_with_more_brackets_than_can_be_read_is_named() -> None:
    assert complaint("a = " + "[" * 5000) == "my.toml: is no TOML: too many brackets stand within each other"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file or directory"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "old.toml").write_bytes(b'[game]\nseats = ["J\xf6rg"]')
    with pytest.raises(ConfigError, match=r"old\.toml: is no UTF-8 text"):
        load_config(tmp_path / "old.toml")


def test_a_long_value_is_cut_in_the_message() -> None:
    assert f'"{"x" * 36}... is not possible' in complaint(f'[log]\nlevel = "{"x" * 500}"')


# A configuration that is written out reads back as itself.


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Everything that the type of a key lets through."""
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
            return st.text(st.characters(exclude_categories=["Cs"]), min_size=shortest or 0, max_size=longest)
        case inspect.VarTupleType(item_type=item):
            return st.lists(of_type(item), unique=True, max_size=4).map(tuple)
    raise AssertionError(told)


@st.composite
def configs(draw: st.DrawFn) -> Config:
    sections = {}
    for name in Config.__struct_fields__:
        kind = type(getattr(Config(), name))
        keys = {field.name: field.type for field in msgspec.structs.fields(kind)}
        sections[name] = kind(**{key: draw(values(keys[key])) for key in keys if key not in BOARD_PARTS})
    times = sorted(draw(st.tuples(*[st.floats(1, 86400)] * 3)))
    table = msgspec.structs.replace(sections["table"], idle_dim=times[0], rest=times[1], dark=times[2])
    seats = draw(st.none() | st.permutations(BOARD.lights.seats))
    pins = sections["pins"]
    if seats is not None:
        pins = msgspec.structs.replace(
            pins, lights={"seats": tuple(seats)}, sounder={"pin": BOARD.sounder.pin}
        )
    reader, second = sections["reader"], sections["second_reader"]
    if reader.port == "auto":
        reader = msgspec.structs.replace(reader, kind="serial")
    if second.port in {"auto", reader.port}:
        second = msgspec.structs.replace(second, port="none")
    names = st.from_regex(HOST_NAME, fullmatch=True).filter(lambda name: len(name) <= 253)
    phone = msgspec.structs.replace(sections["phone"], names=tuple(draw(st.lists(names, max_size=3))))
    made = {"table": table, "pins": pins, "reader": reader, "second_reader": second, "phone": phone}
    config = Config(**{**sections, **made})
    assume(not list(contradictions(config)))
    return config


@given(configs())
def test_the_effective_configuration_reads_back_as_the_same(config: Config) -> None:
    assert read_config(effective(config)) == config


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example('"\\\x00\x1f\x7f\x85\n\t')
def test_every_text_is_written_so_that_it_is_read_again(text: str) -> None:
    assert tomllib.loads(f"text = {written(text)}")["text"] == text


def test_the_effective_configuration_has_every_key_with_a_comment_that_fits() -> None:
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


# The line of a key, whatever the file looks like.


def test_every_key_of_the_effective_configuration_is_found_on_its_line() -> None:
    text = effective(Config())
    section = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("["):
            section = line.strip("[]")
            assert line_of(text, (section,)) == number
        elif line and not line.startswith("#"):
            assert line_of(text, (section, line.split(" ")[0])) == number


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
        ("a = 1", ("a", "b"), None),
    ],
)
def test_the_line_of_a_key(text: str, path: tuple[str, ...], line: int | None) -> None:
    assert line_of(text, path) == line


# Where things lie.

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
    for environ in ({"HOME": str(tmp_path)}, {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "relative"}):
        assert config_file(None, environ, tmp_path / "etc.toml") == own


def test_data_folder_follows_option_systemd_and_home() -> None:
    state = {"STATE_DIRECTORY": "/var/lib/companion:/var/lib/other", "XDG_STATE_HOME": "/s", **HOME}
    assert data_folder(Path("here"), state) == Path("here")
    assert data_folder(None, state) == Path("/var/lib/companion")
    assert data_folder(None, {"XDG_STATE_HOME": "/s", **HOME}) == Path("/s/companion")
    assert data_folder(None, HOME) == Path("/home/ann/.local/state/companion")
    with pytest.raises(ConfigError, match="--data"):
        data_folder(None, {})


def test_variants_folder_defaults_to_beside_the_configuration() -> None:
    file = Path("/etc/companion/companion.toml")
    assert variants_folder(Config(), file, HOME) == Path("/etc/companion/variants")
    assert variants_folder(Config(), None, HOME) == Path("/home/ann/.config/companion/variants")
    assert variants_folder(Config(), None, {}) is None
    named = read_config('[variants]\nfolder = "games"')
    assert variants_folder(named, file, HOME) == Path("/etc/companion/games")
    assert variants_folder(named, None, {}) == Path("games")
    assert variants_folder(read_config('[variants]\nfolder = "~/games"'), file, HOME) == Path(
        "/home/ann/games"
    )
    assert variants_folder(read_config('[variants]\nfolder = "/srv/games"'), file, HOME) == Path("/srv/games")
