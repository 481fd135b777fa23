"""Error messages for companion.toml: the file, the line, the key, and what to write."""

from pathlib import Path

import pytest

from companion.config import load_config, read_config
from companion.errors import ConfigError


def complaint(text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        read_config(text, "my.toml")
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[lights]\n\ndim = 2",
            "line 3: lights.dim: 2 is not possible, write a number from 0 to 1",
        ),
        (
            "[lights]\ndim = nan",
            "line 2: lights.dim: nan is not possible, write a number from 0 to 1",
        ),
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
        (
            "[display]\nadress = 1",
            "line 2: display.adress: unknown key, is address meant?",
        ),
        (
            "[reader]\nread-once = 1",
            "line 2: reader.read-once: unknown key, is read_once meant?",
        ),
        ("[pins.keys]\nok = 3", "line 2: pins.keys.ok: unknown key, is OK meant?"),
        (
            "[pins.encoder]\nturn = 3",
            "line 2: pins.encoder.turn: unknown key, there are a, b, push",
        ),
        ("\n[lihgts]", "line 2: lihgts: there is no such section, is lights meant?"),
        ("muted = true", "line 1: muted: stands in no section, write it below [sounder]"),
        (
            "lights = false",
            "line 1: lights: is a section: write [lights] on a line of its own, its keys below",
        ),
        (
            "[pins]\nkeys = 3",
            (
                "line 2: pins.keys: is a section: write [pins.keys] on a line of its own, its keys "
                "below"
            ),
        ),
        (
            '[pins.keys]\nOK = "GPIO5"',
            'line 2: pins.keys.OK: "GPIO5" is not possible, write a whole number',
        ),
        (
            "[pins.lights]\nseats = 3",
            (
                "line 2: pins.lights.seats: 3 is not possible, write a list in square brackets, "
                "each a whole number"
            ),
        ),
        (
            "[pins.lights]\nrefused = [3]",
            "line 2: pins.lights.refused: [3] is not possible, write a whole number",
        ),
    ],
)
def test_wrong_key_is_named_with_its_line(text: str, said: str) -> None:
    assert complaint(text) == f"my.toml, {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[display]\ncontroller = "ssd1322"',
            'line 1: display.bus: an ssd1322 is wired to SPI: write bus = "spi"',
        ),
        (
            '[display]\nbus = "spi"\n[second_display]\ncontroller = "ssd1306"',
            "line 3: second_display.bus: the wiring has room for two displays on I2C only",
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
        (
            '[mqtt]\nhost = "mqtt://broker"',
            (
                'line 2: mqtt.host: "mqtt://broker" is no name of a broker: '
                "letters, digits, hyphens and dots only, no mqtt:// and no port"
            ),
        ),
        (
            '[mqtt]\nuser = "box"\npassword = "one"\npassword_file = "another"',
            "line 4: mqtt.password_file: there is a password already: write one of them",
        ),
        (
            '[mqtt]\npassword = "one"',
            "line 1: mqtt.user: a password needs one: write the name of the box there",
        ),
        ('[mqtt]\nca_file = "ca.crt"', "line 2: mqtt.ca_file: is for TLS only: write tls = true"),
        (
            '[game]\nseats = ["Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"]',
            (
                'line 2: game.seats: "\N{CYRILLIC CAPITAL LETTER A}nn" looks like "Ann": write it '
                "in another way"
            ),
        ),
        (
            '[game]\nseats = ["A\N{HANGUL FILLER}nn"]',
            "line 2: game.seats: 'A\\u3164nn' contains invisible characters: leave them out",
        ),
        (
            '[game]\nseats = [" Bo"]',
            "line 2: game.seats: a name neither begins nor ends with a space",
        ),
        ("[pins.keys]\nUNDO = 5", "line 2: pins.keys.UNDO: GPIO 5 is taken by keys.OK"),
        (
            "[pins.keys]\nOK = 28",
            "line 2: pins.keys.OK: 28 is no GPIO of the header, those are 2 to 27",
        ),
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
            "[pins.keys]\nOK = 8\n[pins.sounder]\npin = 8",
            "line 4: pins.sounder.pin: GPIO 8 is taken by keys.OK",
        ),
        (
            '[display]\nbus = "spi"\n[pins.keys]\nMORE = 17\n[pins.keys_beside_spi]\nMORE = 18',
            "line 6: pins.keys_beside_spi.MORE: GPIO 18 is taken by lights.seats.2",
        ),
    ],
)
def test_contradicting_keys_are_named(text: str, said: str) -> None:
    assert complaint(text) == f"my.toml, {said}"


def test_missing_language_is_named() -> None:
    with pytest.raises(ConfigError) as refused:
        read_config('[text]\nlanguage = "it"', "my.toml")
    said = 'line 2: text.language: "it" is not possible, write "de" or "en" or '
    assert str(refused.value).startswith(f"my.toml, {said}")


def test_invalid_toml_is_reported_with_its_line() -> None:
    said = "line 2: is not TOML: 'dim 0.5' cannot be read: write a key, = and its value"
    assert complaint("[lights]\ndim 0.5\n") == f"my.toml, {said}"


def test_too_deeply_nested_file_is_reported() -> None:
    assert (
        complaint("a = " + "[" * 5000) == "my.toml: is not TOML: the brackets are nested too deeply"
    )


def test_long_value_is_shortened_in_the_message() -> None:
    assert f'"{"x" * 36}... is not possible' in complaint(f'[log]\nlevel = "{"x" * 500}"')


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b'[game]\nseats = ["J\xf6rg"]', "is not UTF-8 text: save it as UTF-8"),
    ],
)
def test_unreadable_file_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "old.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    assert str(refused.value) == f"{file}: {said}"
