"""A game is set up with the six buttons alone."""

from pathlib import Path

import pytest

from companion.box.state import Settings
from companion.inputs import KeyName
from companion.rules.adding.rules import AddingRules
from companion.rules.commands import New
from companion.screens.model import (
    CountScreen,
    DialScreen,
    ListScreen,
    NoticeScreen,
    PlayScreen,
    RankScreen,
    TrickScreen,
)
from companion.table.recorded import Rename
from companion.text.named import plain
from tests.box.conftest import Sit
from tests.drivers.box import VARIANTS, BoxDriver


def test_a_new_box_asks_which_game(rig: BoxDriver) -> None:
    assert rig.says.startswith("Which game? 99 Ninety-nine.")
    assert len(rig.listing.rows) == len(VARIANTS)


def test_game_players_and_start(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine")
    assert isinstance(rig.picture, CountScreen)
    rig.dial(3)
    assert [plain(row.text) for row in rig.listing.rows] == ["Start", "Chips", "Dealer", "House rules"]
    rig.choose("Start")
    shown = rig.picture
    assert isinstance(shown, PlayScreen)
    assert (shown.total, shown.name, shown.lines[0]) == (0, "Seat 1", "hand 1")
    assert [player.name for player in rig.state.players] == ["Seat 1", "Seat 2", "Seat 3"]
    assert len(rig.kept) == 1


def test_chips_and_dealer(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).choose("Chips").dial(7)
    assert "Chips 7" in rig.press("RIGHT").says
    rig.choose("Dealer").choose("Seat 2")
    rig.choose("Start")
    assert [player.chips for player in rig.state.players] == [7, 7, 7, 7]
    assert rig.state.players[rig.state.dealer].name == "Seat 2"
    assert rig.to_act == "Seat 3"


def names(rig: BoxDriver) -> list[str]:
    return [player.name for player in rig.state.players]


def another(rig: BoxDriver, count: int) -> BoxDriver:
    """The next game, of so many players."""
    rig.hold("MORE").choose("New game").choose("Ninety-nine").dial(count).choose("Start")
    return rig if isinstance(rig.picture, PlayScreen) else rig.press("OK")


def test_names_of_absent_players_are_kept_for_the_next_game(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", "Cy", "Di")
    assert names(another(rig, 5)) == ["Ann", "Bo", "Cy", "Di", "Seat 5"]
    assert names(another(rig, 3)) == ["Ann", "Bo", "Cy"]
    rig.rule(Rename("Cy", "Cyd"))
    assert names(another(rig, 4)) == ["Ann", "Bo", "Cyd", "Di"]


def test_configured_names_fill_additional_seats(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    settings = Settings(seat_names=("Ann", "Bo", "Cy", "Di", "Eva"), first_game="ninety-nine")
    rigs.append(BoxDriver(tmp_path, New(variant="ninety-nine", players=("Di", "Bo")), settings))
    assert names(another(rigs[-1], 6)) == ["Di", "Bo", "Cy", "Seat 4", "Eva", "Seat 6"]


def test_undo_leads_back_step_by_step(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).choose("House rules").choose("Target")
    assert isinstance(rig.picture, DialScreen)
    assert rig.press("UNDO").listing.title == "House rules"
    assert rig.press("UNDO").listing.title == "Ninety-nine"
    assert isinstance(rig.press("UNDO").picture, CountScreen)
    assert rig.press("UNDO").listing.title == "Which game?"
    assert rig.press("UNDO").listing.title == "Which game?"


def house_rules(rig: BoxDriver) -> dict[str, str]:
    return {plain(row.text): plain(row.value) for row in rig.listing.rows}


def test_house_rules_are_switches_and_numbers(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).choose("House rules")
    rig.choose("Target").dial(120)
    rig.choose("Going over")
    rig.choose("Sets")
    rig.choose("Jokers").dial(2)
    rig.choose("Exact total").dial(77).choose("the total becomes 0")
    rig.choose("Last card").turn_to("Joker").press("OK")
    laid = {rule: value for rule, value in house_rules(rig).items() if value.startswith("·")}
    assert laid == {
        "Target": "·120",
        "Going over": "·is a bust",
        "Sets": "·yes",
        "Jokers a deck": "·2",
        "Exact total": "·77 reset",
        "Last card": "·Joker",
    }
    rig.press("UNDO").choose("Start")
    rules = rig.table.rules
    assert isinstance(rules, AddingRules)
    assert (rules.target, rules.over, rules.sets, rules.pack.jokers) == (120, "bust", True, 2)
    assert rules.exact == {77: "reset"}
    assert rules.last_card is not None
    assert rules.last_card.is_joker


def test_more_resets_a_house_rule(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).choose("House rules").choose("Target").dial(90)
    assert house_rules(rig)["Target"] == "·90"
    rig.press("MORE")
    assert house_rules(rig)["Target"] == "99"


def test_the_last_card_of_the_stock_with_its_suit(rig: BoxDriver) -> None:
    rig.choose("UMass").dial(3).choose("House rules").choose("Last card").turn_to("A").press("OK")
    assert rig.says == "A of which suit? last card. spades out. OK set, UNDO back."
    rig.press("RIGHT", "OK")
    assert house_rules(rig)["Last card"] == "·A♥"
    rig.press("UNDO").choose("Start")
    shown = rig.picture
    assert isinstance(shown, PlayScreen)
    assert shown.note == "A♥"


def test_chip_bust_without_chips_asks_for_chips(rig: BoxDriver) -> None:
    """Boyer's game has none: the house rule alone cannot be, and the box says what is missing."""
    rig.choose("Boyer").dial(3).choose("House rules").choose("A bust").press("OK")
    assert house_rules(rig)["A bust"] == "·chip, deal"
    rig.press("UNDO").choose("Start")
    assert rig.notice.headline == "Not started"
    assert plain(rig.notice.sentence).startswith("A bust costs a chip, but nobody has chips")
    rig.press("OK", "OK").choose("Chips").dial(4).choose("Start")
    assert [player.chips for player in rig.state.players] == [4, 4, 4]


def test_hands_larger_than_the_pack_are_refused(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).choose("House rules").choose("Cards each").dial(20)
    rig.press("UNDO").choose("Start")
    assert rig.says == "Not started. That needs 80 cards, and the deck has 52."
    assert rig.table.state is None
    assert rig.press("OK").listing.title == "Ninety-nine"


def test_a_second_deck_is_announced(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(5).choose("Start")
    assert rig.says == "Two decks. Shuffle both decks together. OK start, UNDO back."
    assert rig.press("UNDO").listing.title == "Ninety-nine"
    rig.choose("Start").press("OK")
    assert rig.table.rules is not None
    assert rig.table.rules.pack.decks == 2
    assert isinstance(rig.picture, PlayScreen)


def test_a_card_passed_while_setting_up_is_refused_with_the_question(rig: BoxDriver) -> None:
    def asks(first: str) -> None:
        before = rig.picture
        rig.wait(3).show_card("8H")
        assert rig.notice.sentence == first
        other: KeyName = "UNDO" if first.endswith("with OK") else "OK"
        assert rig.press(other).picture == before

    asks("First: which game?")
    rig.choose("Ninety-nine")
    asks("First: how many play?")
    rig.dial(4)
    asks("First: start the game with OK")
    rig.choose("Chips")
    asks("First: how many chips?")
    rig.press("UNDO").choose("Dealer")
    asks("First: who deals?")
    rig.press("UNDO").choose("House rules")
    asks("First: leave the house rules with UNDO")
    rig.choose("Target")
    asks("First: set the number with OK")
    rig.show_card("8H").press("OK")
    assert rig.listing.title == "House rules"
    rig.choose("Exact total").press("OK")
    asks("First: what happens then?")
    assert rig.table.state is None


def test_refusal_names_ok_only_if_ok_starts_the_game(rig: BoxDriver) -> None:
    rig.choose("Ninety-nine").dial(4).press("RIGHT").show_card("8H")
    assert rig.notice.sentence == "First: start the game"
    rig.press("OK", "LEFT").show_card("8H")
    assert rig.notice.sentence == "First: start the game with OK"
    assert isinstance(rig.press("OK").picture, PlayScreen)


def test_every_variant_can_be_started_by_key(rig: BoxDriver) -> None:
    for place, variant in enumerate(VARIANTS.values()):
        if place:
            rig.hold("MORE").choose("New game")
        while rig.listing.chosen != place:
            rig.press("RIGHT")
        rig.press("OK", "OK").choose("Start")
        if isinstance(rig.picture, NoticeScreen):
            rig.press("OK")
        if isinstance(rig.picture, RankScreen):
            rig.play("8")
        assert rig.table.rules is not None
        assert rig.table.rules.variant == variant.name
        assert isinstance(rig.picture, PlayScreen | TrickScreen)


def test_next_game_repeats_players_and_rules(sit: Sit) -> None:
    """Names, chips and house rules stay; the one who won deals."""
    rig = sit("ninety-nine", "Ann", "Bo", chips=1, target=50)
    rig.press("BUST", "OK")
    assert rig.says == "Bo wins. Ann 0, Bo 1. OK again, MORE games."
    rig.press("OK")
    assert isinstance(rig.picture, ListScreen)
    assert "Dealer Bo" in rig.press("RIGHT", times=2).says
    rig.choose("Start")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo"]
    assert isinstance(rig.table.rules, AddingRules)
    assert (rig.table.rules.chips, rig.table.rules.target, rig.to_act) == (1, 50, "Ann")


def test_another_game_after_a_game(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", chips=1).press("BUST", "OK", "MORE")
    assert rig.says.startswith("Which game? 99 Ninety-nine")
    rig.choose("Orcutt").press("OK").choose("Start")
    assert [player.name for player in rig.state.players] == ["Ann", "Bo"]


@pytest.mark.parametrize("count", [2, 12])
def test_seats_up_to_a_dozen(rig: BoxDriver, count: int) -> None:
    rig.choose("Ninety-nine").dial(count).choose("Start")
    if count > 4:
        rig.press("OK")
    assert len(rig.state.players) == count


def test_up_card_plain(rig: BoxDriver) -> None:
    rig.choose("Ishihara").dial(3).choose("Start")
    assert rig.says == "Turn one up. 7. OK makes 7, UNDO back."
    rig.play("K")
    assert rig.notice.sentence == "K is no plain card: turn another"
    assert rig.table.state is None
    rig.press("OK").play("8")
    assert rig.total == 8
    assert rig.to_act == "Seat 1"


def test_up_card_with_its_suit_and_its_choice(rig: BoxDriver) -> None:
    """One Hundred with the up-card counted: the dealer chooses what a black ace sets."""
    rig.choose("One Hundred").dial(3).choose("House rules").choose("Up-card").press("UNDO").choose("Start")
    rig.turn_to("A")
    assert rig.says == "Turn one up. A. OK which suit?, UNDO back."
    rig.press("OK")
    assert rig.says == "A of which suit? Seat 3. spades 0-100. OK dial it, UNDO back."
    rig.press("OK").dial(64)
    assert rig.total == 64
    assert rig.state.players[rig.state.dealer].name == "Seat 3"


def test_up_card_that_names_a_player(rig: BoxDriver) -> None:
    rig.choose("UMass").dial(3).choose("House rules").choose("Up-card").press("UNDO").choose("Start")
    rig.turn_to("Q").press("OK")
    assert rig.says == "Q of which suit? Seat 3. spades next. OK whom?, UNDO back."
    rig.press("OK")
    assert rig.listing.title == "Who plays next?"
    rig.choose("Seat 2")
    assert rig.to_act == "Seat 2"


def test_up_card_by_scan_and_undo_goes_back(rig: BoxDriver) -> None:
    rig.choose("Ishihara").dial(3).choose("Start").press("UNDO")
    assert rig.listing.title == "Ninety-nine, Ishihara"
    rig.choose("Start").show_card("6D")
    assert rig.total == 6
