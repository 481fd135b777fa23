"""Tests of what a phone receives about the games: the list, each game in plain words, and the house
rules that fit it.
"""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.core.cards import RANKS, Pack
from companion.core.commands import New
from companion.core.options import Exact, options
from companion.core.refusals import BadHouseRule, BadPlayers
from companion.dialogs.context import Scene
from companion.dialogs.set_up import names_for
from companion.errors import Illegal
from companion.games import FAMILIES, family_of
from companion.games.adding.rules import HOUSE_RULES
from companion.games.adding.variant import AddingOptions, AddingVariant
from companion.games.tricks.variant import TRICK_HOUSE_RULES
from companion.phone.editor.catalogue import listing, playing, preview
from companion.variants import Shelf, load_variants
from companion.words.form import FOR_PAGES
from companion.words.numbers import sentences
from companion.words.refusals import sentence
from companion.words.rule_keys import answer, rule_title
from companion.words.variants import pack_changes
from tests.phone.drawn_text import as_drawn
from tests.variants.shown_games import SHOWN
from tests.worded import worded

SHELF = load_variants()
NOBODY_PLAYS = Scene(SHELF.variants, families=FAMILIES)


def told(name: str, players: int = 4, scene: Scene = NOBODY_PLAYS, **house: Any) -> dict[str, Any]:
    """Return the preview as a page receives it."""
    made: dict[str, Any] = msgspec.json.decode(
        FOR_PAGES.encode(preview(scene, SHELF, name, names_for(scene, players), house))
    )
    return made


