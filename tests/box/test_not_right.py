"""Tests of a total that the players dispute: two keys correct it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.box.state import Settings
from companion.core.cards import Card
from companion.core.commands import Bust, Claim, New, Play, Repair
from companion.core.disagreement import Edit, Explanation, Observed, Search
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.history import counting, repaired
from companion.core.refusals import NotYourTurn
from companion.dialogs.disagreement import (
    CardsInTrickDialog,
    ExplainDialog,
    NotRightDialog,
    WhoNextDialog,
)
from companion.inputs import KeyName
from companion.screens.model import (
    ChoiceScreen,
    ExplanationScreen,
    KeyHint,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    PlayScreen,
    RankScreen,
)
from tests.drivers.box import BoxDriver
from tests.worded import worded

FOUR = ("Ann", "Bo", "Cy", "Di")


MISSED = {6: ("6",), 10: ("J", "Q")}


def one_card_missed(
    family: Family,
    rules: Rules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    _out_of_time: Callable[[], bool],
) -> list[Explanation]:
    """Explain a larger total by a missed card of the player to act, and a smaller one by a
    miscount.
    """
    state = moments[-1].state
    assert state.total is not None
    assert seen.total is not None
    if seen.total < state.total:
        return [Explanation((), None, state)]
    ranks = MISSED.get(seen.total - state.total, ())
    if not ranks:
        return []
    now = Play(card=ranks[0])
    repair = Repair(back=0, steps=(now,), why="card-missed")
    entry = repaired(family, rules, moments, repair)
    alike = tuple(Card(rank) for rank in ranks)
    edit = Edit(
        "card-missed", len(counting(moments)), state.name_of(state.turn) or "", None, now, alike
    )
    return [Explanation((edit,), repair, entry.state, entry.mended)]


def searching(folder: Path, explain: Search) -> BoxDriver:
    """Return a game of Ninety-nine after 8, 7, 2 and 5: total 22, Ann to act."""
    game = New(variant="ninety-nine", players=FOUR)
    return BoxDriver(folder, game, Settings(explain=explain)).show_cards("8H", "7S", "2D", "5C")


@pytest.fixture
def rig(tmp_path: Path) -> BoxDriver:
    return searching(tmp_path, one_card_missed)


def says(rig: BoxDriver, total: int) -> BoxDriver:
    """Enter the players' total from the menu."""
    rig.hold("MORE").choose("That's not right")
    while rig.asking(NotRightDialog).value != total:
        rig.press("RIGHT" if rig.asking(NotRightDialog).value < total else "LEFT")
    return rig


def keys_until_mended(rig: BoxDriver, *keys: KeyName) -> int:
    """Return how many keys correct the box once the total is known."""
    for number, key in enumerate(keys, 1):
        rig.press(key)
        if rig.told[-1].scene.moments and isinstance(
            rig.told[-1].scene.moments[-1].command, Repair
        ):
            assert rig.dialog is None
            return number
    raise AssertionError(rig.says)


def test_unread_card_is_corrected_with_two_keys(rig: BoxDriver) -> None:
    says(rig, 28)
    assert keys_until_mended(rig, "OK", "OK") == 2
    assert (rig.total, rig.to_act) == (28, "Bo")
    shown = rig.showing(PlayScreen)
    assert (shown.total, shown.name, bool(shown.mended)) == (28, "Bo", True)
    rig.show_card("3H")
    assert (rig.total, rig.showing(PlayScreen).mended) == (31, "")


