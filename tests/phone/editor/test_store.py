"""A game of one's own is made on a phone: judged as its file would be, saved, put on the shelf."""

import errno
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.languages import load_language
from companion.message import render, using
from companion.phone.editor.adding.cards import CardLine
from companion.phone.editor.adding.draft import Draft, DraftError, file_of, full_draft, read_draft
from companion.phone.editor.adding.fixes import Diagnostic, apply_fix
from companion.phone.editor.adding.report import DraftReport
from companion.phone.editor.store import VariantStore, VariantStoreError
from companion.rules.adding.rules import AddingRules
from companion.rules.commands import New, Play
from companion.rules.family import Variant
from companion.table.journal import Journal
from companion.table.table import Table
from companion.variants import load_variants
from companion.variants.show import check
from tests.drivers.box import HandClock
from tests.worded import worded

replace = msgspec.structs.replace


class Bench:
    """A store whose folder does not exist yet, and what was put on the box's shelf by it."""

    def __init__(self, folder: Path | None) -> None:
        self.shelved: list[Mapping[str, Variant]] = []
        self.store = VariantStore(folder, self.shelved.append)
        self.folder = folder or Path()

    def ours(self, cards: dict[str, dict[str, Any]] | None = None, name: str = "ninety-nine") -> Draft:
        """A new game built on another, with other cards."""
        draft = self.store.open(name)
        return replace(draft, cards=draft.cards | (cards or {}))

    def ruled(self, name: str = "ninety-nine", **rules: Any) -> Draft:
        draft = self.store.open(name)
        return replace(draft, rules=draft.rules | rules)

    def file(self, name: str) -> str:
        return (self.folder / f"{name}.toml").read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{name}.toml").write_text(text, "utf-8")
        self.store = VariantStore(self.folder, self.shelved.append)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "variants")


def yours(checked: DraftReport) -> list[str]:
    """The cards that are marked as one's own."""
    return [each.card for each in checked.cards if each.yours]


def line(checked: DraftReport, card: str) -> CardLine:
    """What is told of a card."""
    return next(each for each in checked.cards if each.card == card)


def offered(problem: Diagnostic) -> list[dict[str, Any]]:
    """What each fix changes."""
    return [fix.change for fix in problem.fixes]


def settled_by(bench: Bench, draft: Draft, change: dict[str, Any]) -> DraftReport:
    """The draft looked over again after a tap on a fix that is offered."""
    assert any(worded(change) in worded(offered(problem)) for problem in bench.store.check(draft).problems)
    return bench.store.check(apply_fix(draft, change))


# What the file says


