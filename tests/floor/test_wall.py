"""Tests of what the wall shows of a table."""

import msgspec

from companion.core.commands import Bust, New
from companion.floor.discovery import Found
from companion.floor.wall import FloorNow, Tile, WallParts, tile
from companion.games.history import GameHistory
from companion.words.form import FOR_PAGES
from tests.floor.rooms import NAMES, NOW, VARIANTS, call, game_of, table


def shown(made: Tile) -> dict[str, object]:
    """Return a tile as a page gets it."""
    fields: dict[str, object] = msgspec.json.decode(FOR_PAGES.encode(made))
    return fields


def test_game_under_way_shows_total_turn_and_who_is_in() -> None:
    made = shown(tile(table(4, game_of("ninety-nine", "8H", "7S"))))
    assert made == {
        "number": 4,
        "box": "00000004",
        "address": "192.168.1.4:8098",
        "kind": "playing",
        "game": "99",
        "figure": "15",
        "won": "",
        "move": "Cy to play",
        "facts": ["hand 1", "3 in"],
        "players": [
            {"name": "Ann", "count": 5, "is_out": False},
            {"name": "Bo", "count": 5, "is_out": False},
            {"name": "Cy", "count": 5, "is_out": False},
        ],
        "at": round((NOW - 19) * 1000),
        "since": round(NOW * 1000),
        "caller": "",
        "problem": "",
    }


def test_game_without_a_total_shows_its_round() -> None:
    made = shown(tile(table(4, game_of("arizona-spaghetti"))))
    assert (made["figure"], made["facts"]) == ("R1", ["Round 1", "3 in"])


def test_table_that_calls_says_since_when_and_who() -> None:
    made = shown(tile(table(7, game_of("ninety-nine"), called=call())))
    assert (made["kind"], made["caller"]) == ("calls", "Bo's phone")
    assert made["since"] == round((NOW - 130) * 1000)
    at_the_box = shown(tile(table(7, called=call(origin=None))))
    assert at_the_box["caller"] == "The box"


def test_table_that_disagrees_with_its_past_needs_the_director() -> None:
    made = tile(table(7, game_of("ninety-nine"), problem="game 1 had another line 2 before"))
    assert (made.kind, made.problem) == ("calls", "game 1 had another line 2 before")


def test_table_without_word_is_silent_even_if_it_calls() -> None:
    assert tile(table(7, status="silent", called=call())).kind == "silent"
    assert tile(table(7, status="asked")).kind == "silent"


def test_table_is_ready_before_and_after_a_game() -> None:
    assert tile(table(3)).kind == "ready"
    game = GameHistory(VARIANTS)
    game.obey(New(variant="ninety-eight", players=tuple(NAMES)[:2]))
    while (state := game.state) is not None and state.phase != "game-over":
        game.obey(Bust())
    made = shown(tile(table(3, state)))
    assert (made["kind"], made["won"]) == ("ready", "Ann loses")


def test_two_tables_of_one_number_are_both_shown_and_named() -> None:
    tables = (table(7), msgspec.structs.replace(table(8), table=table(7).table))
    parts = WallParts()(FloorNow("Friday", (*tables, table(9))))
    assert msgspec.to_builtins(parts["floor"])["twice"] == [7]


def test_found_box_is_offered_until_it_is_a_table() -> None:
    found = tuple(Found(f"{number:08x}", f"192.168.1.{number}:8098", "box") for number in (1, 2))
    parts = WallParts()(FloorNow("Friday", (table(1),), found))
    assert msgspec.to_builtins(parts["floor"])["found"] == [msgspec.to_builtins(found[1])]


def test_tile_is_made_again_only_when_its_table_has_changed() -> None:
    parts, first = WallParts(), FloorNow("Friday", (table(1), table(2)))
    before = parts(first)
    after = parts(FloorNow("Friday", (first.tables[0], table(2, game_of("ninety-nine")))))
    assert after["table 00000001"] is before["table 00000001"]
    assert after["table 00000002"] != before["table 00000002"]
