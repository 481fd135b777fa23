"""Learn to add: no display shows a total before its player has called it."""

import re
from pathlib import Path

import pytest

from companion.core.commands import Claim, Join, New, Play, Undo
from companion.dialogs.context import UseLearning, UseVoice
from companion.phone.history import History
from companion.phone.view import parts
from companion.words.form import FOR_PAGES
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver


def learning(sit: Sit, variant: str = "ninety-nine") -> BoxDriver:
    rig = sit(variant).show_card("7H")
    rig.rule(UseLearning(on=True))
    return rig.wait(5)


def on_pages(rig: BoxDriver) -> str:
    """Return what phones and televisions get of the table and of its plays."""
    told = rig.told[-1]
    table = FOR_PAGES.encode({**parts(told), "game": None}).decode()
    return table + b"".join(History().rows(told)[-1:]).decode()


def test_total_is_hidden_everywhere_until_it_is_called(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5)
    assert rig.says.startswith("?. Cy to play")
    assert '"total":"?"' in on_pages(rig)
    assert not re.search(r"\b13\b", on_pages(rig))
    rig.rule(Claim(total=13))
    rig.wait(5)
    assert rig.says.startswith("13. Cy to play")
    assert '"total":13' in on_pages(rig)


def test_row_that_phones_have_is_made_again_once_the_total_is_called(sit: Sit) -> None:
    rig, history = learning(sit).show_card("6H").wait(5), History()
    assert b'"total":"?"' in b"".join(history.rows(rig.told[-1]))
    rig.rule(Claim(total=13))
    rig.wait(5)
    assert b'"total":"?"' not in b"".join(history.rows(rig.told[-1]))


def test_wrong_call_shows_the_total_too(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5)
    rig.rule(Claim(total=14))
    assert "It is 13" in rig.says


def test_sums_of_a_choice_stay_hidden(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5).turn_to("8")
    assert "OK makes ?" in rig.says


def test_resting_display_hides_the_total(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(700)
    assert rig.says == "Resting. ? Cy."


def test_next_card_is_played_without_a_call(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").show_card("5H").wait(5)
    assert rig.total == 18
    rig.rule(Claim(total=18))
    assert rig.wait(5).says.startswith("18.")


@pytest.mark.parametrize("change", [Undo(), Join(player="Di", after="Ann")])
def test_total_is_hidden_only_right_after_a_play(sit: Sit, change: Undo | Join) -> None:
    rig = sit("ninety-nine")
    rig.rule(UseLearning(on=True))
    rig.show_card("6H")
    rig.rule(change)
    assert re.match(r"[06]\. ", rig.wait(5).says)


def test_voice_calls_no_number_that_is_hidden(sit: Sit) -> None:
    rig = learning(sit)
    rig.rule(UseVoice("caller"))
    rig.show_card("4H")
    assert rig.voice.said[-1] == ("back-on-you", "Ann", "to-play")


def test_trick_games_have_nothing_to_add(sit: Sit) -> None:
    rig = sit("arizona-spaghetti", "Ann", "Bo", "Cy", "Di")
    rig.rule(UseLearning(on=True))
    shown = rig.show_card("8H").wait(5).told[-1].scene
    assert not shown.hides_total


def test_menu_switches_it(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=("Ann", "Bo")))
    rig.hold("MORE").choose("Learn to add")
    assert rig.told[-1].scene.learns
    rig.choose("Learn to add").press("UNDO")
    rig.rule(Play(card="6H"))
    assert rig.wait(5).says.startswith("6.")
    rig.table.journal.close()


def test_dial_for_the_total_of_the_table_gives_nothing_away(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5).hold("MORE").choose("That's not right")
    assert rig.says.startswith("Your total? box: ?. 0.")