def test_box_searches_without_being_asked(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_cards(
        "8H", "7S", "2D", "5C"
    )
    says(rig, 28)
    assert keys_until_mended(rig, "OK", "OK") == 2
    assert (rig.total, rig.to_act) == (28, "Bo")


def test_each_step_of_a_correction_shows_its_picture(rig: BoxDriver) -> None:
    says(rig, 28).press("OK")
    shown = rig.showing(ExplanationScreen)
    assert (worded(shown.before), worded(shown.after)) == ("22 Ann", "28 Bo")
    assert shown.page.startswith("1/")


def test_wrong_ten_is_explained_without_knowing_who_is_next(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_cards(
        "8H", "7S", "2D", "5C"
    )
    rig.rule(Play(card="10S", value=10))
    rig.wait(10)
    says(rig, 12).press("OK")
    found = rig.asking(ExplainDialog).explanations
    assert "other-choice" in {edit.cause for one in found for edit in one.edits}


def at_each_seat(
    _family: Family,
    _rules: Rules,
    moments: Sequence[HistoryEntry],
    _seen: Observed,
    _out_of_time: Callable[[], bool],
) -> list[Explanation]:
    """Return four equally likely explanations, each with a different player next."""
    return [Explanation((), None, moment.state, likelihood=1.0) for moment in moments[-4:]]


def test_player_is_asked_for_if_only_that_decides(tmp_path: Path) -> None:
    rig = searching(tmp_path, at_each_seat)
    says(rig, 28).press("OK")
    assert rig.asking(WhoNextDialog).seat is None


def test_undo_leaves_everything_as_it_is(rig: BoxDriver) -> None:
    says(rig, 28).press("OK", "UNDO")
    assert rig.dialog is None
    assert (rig.total, len(rig.kept)) == (22, 5)


def test_undo_goes_back_from_the_seat_to_the_total(rig: BoxDriver) -> None:
    says(rig, 22).press("OK", "UNDO")
    assert rig.asking(NotRightDialog).value == 22
    rig.press("UNDO")
    assert rig.dialog is None


def test_undo_reverts_the_correction(rig: BoxDriver) -> None:
    says(rig, 28).press("OK", "OK").press("UNDO", "OK")
    assert (rig.total, rig.to_act) == (22, "Ann")


def test_matching_total_is_confirmed_without_a_search(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR)).show_cards(
        "8H", "7S", "2D", "5C"
    )
    says(rig, 22).press("OK", "RIGHT", "LEFT", "OK")
    assert "22" in worded(rig.showing(ExplanationScreen).sentence)
    rig.draw_everything_shown()
    rig.press("OK")
    assert (rig.dialog, len(rig.kept)) == (None, 5)


def two_cards_missed(
    family: Family,
    rules: Rules,
    moments: Sequence[HistoryEntry],
    _seen: Observed,
    _out_of_time: Callable[[], bool],
) -> list[Explanation]:
    """Explain twenty more by two missed court cards: one of the player to act, one of the next."""
    place, state = len(counting(moments)), moments[-1].state
    repair = Repair(back=0, steps=(Play(card="J"), Play(card="J")), why="card-missed")
    entry = repaired(family, rules, moments, repair)
    alike = (Card("J"), Card("Q"))
    edits = (
        Edit("card-missed", place, "Ann", None, Play(card="J"), alike),
        Edit("card-missed", place, "Bo", None, Play(card="J"), alike),
    )
    return [Explanation(edits, repair, entry.state, entry.mended)] if state.total == 22 else []


@pytest.mark.parametrize("way", ["keys", "cards"])
def test_each_of_two_open_cards_is_asked_for(tmp_path: Path, way: str) -> None:
    rig = searching(tmp_path, two_cards_missed)
    says(rig, 42).press("OK")
    if way == "keys":
        rig.press("OK", "OK")
        assert len(rig.kept) == 5
        rig.press("RIGHT", "OK")
    else:
        rig.show_card("JH")
        assert len(rig.kept) == 5
        rig.show_card("QH")
    repair = rig.table.moments[-1].command
    assert isinstance(repair, Repair)
    assert repair.steps == tuple(
        Play(card=card) for card in (("J", "Q") if way == "keys" else ("JH", "QH"))
    )


def test_players_choose_among_several_possible_ranks(rig: BoxDriver) -> None:
    says(rig, 32).press("OK", "OK")
    options = rig.showing(ChoiceScreen).options
    assert worded([(option.label, option.makes) for option in options]) == [
        ("J", "→ 32"),
        ("Q", "→ 32"),
    ]
    rig.press("RIGHT", "OK")
    repair = rig.table.moments[-1].command
    assert isinstance(repair, Repair)
    assert repair.steps == (Play(card="Q"),)
    assert (rig.total, rig.to_act) == (32, "Bo")


def test_scanning_the_missed_card_corrects_without_a_key(rig: BoxDriver) -> None:
    says(rig, 32).press("OK").show_card("QH")
    repair = rig.table.moments[-1].command
    assert isinstance(repair, Repair)
    assert repair.steps == (Play(card="QH"),)
    assert (rig.total, rig.dialog) == (32, None)


def test_card_that_explains_nothing_is_refused(rig: BoxDriver) -> None:
    says(rig, 32).press("OK").show_card("3H")
    assert isinstance(rig.still_asks, ExplainDialog)
    assert len(rig.kept) == 5


def test_wrong_call_stays_until_the_reason_is_asked(rig: BoxDriver) -> None:
    rig.press("OK").dial(28).wait(60.0)
    assert rig.showing(MiscountScreen).called == 28
    rig.press("OK")
    assert rig.asking(NotRightDialog).value == 28
    assert keys_until_mended(rig, "OK", "OK") == 2


@pytest.mark.parametrize("key", ["UNDO", "card"])
def test_play_continues_after_a_wrong_call(rig: BoxDriver, key: KeyName) -> None:
    rig.press("OK").dial(28)
    if key == "UNDO":
        rig.press(key)
    else:
        rig.show_card("6H")
    assert rig.total == (22 if key == "UNDO" else 28)
    assert isinstance(rig.picture, PlayScreen)


def test_other_keys_keep_their_function_after_a_wrong_call(rig: BoxDriver) -> None:
    rig.press("OK").dial(28).press("BUST", "OK")
    assert isinstance(rig.table.moments[-1].command, Bust)


def test_miscount_changes_nothing_and_is_noted(rig: BoxDriver) -> None:
    says(rig, 21).press("OK", "OK")
    assert rig.dialog is None
    assert (rig.total, len(rig.kept)) == (22, 5)
    assert [(note.kind, note.facts["why"]) for note in rig.notes][-1] == ("explained", "slip")


def test_every_shown_picture_can_be_drawn(rig: BoxDriver) -> None:
    says(rig, 32).press("OK", "RIGHT", "RIGHT", "RIGHT", "RIGHT", "OK", "OK", "OK")
    rig.draw_everything_shown()


def test_trick_game_asks_for_the_cards_in_the_trick_and_who_is_next(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="arizona-spaghetti", players=FOUR)).show_cards(
        "2C", "AC", "3C"
    )
    rig.hold("MORE").choose("That's not right")
    assert rig.asking(CardsInTrickDialog).value is None
    rig.press("OK")
    assert rig.asking(WhoNextDialog).seat is None
    while rig.asking(WhoNextDialog).seat != 1:
        rig.press("RIGHT")  # Bo's ace wins the trick
    rig.press("OK")
    assert isinstance(rig.dialog, ExplainDialog)
    rig.press("OK")
    assert rig.showing(RankScreen).ranks
    rig.press("OK", "UNDO", "UNDO").show_card("9H")
    assert isinstance(rig.table.moments[-1].command, Repair)
    rig.draw_everything_shown()