def test_new_file_contains_only_differences_from_its_base(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": 3, "skip": 1}, "10": {"add": 10}, "K": {"add": 10}})
    draft = replace(draft, rules=draft.rules | {"chips": 4, "jokers": 0})
    assert worded(tomllib.loads(bench.store.check(draft).toml)) == worded(
        {
            "extends": "ninety-nine",
            "title": "Our Ninety-nine",
            "chips": 4,
            "cards": {"3": {"add": 3, "skip": 1}, "10 K": {"add": 10}},
        }
    )


def test_the_rows_that_differ_are_marked(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": 3, "skip": 1}, "QS": {"add": 0}, "4": {"reverse": True, "add": 0}})
    assert worded(yours(bench.store.check(draft))) == ["3", "4", "QS"]
    assert worded(yours(bench.store.check(bench.store.open("ninety-nine")))) == []


def test_default_values_are_no_difference(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": "pip", "skip": 0, "again": False, "call": ""}})
    assert worded(yours(bench.store.check(draft))) == []
    assert "cards" not in worded(tomllib.loads(bench.store.check(draft).toml))


def test_true_is_not_one(bench: Bench) -> None:
    checked = bench.store.check(bench.ruled(decks=True))
    assert [problem.key for problem in checked.problems] == ["decks"]


def test_a_single_card_that_is_left_out_does_what_its_rank_does(bench: Bench) -> None:
    draft = bench.store.open("one-hundred")
    cards = {key: entry for key, entry in draft.cards.items() if key != "QH"}
    checked = bench.store.check(replace(draft, cards=cards))
    assert tomllib.loads(checked.toml)["cards"] == {"Q": {"add": 10}}
    assert [line.card for line in checked.cards if line.card.startswith("Q")] == ["Q"]


def test_the_games_title_is_offered_as_ours(bench: Bench) -> None:
    for name, title in (("ninety-nine", "Our Ninety-nine"), ("arizona-ninety-eight", "Our Arizona 98")):
        assert bench.store.open(name).title == title


def test_the_base_and_what_is_said_are_told_in_the_language_of_the_phone(bench: Bench) -> None:
    with using(load_language("de")):
        checked = bench.store.check(bench.store.open("ninety-nine"))
    assert checked.parent is not None
    assert checked.parent.title == "Neunundneunzig"
    assert worded(checked.calls) == worded({"back on you": "zurück an dich", "pass to you": "weiter an dich"})
    assert checked.draft.cards["9"]["call"] == "pass to you"  # the file keeps the words that are translated
    assert "cards" not in tomllib.loads(checked.toml)


def test_single_cards_that_stay_are_said_with_their_rank(bench: Bench) -> None:
    draft = bench.ours({"5": {"add": 6}}, "one-hundred")
    said = tomllib.loads(bench.store.check(draft).toml)
    assert said["cards"] == {"5": {"add": 6}, "5D 5H": {"add": -5}}


def test_a_file_that_extends_nothing_is_opened_and_says_everything_again(bench: Bench) -> None:
    cards = '[cards]\n"A 2 3 4 5 6 7 8 9 10" = { add = "pip" }\n"J Q K" = { add = -10 }\n'
    bench.write("whole", f'title = "Whole"\nshort = "W"\nhand_size = 4\ntarget = 50\nbust = "out"\n{cards}')
    draft = bench.store.open("whole")
    checked = bench.store.check(draft)
    assert (checked.problems, checked.parent, yours(checked)) == ((), None, [])
    said = tomllib.loads(checked.toml)
    assert (said["target"], said["cards"]["J Q K"]) == (50, {"add": -10})
    assert "extends" not in said
    assert "over" not in said  # refused, as everywhere where nothing is said


def test_changes_for_impossible_player_counts_are_left_out(bench: Bench) -> None:
    only_four = Draft(extends="ninety-nine", title="Ours", rules={"players": [2, 4]})
    checked = bench.store.check(only_four)
    assert (checked.problems, checked.draft.rules["from_players"]) == ((), {})
    assert set(tomllib.loads(checked.toml)) == {"extends", "title", "players"}


def test_ones_own_game_is_opened_as_it_is(bench: Bench) -> None:
    bench.write("ours", 'extends = "ninety-nine"\ntitle = "Ours"\nsource = "Ours."\n[cards]\n2 = {add = 0}\n')
    draft = bench.store.open("ours")
    assert (draft.name, draft.extends, draft.title) == ("ours", "ninety-nine", "Ours")
    assert draft.rules["source"] == "Ours."
    assert worded(yours(bench.store.check(draft))) == ["2"]


def test_card_table_and_results_follow_the_draft(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"K": {"add": 10}}))
    assert line(checked, "J").does == line(checked, "K").does
    assert line(checked, "2").does == line(checked, "8").does != line(checked, "A").does
    assert checked.totals == [45, 89, 95]
    assert worded([cell.makes for cell in line(checked, "10").makes]) == ["55, 35", "99, 79", "85"]
    assert [cell.over for cell in line(checked, "K").makes] == [False, False, True]


def test_low_target_has_fewer_results(bench: Bench) -> None:
    assert worded(bench.store.check(bench.ruled(target=31)).totals) == [21, 27]


def test_jokers_stand_in_the_table_where_there_are_some(bench: Bench) -> None:
    assert "JK" not in worded([each.card for each in bench.store.check(bench.ruled()).cards])
    assert line(bench.store.check(bench.ruled(jokers=2)), "JK").makes


# What is wrong


def test_a_king_that_goes_over_could_never_be_played_and_two_taps_settle_it(bench: Bench) -> None:
    draft = bench.ours({"K": {"set": 100}})
    checked = bench.store.check(draft)
    (problem,) = checked.problems
    plain, higher = {"cards": {"K": {"set": "target"}}}, {"rules": {"target": 100}}
    assert (problem.key, problem.cards) == ("cards.K", ("K",))
    assert offered(problem) == [plain, higher]
    assert ([each.card for each in checked.cards if each.wrong], checked.warnings) == (["K"], [])
    assert render(line(checked, "K").does).endswith("100")
    assert all(cell.over for cell in line(checked, "K").makes)
    assert settled_by(bench, draft, plain).problems == ()
    assert settled_by(bench, draft, higher).draft.rules["target"] == 100
    assert settled_by(bench, draft, higher).problems == ()


@pytest.mark.parametrize(
    ("rules", "key", "change"),
    [
        ({"chips": False}, "bust", {"chips": 5}),
        ({"chips": False}, "bust", {"bust": "out"}),
        ({"exact": {"120": "point"}}, "exact", {"exact": {}}),
        ({"exact": {"120": "point"}}, "exact", {"target": 120}),
        ({"hand_size": 40, "from_players": {}}, "hand_size", {"decks": 2}),
        ({"hand_size": 40}, "hand_size", {"hand_size": 20}),
        ({"from_players": {"2": {"hand_size": 60}}}, "hand_size", {"from_players": {}}),
        ({"players": [6, 8], "from_players": {"5": {"decks": 1}}}, "from_players.5", {"from_players": {}}),
        ({"players": [1]}, "players", {"players": [2]}),
        ({"target": 0}, "target", {"target": 99}),
        ({"bust": "out", "chips": False, "honor": True}, "honor", {"honor": False}),
    ],
)
def test_rules_that_contradict_each_other_have_a_tap_that_settles_them(
    bench: Bench, rules: dict[str, Any], key: str, change: dict[str, Any]
) -> None:
    draft = bench.ruled(**rules)
    problems = bench.store.check(draft).problems
    assert [problem.key for problem in problems] == [key]
    assert settled_by(bench, draft, {"rules": change}).problems == ()


@pytest.mark.parametrize(
    ("entry", "settled"),
    [
        ({}, {"add": 0}),
        ({"add": 8, "set": 5}, {"add": 8}),
        ({"add": 8, "skip": 1, "again": True}, {"add": 8, "again": True}),
        ({"add": [1, 1]}, {"add": [1]}),
        ({"set": {"from": 9, "to": 3}}, {"set": {"from": 3, "to": 9}}),
        ({"add": 8, "shield": True, "knock_out": True}, {"add": 8, "knock_out": True}),
        ({"add": 8, "call": "x" * 30}, {"add": 8}),
        ({"add": 8, "shield": True}, {"add": 8}),
        ({"add": "much"}, {"add": "pip"}),
        ({"add": 8, "fly": True}, {"add": "pip"}),
    ],
)
def test_a_card_that_cannot_be_has_a_tap_that_settles_it(
    bench: Bench, entry: dict[str, Any], settled: dict[str, Any]
) -> None:
    draft = bench.ours({"8": entry})
    checked = bench.store.check(draft)
    assert [problem.cards for problem in checked.problems] == [("8",)]
    assert settled_by(bench, draft, {"cards": {"8": settled}}).problems == ()


def test_all_problems_are_reported_at_once(bench: Bench) -> None:
    draft = bench.ours({"K": {"set": 100}, "Q": {"set": 150}, "8": {}})
    draft = replace(draft, title="", rules=draft.rules | {"chips": False})
    keys = [problem.key for problem in bench.store.check(draft).problems]
    assert sorted(keys) == ["bust", "cards.8", "cards.K", "cards.Q", "title"]


def test_a_title_is_needed_and_offered(bench: Bench) -> None:
    draft = replace(bench.store.open("ninety-nine"), title="")
    assert settled_by(bench, draft, {"title": "Our game"}).problems == ()


# What is legal and no fun


def test_where_nothing_takes_the_total_down_hands_are_short(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"10": {"add": 10}, "K": {"add": 10}}))
    assert checked.problems == ()
    assert len(checked.warnings) == 1
    assert worded(bench.store.check(bench.store.open("ninety-nine")).warnings) == []


