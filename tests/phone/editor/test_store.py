"""Tests of saving a variant from a phone: it is stored in the user's folder and added to the
catalog.
"""

import errno
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.core.commands import New, Play
from companion.core.family import Variant
from companion.games.adding.rules import AddingRules
from companion.phone.editor import store as stores
from companion.phone.editor.store import VariantStore
from companion.phone.request import RequestError
from companion.table.journal import Journal
from companion.table.table import Table
from companion.variants import load_variants
from companion.variants.show import check
from tests.drivers.box import HandClock


def ours(lines: str = "", title: str = "Our Ninety-nine", extends: str = "ninety-nine") -> str:
    """Return the text of a variant that extends another one, with additional `lines`."""
    return f'extends = "{extends}"\ntitle = "{title}"\n{lines}'


class Bench:
    """A store whose folder does not exist yet, and the variants that it has added to the box."""

    def __init__(self, folder: Path | None) -> None:
        self.shelved: list[Mapping[str, Variant]] = []
        self.store = VariantStore(folder, self.shelved.append)
        self.folder = folder or Path()

    def file(self, name: str) -> str:
        return (self.folder / f"{name}.toml").read_text("utf-8")

    def refused(self, text: str, file: str = "", *, instead: bool = False) -> str:
        with pytest.raises(RequestError) as why:
            self.store.save(text, file, instead=instead)
        return str(why.value)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "variants")


# Opening


def test_own_variant_is_opened_with_the_text_of_its_file(bench: Bench) -> None:
    text = ours("# as at Eva's\n", "Ours")
    bench.store.save(text)
    report = bench.store.open("ours", {}, itself=True)
    assert (report.text, report.name, report.exists) == (text, "ours", False)
    assert bench.store.open("ours", {}).title != "Ours"


@pytest.mark.parametrize(
    ("name", "itself"), [("whist", False), ("whist", True), ("ninety-nine", True)]
)
def test_only_own_variants_open_in_place(bench: Bench, name: str, *, itself: bool) -> None:
    with pytest.raises(RequestError, match=f"Game '{name}' not found"):
        bench.store.open(name, {}, itself=itself)


# Saving


def test_saved_variant_is_written_and_loaded(bench: Bench) -> None:
    name = bench.store.save(ours())
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
    assert bench.store.save(ours(title=title.replace("\\", "\\\\"))) == name
    assert [entry.name for entry in bench.folder.iterdir()] == [f"{name}.toml"]
    assert [entry.name for entry in bench.folder.parent.iterdir()] == ["variants"]


def test_variant_that_cannot_be_played_is_not_saved(bench: Bench) -> None:
    assert "line 4: cards.K: " in bench.refused(ours("[cards]\nK = { set = 100 }"))
    assert not bench.folder.exists()
    assert bench.shelved == []


def test_own_variant_is_replaced_only_if_requested(bench: Bench) -> None:
    bench.store.save(ours())
    other = ours("chips = 4\n")
    assert bench.store.check(other).exists
    with pytest.raises(RequestError) as refused:
        bench.store.save(other)
    assert refused.value.facts == {"exists": "our-ninety-nine"}
    assert bench.file("our-ninety-nine") == ours()
    bench.store.save(other, instead=True)
    assert bench.file("our-ninety-nine") == other


def test_own_variant_keeps_its_file_under_another_title(bench: Bench) -> None:
    bench.store.save(ours())
    renamed = ours(title="Sunday's ninety-nine")
    assert not bench.store.check(renamed, "our-ninety-nine").exists
    assert bench.store.save(renamed, "our-ninety-nine", instead=True) == "our-ninety-nine"
    assert bench.store.shelf.variants["our-ninety-nine"].title == "Sunday's ninety-nine"


def test_base_of_other_variants_cannot_be_broken(bench: Bench) -> None:
    bench.store.save(ours("target = 120\n", "Ours"))
    bench.store.save(ours("[cards]\nK = { set = 110 }\n", "Theirs", "ours"))
    assert "Theirs" in bench.refused(ours("target = 99\n", "Ours"), "ours", instead=True)
    assert tomllib.loads(bench.file("ours"))["target"] == 120
    circle = ours(title="Ours", extends="theirs")
    assert "line 1: extends: " in bench.refused(circle, "ours", instead=True)
    (mistake,) = bench.store.check(circle, "ours").problems
    assert mistake.line == 1


def test_variant_cannot_be_saved_without_a_folder() -> None:
    assert Bench(None).refused(ours())


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "variants").write_text("a file in the folder's place", "utf-8")
    bench = Bench(tmp_path / "variants")
    assert os.strerror(errno.EEXIST) in bench.refused(ours())
    assert bench.shelved == []


def test_full_folder_rejects_variants(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.store.save(ours())
    monkeypatch.setattr(stores, "MAX_FILES", 1)
    assert bench.refused(ours(title="Another"))
    assert bench.store.shelf.own == {"our-ninety-nine"}


def test_failed_write_leaves_only_the_old_file(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.store.save(ours())
    before = bench.file("our-ninety-nine")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    other = ours("chips = 4\n")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RequestError, match=os.strerror(errno.ENOSPC)):
        bench.store.save(other, instead=True)
    assert [entry.name for entry in bench.folder.iterdir()] == ["our-ninety-nine.toml"]
    assert bench.file("our-ninety-nine") == before


# Loading a file


def test_file_is_saved_unchanged_with_its_comments(bench: Bench) -> None:
    text = '\N{BOM}# as at Eva\'s\nextends = "arizona-spaghetti"\ntitle = "Eva\'s spaghetti"\n'
    assert bench.store.save(text, "Eva 1.toml") == "eva-1"
    assert bench.file("eva-1") == text.removeprefix("\N{BOM}")
    assert bench.store.shelf.variants["eva-1"].title == "Eva's spaghetti"


@pytest.mark.attack(
    "bytes",
    "upload a game under the name of another file",
    "it is refused, or stored in the folder of games",
)
@pytest.mark.parametrize(
    "file", ["../../up.toml", "..\\up.toml", "/root/up.toml", "up.toml", "UP.TOML", "up"]
)
def test_uploaded_file_stays_inside_the_folder(bench: Bench, file: str) -> None:
    bench.store.save(ours(title="Up"), file)
    assert [entry.name for entry in bench.folder.parent.rglob("*.toml")] in (
        ["up.toml"],
        ["up-toml.toml"],
    )
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
def test_file_that_cannot_be_played_is_not_saved(bench: Bench, text: str) -> None:
    with pytest.raises(RequestError):
        bench.store.save(text, "ours.toml")
    assert not bench.folder.exists()


def test_only_known_variants_have_a_file(bench: Bench) -> None:
    assert 'title = "Ninety-nine"' in (bench.store.text("ninety-nine") or "")
    assert bench.store.text("../variants/ninety-nine") is None
    assert bench.store.text("__init__") is None


# The current game


def test_current_game_keeps_its_initial_rules(bench: Bench, tmp_path: Path) -> None:
    bench.store.save(ours("[cards]\n2 = { add = 20 }\n"))
    clock = HandClock()
    table = Table(bench.store.shelf.variants, Journal(tmp_path / "journal"), clock)
    table.obey(New(variant="our-ninety-nine", players=("Ann", "Bo")))
    table.obey(Play(card="2H"))
    bench.store.save(ours("[cards]\n2 = { add = 7 }\n"), instead=True)
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
