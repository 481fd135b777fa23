"""Tests of the table as the page receives it: the game, the possible actions, and the course of a
hand or round.
"""

import json
from gettext import NullTranslations
from pathlib import Path

import pytest
from msgspec import UNSET

from companion.box.state import Snapshot, VoiceCall
from companion.core.commands import Accept, Bust, Deal, Forget, Leave, New, Play
from companion.core.events import Miscount
from companion.dialogs.context import Scene
from companion.dialogs.menu import SwitchOffDialog
from companion.games import FAMILIES
from companion.message import Language, using
from companion.phone.view import parts
from companion.screens.spoken import spoken
from companion.words.calling import Utterance
from companion.words.causes import miscount_sentence, stopped_sentence
from companion.words.disk import disk_notice, disk_sentence
from companion.words.numbers import sentences
from companion.words.parts import noise_line
from tests.drivers.game import NAMES
from tests.phone.told_table import ToldTable, as_sent
from tests.table.tables import VARIANTS
from tests.worded import worded


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def test_view_without_a_game_has_only_the_box_part(table: ToldTable) -> None:
    told = table.parts()
    assert told["box"] == {
        "missing": [],
        "noise": [],
        "disk": "",
        "stopped": None,
        "asks": "",
        "off": False,
        "floor": False,
        "director": False,
        "court": "JQK",
    }
    assert [told[part] for part in ("game", "state", "question", "rounds")] == [None] * 4
    now = told["now"]
    assert (now["sequence"], now["steps"], now["again"], now["undo"]) == (0, 0, None, None)
    assert not any(now["can"].values())


def test_box_part_has_missing_parts_disk_question_and_stop() -> None:
    scene = Scene(
        {},
        families=FAMILIES,
        missing=("Reader",),
        noisy=("Second reader",),
        disk="read-only",
        stopped=Miscount("points", -5, 26),
    )
    told = parts(Snapshot(scene, question=SwitchOffDialog(), switched_off=True))
    assert worded(told["box"]) == worded(
        {
            "missing": ("Scanner",),
            "noise": (noise_line("Second reader"),),
            "disk": disk_sentence("read-only"),
            "stopped": miscount_sentence(Miscount("points", -5, 26)),
            "asks": spoken(SwitchOffDialog().picture(scene)),
            "off": True,
            "floor": False,
            "director": False,
            "court": "JQK",
        }
    )
    assert "−5" in json.loads(as_sent(told))["box"]["stopped"]


def test_phones_show_a_slow_disk_while_the_box_waits_for_it() -> None:
    told = parts(Snapshot(Scene({}, families=FAMILIES), waits=True))
    assert told["box"]["disk"] == disk_notice(None, waits=True)


def test_voice_part_separates_the_turn_and_names_its_player() -> None:
    said = Utterance("97", "back on you", turn="Ann to play", player="Ann")
    told = parts(Snapshot(Scene({}), called=VoiceCall(3, said)))
    assert json.loads(as_sent(told))["voice"] == {
        "number": 3,
        "text": "97, back on you.",
        "turn": "Ann to play.",
        "player": "Ann",
        "mode": "after",
        "learns": False,
    }


def test_view_has_the_rules_of_an_adding_game(table: ToldTable) -> None:
    table.new("ninety-nine-kolb", players=4)
    game = table.parts()["game"]
    title = VARIANTS["ninety-nine-kolb"].title
    assert game.pop("leaving")
    assert game.pop("keys")[0] == {"rank": "A", "does": "1", "suit": False}
    assert game == {
        "number": 1,
        "variant": "ninety-nine-kolb",
        "title": title,
        "said": f"{title}.",
        "short": "99",
        "family": "adding",
        "places": [7, 1, 3, 5],
        "target": 99,
        "chips": 4,
        "look": "corners",
        "sets": False,
        "bust": "chip, new hand",
        "over": "refuse",
        "decks": 1,
        "jokers": 0,
        "shield": None,
        "shows": [],
    }


@pytest.mark.parametrize(
    ("variant", "field", "value"),
    [
        ("arizona-ninety-eight", "bust", "out"),
        ("ninety-eight", "bust", "lose"),
        ("ninety-eight", "over", "bust"),
        ("arizona-ninety-eight", "sets", True),
        ("arizona-ninety-eight", "jokers", 2),
        ("ninety-nine-boyer", "chips", None),
        ("ninety-eight-umass", "shield", "AH"),
        ("ninety-nine-ishihara-shows", "shows", ["K", "6"]),
    ],
)
def test_view_has_the_special_rules_of_a_variant(
    table: ToldTable, variant: str, field: str, value: object
) -> None:
    up_card = "8H" if "ishihara" in variant else UNSET
    table.obey(New(variant=variant, players=NAMES[:4], up_card=up_card))
    assert table.parts()["game"][field] == value


def test_short_name_is_in_the_language_of_the_phone(table: ToldTable) -> None:
    class Marked(NullTranslations):
        def gettext(self, message: str) -> str:
            return f"<{message}>"

    table.new("ninety-nine")
    with using(Language("xx", Marked())):
        assert table.parts()["game"]["short"] == "<99>"