def test_wrong_call_judged_from_a_phone_can_be_explained(rig: BoxDriver) -> None:
    rig.rule(Claim(28), "Di's phone")
    rig.wait(10)
    assert rig.showing(MiscountScreen).keys
    rig.press("OK")
    assert rig.asking(NotRightDialog).value == 28
    assert keys_until_mended(rig, "OK", "OK") == 2


def test_order_out_of_turn_offers_a_correction(rig: BoxDriver) -> None:
    rig.rule(Play(card="6S", player="Bo"), "Bo's phone")
    rig.wait(10)
    assert rig.refusal == NotYourTurn("Ann", "Bo")
    assert worded(rig.notice.keys) == worded((KeyHint("OK", "why?"),))
    rig.press("OK")
    assert rig.asking(NotRightDialog).value == 22


def test_next_card_dismisses_an_order_out_of_turn(rig: BoxDriver) -> None:
    rig.rule(Play(card="6S", player="Bo"), "Bo's phone")
    rig.show_card("6S")
    assert (rig.total, rig.to_act, rig.dialog) == (28, "Bo", None)


@pytest.mark.parametrize("order", [Claim(28), Play(card="6S", player="Bo")])
def test_order_out_of_turn_does_not_interrupt_a_dialog(rig: BoxDriver, order: Claim | Play) -> None:
    rig.hold("MORE")
    rig.rule(order, "Di's phone")
    assert isinstance(rig.snapshot.picture, ListScreen)


def test_order_out_of_turn_before_the_first_play_asks_nothing(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=FOUR))
    rig.rule(Play(card="6S", player="Bo"), "Bo's phone")
    assert rig.showing(NoticeScreen).keys == ()