def test_a_reset_takes_the_total_down(bench: Bench) -> None:
    draft = bench.ours({"10": {"add": 10}})
    assert len(bench.store.check(draft).warnings) == 1
    resetting = replace(draft, rules=draft.rules | {"exact": {"77": "reset"}})
    assert worded(bench.store.check(resetting).warnings) == []


def test_few_cards_for_the_target_are_a_warning(bench: Bench) -> None:
    few = bench.store.check(bench.ours({"4": {"add": 4}, "9": {"add": 9}, "K": {"add": 10}}))
    enough = bench.store.check(bench.ours({"4": {"add": 4}}))
    assert (len(few.warnings), enough.warnings) == (1, [])


def test_too_many_answers_skip_the_analysis(bench: Bench) -> None:
    few = bench.ours({"10": {"add": list(range(1, 30))}, "K": {"add": 10}})
    many = bench.ours({"10": {"add": list(range(1, 1400))}, "K": {"add": 10}})
    assert len(bench.store.check(few).warnings) == 1
    checked = bench.store.check(many)
    assert (checked.problems, checked.warnings) == ((), [])


def test_a_card_that_always_goes_over_is_a_warning_not_a_problem(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"Q": {"add": 500}}))
    assert checked.problems == ()
    assert len(checked.warnings) == 1
    assert checked.toml


# Saving


