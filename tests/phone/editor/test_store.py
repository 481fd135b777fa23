"""A game of one's own is made on a phone: judged as its file would be, saved, put on the shelf."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.languages import load_language
from companion.phone.editor.draft import Draft, DraftError, file_of, full_draft, read_draft
from companion.phone.editor.fixes import apply_fix
from companion.phone.editor.store import DraftReport, VariantStore, VariantStoreError
from companion.rules.adding.rules import AddingRules
from companion.rules.commands import New, Play
from companion.rules.variant import Variant
from companion.table.journal import Journal
from companion.table.table import Table
from companion.text.language import using
from companion.variants import load_variants
from companion.variants.show import check
from tests.drivers.box import HandClock

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


def settled_by(bench: Bench, draft: Draft, label: str) -> DraftReport:
    """The draft looked over again after a tap on a fix."""
    problems = bench.store.check(draft).problems
    (fix,) = (fix for problem in problems for fix in problem.fixes if fix.label == label)
    return bench.store.check(apply_fix(draft, fix.change))


# What the file says


def test_new_file_contains_only_differences_from_its_base(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": 3, "skip": 1}, "10": {"add": 10}, "K": {"add": 10}})
    draft = replace(draft, rules=draft.rules | {"chips": 4, "jokers": 0})
    assert tomllib.loads(bench.store.check(draft).toml) == {
        "extends": "ninety-nine",
        "title": "Our Ninety-nine",
        "chips": 4,
        "cards": {"3": {"add": 3, "skip": 1}, "10 K": {"add": 10}},
    }


def test_the_rows_that_differ_are_marked(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": 3, "skip": 1}, "QS": {"add": 0}, "4": {"reverse": True, "add": 0}})
    assert bench.store.check(draft).yours == ["3", "4", "QS"]
    assert bench.store.check(bench.store.open("ninety-nine")).yours == []


def test_default_values_are_no_difference(bench: Bench) -> None:
    draft = bench.ours({"3": {"add": "pip", "skip": 0, "again": False, "call": ""}})
    assert bench.store.check(draft).yours == []
    assert "cards" not in tomllib.loads(bench.store.check(draft).toml)


def test_true_is_not_one(bench: Bench) -> None:
    checked = bench.store.check(bench.ruled(decks=True))
    assert [problem.key for problem in checked.problems] == ["decks"]


def test_a_single_card_that_is_left_out_does_what_its_rank_does(bench: Bench) -> None:
    draft = bench.store.open("one-hundred")
    cards = {key: entry for key, entry in draft.cards.items() if key != "QH"}
    checked = bench.store.check(replace(draft, cards=cards))
    assert tomllib.loads(checked.toml)["cards"] == {"Q": {"add": 10}}
    assert ("Q", "adds 10") in checked.cards
    assert checked.yours == ["QH"]


def test_the_games_title_is_offered_as_ours(bench: Bench) -> None:
    for name, title in (("ninety-nine", "Our Ninety-nine"), ("arizona-ninety-eight", "Our Arizona 98")):
        assert bench.store.open(name).title == title


def test_the_base_and_what_is_said_are_told_in_the_language_of_the_phone(bench: Bench) -> None:
    with using(load_language("de")):
        checked = bench.store.check(bench.store.open("ninety-nine"))
    assert checked.parent is not None
    assert checked.parent.title == "Neunundneunzig"
    assert checked.calls == {"back on you": "zurück an dich", "pass to you": "weiter an dich"}
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
    assert (checked.problems, checked.parent, checked.yours) == ((), None, [])
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
    bench.write(
        "ours", 'extends = "ninety-nine"\ntitle = "Ours"\nsource = "As we play."\n[cards]\n2 = {add = 0}\n'
    )
    draft = bench.store.open("ours")
    assert (draft.name, draft.extends, draft.title) == ("ours", "ninety-nine", "Ours")
    assert draft.rules["source"] == "As we play."
    assert bench.store.check(draft).yours == ["2"]


def test_card_table_and_preview_follow_the_draft(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"K": {"add": 10}}))
    assert ("J Q K", "add 10") in checked.cards
    assert checked.total == 89
    makes = {column.card: column.makes for column in checked.preview}
    assert (makes["A"], makes["4"], makes["10"], makes["K"]) == ("90", "89", "99 / 79", "99")


# What is wrong


def test_a_king_that_goes_over_could_never_be_played_and_two_taps_settle_it(bench: Bench) -> None:
    draft = bench.ours({"K": {"set": 100}})
    checked = bench.store.check(draft)
    (problem,) = checked.problems
    assert (problem.title, problem.sentence) == (
        "Kings could never be played",
        "They set 100, and everything over 99 is refused.",
    )
    assert [fix.label for fix in problem.fixes] == ["Kings set 99", "Target 100"]
    assert (checked.wrong, checked.warnings) == (["K"], [])
    assert ("K", "sets the total to 100") in checked.cards
    assert next(column for column in checked.preview if column.card == "K").over
    assert settled_by(bench, draft, "Kings set 99").problems == ()
    assert settled_by(bench, draft, "Target 100").draft.rules["target"] == 100
    assert settled_by(bench, draft, "Target 100").problems == ()


@pytest.mark.parametrize(
    ("rules", "title", "label"),
    [
        ({"chips": False}, "A bust costs a chip, but nobody has chips", "Give each 5 chips"),
        ({"chips": False}, "A bust costs a chip, but nobody has chips", "A bust puts the player out"),
        ({"exact": {"120": "point"}}, "Exact total: this cannot be", "Without 120"),
        ({"exact": {"120": "point"}}, "Exact total: this cannot be", "Target 120"),
        ({"hand_size": 40, "from_players": {}}, "Cards each: this cannot be", "Two decks"),
        ({"hand_size": 40}, "Cards each: this cannot be", "Deal 20 each"),
        ({"from_players": {"2": {"hand_size": 60}}}, "Cards each: this cannot be", "Without 2"),
        (
            {"players": [6, 8], "from_players": {"5": {"decks": 1}}},
            "What changes with more players: this cannot be",
            "Without 5",
        ),
        ({"players": [1]}, "Players: this cannot be", "Two or more players"),
        ({"target": 0}, "Target: this cannot be", "Target as in Ninety-nine"),
        (
            {"bust": "out", "chips": False, "honor": True},
            "On one's honor: this cannot be",
            "Leave it out",
        ),
    ],
)
def test_rules_that_contradict_each_other_have_a_tap_that_settles_them(
    bench: Bench, rules: dict[str, Any], title: str, label: str
) -> None:
    draft = bench.ruled(**rules)
    problems = bench.store.check(draft).problems
    assert [problem.title for problem in problems] == [title]
    assert settled_by(bench, draft, label).problems == ()


@pytest.mark.parametrize(
    ("entry", "label"),
    [
        ({}, "Eights add nothing"),
        ({"add": 8, "set": 5}, "Eights: only add"),
        ({"add": 8, "skip": 1, "again": True}, "Eights: only play again"),
        ({"add": [1, 1]}, "Eights: each number once"),
        ({"set": {"from": 9, "to": 3}}, "Eights: 3 to 9"),
        ({"add": 8, "shield": True, "knock_out": True}, "Eights: no shield"),
        ({"add": 8, "call": "x" * 30}, "Say nothing"),
        ({"add": 8, "shield": True}, "No shield"),
        ({"add": "much"}, "Eights as in Ninety-nine"),
        ({"add": 8, "fly": True}, "Eights as in Ninety-nine"),
    ],
)
def test_a_card_that_cannot_be_has_a_tap_that_settles_it(
    bench: Bench, entry: dict[str, Any], label: str
) -> None:
    draft = bench.ours({"8": entry})
    checked = bench.store.check(draft)
    assert [problem.cards for problem in checked.problems] == [("8",)]
    assert settled_by(bench, draft, label).problems == ()


def test_all_problems_are_reported_at_once(bench: Bench) -> None:
    draft = bench.ours({"K": {"set": 100}, "Q": {"set": 150}, "8": {}})
    draft = replace(draft, title="", rules=draft.rules | {"chips": False})
    keys = [problem.key for problem in bench.store.check(draft).problems]
    assert sorted(keys) == ["bust", "cards.8", "cards.K", "cards.Q", "title"]


def test_a_title_is_needed_and_offered(bench: Bench) -> None:
    draft = replace(bench.store.open("ninety-nine"), title="")
    assert settled_by(bench, draft, "Call it “Our game”").draft.title == "Our game"


# What is legal and no fun


def test_where_nothing_takes_the_total_down_hands_are_short(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"10": {"add": 10}, "K": {"add": 10}}))
    assert checked.problems == ()
    assert [(warned.title, warned.sentence) for warned in checked.warnings] == [
        (
            "Nothing takes the total down",
            "At 99 only 4 and 9 can be played. Legal, but hands will be short.",
        )
    ]
    assert bench.store.check(bench.store.open("ninety-nine")).warnings == []


def test_a_reset_takes_the_total_down(bench: Bench) -> None:
    draft = bench.ours({"10": {"add": 10}})
    draft = replace(draft, rules=draft.rules | {"exact": {"77": "reset"}})
    titles = [warned.title for warned in bench.store.check(draft).warnings]
    assert "Nothing takes the total down" not in titles


def test_few_cards_for_the_target_are_a_warning(bench: Bench) -> None:
    draft = bench.ours({"4": {"add": 4}, "9": {"add": 9}, "K": {"add": 10}})
    titles = [warned.title for warned in bench.store.check(draft).warnings]
    assert titles == ["At 99 only 10 can be played"]


def test_too_many_answers_skip_the_analysis(bench: Bench) -> None:
    few = bench.ours({"10": {"add": list(range(1, 30))}, "K": {"add": 10}})
    many = bench.ours({"10": {"add": list(range(1, 1400))}, "K": {"add": 10}})
    assert [warned.title for warned in bench.store.check(few).warnings] == ["Nothing takes the total down"]
    checked = bench.store.check(many)
    assert (checked.problems, checked.warnings) == ((), [])


def test_a_card_that_always_goes_over_is_a_warning_not_a_problem(bench: Bench) -> None:
    checked = bench.store.check(bench.ours({"Q": {"add": 500}}))
    assert checked.problems == ()
    (warned,) = checked.warnings
    assert warned.title == "Queens can never be played"
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
        ("a/b\\c\0d", "a-b-c-d"),
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
    with pytest.raises(VariantStoreError, match=r"cannot be played: cards\.K: sets 100, over the target 99"):
        bench.store.save(bench.ours({"K": {"set": 100}}))
    assert not bench.folder.exists()
    assert bench.shelved == []


def test_own_variant_is_replaced_only_if_requested(bench: Bench) -> None:
    bench.store.save(bench.ours({"K": {"add": 10}}))
    before = bench.file("our-ninety-nine")
    other = bench.ours({"K": {"add": 0}})
    assert bench.store.check(other).exists
    with pytest.raises(
        VariantStoreError, match="There is a game Our Ninety-nine of yours already"
    ) as refused:
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
    with pytest.raises(
        VariantStoreError, match="Theirs is built on this game and could not be played any more"
    ):
        bench.store.save(replace(ours, rules=ours.rules | {"target": 99}), instead=True)
    assert tomllib.loads(bench.file("ours"))["target"] == 120
    with pytest.raises(VariantStoreError, match="goes in a circle"):
        bench.store.save(replace(ours, extends="theirs"), instead=True)


def test_without_a_folder_nothing_can_be_saved() -> None:
    bench = Bench(None)
    with pytest.raises(VariantStoreError, match="no folder for games of its own"):
        bench.store.save(bench.ours())


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "variants").write_text("a file in the folder's place", "utf-8")
    bench = Bench(tmp_path / "variants")
    with pytest.raises(VariantStoreError, match="The game was not saved"):
        bench.store.save(bench.ours())
    assert bench.shelved == []


def test_a_failed_write_leaves_the_old_file_and_no_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.store.save(bench.ours())
    before = bench.file("our-ninety-nine")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    other = bench.ours({"K": {"add": 0}})
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(VariantStoreError, match="No space left"):
        bench.store.save(other, instead=True)
    assert [entry.name for entry in bench.folder.iterdir()] == ["our-ninety-nine.toml"]
    assert bench.file("our-ninety-nine") == before


# Loading a file


def test_a_file_is_saved_as_it_is_with_its_comments(bench: Bench) -> None:
    text = '\N{BOM}# as at Eva\'s\nextends = "arizona-spaghetti"\ntitle = "Eva\'s spaghetti"\n'
    assert bench.store.load("Eva 1.toml", text) == "eva-1"
    assert bench.file("eva-1") == text.removeprefix("\N{BOM}")
    assert bench.store.shelf.variants["eva-1"].title == "Eva's spaghetti"


@pytest.mark.parametrize(
    "file", ["../../up.toml", "..\\up.toml", "/root/up.toml", "up.toml", "UP.TOML", "up"]
)
def test_uploaded_file_stays_inside_the_folder(bench: Bench, file: str) -> None:
    bench.store.load(file, 'extends = "ninety-nine"\ntitle = "Up"\n')
    assert [entry.name for entry in bench.folder.parent.rglob("*.toml")] in (["up.toml"], ["up-toml.toml"])
    assert all(entry.parent == bench.folder for entry in bench.folder.parent.rglob("*.toml"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = ", "is no TOML"),
        ('extends = "whist"\ntitle = "x"', "no variant 'whist' that can be played is there"),
        ('extends = "ninety-nine"\ntitle = "x"\ntarget = 0', "target: 0 is not possible"),
        ("a = [" * 2000, "is no TOML"),
        ("#" * 70_000, "at most 60 KiB"),
        (".".join("a" * 20_000) + " = 1", "at most 500 dots"),
    ],
)
def test_a_file_that_cannot_be_played_is_not_saved(bench: Bench, text: str, why: str) -> None:
    with pytest.raises(VariantStoreError, match=why):
        bench.store.load("ours.toml", text)
    assert not bench.folder.exists()


def test_trick_game_cannot_be_edited(bench: Bench) -> None:
    with pytest.raises(VariantStoreError, match="Arizona Spaghetti is a trick game"):
        bench.store.open("arizona-spaghetti")
    with pytest.raises(VariantStoreError, match="Arizona Spaghetti is a trick game"):
        bench.store.check(replace(bench.ours(), extends="arizona-spaghetti"))


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
    table = Table(bench.store.shelf.variants, Journal(tmp_path / "journal.db"), clock)
    table.obey(New(variant="our-ninety-nine", players=("Ann", "Bo")))
    table.obey(Play(card="2H"))
    bench.store.save(bench.ours({"2": {"add": 7}}), instead=True)
    table.variants = bench.shelved[-1]
    table.obey(Play(card="2S"))
    assert table.state is not None
    assert table.state.total == 40  # type: ignore[union-attr]
    table.close()
    again = Table(bench.shelved[-1], Journal(tmp_path / "journal.db"), clock)
    assert again.journal.trouble is None
    assert isinstance(again.rules, AddingRules)
    again.obey(Play(card="2D"))
    assert again.state is not None
    assert again.state.total == 60  # type: ignore[union-attr]
    again.obey(New(variant="our-ninety-nine", players=("Ann", "Bo")))
    again.obey(Play(card="2D"))
    assert again.state is not None
    assert again.state.total == 7  # type: ignore[union-attr]
    again.close()


def test_the_full_form_of_a_file_is_the_file(bench: Bench) -> None:
    for name, said in bench.store.shelf.said.items():
        if said["family"] == "adding":
            whole = full_draft(name, said)
            below = (
                full_draft(whole.extends, bench.store.shelf.said[whole.extends]) if whole.extends else None
            )
            assert tomllib.loads(file_of(whole, below))["title"] == whole.title
