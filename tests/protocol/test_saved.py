"""A saved game loads to the same state. Invalid text is reported with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import New, Play, Repair
from companion.games.history import GameHistory
from companion.protocol.lines import remark, write_game
from companion.variants import load_variants
from tests.drivers.game import GameDriver, RefereeDriver
from tests.games.points_games import shelf_with_points_games
from tests.games.streams import TRICK_VARIANTS, VARIANTS, Stream

SHELF = shelf_with_points_games()
NEW = '{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}\n'
EIGHT = '{"cmd": "play", "card": "8H"}\n'


def saved(referee: RefereeDriver, **fields: object) -> str:
    text: str = referee.send({"cmd": "save", **fields})["text"]
    return text


@pytest.mark.parametrize("variant", [*VARIANTS, *TRICK_VARIANTS, "points"])
@pytest.mark.parametrize("seed", range(2))
def test_loaded_game_equals_the_saved_one_with_its_history(variant: str, seed: int) -> None:
    referee = RefereeDriver(SHELF)
    stream = Stream(seed, hostility=0.02, variant=variant, comings=0.1)
    reply: dict[str, Any] | None = None
    compared = 0
    for count in range(200):
        reply = json.loads(referee.referee.answer(stream.next(reply)))
        state = reply.get("state") if reply else None
        if count % 20 or state is None:
            continue
        text = saved(referee)
        assert referee.says(cmd="load", text=text, game="copy") == state
        assert saved(referee, game="copy") == text
        assert referee.says(
            cmd="load", text=f'{text}{{"cmd": "undo"}}' if text.count("\n") > 1 else text
        )
        undone = referee.send({"cmd": "undo", "game": "copy"})
        assert undone["ok"] == (text.count("\n") > 1)
        if undone["ok"]:
            assert referee.says(cmd="state") == undone["state"]
        assert referee.says(cmd="load", text=text) == state
        compared += 1
    assert compared > 3


def test_saved_text_omits_undone_plays_and_has_a_repair_as_one_line() -> None:
    referee = RefereeDriver()
    referee.says(cmd="new", variant="ninety-nine", players=["Ann", "Bo"])
    referee.says(cmd="play", card="8♥", id=7)
    referee.says(cmd="play", card="KD")
    referee.says(cmd="undo")
    repair = {
        "cmd": "repair",
        "back": 1,
        "steps": [{"cmd": "play", "card": "8S"}],
        "why": "other-card",
    }
    referee.says(**repair)
    lines = [json.loads(line) for line in saved(referee).splitlines()]
    assert lines == [json.loads(NEW), {"cmd": "play", "card": "8♥"}, repair]


def test_saved_text_has_the_current_names_of_players() -> None:
    game = GameHistory(SHELF)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    game.obey(Play(card="8H", player="Ann"))
    game.rename("Ann", "Eve\u2028\n")
    referee = RefereeDriver()
    state = referee.says(cmd="load", text=write_game(game))
    assert [player["name"] for player in state["players"]] == ["Eve\u2028\n", "Bo"]


def test_saved_text_omits_sticker_numbers() -> None:
    driver = GameDriver(stickers=True)
    driver.new("ninety-eight", 3, jokers=4, decks=2, sets=True)
    driver.obey(Play(cards=("JK/1#2", "JK/2#2")))
    driver.obey(Play(card="8H"), Repair(back=1, steps=(Play(card="JK#1"),)))
    text = write_game(driver.history)
    assert "#" not in text
    referee = RefereeDriver()
    assert referee.says(cmd="load", text=text)["pile"] == driver.public()["pile"]


def test_saved_text_includes_a_custom_variant(tmp_path: Path) -> None:
    for name, changes in {
        "ours": 'chips = 2\ncards.QS = { set = { from = 0, to = "target" } }'
    }.items():
        (tmp_path / f"{name}.toml").write_text(
            f'extends = "ninety-nine"\ntitle = "Ours"\n{changes}\n'
        )
    referee = RefereeDriver(load_variants(tmp_path).variants)
    referee.says(cmd="new", variant="ours", players=["Ann", "Bo"])
    state = referee.says(cmd="play", card="QS", value=50)
    text = saved(referee)
    assert json.loads(text.splitlines()[0])["variant"]["name"] == "ours"
    elsewhere = RefereeDriver()
    assert elsewhere.says(cmd="load", text=text) == state
    assert saved(elsewhere) == text
    assert "ours" not in elsewhere.send({"cmd": "hello"})["games"]
    assert "ours" not in [one["name"] for one in elsewhere.send({"cmd": "variants"})["variants"]]
    new = {"cmd": "new", "variant": "ours", "players": ["Ann", "Bo"]}
    assert elsewhere.refused(**new)["code"] == "unknown-variant"
    assert elsewhere.says(cmd="state") == state
    assert elsewhere.says(**new | {"variant": "ninety-nine"})["variant"] == "ninety-nine"
    assert elsewhere.refused(**new)["code"] == "unknown-variant"


@pytest.mark.parametrize("name", SHELF)
def test_variant_in_a_text_is_restored_unchanged(name: str) -> None:
    players = [f"P{number}" for number in range(SHELF[name].players[0])]
    referee = RefereeDriver(SHELF)
    house = {"up_card": "none"} if SHELF[name].family == "adding" else {}
    referee.says(cmd="new", variant=name, players=players, house=house)
    game = referee.referee.game
    line = json.dumps({"variant": json.loads(written(name))})
    other = RefereeDriver({})
    other.says(cmd="load", text="\n".join([line, *saved(referee).splitlines()[-1:]]))
    assert other.referee.game.rules == game.rules


def written(name: str) -> str:
    from companion.variants.reading import write_variant  # noqa: PLC0415  # beside its one use

    return write_variant(SHELF[name])


@pytest.mark.parametrize(
    ("text", "line", "why", "says"),
    [
        ("", 1, "no-game", "No game is on"),
        ("\n# nothing\n", 3, "no-game", "No game is on"),
        (EIGHT, 1, "no-game", "No game is on"),
        (f"{NEW}\n# an ace\n{EIGHT}{EIGHT}", 5, "already-played", "8♥ lies on the pile already"),
        (f"{NEW}{{", 2, "bad-json", "it ends too early"),
        (f"{NEW}\ud800", 2, "bad-json", "is no UTF-8"),
        (f"{NEW}[1]", 2, "bad-json", "stands alone"),
        (f'{NEW}{{"cmd": "dance"}}', 2, "unknown-command", "There is no command 'dance'"),
        (f'{NEW}{{"cmd": "state"}}', 2, "bad-field", "does not change a game"),
        (f'{NEW}{{"cmd": "claim", "total": 0}}', 2, "bad-field", "does not change a game"),
        (f'{NEW}{{"cmd": "load", "text": ""}}', 2, "bad-field", "does not change a game"),
        (f"{NEW}{NEW}", 2, "bad-field", "one game"),
        (f'{NEW}{{"variant": {{}}}}', 2, "bad-field", "not a variant"),
        ('{"variant": 5}', 1, "bad-field", "5 is not possible"),
        ('{"variant": {}, "x": 1}', 1, "bad-field", "'x'"),
        ('{"variant": {"family": "chess"}}', 1, "bad-field", "'chess'"),
        ('{"variant": {"title": 1e999}}', 1, "bad-field", "not a variant"),
        ('{"variant": {"title": "\\ud800"}}', 1, "bad-field", "not a variant"),
        (NEW.replace("ninety-nine", "bridge"), 1, "unknown-variant", "'bridge'"),
        (NEW.replace('"Bo"', '"Ann"'), 1, "bad-players", "Ann sits there twice"),
    ],
)
def test_invalid_text_changes_nothing(text: str, line: int, why: str, says: str) -> None:
    referee = RefereeDriver()
    state = referee.says(cmd="load", text=NEW + EIGHT)
    error = referee.refused(cmd="load", text=text)
    assert (error["code"], error["line"], error["why"]) == ("bad-line", line, why)
    assert error["message"] == f"Line {line}: {error['reason']}"
    assert says in error["reason"]
    assert referee.says(cmd="state") == state


@pytest.mark.parametrize(
    "change",
    [
        {"cards": {}},
        {"players": [1, None]},
        {"chips": None},
        {"hand_size": 0},
        {"cards": {"A": {}}},
    ],
)
def test_variant_in_a_text_is_checked_like_a_file(change: dict[str, object]) -> None:
    line = json.dumps({"variant": json.loads(written("ninety-nine")) | change})
    error = RefereeDriver().refused(cmd="load", text=f"{line}\n{NEW}")
    assert (error["code"], error["line"], error["why"]) == ("bad-line", 1, "bad-field")


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    text = "\ufeff" + remark("Ann\nBo") + (NEW + EIGHT).replace("\n", "\r\n")
    assert RefereeDriver().says(cmd="load", text=text)["total"] == 8


def test_variant_in_a_text_applies_to_the_loaded_game_only() -> None:
    changed = json.loads(written("ninety-nine")) | {"target": 50}
    referee = RefereeDriver()
    referee.says(cmd="load", text=json.dumps({"variant": changed}) + "\n" + NEW)
    assert referee.says(cmd="play", card="KD")["total"] == 50
    assert '"target": 50' in saved(referee)
    referee.says(cmd="new", variant="ninety-nine", players=["Ann", "Bo"])
    assert referee.says(cmd="play", card="KD")["total"] == 99