def test_saved_variant_is_written_and_loaded(bench: Bench) -> None:
    name = bench.store.save(bench.ours({"K": {"add": 10}}))
    assert name == "our-ninety-nine"
    assert [entry.name for entry in bench.folder.iterdir()] == ["our-ninety-nine.toml"]
    assert check([bench.folder / f"{name}.toml"], bench.folder).plays
    assert set(bench.shelved[-1]) == set(load_variants(bench.folder).variants)
    assert name in bench.store.shelf.own
    assert bench.store.text(name) == bench.file(name)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Our 99!", "our-99"),
        ("  Großmutters   Spiel ", "gromutters-spiel"),
        ("Überall", "uberall"),
        ("../../etc/passwd", "etc-passwd"),
        ("Ninety-nine", "our-ninety-nine"),
        ("百", "our-game"),
        ("a/b\\c:d", "a-b-c-d"),
        (".hidden", "hidden"),
    ],
)
def test_file_is_named_after_the_title_but_not_like_a_bundled_one(
    bench: Bench, title: str, name: str
) -> None:
    assert bench.store.save(replace(bench.ours(), title=title)) == name
    assert [entry.name for entry in bench.folder.iterdir()] == [f"{name}.toml"]
    assert [entry.name for entry in bench.folder.parent.iterdir()] == ["variants"]


def test_a_game_that_cannot_be_played_is_not_saved(bench: Bench) -> None:
    with pytest.raises(VariantStoreError, match=r": cards\.K: "):
        bench.store.save(bench.ours({"K": {"set": 100}}))
    assert not bench.folder.exists()
    assert bench.shelved == []


def test_own_variant_is_replaced_only_if_requested(bench: Bench) -> None:
    bench.store.save(bench.ours({"K": {"add": 10}}))
    before = bench.file("our-ninety-nine")
    other = bench.ours({"K": {"add": 0}})
    assert bench.store.check(other).exists
    with pytest.raises(VariantStoreError) as refused:
        bench.store.save(other)
    assert refused.value.exists == "our-ninety-nine"
    assert bench.file("our-ninety-nine") == before
    bench.store.save(other, instead=True)
    assert tomllib.loads(bench.file("our-ninety-nine"))["cards"] == {"K": {"add": 0}}


def test_ones_own_game_keeps_its_file_under_another_title(bench: Bench) -> None:
    bench.store.save(bench.ours())
    opened = replace(bench.store.open("our-ninety-nine"), title="Sunday's ninety-nine")
    assert not bench.store.check(opened).exists
    assert bench.store.save(opened, instead=True) == "our-ninety-nine"
    assert bench.store.shelf.variants["our-ninety-nine"].title == "Sunday's ninety-nine"


def test_base_of_other_variants_cannot_be_broken(bench: Bench) -> None:
    bench.store.save(replace(bench.ruled(target=120), title="Ours"))
    theirs = replace(bench.store.open("ours"), name="", extends="ours")
    bench.store.save(replace(theirs, title="Theirs", cards=theirs.cards | {"K": {"set": 110}}))
    ours = bench.store.open("ours")
    with pytest.raises(VariantStoreError, match="Theirs"):
        bench.store.save(replace(ours, rules=ours.rules | {"target": 99}), instead=True)
    assert tomllib.loads(bench.file("ours"))["target"] == 120
    with pytest.raises(VariantStoreError, match=": extends: "):
        bench.store.save(replace(ours, extends="theirs"), instead=True)


def test_without_a_folder_nothing_can_be_saved() -> None:
    bench = Bench(None)
    with pytest.raises(VariantStoreError):
        bench.store.save(bench.ours())


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "variants").write_text("a file in the folder's place", "utf-8")
    bench = Bench(tmp_path / "variants")
    with pytest.raises(VariantStoreError):
        bench.store.save(bench.ours())
    assert bench.shelved == []


def test_a_failed_write_leaves_the_old_file_and_no_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.store.save(bench.ours())
    before = bench.file("our-ninety-nine")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    other = bench.ours({"K": {"add": 0}})
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(VariantStoreError, match=os.strerror(errno.ENOSPC)):
        bench.store.save(other, instead=True)
    assert [entry.name for entry in bench.folder.iterdir()] == ["our-ninety-nine.toml"]
    assert bench.file("our-ninety-nine") == before


# Loading a file


def test_a_file_is_saved_as_it_is_with_its_comments(bench: Bench) -> None:
    text = '\N{BOM}# as at Eva\'s\nextends = "arizona-spaghetti"\ntitle = "Eva\'s spaghetti"\n'
    assert bench.store.load("Eva 1.toml", text) == "eva-1"
    assert bench.file("eva-1") == text.removeprefix("\N{BOM}")
    assert bench.store.shelf.variants["eva-1"].title == "Eva's spaghetti"


