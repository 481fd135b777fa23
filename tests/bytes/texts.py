"""Texts by people and programs: protocol lines, the configuration, and variant files."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.config import effective, read_config
from companion.core.commands import Bust, Deal, New, Play
from companion.core.family import Variant
from companion.errors import ConfigError, Illegal, VariantError
from companion.games.history import GameHistory
from companion.languages import language_codes
from companion.protocol.lines import read_game
from companion.referee import Referee
from companion.variants import load_variants
from companion.variants.reading import judge, read_variant, write_variant
from companion.variants.show import show_text
from tests.bytes.target import Target
from tests.games.hostile import LINES

HOUSE = Path(__file__).parents[2]
SHELF = load_variants()
CARDS = ("KH", "9C", "4D", "10S", "JK", "AS", "2H", "QD", "8C", "JD")


def take_protocol(data: bytes) -> None:
    """Send each line and expect a reply; a refused line leaves the game unchanged.

    The lines are also read as the text of a game.
    """
    referee = Referee(SHELF.variants)
    for line in data.split(b"\n")[:40]:
        before = referee.game.state
        reply = json.loads(referee.answer(line))
        if not reply["ok"]:
            assert referee.game.state is before
            assert reply["error"]["message"]
    with suppress(Illegal, UnicodeDecodeError, RecursionError):
        read_game(data.decode(), SHELF.variants)


def take_config(data: bytes) -> None:
    """Read a configuration: it is refused by line, or reads back unchanged when printed."""
    with suppress(UnicodeDecodeError, ConfigError):
        config = read_config(data.decode("utf-8-sig"), languages=language_codes())
        assert read_config(effective(config)) == config


def take_variant(data: bytes) -> None:
    """Read a variant file: it is refused at a key, or can be displayed, stored and played."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    variant, mistake = read(text)
    if variant is None:
        assert str(mistake).startswith("ours.toml: ")
        return
    assert show_text(variant)
    assert read_variant(write_variant(variant)) == variant
    fewest, most = variant.players[0], variant.players[-1]
    for count in {fewest, min(most or 8, 8)}:
        history = GameHistory({"ours": variant})
        with suppress(Illegal):
            history.obey(New(variant="ours", players=tuple("ABCDEFGHIJ"[:count])))
        for at in range(3 * len(CARDS)):
            for command in (Play(card=CARDS[at % len(CARDS)]), Bust(), Deal()):
                with suppress(Illegal):
                    history.obey(command)
                    break
        history.public()


def read(text: str) -> tuple[Variant | None, VariantError | None]:
    judged = judge("ours", text, SHELF.contents, {}, "ours.toml")
    assert (judged.variant is None) == (judged.error is not None)
    return judged.variant, judged.error


def protocol_seeds() -> Iterator[bytes]:
    session = (HOUSE / "docs/session.txt").read_bytes()
    yield session[:4000]
    yield from (line for line in LINES if len(line) < 500)
    for variant in ("ninety-nine", "arizona-spaghetti", "points", "ninety-eight-umass"):
        new = {
            "cmd": "new",
            "variant": variant,
            "players": ["Ann", "Bo", "Cy"],
            "house": {"floor": 0},
        }
        cards = [{"cmd": "play", "card": card} for card in CARDS]
        others = [
            {"cmd": "score", "points": {"Ann": 10, "Bo": 0, "Cy": 5}},
            {"cmd": "play", "cards": ["AC", "AD"], "value": 11, "target": "Bo"},
            {"cmd": "join", "player": "Di", "after": "Ann", "when": "now"},
            {"cmd": "bust", "hand": ["QS", "JD"]},
            {"cmd": "leave", "player": "Ann", "chips": "pot"},
            {"cmd": "set", "total": 50, "turn": "Bo"},
            {"cmd": "repair", "back": 1, "why": "slip", "steps": [{"cmd": "play", "card": "8H"}]},
            {"cmd": "claim", "total": 42, "game": "x", "id": 1e400 if variant == "points" else 7},
            {"cmd": "legal", "hand": ["8H", "9H"]},
            {"cmd": "save"},
            {"cmd": "undo", "count": 2},
        ]
        yield "\n".join(json.dumps(each) for each in (new, *cards, *others)).encode()


def config_seeds() -> Iterator[bytes]:
    yield effective(read_config("")).encode()
    yield b'[lights]\ndim = 0.1\n[pins.keys]\nOK = 5\n[text]\nlanguage = "de"\n'
    yield b'[display]\ncontroller = "ssd1322"\nbus = "spi"\n[reader]\nport = "auto"\nbaud = 9600\n'


def variant_seeds() -> Iterator[bytes]:
    for file in (HOUSE / "companion/games").glob("*/tables/*.toml"):
        yield file.read_bytes()
    yield (HOUSE / "docs/my-ninety-nine.toml").read_bytes()
    yield (
        b'extends = "ninety-nine"\n[cards]\n4 = { add = 4, reverse = true }\nJ = { add = [1, '
        b"-10] }\n"
    )


PROTOCOL = Target(take_protocol, protocol_seeds, 4096, seconds=10)
CONFIG = Target(take_config, config_seeds, 8192)
VARIANT = Target(take_variant, variant_seeds, 4096, seconds=10)