def rows(name: str, players: int = 4, **house: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the house rules by name and kind. A play to exactly 69 has a separate switch."""
    return {(row["name"], row["kind"]): row for row in told(name, players, **house)["houseRules"]}


def at_the_table(name: str, players: tuple[str, ...], shelf: Shelf = SHELF) -> Scene:
    rules = family_of(shelf.variants[name]).rules_of(shelf.variants[name], {}, len(players))
    state, _ = family_of(rules).start(rules, New(variant=name, players=players))
    return Scene(shelf.variants, rules, state, families=FAMILIES)


def test_every_variant_is_listed_once_and_own_ones_are_marked(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n', "utf-8")
    shelf = load_variants(tmp_path)
    games = listing(shelf)
    assert [game["name"] for game in games] == list(shelf.variants)
    assert [game["name"] for game in games if game["own"]] == ["ours"]
    spaghetti = next(game for game in games if game["name"] == "arizona-spaghetti")
    assert worded((spaghetti["family"], spaghetti["short"], spaghetti["players"])) == (
        "tricks",
        "Sp",
        [3, 8],
    )


@pytest.mark.parametrize(
    "name", [name for name, v in SHELF.variants.items() if isinstance(v, AddingVariant)]
)
def test_every_card_of_a_game_is_explained_exactly_once(name: str) -> None:
    cards = " ".join(as_drawn(cards) for cards, _ in told(name)["cards"])
    for rank in RANKS:
        if rank.isdecimal() and any(
            low.isdecimal() and int(low) <= int(rank) <= int(high)
            for low, _, high in (part.partition("–") for part in cards.split() if "–" in part)
        ):
            continue
        named = [part.removeprefix(rank) for part in cards.split() if part.rstrip("♣♦♥♠") == rank]
        assert named == [""] or sorted(named) == sorted("♣♦♥♠"), rank


@pytest.mark.parametrize("name", list(SHELF.variants))
def test_every_game_can_be_started_with_its_stated_player_counts(name: str) -> None:
    low, high = told(name)["seats"]
    for players in {low, high}:
        seen = told(name, players)
        assert seen["problem"] == ""
        assert seen["turnUp"] == (name.startswith("ninety-nine-ishihara"))
        assert seen["cards"]
    assert told(name, low - 1)["problem"] != ""


@pytest.mark.parametrize("name", ["barbu-of-the-dealer", "knaves-turned-up", "king-with-trumps"])
def test_game_whose_first_round_is_chosen_or_has_a_named_trump_can_be_started(name: str) -> None:
    shelf = load_variants(extra=sorted(SHOWN.glob("*.toml")))
    players = names_for(NOBODY_PLAYS, shelf.variants[name].players[1] or 4)
    assert preview(NOBODY_PLAYS, shelf, name, players, {})["problem"] == ""


def test_too_many_players_for_the_pack_are_a_problem_that_a_deck_fixes() -> None:
    assert "cards" in told("ninety-eight", 14)["problem"]
    assert told("ninety-eight", 14, decks=2)["problem"] == ""


def test_two_players_with_the_same_name_are_a_problem() -> None:
    seen = preview(NOBODY_PLAYS, SHELF, "ninety-nine", ("Ann", "Bo", "Ann"), {})
    assert worded(seen["problem"]) == worded(
        sentences([sentence(Illegal(BadPlayers("twice", name="Ann")))])
    )


def test_five_players_of_ninety_nine_need_a_second_deck() -> None:
    five = told("ninety-nine", 5)
    assert (five["decks"], five["each"], five["chips"]) == (2, 3, 3)
    assert set(five["pack"]) == {"headline", "sentence"}
    assert told("ninety-nine", 4)["pack"] is None


def test_pack_changes_depend_on_the_pack_on_the_table() -> None:
    two_decks = at_the_table("ninety-nine", ("Ann", "Bo", "Cy", "Di", "Eva"))
    assert told("ninety-nine", 5, two_decks)["pack"] is None
    headline, words = pack_changes(Pack(decks=2), Pack())
    assert worded(told("ninety-nine", 4, two_decks)["pack"]) == worded(
        {"headline": headline, "sentence": f"{words}."}
    )


def test_contradicting_house_rules_are_explained_and_fixable() -> None:
    seen = told("ninety-nine-boyer", bust="chip, new hand")
    assert worded(seen["problem"]) == worded(
        sentences([sentence(Illegal(BadHouseRule("bust", "no-chips")))])
    )
    assert seen["cards"] == told("ninety-nine-boyer")["cards"]
    assert "chips" in {row["name"] for row in seen["houseRules"]}
    assert ("chips", "number") not in rows("ninety-nine-boyer")
    solved = told("ninety-nine-boyer", bust="chip, new hand", chips=3)
    assert solved["problem"] == ""


def test_ten_house_rules_at_most_come_first() -> None:
    for name in SHELF.variants:
        rows = told(name)["houseRules"]
        usual = [row["usual"] for row in rows]
        assert usual == sorted(usual, reverse=True)
        assert sum(usual) <= 10
    assert sum(row["usual"] for row in told("ninety-nine")["houseRules"]) == 10


@pytest.mark.parametrize("name", list(SHELF.variants))
def test_switch_toggles_with_each_tap(name: str) -> None:
    players = min(4, SHELF.variants[name].players[1] or 4)
    for key, row in rows(name, players).items():
        if row["kind"] == "switch":
            laid = {} if row["lay"] is None else {row["name"]: row["lay"]}
            assert laid, key
            turned = rows(name, players, **laid)[key]
            assert turned["value"] is not row["value"]
            assert turned["lay"] is None
            assert told(name, players, **laid)["problem"] == ""


def test_ace_house_rule_keeps_other_card_rules() -> None:
    laid = {"3": {"add": 3, "skip": 1}}
    aces = ("cards", "switch")
    row = rows("ninety-nine", 4, cards=laid)[aces]
    assert row["lay"] == laid | {"A": {"add": [1, 11]}}
    assert rows("ninety-nine", 4, cards=row["lay"])[aces]["lay"] == laid
    assert aces not in rows("ninety-nine-ace-eleven")


def test_play_to_exactly_69_is_offered_if_there_are_chips_to_win() -> None:
    sixty_nine = ("exact", "switch")
    assert rows("ninety-nine")[sixty_nine]["lay"] == {"69": "chip"}
    assert rows("ninety-nine-sixty-nine")[sixty_nine]["value"] is True
    assert rows("ninety-nine-sixty-nine")[sixty_nine]["lay"] == {}
    assert sixty_nine not in rows("ninety-eight")
    assert sixty_nine not in rows("ninety-nine", 4, target=60)


def test_rule_for_one_card_offers_the_joker_in_games_with_jokers() -> None:
    def offers_the_joker(name: str) -> set[bool]:
        cards = [row["options"] for (_, kind), row in rows(name).items() if kind == "card"]
        return {"JK" in [option["value"] for option in options] for options in cards}

    assert offers_the_joker("arizona-ninety-eight") == {True}
    assert offers_the_joker("ninety-nine") == {False}


def test_set_house_rule_is_shown_even_if_it_does_not_apply() -> None:
    again = ("two_player_reverse", "switch")
    assert again not in rows("ninety-eight")
    assert rows("ninety-eight", 4, two_player_reverse="again")[again]["value"] is True


def test_every_offered_house_rule_is_accepted_by_the_engine() -> None:
    for name, variant in SHELF.variants.items():
        for row in told(name)["houseRules"]:
            match row["kind"]:
                case "choice" | "card":
                    values = [option["value"] for option in row["options"]][:3]
                case "number":
                    values = [row["value"] if row["value"] is not None else row["high"]]
                case "exact":
                    values = [{"50": option["value"]} for option in row["options"]]
                case _:
                    continue
            for value in values:
                problem = told(name, min(4, variant.players[1] or 4), **{row["name"]: value})[
                    "problem"
                ]
                refused = "chips" in problem or "equal teams" in problem
                assert problem == "" or refused, (name, row["name"], value)


def test_every_house_rule_of_the_engine_has_words() -> None:
    assert all(rule_title(rule).label for rule in {*HOUSE_RULES, *TRICK_HOUSE_RULES} - {"cards"})
    keys = [key for key in options(AddingOptions).values() if key.key.house_rule]
    assert all(answer(key.name, value).short for key in keys for value in key.choices)
    for rule, values in (*((key.name, key.choices) for key in keys), ("exact", get_args(Exact))):
        assert len(values) == 2 or all(answer(rule, value).label for value in values)


def test_current_game_is_described_by_its_initial_rules(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "ninety-nine"\ntitle = "Ours"\ntarget = 77\n', "utf-8")
    begun = at_the_table("ours", ("Ann", "Bo"), load_variants(tmp_path))
    file.write_text('extends = "ninety-nine"\ntitle = "Ours"\ntarget = 88\n', "utf-8")
    changed = msgspec.structs.replace(begun, variants=load_variants(tmp_path).variants)
    seen = playing(changed)
    assert seen is not None
    assert dict(worded(seen["cards"]))["K"].endswith("77")
    assert dict(worded(seen["rules"]))["Limit"].startswith("77;")


def test_rounds_of_the_current_trick_game_are_described() -> None:
    seen = playing(at_the_table("arizona-spaghetti", ("Ann", "Bo", "Cy", "Di")))
    assert seen is not None
    assert len(seen["cards"]) == 6
    assert worded(seen["cards"]) == worded(
        preview(NOBODY_PLAYS, SHELF, "arizona-spaghetti", (), {})["cards"]
    )
    assert playing(NOBODY_PLAYS) is None


def test_unknown_variant_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        told("whist")
    assert refused.value.code == "unknown-variant"