@pytest.mark.attack(
    "bytes", "upload a game under the name of another file", "it is refused, or lies in the folder of games"
)
@pytest.mark.parametrize(
    "file", ["../../up.toml", "..\\up.toml", "/root/up.toml", "up.toml", "UP.TOML", "up"]
)
def test_uploaded_file_stays_inside_the_folder(bench: Bench, file: str) -> None:
    bench.store.load(file, 'extends = "ninety-nine"\ntitle = "Up"\n')
    assert [entry.name for entry in bench.folder.parent.rglob("*.toml")] in (["up.toml"], ["up-toml.toml"])
    assert all(entry.parent == bench.folder for entry in bench.folder.parent.rglob("*.toml"))


@pytest.mark.parametrize(
    "text",
    [
        "title = ",
        'extends = "whist"\ntitle = "x"',
        'extends = "ninety-nine"\ntitle = "x"\ntarget = 0',
        "a = [" * 2000,
        f'extends = "ninety-nine"\ntitle = "x"\n#{"#" * 70_000}',
        f'extends = "ninety-nine"\ntitle = "x"\n#{"." * 20_000}',
    ],
)
def test_a_file_that_cannot_be_played_is_not_saved(bench: Bench, text: str) -> None:
    with pytest.raises(VariantStoreError):
        bench.store.load("ours.toml", text)
    assert not bench.folder.exists()


def test_trick_game_cannot_be_edited(bench: Bench) -> None:
    with pytest.raises(VariantStoreError, match="Arizona Spaghetti"):
        bench.store.open("arizona-spaghetti")
    with pytest.raises(VariantStoreError, match="Arizona Spaghetti"):
        bench.store.check(replace(bench.ours(), extends="arizona-spaghetti"))


def test_points_game_cannot_be_edited(bench: Bench) -> None:
    with pytest.raises(VariantStoreError, match="points game"):
        bench.store.open("points")


def test_only_known_variants_have_a_file(bench: Bench) -> None:
    assert 'title = "Ninety-nine"' in (bench.store.text("ninety-nine") or "")
    assert bench.store.text("../variants/ninety-nine") is None
    assert bench.store.text("__init__") is None


@pytest.mark.parametrize(
    "raw",
    [
        {"cards": []},
        {"cards": {"8": 8}},
        {"rules": {"extends": "ninety-nine"}},
        {"rules": {"target": None}},
        {"rules": {"exact": {"1": [[[[[1]]]]]}}},
        {"rules": {"source": "x" * 301}},
        {"rules": {"exact": {"x" * 301: "chip"}}},
        {"title": "\ud800"},
        {"cards": {"J Q": {"add": 10}}},
        {"cards": {"th": {"add": 10}}},
        {"colour": "red"},
    ],
)
def test_malformed_draft_is_refused_with_one_sentence(raw: dict[str, Any]) -> None:
    with pytest.raises(DraftError) as refused:
        read_draft(raw)
    assert "\n" not in str(refused.value)


# The game that is on


def test_a_running_game_keeps_the_rules_it_was_begun_with(bench: Bench, tmp_path: Path) -> None:
    bench.store.save(bench.ours({"2": {"add": 20}}))
    clock = HandClock()
    table = Table(bench.store.shelf.variants, Journal(tmp_path / "journal"), clock)
    table.obey(New(variant="our-ninety-nine", players=("Ann", "Bo")))
    table.obey(Play(card="2H"))
    bench.store.save(bench.ours({"2": {"add": 7}}), instead=True)
    table.variants = bench.shelved[-1]
    table.obey(Play(card="2S"))
    assert table.state is not None
    assert table.state.total == 40
    table.close()
    again = Table(bench.shelved[-1], Journal(tmp_path / "journal"), clock)
    assert again.journal.trouble is None
    assert isinstance(again.rules, AddingRules)
    again.obey(Play(card="2D"))
    assert again.state is not None
    assert again.state.total == 60
    again.obey(New(variant="our-ninety-nine", players=("Ann", "Bo")))
    again.obey(Play(card="2D"))
    assert again.state is not None
    assert again.state.total == 7
    again.close()


def test_the_full_form_of_a_file_is_the_file(bench: Bench) -> None:
    for name, said in bench.store.shelf.said.items():
        if said["family"] == "adding":
            whole = full_draft(name, said)
            below = (
                full_draft(whole.extends, bench.store.shelf.said[whole.extends]) if whole.extends else None
            )
            assert tomllib.loads(file_of(whole, below))["title"] == whole.title
