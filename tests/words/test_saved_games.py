"""Answers to a phone that saves a game of its own, or renames and forgets people."""

from pathlib import Path

import pytest

from companion.core.commands import New
from companion.games.adding.editor import load_add_ons
from companion.phone.editor import store as stores
from companion.phone.editor.store import VariantStore
from companion.phone.request import RequestError
from tests.phone.house import House
from tests.worded import worded


def ours(lines: str = "", title: str = "Ours", extends: str = "ninety-nine") -> str:
    return f'extends = "{extends}"\ntitle = "{title}"\n{lines}'


def answered(folder: Path | None, text: str, file: str = "", *, instead: bool = False) -> str:
    """Return the answer to a phone that saves a game next to "Ours" and "Theirs"."""
    store = VariantStore(folder, lambda _: None)
    if folder is not None and not folder.exists():
        store.save(ours("target = 120\n"))
        store.save(ours("[cards]\nK = { set = 110 }\n", "Theirs", "ours"))
    with pytest.raises(RequestError) as why:
        store.save(text, file, instead=instead)
    return str(why.value)


@pytest.mark.parametrize(
    ("text", "file", "says"),
    [
        (
            ours("[cards]\nK = { set = 100 }", "More"),
            "",
            (
                "This game cannot be played: line 4: cards.K: sets 100, over the target 99: "
                "lower it, or raise the target."
            ),
        ),
        (
            ours(extends="theirs"),
            "ours",
            (
                "This game cannot be played: line 1: extends: extends itself: ours extends theirs "
                "extends ours."
            ),
        ),
        (ours(), "ours", "Theirs extends this game and could no longer be played."),
    ],
)
def test_refused_game_has_a_reason(tmp_path: Path, text: str, file: str, says: str) -> None:
    assert answered(tmp_path / "variants", text, file, instead=bool(file)) == says


def test_game_that_exists_is_named(tmp_path: Path) -> None:
    assert answered(tmp_path / "variants", ours()) == "You already have a game Ours."


def test_folder_that_takes_no_game_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered(None, ours()) == (
        "This box has no folder for your own games: set one in companion.toml."
    )
    (tmp_path / "file").touch()
    assert answered(tmp_path / "file", ours()) == "The game was not saved: File exists."
    monkeypatch.setattr(stores, "MAX_FILES", 2)
    folder = tmp_path / "variants"
    assert answered(folder, ours(title="More")) == "The folder already has 2 games."


def test_title_of_a_copy_is_proposed(tmp_path: Path) -> None:
    store = VariantStore(tmp_path / "variants", lambda _: None)
    store.save(ours())
    assert store.open("ours", {}).title == "Another Ours"
    assert store.open("arizona-ninety-eight", {}).title == "Our Arizona 98"


def test_add_ons_are_described() -> None:
    report = VariantStore(None, lambda _: None).open("ninety-nine", {})
    described = {each.name: worded((each.title, each.about)) for each in report.add_ons}
    assert described.keys() == {each.name for each in load_add_ons()}
    assert described["aces"] == ("Aces 1 or 11", "A: adds 1 or 11, as called")
    assert described["jokers"] == ("Two jokers", "Jokers in each deck: 2")
    assert described["king-passes"][0] == "King passes, nine sets 99"


def test_names_that_phones_cannot_change_are_explained(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)

        def problem(path: str, **body: object) -> str:
            answer: str = phone.post(f"/people/{path}", body).json()["problem"]
            return answer

        assert problem("forget", player="Zoe") == "No player has that name."
        assert problem("forget", player="Ann") == "Ann is in the game that is on."
        assert problem("rename", player="Ann", name="Bo") == "Bo is taken: choose another name."
        assert problem("rename", player="Ann", name="Bо") == (
            "Bо looks like Bo: spell it differently."
        )
        house.obey(New(variant="ninety-nine", players=("Cy", "Di")))
        problem_of_me = phone.post("/me", {"player": "Eve"}).json()["problem"]
        assert problem_of_me == "No player at the table has that name."