def test_game_of_a_removed_variant_has_no_short_name(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.table.variants = {}
    told = table.parts()
    assert (told["game"]["title"], told["game"]["short"]) == ("Ninety-nine", "")
    assert told["now"]["again"] is None


def test_hand_counts_plays_reversals_and_exact_totals(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.obey(Bust(), Deal())
    table.play("8C", "QS", "QD", "7H", "JC", "4D", "6S", "8H", "QH", "JD", "8S")
    for value, card in ((10, "10C"), (-10, "10H")):
        table.obey(Play(card=card, value=value))
    table.play("KD", "9S")
    table.obey(Play(card="10S", value=-10))
    table.play("8D", "4H")
    now = table.now()
    assert (now["hand"], now["plays"], now["reversals"], now["twice"]) == (2, 18, 2, 2)
    assert now["call"].pop("text")
    assert now["call"] == {"player": table.last()["player"], "cards": ["4H"]}
    table.obey(Bust())
    assert table.now()["plays"] == 18
    table.obey(Deal())
    now = table.now()
    assert (now["hand"], now["plays"], now["reversals"], now["twice"], now["call"]) == (
        3,
        0,
        0,
        0,
        None,
    )


def test_sequence_and_steps_are_those_of_the_journal(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("8H", "7H", "6H")
    table.table.take_back()
    now = table.now()
    assert (now["sequence"], now["steps"]) == (5, 2)


def test_allowed_actions_during_a_hand(table: ToldTable) -> None:
    table.new("ninety-nine", players=3)
    assert table.now()["can"] == {
        "upCard": False,
        "join": True,
        "seat": True,
        "forgot": [],
        "leave": ["Ann", "Bo", "Cy"],
        "show": [],
        "points": [],
    }
    assert set(table.now()["refused"]) == {"several", "claim", "deal", "score"}
    table.play("8H")
    now = table.now()
    assert ("claim" in now["refused"], now["can"]["forgot"]) == (False, ["Ann"])
    table.obey(Forget(player="Ann"))
    assert table.now()["can"]["forgot"] == []


def test_deal_after_a_hand_names_the_dealer(table: ToldTable) -> None:
    table.new("ninety-nine", players=3)
    table.play("8H")
    table.obey(Bust())
    now = table.now()
    assert (set(now["refused"]), now["deals"]) == ({"play", "several", "bust", "score"}, "Ann")


def test_shield_is_expected_from_the_named_player(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    table.obey(Play(card="AS", target="Cy"))
    now = table.now()
    assert (now["shield"], "play" in now["refused"], now["can"]["leave"]) == ("Cy", True, [])
    table.obey(Accept())
    assert table.now()["shield"] is None


def test_up_card_has_no_call_text(table: ToldTable) -> None:
    table.obey(
        New(variant="ninety-nine", players=NAMES[:3], house={"up_card": "apply"}, up_card="4H")
    )
    assert table.now()["call"] == {"player": "Cy", "cards": ["4H"], "text": ""}


def test_three_of_a_rank_can_be_shown_by_players_with_three_cards(table: ToldTable) -> None:
    table.obey(New(variant="ninety-nine-ishihara-shows", players=NAMES[:3], up_card="8H"))
    can = table.now()["can"]
    assert can["show"] == ["Ann", "Bo", "Cy"]
    assert can["upCard"]
    table.play("7H")
    table.obey(Forget(player="Ann"))
    assert table.now()["can"]["show"] == ["Bo", "Cy"]


def test_stopped_game_allows_no_actions(table: ToldTable) -> None:
    table.new("ninety-nine", players=3)
    table.play("8H")
    scene = table.snapshot().scene
    stopped = Scene(
        families=FAMILIES,
        variants=VARIANTS,
        rules=scene.rules,
        state=scene.state,
        moments=scene.moments,
        stopped=Miscount("cards", 53, 52),
    )
    now = json.loads(as_sent(parts(Snapshot(stopped, kept=table.table.kept))))["now"]
    assert not any(now["can"].values())
    assert worded(now["refused"]["play"]) == worded(sentences([str(stopped_sentence())]))
    assert now["undo"]["order"] == {"cmd": "undo"}


def test_last_card_is_shown_until_it_is_drawn(table: ToldTable) -> None:
    table.new("arizona-ninety-eight", players=2, hand_size=26, last_card="KS")
    table.play("KH")
    assert table.now()["last"] == "KS"
    table.play("KD")
    assert table.now()["last"] is None


def test_next_game_repeats_players_and_rules_with_the_winner_dealing(table: ToldTable) -> None:
    table.new("ninety-nine", players=3, chips=1)
    assert table.now()["again"] == {
        "cmd": "new",
        "variant": "ninety-nine",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Cy",
        "house": {"chips": 1},
    }
    table.obey(Leave(player="Cy"), Bust())
    now = table.now()
    assert (now["again"]["players"], now["again"]["dealer"]) == (["Ann", "Bo"], "Bo")
    assert now["result"]["evening"] == [["Bo", 1], ["Ann", 0], ["Cy", 0]]


def test_game_that_all_but_one_left_is_not_offered_again(table: ToldTable) -> None:
    table.new("ninety-nine", players=2)
    table.obey(Leave(player="Bo"))
    assert table.now()["again"] is None


def test_reopen_is_offered_only_at_the_first_deal(table: ToldTable) -> None:
    table.new("ninety-nine")
    assert table.now()["undo"] is None
    table.new("ninety-eight")
    assert table.now()["undo"]["order"] == {"cmd": "reopen"}
    table.play("8H")
    assert table.now()["undo"]["order"] == {"cmd": "undo"}


def test_only_the_exact_limit_is_counted_as_reached(table: ToldTable) -> None:
    table.new("ninety-nine", target=9)
    table.play("8H")
    assert table.now()["twice"] == 0
    table.play("AS")
    assert table.now()["twice"] == 1
