from typing import get_args

from companion.dialogs.calling import HIGHEST, LOWEST
from companion.front import NOTICE
from companion.inputs import KEYS
from companion.labels import CardLabel, CommandLabel, CommandName, Label, read_label, write_label
from companion.screens.care import Times
from companion.screens.signals import SEATS
from tests.docs.pages import code, page, section, tables


def test_the_buttons_are_those_of_the_box() -> None:
    text = section("box.md", "The six buttons")
    (without_question, _) = tables(text)
    named = {key.strip() for row in without_question for key in row[0].replace("held", "").split(",")}
    assert named == set(KEYS)
    assert f"{LOWEST} to {HIGHEST}" in text
    assert NOTICE == 4.0
    assert "four seconds" in text


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
    assert "Seats from the ninth on have none" in page("box.md")
