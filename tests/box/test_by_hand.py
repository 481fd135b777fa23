"""Tests of corrections by hand at the box: the last plays, changed values, and players who join,
leave or change seats.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.box.state import Settings
from companion.core.commands import Bust, Leave, New, Play, Repair, Set, Step
from companion.core.disagreement import Edit
from companion.dialogs.by_hand import (
    ByHandDialog,
    ConfirmDialog,
    EditPlayDialog,
    IllegalDialog,
    MendedGame,
    PlayedCardDialog,
)
from companion.dialogs.seating import ChooseSeatDialog
from companion.screens.model import ExplanationScreen, NoticeScreen, PlayScreen, SeatScreen
from companion.variants import load_variants
from tests.drivers.box import BoxDriver
from tests.variants.shown_games import SHOWN
from tests.worded import worded

FOUR = ("Ann", "Bo", "Cy", "Di")
Open = Callable[..., BoxDriver]


@pytest.fixture
def by_hand(tmp_path: Path) -> Open:
    """Return a function that opens the list of the last plays after these cards, when no
    explanation is found.
    """

    def opened(*done: str | Step, variant: str = "ninety-nine") -> BoxDriver:
        nothing_found = Settings(explain=lambda *_: [])
        rig = BoxDriver(tmp_path, New(variant=variant, players=FOUR), nothing_found)
        for each in done:
            if isinstance(each, str):
                rig.show_card(each)
            else:
                rig.table.obey(each)
                rig.box.tick()
        rig.hold("MORE").choose("That's not right").press("OK", "RIGHT", "OK")
        rig.showing(ExplanationScreen)
        rig.press("OK")
        assert isinstance(rig.dialog, ByHandDialog)
        return rig

    return opened


def repair_of(rig: BoxDriver) -> Repair:
    repair = rig.table.moments[-1].command
    assert isinstance(repair, Repair)
    return repair


def test_list_ends_with_the_newest_play_and_a_new_one(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", "2D")
    *played, new = [(row.prefix, row.text, row.value) for row in rig.listing.rows]
    assert worded(played) == [("8♥", "Ann", "8"), ("7♠", "Bo", "15"), ("2♦", "Cy", "17")]
    assert new[0] == "+"
    assert rig.listing.chosen == 2


def test_rows_to_change_by_hand_show_current_values(by_hand: Open) -> None:
    rig = by_hand("8H", "7S").press("OK").choose("change by hand")
    values = dict(zip(rig.rows, [worded(row.value) for row in rig.listing.rows], strict=True))
    assert len(values) == 6
    assert (values["total"], values["next"]) == ("15", "Cy")
    assert (values["chips"], values["cards"]) == ("5 5 5 5", "3 3 3 3")


def test_play_can_be_removed(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", "2D").press("OK").choose("remove it")
    assert isinstance(rig.dialog, ConfirmDialog)
    rig.press("OK")
    assert (rig.total, rig.to_act, bool(rig.showing(PlayScreen).mended)) == (15, "Cy", True)
    assert repair_of(rig) == Repair(back=1, steps=(), why="card-twice")


def test_bust_can_be_removed(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", Bust()).press("OK").choose("remove it").press("OK")
    assert repair_of(rig) == Repair(back=1, steps=(), why="bust-twice")


def test_removal_that_keeps_the_total_shows_the_chips(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", Set(chips={"Bo": 3, "Di": 7})).press("OK").choose("remove it")
    shown = rig.showing(ExplanationScreen)
    assert worded(shown.before) != worded(shown.after)
    assert "Bo 3" in worded(shown.before)
    rig.draw_everything_shown()


def test_leaving_can_be_removed(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", Leave(player="Cy")).press("OK").choose("remove it")
    assert "Cy" in worded(rig.showing(ExplanationScreen).sentence)
    rig.press("OK")
    assert repair_of(rig).why == "by-hand"


def test_play_can_be_replaced_by_another_card(by_hand: Open) -> None:
    rig = (
        by_hand("8H", "7S", "2D")
        .press("LEFT", "OK")
        .choose("another card")
        .turn_to("5")
        .press("OK", "OK")
    )
    assert (rig.total, rig.to_act) == (15, "Di")
    assert repair_of(rig).steps == (Play(card="5"), Play(card="2D/1"))


@pytest.mark.parametrize(
    ("row", "inserted"),
    [("insert before", ["5D/1", "7S/1", "2D/1"]), ("insert after", ["5D/1", "2D/1"])],
)
def test_play_can_be_inserted(by_hand: Open, row: str, inserted: list[str]) -> None:
    rig = by_hand("8H", "7S", "2D").press("LEFT", "OK").choose(row).show_card("5D").press("OK")
    assert (rig.total, rig.to_act) == (22, "Ann")
    assert [step.card for step in repair_of(rig).steps if isinstance(step, Play)] == inserted


def test_play_can_be_appended(by_hand: Open) -> None:
    rig = by_hand("8H", "7S").press("RIGHT", "OK").show_card("5D").press("OK")
    assert (rig.total, rig.to_act) == (20, "Di")


def test_list_before_the_first_play_offers_only_a_new_one(tmp_path: Path) -> None:
    game = New(variant="ninety-nine", players=FOUR, house={"up_card": "apply"}, up_card="5H")
    rig = BoxDriver(tmp_path, game).press("OK").dial(9).press("OK", "OK", "LEFT", "OK")
    assert (len(rig.listing.rows), rig.listing.chosen) == (1, 0)
    rig.press("OK").show_card("6H").press("OK")
    assert rig.total == 11


def test_two_plays_can_be_swapped(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", "2D").press("OK").choose("the other player")
    assert worded(rig.showing(ExplanationScreen).sentence) == "2♦ before 7♠?"
    rig.press("OK")
    assert [step.card for step in repair_of(rig).steps if isinstance(step, Play)] == [
        "2D/1",
        "7S/1",
    ]


def test_choice_of_a_replaced_card_is_asked(by_hand: Open) -> None:
    rig = (
        by_hand("8H", "7S", "2D")
        .press("LEFT", "OK")
        .choose("another card")
        .turn_to("10")
        .press("OK")
    )
    rig.press("OK", "OK")
    (ten, _) = repair_of(rig).steps
    assert isinstance(ten, Play)
    assert ten.value in {10, -10}


def test_later_play_that_becomes_illegal_is_asked_about(by_hand: Open) -> None:
    rig = (
        by_hand("8H", "7S", "2D").press("LEFT", "LEFT", "OK").choose("another card").show_card("KH")
    )
    assert isinstance(rig.dialog, IllegalDialog)
    assert "7♠" in worded(rig.notice.headline)
    rig.press("MORE")
    assert "2♦" in worded(rig.notice.headline)
    rig.press("OK").turn_to("9").press("OK")
    assert isinstance(rig.dialog, ConfirmDialog)
    rig.press("OK")
    assert repair_of(rig).steps == (Play(card="KH/1"), Play(card="9"))
    assert (rig.total, rig.to_act) == (99, "Cy")


def test_later_play_after_the_end_of_a_hand_can_only_be_removed(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", "2D").press("LEFT", "OK").choose("insert before")
    before = rig.asking(PlayedCardDialog)
    ended = MendedGame(2, (Bust(), Play(card="2D")), Edit("by-hand", 2, "Bo"))
    page = IllegalDialog(before, ended, 1).widget(rig.told[-1].scene)
    assert isinstance(page.screen, NoticeScreen)
    assert page.ok is None
    assert [hint.key for hint in page.screen.keys] == ["MORE"]


def test_undo_goes_back_step_by_step_and_changes_nothing(by_hand: Open) -> None:
    rig = by_hand("8H", "7S", "2D").press("OK").choose("remove it").press("UNDO")
    assert isinstance(rig.dialog, EditPlayDialog)
    rig.press("UNDO", "UNDO", "UNDO")
    assert rig.dialog is None
    assert len(rig.kept) == 4


def test_total_can_be_changed_by_hand(by_hand: Open) -> None:
    rig = by_hand("8H", "7S").press("OK").choose("change by hand").choose("total").dial(33)
    assert rig.table.moments[-1].command == Set(total=33)
    assert (rig.total, rig.to_act) == (33, "Cy")


def test_next_player_can_be_changed_by_hand(by_hand: Open) -> None:
    rig = (
        by_hand("8H", "7S").press("OK").choose("change by hand").choose("next").press("RIGHT", "OK")
    )
    assert rig.to_act == "Di"


def test_direction_can_be_changed_by_hand(by_hand: Open) -> None:
    rig = by_hand("8H", "7S").press("OK").choose("change by hand").choose("direction")
    assert (rig.state.clockwise, rig.to_act) == (False, "Cy")


def test_chips_are_changed_against_the_pot_or_a_player(by_hand: Open) -> None:
    rig = (
        by_hand("8H", "7S")
        .press("OK")
        .choose("change by hand")
        .choose("chips")
        .choose("Bo")
        .dial(2)
    )
    rig.choose("Di")
    assert (rig.player("Bo").chips, rig.player("Di").chips) == (2, 8)


@pytest.mark.parametrize(
    ("what", "command"), [("points", Set(points={"Bo": -2})), ("cards", Set(hands={"Bo": 2}))]
)
def test_points_and_cards_are_changed_by_hand(
    what: str, command: Set, by_hand: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = load_variants(extra=[SHOWN / "cribbage-pegging.toml"])
    monkeypatch.setattr("tests.drivers.box.VARIANTS", shelf.variants)
    rig = by_hand("8H", "7S", variant="cribbage-pegging").press("OK").choose("change by hand")
    rig.choose(what).choose("Bo").dial(-2 if what == "points" else 2)
    assert rig.table.moments[-1].command == command
    rig.draw_everything_shown()


def test_latecomer_joins_between_two_players(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_cards("8H")
    rig.table.obey(New(variant="ninety-nine", players=FOUR[:3]))
    rig.box.tick()
    rig.show_card("8H").hold("MORE").choose("Player joins").choose("Di")
    shown = rig.showing(SeatScreen)
    assert worded((shown.lines, [seat.name for seat in shown.seats])) == (
        (("after", "Cy"), ("before", "Ann")),
        ["Ann", "Bo", "Cy", "Di"],
    )
    rig.press("LEFT", "OK")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo", "Di", "Cy"]


def test_player_can_change_seats(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_card("8H")
    rig.hold("MORE").choose("Player changes seat").choose("Bo").press("OK")
    assert [player.name for player in rig.state.players] == ["Ann", "Cy", "Bo", "Di"]


@pytest.mark.parametrize(("turns", "pot", "held"), [(0, 5, 5), (1, 0, 5), (2, 2, 6)])
def test_chips_of_a_leaving_player_go_to_the_chosen_place(
    tmp_path: Path, turns: int, pot: int, held: int
) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_card("8H")
    rig.hold("MORE").choose("Player leaves").choose("Bo").press("RIGHT", times=turns).press("OK")
    assert (rig.state.pot, rig.player("Ann").chips) == (pot, held)
    rig.draw_everything_shown()


def test_counted_chips_are_explained_and_corrected(tmp_path: Path) -> None:
    rig = (
        BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR))
        .show_card("8H")
        .press("BUST", "OK")
    )
    assert rig.player("Bo").chips == 4
    rig.press("OK").hold("MORE").choose("Count chips").choose("Bo").dial(5)
    shown = rig.showing(ExplanationScreen)
    assert (worded(shown.before), worded(shown.after)) == ("Bo 4", "Bo 5")
    rig.press("OK")
    assert rig.player("Bo").chips == 5
    rig.draw_everything_shown()


def test_unexplained_chips_come_from_the_pot_or_a_player(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_card("8H")
    rig.hold("MORE").choose("Count chips").choose("Bo").dial(6).press("LEFT", "OK").choose("Di")
    assert (rig.player("Bo").chips, rig.player("Di").chips) == (6, 4)


def test_player_may_be_renamed_while_the_box_asks_who_changes_seat(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    rig.hold("MORE").choose("Player changes seat").press("RIGHT")
    rig.table.rename("Bo", "Eva")
    rig.press("LEFT").choose("Cy")
    assert rig.asking(ChooseSeatDialog).name == "Cy"


def test_latecomer_without_a_name_is_called_by_the_next_seat(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=("Ann", "Bo")))
    rig.hold("MORE").choose("Player joins").press("OK", "OK")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo", "Seat 3"]
