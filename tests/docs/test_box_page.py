import re
from typing import get_args

from companion.box import Settings
from companion.config import Config
from companion.dialogs.calling import HIGHEST, LOWEST
from companion.dialogs.set_up import ChooseGame
from companion.dialogs.standing import has_menu
from companion.front import NOTICE
from companion.inputs import KEYS
from companion.labels import CardLabel, CommandLabel, CommandName, Label, read_label, write_label
from companion.rules.commands import New
from companion.rules.events import Event, Exactly, NamedBy, Out, Reshuffled, WentOver
from companion.rules.game import Game
from companion.screens.announcements import announcement
from companion.screens.care import Times
from companion.screens.signals import SEATS
from companion.screens.spoken import spoken
from companion.screens.table_pictures import light_places
from companion.variants import load_variants
from tests.docs.pages import code, page, section, tables


def test_the_buttons_are_those_of_the_box() -> None:
    text = section("box.md", "The six buttons")
    without_question, *_ = tables(text)
    named = {key.strip() for row in without_question for key in row[0].replace("held", "").split(",")}
    assert named == set(KEYS)
    assert f"{LOWEST} to {HIGHEST}" in text
    assert NOTICE == 4.0
    assert "four seconds" in text


def test_more_held_opens_the_menu_before_any_game() -> None:
    without_question, *_ = tables(section("box.md", "The six buttons"))
    (held,) = [does for key, does in without_question if key == "MORE held"]
    assert held.endswith("before any game as well")
    assert has_menu(ChooseGame())


def test_what_is_announced() -> None:
    game = Game(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    rules, state = game.rules, game.state
    assert rules is not None
    assert state is not None
    happened: tuple[tuple[Event, ...], ...] = (
        (WentOver("Bo", ("8H",), 107),),
        (Exactly("Bo", 69, "point"),),
        (Reshuffled(40),),
        (Out("Bo", "no cards"),),
        (NamedBy("Ann", "Bo"), Out("Bo", "knocked out")),
    )
    notices = [announcement(rules, state, state, events) for events in happened]
    told = {spoken(notice).split(". ")[0] for notice in notices if notice is not None}
    assert told == {row[0] for row in tables(section("box.md", "The six buttons"))[2]}
    assert None not in notices


def test_the_stickers_are_read_as_they_say() -> None:
    stickers, commands = tables(section("box.md", "The reader"))
    labels: dict[str, Label] = {
        "1QSF": CardLabel("Q", "S", deck=1),
        "2THH": CardLabel("10", "H", deck=2),
        "1X16": CardLabel("JK", deck=1, joker=1),
        "1X24": CardLabel("JK", deck=1, joker=2),
    }
    printed = [text for row in stickers for text in code(row[0])]
    assert {text: read_label(text) for text in printed} == labels
    names = list(get_args(CommandName))
    assert [code(row[0])[0].rstrip("…") for row in commands] == [f"0{name}" for name in names]
    for name in names:
        assert write_label(CommandLabel(name)).startswith(f"0{name}")


def test_the_display_dims_when_it_says() -> None:
    (rows,) = tables(section("box.md", "The display looks after itself"))
    minutes = [int(row[0].split(" ")[0]) for row in rows]
    assert [60.0 * each for each in minutes] == [Times().dim, Times().rest, Times().dark]


def test_the_number_of_seat_lights() -> None:
    assert SEATS == 8
    _, rows = tables(section("box.md", "The lights"))
    told = {row[0]: [int(light) - 1 for light in re.findall(r"\d", row[1])] for row in rows}
    assert told.pop("8 or more") == list(light_places(8)) == list(light_places(11))
    assert told == {str(players): list(light_places(players)) for players in range(2, 8)}


def test_the_wait_of_read_once_is_the_one_of_the_box() -> None:
    text = section("box.md", "The reader")
    assert Config().reader.read_once == Settings().read_once == 2.0
    assert "read again within two seconds" in text
    assert "`read_once` in the section `[reader]`" in text


def test_seats_without_a_light() -> None:
    assert "Seats from the ninth on have none" in page("box.md")
