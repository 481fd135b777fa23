"""The page while bots play the other seats."""

from pathlib import Path

from playwright.sync_api import expect

from companion.core.commands import New
from tests.phones.test_axe import AXE, found
from tests.simulation.conftest import PHONE, Open
from tests.simulation.small_box import SmallBox
from tests.simulation.whole_box import switched_on


def test_hands_of_bots_are_face_down_until_you_play_them(open_page: Open) -> None:
    page = open_page(SmallBox())
    others = page.get_by_label("Others")
    expect(others).to_have_value("")
    others.select_option("sharp")
    expect(page.locator(".back")).to_have_count(9)
    expect(page.locator("#hands .card")).to_have_count(3)
    expect(page.get_by_role("group", name="Bo, 3 cards")).to_be_visible()
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert found(page) == []
    page.reload()
    expect(others).to_have_value("sharp")
    others.select_option("you")
    expect(page.locator(".back")).to_have_count(0)
    expect(page.locator("#hands .card")).to_have_count(12)


def test_arrow_keys_in_the_choice_of_bots_press_no_key_of_the_box(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box)
    page.get_by_label("Others").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("8")
    expect(page.locator("#written")).to_be_hidden()
    assert box.pressed == []


def test_narrow_page_keeps_showing_your_hand(open_page: Open) -> None:
    box = SmallBox()
    page = open_page(box, PHONE, touch=True)
    page.click("#menu")
    page.get_by_label("Others").select_option("easy")
    page.keyboard.press("Escape")
    box.scan_line("9D")
    expect(page.locator("#tabs .act")).to_contain_text("Bo")
    expect(page.locator("#hands .card")).to_have_count(3)
    page.locator("#tabs button").nth(1).click()
    expect(page.locator(".back")).to_have_count(3)


def test_page_explains_that_bots_do_not_play_points_games(open_page: Open, tmp_path: Path) -> None:
    with switched_on(tmp_path, New(variant="points", players=("Ann", "Bo"))) as box:
        page = open_page(box.bench, waits_for="#glass")
        expect(page.locator("#nothing")).to_be_hidden()
        page.get_by_label("Others").select_option("fair")
        expect(page.locator("#nothing")).to_be_visible()
