"""Tests of players who join, leave or change seats, from a phone to a real box."""

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.core.commands import Play
from companion.games.adding.state import AddingState
from companion.web.built_files import built_pages
from tests.phone.house import House
from tests.phone_page.conftest import Enter
from tests.phone_page.ruling import sheet


def adding(house: House) -> AddingState:
    state = house.table.state
    assert isinstance(state, AddingState)
    return state


def names(house: House) -> list[str]:
    return [player.name for player in adding(house).players]


def more(page: Page, name: str) -> None:
    page.locator("#more").press("Enter")
    tap(page, name)


def tap(page: Page, name: str) -> None:
    sheet(page).get_by_role("button", name=name, exact=True).press("Enter")


TAPS_JOINS = """[...document.querySelectorAll("#sheet button")]
  .find(({ textContent }) => textContent === "Player joins").click();"""


def test_loaded_sheet_opens_immediately(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        more(page, "Player joins")
        expect(sheet(page)).to_contain_text("Who?")
        page.keyboard.press("Escape")
        page.locator("#more").press("Enter")
        assert "Who?" in page.evaluate(f"() => {{ {TAPS_JOINS} return document.body.innerText; }}")


def test_sheet_that_loads_after_escape_does_not_open(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        page.locator("#more").press("Enter")
        [late] = (
            name
            for name in built_pages().files
            if name.startswith("late-") and name.endswith(".js")
        )
        page.evaluate(
            f"""async () => {{
              {TAPS_JOINS}
              const esc = new KeyboardEvent("keydown", {{ key: "Escape", bubbles: true }});
              document.querySelector("#sheet").dispatchEvent(esc);
              await import("/shared/built/{late}");
            }}"""
        )
        page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(sheet(page)).to_have_count(0)


def test_latecomer_sits_down_in_a_gap(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        more(page, "Player joins")
        sheet(page).get_by_placeholder("New player").fill("Eva")
        tap(page, "between Di and Ann")
        expect(sheet(page)).to_contain_text("Eva sits between Di and Ann.")
        expect(sheet(page)).to_contain_text("Plays from the next deal on.")
        tap(page, "At once")
        expect(sheet(page)).to_contain_text("Takes 3 cards at once.")
        tap(page, "decrease")
        tap(page, "Eva joins")
        expect(sheet(page)).to_have_count(0)
        assert names(house) == ["Ann", "Bo", "Cy", "Di", "Eva"]
        eva = adding(house).players[4]
        assert (eva.chips, eva.cards, eva.still_in) == (4, 3, True)


def test_leaving_player_can_take_the_chips(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        house.obey(Play(card="8S"))
        page = enter(house)
        more(page, "Player leaves")
        tap(page, "Bo")
        sheet(page).get_by_role("button", name="Taken home").press("Enter")
        expect(sheet(page)).to_contain_text("Then Cy plays, at 8.")
        tap(page, "Bo leaves")
        expect(sheet(page)).to_have_count(0)
        assert (adding(house).pot, adding(house).name_of(adding(house).turn)) == (0, "Cy")


def test_player_moves_to_another_gap(tmp_path: Path, enter: Enter) -> None:
    with House(tmp_path / "data") as house:
        page = enter(house)
        more(page, "Player changes seat")
        tap(page, "Bo")
        tap(page, "between Cy and Di")
        tap(page, "Bo sits there")
        expect(sheet(page)).to_have_count(0)
        assert names(house) == ["Ann", "Cy", "Bo", "Di"]
