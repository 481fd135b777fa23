"""Tests of setting up a game with only the six buttons."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.box.requests import VariantsChanged
from companion.box.state import Settings
from companion.config import Config
from companion.config.sections import GameSettings
from companion.core.commands import Leave, New
from companion.core.questions import WhichSuit
from companion.core.refusals import BadHouseRule, PlainCardNeeded, TooManyPlayers
from companion.dialogs.context import Dialog
from companion.dialogs.house_rules import HouseRulesDialog, RuleValueDialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog
from companion.dialogs.set_up import (
    ChooseGameDialog,
    DealerDialog,
    MakePackDialog,
    PlayerCountDialog,
    SummaryDialog,
)
from companion.games.adding.dialogs import ChipsDialog, LastCardDialog, TurnUpDialog
from companion.games.adding.playing import PickSuitDialog
from companion.games.adding.rules import AddingRules
from companion.inputs import KeyName
from companion.screens.model import (
    ChoiceScreen,
    ConfirmScreen,
    KeyHint,
    NoticeScreen,
    PlayerTableScreen,
    PlayScreen,
    RankScreen,
    TrickScreen,
    WinnerScreen,
)
from companion.table.recorded import Rename
from companion.words.refusals import refusal_sentence
from tests.box.conftest import Sit
from tests.drivers.box import VARIANTS, BoxDriver
from tests.worded import named, worded


def test_new_box_asks_which_game(rig: BoxDriver) -> None:
    assert rig.dialog == ChooseGameDialog()
    rows = [(row.prefix, row.text, row.value) for row in rig.listing.rows]
    assert worded(rows[0]) == ("99", "Ninety-nine", "")
    assert worded(rows[1]) == ("99", "15 games", "")


def test_game_and_group_played_last_are_first(sit: Sit) -> None:
    rig = sit("polignac", "Ann", "Bo", "Cy", "Di").hold("MORE").choose("New game")
    assert rig.rows[0] == "Polignac"
    rig.press("RIGHT", "OK")
    assert rig.rows[0] == "Polignac"
    rig.choose_exactly("Slobberhannes").press("UNDO")
    assert rig.rows[rig.listing.chosen] == "Slobberhannes"
    assert rig.press("UNDO").asking(ChooseGameDialog).chosen == 1


def test_published_versions_of_ninety_nine_have_their_own_list(rig: BoxDriver) -> None:
    rig.choose("15 games")
    *own, published = rig.rows
    assert len(own) == 4
    assert own[0] == "Ninety-nine"
    rig.choose_exactly(published)
    assert rig.rows[0] == "Boyer"
    assert len(rig.rows) == 11
    rig.choose_exactly("Stack").press("UNDO")
    assert rig.rows[rig.listing.chosen] == "Stack"
    assert rig.press("UNDO").rows[rig.listing.chosen] == published


def test_published_version_played_last_is_first(sit: Sit) -> None:
    rig = sit("ninety-nine-stack", "Ann", "Bo", "Cy").hold("MORE").choose("New game")
    assert rig.press("RIGHT", "OK").rows[:2] == ["Stack", "Ninety-nine"]
    rig.choose_exactly("Published variants")
    assert "Stack" not in rig.rows


def test_game_is_started_with_chosen_players(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine")
    asked = rig.asking(PlayerCountDialog)
    assert (asked.variant, asked.value) == ("ninety-nine", 4)
    rig.dial(3)
    assert rig.asking(SummaryDialog).command.players == ("Seat 1", "Seat 2", "Seat 3")
    rig.choose("Start")
    shown = rig.showing(PlayScreen)
    assert (shown.total, shown.name, rig.state.hand) == (0, "Seat 1", 1)
    assert [player.name for player in rig.state.players] == ["Seat 1", "Seat 2", "Seat 3"]
    assert len(rig.kept) == 1


@pytest.mark.parametrize(
    "rows",
    [[], ["Chips"], ["Dealer"], ["House rules"], ["House rules", "Cards each"]],
    ids=lambda rows: " > ".join(rows) or "Start",
)
def test_set_up_of_a_game_that_a_phone_deletes_returns_to_the_list_of_games(
    rig: BoxDriver, rows: list[str]
) -> None:
    rig.choose_game("Ninety-nine").dial(3)
    for row in rows:
        rig.choose(row)
    rig.box.update_variants(VariantsChanged({"one-hundred": VARIANTS["one-hundred"]}))
    if rows and rows[-1] in ("Chips", "Dealer"):
        rig.press("OK")
    assert rig.notice.mark == "cross"
    assert rig.wait(5).asking(ChooseGameDialog)
    rig.choose_game("One Hundred").dial(3).choose("Start")
    assert rig.state.family == "adding"


@pytest.mark.parametrize("group", ["15 games", "Ninety-nine"])
def test_list_of_games_forgets_one_that_a_phone_deletes(rig: BoxDriver, group: str) -> None:
    rig.choose(group)
    rig.box.update_variants(VariantsChanged({"one-hundred": VARIANTS["one-hundred"]}))
    assert rig.notice.mark == "cross"
    assert rig.wait(5).asking(ChooseGameDialog)


def test_chips_and_dealer_are_chosen(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).choose("Chips").dial(7)
    assert rig.asking(SummaryDialog).command.house == {"chips": 7}
    rig.choose("Dealer").choose("Seat 2")
    rig.choose("Start")
    assert [player.chips for player in rig.state.players] == [7, 7, 7, 7]
    assert rig.state.players[rig.state.dealer].name == "Seat 2"
    assert rig.to_act == "Seat 3"


def notes_of_lots(rig: BoxDriver) -> list[dict[str, Any]]:
    return [dict(note.facts) for note in rig.notes if note.kind == "lot"]


def fixed(dealer: str) -> Settings:
    """Return settings of a box whose draw chooses `dealer`."""
    return Settings(chance=lambda _names: dealer)


def test_dealer_is_drawn_by_lot(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    rig = BoxDriver(tmp_path, settings=fixed("Seat 2"))
    rigs.append(rig)
    rig.choose_game("Ninety-nine").dial(3).choose("Dealer").choose("By lot").choose("Start")
    assert "Seat 2" in worded(rig.notice.sentence)
    assert rig.table.state is None
    rig.press("OK")
    assert rig.state.players[rig.state.dealer].name == "Seat 2"
    assert notes_of_lots(rig) == [{"player": "Seat 2", "players": ["Seat 1", "Seat 2", "Seat 3"]}]


def test_one_hundred_strict_proposes_the_lot_for_its_first_game(
    tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    rig = BoxDriver(tmp_path, settings=fixed("Seat 1"))
    rigs.append(rig)
    rig.choose_game("Strict").dial(3)
    assert rig.asking(SummaryDialog).by_lot
    rig.choose("Chips").dial(7)
    assert rig.asking(SummaryDialog).by_lot
    rig.choose("Start").press("OK")
    assert rig.state.players[rig.state.dealer].name == "Seat 1"
    assert len(notes_of_lots(rig)) == 1
    again = SummaryDialog.again(rig.box.shown.scene)
    assert isinstance(again, SummaryDialog)
    assert not again.by_lot


def test_lots_are_drawn_once_for_the_same_players(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    falls_on = iter(("Seat 2", "Seat 1", "Seat 3"))
    settings = replace(fixed(""), chance=lambda _names: next(falls_on))
    rig = BoxDriver(tmp_path, settings=settings)
    rigs.append(rig)
    rig.choose_game("Ninety-nine").dial(3).choose("Dealer").choose("By lot").choose("Start").press(
        "UNDO"
    )
    rig.choose("Dealer").choose("By lot").choose("Start")
    assert worded(rig.showing(NoticeScreen).sentence) == "Seat 2 deals"
    rig.press("UNDO").choose("Dealer").choose("Seat 1").choose("Start")
    assert rig.state.players[rig.state.dealer].name == "Seat 1"
    assert notes_of_lots(rig) == []


def names(rig: BoxDriver) -> list[str]:
    return [player.name for player in rig.state.players]


def another(rig: BoxDriver, count: int) -> BoxDriver:
    """Start the next game with `count` players."""
    rig.hold("MORE").choose("New game").choose_game("Ninety-nine").dial(count).choose(
        "Start"
    ).press("OK")
    return rig if isinstance(rig.picture, PlayScreen) else rig.press("OK")


def test_current_game_ends_only_if_confirmed(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo").play("8")
    rig.hold("MORE").choose("New game").choose_game("Ninety-nine").dial(3).choose("Start")
    assert isinstance(rig.picture, ConfirmScreen)
    rig.press("UNDO")
    assert (rig.asking(SummaryDialog).leaves, rig.total) == (False, 8)
    rig.choose("Start").press("OK")
    assert (names(rig), rig.total) == (["Ann", "Bo", "Seat 3"], 0)
    rig.press("UNDO", "OK")
    assert (names(rig), rig.total) == (["Ann", "Bo"], 8)


def test_finished_game_is_not_asked_about(sit: Sit) -> None:
    rig = (
        sit("ninety-nine", "Ann", "Bo", chips=1, target=50)
        .press("BUST", "OK")
        .press("OK")
        .choose("Start")
    )
    assert isinstance(rig.picture, PlayScreen)


def test_names_of_absent_players_are_kept_for_the_next_game(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", "Cy", "Di")
    assert names(another(rig, 5)) == ["Ann", "Bo", "Cy", "Di", "Seat 5"]
    assert names(another(rig, 3)) == ["Ann", "Bo", "Cy"]
    rig.rule(Rename("Cy", "Cyd"))
    assert names(another(rig, 4)) == ["Ann", "Bo", "Cyd", "Di"]


def test_configured_names_fill_additional_seats(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    settings = Settings(Config(game=GameSettings(seats=("Ann", "Bo", "Cy", "Di", "Eva"))))
    rigs.append(BoxDriver(tmp_path, New(variant="ninety-nine", players=("Di", "Bo")), settings))
    assert names(another(rigs[-1], 6)) == ["Di", "Bo", "Cy", "Seat 4", "Eva", "Seat 6"]


def test_undo_goes_back_step_by_step(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).choose("House rules").choose("Limit")
    assert rig.asking(RuleValueDialog).rule == "target"
    assert rig.press("UNDO").asking(HouseRulesDialog)
    assert rig.press("UNDO").asking(SummaryDialog)
    assert rig.press("UNDO").asking(PlayerCountDialog)
    assert rig.press("UNDO").asking(ChooseGameDialog)
    assert rig.press("UNDO").asking(ChooseGameDialog)


def house(rig: BoxDriver) -> dict[str, object]:
    """Return the house rules that override those of the game, from the list of all rules."""
    return rig.asking(HouseRulesDialog).command.house


def test_house_rules_are_switches_and_numbers(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).choose("House rules")
    rig.choose("Limit").dial(120)
    rig.choose("Too far")
    rig.choose("Sets")
    rig.choose("Jokers").dial(2)
    rig.choose("Last card").turn_to("Joker").press("OK")
    assert house(rig) == {
        "target": 120,
        "over": "bust",
        "sets": True,
        "jokers": 2,
        "last_card": "JK",
    }
    assert sum(worded(row.value).startswith("·") for row in rig.listing.rows) == len(house(rig))
    rig.press("UNDO").choose("Start")
    rules = rig.table.rules
    assert isinstance(rules, AddingRules)
    assert (rules.target, rules.over, rules.sets, rules.pack.jokers) == (120, "bust", True, 2)
    assert rules.last_card is not None
    assert rules.last_card.is_joker


def test_summary_counts_the_changed_house_rules(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4)
    assert rig.listing.rows[-1].value == "none"
    rig.choose("House rules").choose("Limit").dial(90).press("UNDO")
    assert rig.listing.rows[-1].value == "1"


def test_more_resets_a_house_rule(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).choose("House rules").choose("Limit").dial(90)
    assert worded((house(rig), rig.listing.rows[0].value)) == worded(({"target": 90}, "·90"))
    rig.press("MORE")
    assert (house(rig), rig.listing.rows[0].value) == ({}, "99")


def test_last_card_of_the_stock_is_asked_with_its_suit(rig: BoxDriver) -> None:
    rig.choose_game("UMass").dial(3).choose("House rules").choose("Last card").turn_to("A").press(
        "OK"
    )
    asked = rig.asking(PickSuitDialog)
    assert (asked.rank, isinstance(asked.asker, LastCardDialog)) == ("A", True)
    rig.press("RIGHT", "OK")
    assert house(rig) == {"last_card": "AH"}
    rig.press("UNDO").choose("Start")
    shown = rig.picture
    assert isinstance(shown, PlayScreen)
    assert worded(shown.note) == "A♥"


def test_chip_bust_without_chips_asks_for_chips(rig: BoxDriver) -> None:
    """Boyer's game has no chips, so the house rule alone is impossible, and the box names what is
    missing.
    """
    rig.choose_game("Boyer").dial(3).choose("House rules").choose("On a bust").press("OK")
    assert house(rig).keys() == {"bust"}
    rig.press("UNDO").choose("Start")
    assert isinstance(rig.still_asks, SummaryDialog)
    assert worded(refusal_sentence(BadHouseRule("bust", "no-chips"))).startswith(
        worded(rig.notice.sentence)
    )
    rig.press("OK", "OK").choose("Chips").dial(4).choose("Start")
    assert [player.chips for player in rig.state.players] == [4, 4, 4]


def test_hands_larger_than_the_pack_are_refused(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).choose("House rules").choose("Cards each").dial(20)
    rig.press("UNDO").choose("Start")
    assert rig.refusal == TooManyPlayers(80, 52)
    assert rig.table.state is None
    assert rig.press("OK").asking(SummaryDialog)


def test_second_deck_is_announced(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(5).choose("Start")
    assert rig.asking(MakePackDialog)
    assert rig.press("UNDO").asking(SummaryDialog)
    rig.choose("Start").press("OK")
    assert isinstance(rig.table.rules, AddingRules)
    assert rig.table.rules.pack.decks == 2
    assert isinstance(rig.picture, PlayScreen)


def test_card_scanned_during_set_up_is_refused_with_the_question(rig: BoxDriver) -> None:
    def refused_over(kind: type[Dialog], leave: KeyName = "OK") -> None:
        asked = rig.dialog
        assert isinstance(asked, kind)
        assert rig.wait(3).show_card("8H").still_asks == asked
        assert rig.press(leave).dialog == asked

    refused_over(ChooseGameDialog)
    rig.choose_game("Ninety-nine")
    refused_over(PlayerCountDialog)
    rig.dial(4)
    refused_over(SummaryDialog, "UNDO")
    rig.choose("Chips")
    refused_over(ChipsDialog)
    rig.press("UNDO").choose("Dealer")
    refused_over(DealerDialog)
    rig.press("UNDO").choose("House rules")
    refused_over(HouseRulesDialog)
    rig.choose("Limit")
    refused_over(RuleValueDialog, "UNDO")
    rig.show_card("8H").press("OK")
    assert rig.asking(HouseRulesDialog)
    assert rig.table.state is None


def test_ok_starts_the_game_from_a_refusal_only_on_the_row_that_starts_it(rig: BoxDriver) -> None:
    rig.choose_game("Ninety-nine").dial(4).press("RIGHT").show_card("8H")
    assert rig.press("OK").asking(SummaryDialog).chosen == 1
    rig.press("LEFT").show_card("8H")
    assert isinstance(rig.press("OK").picture, PlayScreen)


def test_every_variant_can_be_started_by_key(rig: BoxDriver) -> None:
    for place, variant in enumerate(VARIANTS.values()):
        if place:
            rig.hold("MORE").choose("New game")
        rig.choose_game(variant.listed or variant.title).press("OK").choose("Start")
        if place:
            rig.press("OK")  # leave the previous game
        if isinstance(rig.picture, NoticeScreen):
            rig.press("OK")
        if isinstance(rig.picture, RankScreen):
            rig.play("8")
        assert rig.table.rules is not None
        assert rig.table.rules.variant == variant.name
        assert isinstance(rig.picture, PlayScreen | TrickScreen | PlayerTableScreen)


def test_next_game_repeats_players_and_rules(sit: Sit) -> None:
    """Names, chips and house rules stay, and the winner deals."""
    rig = sit("ninety-nine", "Ann", "Bo", chips=1, target=50)
    rig.press("BUST", "OK")
    assert rig.evening == {"Ann": 0, "Bo": 1}
    assert rig.press("OK").asking(SummaryDialog).dealer == "Bo"
    rig.choose("Start")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo"]
    assert isinstance(rig.table.rules, AddingRules)
    assert (rig.table.rules.chips, rig.table.rules.target, rig.to_act) == (1, 50, "Ann")


def test_game_that_all_but_one_left_is_set_up_again(sit: Sit) -> None:
    rig = (
        sit("ninety-nine", "Ann", "Bo")
        .hold("MORE")
        .choose("Player leaves")
        .choose("Bo")
        .press("OK")
    )
    assert worded(rig.showing(WinnerScreen).keys) == worded((KeyHint("OK", "games"),))
    assert rig.press("OK").asking(ChooseGameDialog)


def test_another_variant_can_follow_a_game(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", chips=1).press("BUST", "OK", "MORE")
    assert rig.dialog == ChooseGameDialog()
    rig.choose_game("Orcutt").press("OK").choose("Start")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo"]


@pytest.mark.parametrize("count", [2, 12])
def test_seats_up_to_a_dozen(rig: BoxDriver, count: int) -> None:
    rig.choose_game("Ninety-nine").dial(count).choose("Start")
    if count > 4:
        rig.press("OK")
    assert len(rig.state.players) == count


def test_up_card_is_entered_by_rank(rig: BoxDriver) -> None:
    rig.choose_game("Ishihara").dial(3).choose("Start")
    assert rig.asking(TurnUpDialog)
    assert worded(rig.showing(RankScreen).keys[0]) == worded(KeyHint("OK", "→ 7"))
    assert rig.play("K").refusal == PlainCardNeeded("K")
    assert rig.table.state is None
    rig.press("OK").play("8")
    assert rig.total == 8
    assert rig.to_act == "Seat 1"


def test_up_card_asks_for_suit_and_choice(rig: BoxDriver) -> None:
    """One Hundred with the up-card counted: the dealer chooses the total that a black ace sets."""
    rig.choose_game("One Hundred").dial(3).choose("House rules").choose("Up-card").press(
        "UNDO"
    ).choose("Start")
    rig.turn_to("A")
    assert rig.asking(TurnUpDialog)
    assert rig.press("OK").asking(ChooseAnswerDialog)
    assert rig.showing(ChoiceScreen).whose == named("Seat 3")
    asked = rig.press("OK").asking(DialValueDialog)
    assert (asked.question.low, asked.question.high) == (0, 100)
    rig.dial(64)
    assert rig.total == 64
    assert rig.state.players[rig.state.dealer].name == "Seat 3"


def test_up_card_can_name_a_player(rig: BoxDriver) -> None:
    rig.choose_game("UMass").dial(3).choose("House rules").choose("Up-card").press("UNDO").choose(
        "Start"
    )
    rig.turn_to("Q").press("OK")
    assert isinstance(rig.asking(ChooseAnswerDialog).question, WhichSuit)
    rig.press("OK")
    assert rig.asking(ChooseAnswerDialog)
    assert rig.rows == ["Seat 1", "Seat 2"]
    rig.choose("Seat 2")
    assert rig.to_act == "Seat 2"


def test_up_card_can_be_scanned_and_undo_goes_back(rig: BoxDriver) -> None:
    rig.choose_game("Ishihara").dial(3).choose("Start").press("UNDO")
    assert rig.asking(SummaryDialog)
    rig.choose("Start").show_card("6D")
    assert rig.total == 6


def test_remaining_players_continue_the_same_variant(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", "Cy", chips=3)
    rig.rule(Leave(player="Bo"))
    rig.hold("MORE").choose("Play on").choose("Start").press("OK")
    assert rig.state.phase == "play"
    assert [(player.name, player.chips) for player in rig.state.players] == [("Ann", 3), ("Cy", 3)]


def test_next_game_is_not_offered_to_too_few_players(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo")
    rig.rule(Leave(player="Bo"))
    assert not any(isinstance(move, SummaryDialog) for move in rig.hold("MORE").moves)
