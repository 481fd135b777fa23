"""Tests of all evenings on the phone: a season's winners, its evenings, people and debts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.phone.statistics.standings import EVER, all_evenings
from companion.table.evenings import PAUSE
from companion.words.form import FOR_PAGES
from tests.phone.house import House
from tests.phone.statistics.evening_table import EveningTable
from tests.phone_page import tables
from tests.phone_page.conftest import DESK, NARROW, PHONE, Enter, Open, resize
from tests.phone_page.table_at import Answer, Json, TableAt
from tests.phone_page.test_evening import group, scrolls_sideways, title
from tests.phone_page.test_look_views import enlarge

LONG = ("Maximiliane-Josephine W", "Wwwwwwwwwwwwwwwwwwwwwwww", "Bartholomew-Constantine")


def two_evenings(at: EveningTable, *, people: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> None:
    """Play two evenings: the first person wins twice on the first, the second once
    on the second.
    """
    first, second, third = people
    for out in ((second,), (second, third)):
        at.begin(first, *(out if len(out) == 1 else people[1:]), chips=1)
        at.busts(*out)
    at.clock.now += PAUSE + 1
    at.begin(*people, chips=1)
    at.busts(first, third)


class Evenings:
    """A box that sends all evenings to a paired phone; `refusal` is the answer to the next post."""

    def __init__(self, folder: Path, *, paired: bool = True, **how: Any) -> None:
        at = EveningTable(folder)
        two_evenings(at, **how)
        at.all_games.look()
        self.told: dict[str, Json] = {
            season: json.loads(FOR_PAGES.encode(all_evenings(at.all_games, season)))
            for season in ("", EVER)
        }
        self.refusal: Answer | None = None
        self.table = TableAt(
            tables.ninety_nine(), tables.ninety_nine_rows(), rules=paired, answers=self._answers
        )

    def _answers(self, path: str, _body: Json) -> Answer | None:
        if path.startswith("/debts/"):
            refusal, self.refusal = self.refusal, None
            return refusal or (200, {})
        return (200, self.told[""]) if path == "/evenings" else None

    @property
    def debts(self) -> Json:
        found: Json = self.told[""]["debts"]
        return found


@pytest.fixture
def evenings(tmp_path: Path) -> Callable[..., Evenings]:
    return lambda **how: Evenings(tmp_path, **how)


def choose(page: Page, choice: str) -> None:
    page.get_by_role("button", name=choice, exact=True).click()


def names(page: Page, heading: str) -> list[str]:
    """Return the buttons of a list, once it is there."""
    items = group(page, heading).locator("li")
    expect(items.first).to_be_visible()
    return [" ".join(text.split()) for text in items.all_inner_texts()]


@pytest.mark.slow("pairs a phone with a real box, and opens what it has")
def test_season_leads_to_its_people_and_evenings(enter: Enter, tmp_path: Path) -> None:
    at = EveningTable(tmp_path)
    two_evenings(at)
    at.all_games.close()
    with House(tmp_path) as house:
        page = enter(house)
        page.get_by_role("link", name="Evening").click()
        expect(title(page)).to_contain_text("Bo")
        choose(page, "Season")
        assert names(page, "Wins this season") == [
            "Ann 2 3 games",
            "Bo 1 3 games",
            "Cy 0 2 games",
        ]
        assert page.locator(".bar.first").count() == 1
        newest, first = names(page, "Evenings")
        assert (newest.split("1 game")[0].split()[-1], newest.split(": ")[-1]) == (
            "Bo",
            "Ninety-nine",
        )
        assert "2 games: Ninety-nine" in first
        group(page, "Evenings").get_by_role("button").last.click()
        expect(title(page)).to_contain_text("Ann")
        link = page.get_by_role("link", name="Save as CSV")
        assert "number=1" in (link.get_attribute("href") or "")
        page.get_by_role("button", name="All evenings").click()
        group(page, "Wins this season").get_by_role("button", name="Ann 2").click()
        expect(page.get_by_role("region", name="Overall")).to_contain_text("2 of 3")
        expect(group(page, "By game").locator("tbody tr")).to_have_text(["Ninety-nine32"])
        page.get_by_role("button", name="All evenings").click()
        choose(page, "All time")
        expect(page.get_by_role("heading", name="Wins overall")).to_be_visible()


def test_tap_on_a_debt_enters_its_payment(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    ours = evenings()
    page = open_page(ours.table, tab="evening")
    choose(page, "Season")
    owed = ours.debts["owed"][0]
    words = f"{owed['payer_name']} owes {owed['payee_name']}"
    group(page, "Debts").get_by_role("button", name=words).click()
    paid = page.get_by_role("button", name=f"{owed['payer_name']} has paid {owed['payee_name']} ")
    ours.refusal = (400, {"problem": "Nobody pays themselves."})
    paid.click()
    expect(page.locator("dialog .not-taken")).to_contain_text("Nobody pays themselves.")
    made = {
        "at": 1.5,
        "payer": owed["payer_name"],
        "payee": owed["payee_name"],
        "text": owed["text"],
    }
    ours.debts["made"], ours.debts["owed"] = [made], ours.debts["owed"][1:]
    paid.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(group(page, "Debts")).not_to_contain_text(words)
    page.get_by_role("button", name="Undo: ").click()
    amount = str(owed["amount"])
    order = ("/debts/payment", {"payer": owed["payer"], "payee": owed["payee"], "amount": amount})
    expect(page.locator("#polite")).to_contain_text("Undone")
    assert ours.table.posts == [order, order, ("/debts/undo", {"at": 1.5})]


def test_other_payment_and_price_can_be_entered(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    ours = evenings()
    ours.debts.update(unit="cents", price=10)
    page = open_page(ours.table, tab="evening")
    choose(page, "Season")
    choose(page, "Enter a payment")
    people = {one["name"]: one["id"] for one in ours.told[""]["standings"]}
    page.get_by_label("From").select_option(label="Cy")
    page.get_by_label("To").select_option(label="Bo")
    page.get_by_label("Amount").fill("2,40")
    choose(page, "Cy has paid Bo 2,40")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(group(page, "Debts")).to_contain_text("A chip costs 0.10.")
    choose(page, "Set another price")
    page.get_by_label("A chip costs").fill("0.2")
    choose(page, "Set the price")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert ours.table.posts == [
        ("/debts/payment", {"payer": people["Cy"], "payee": people["Bo"], "amount": "2.40"}),
        ("/debts/price", {"price": "0.2"}),
    ]


def test_page_asks_again_while_the_box_reads_the_journal(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    ours = evenings()
    ours.told[""]["behind"] = [3120, 10000]
    page = open_page(ours.table, tab="evening", clock=True)
    choose(page, "Season")
    reads = page.get_by_text("Reading past games: 3,120 of 10,000")
    expect(reads).to_be_visible()
    expect(group(page, "Wins this season")).to_be_visible()
    ours.told[""]["behind"] = None
    page.clock.fast_forward(2000)
    expect(reads).to_have_count(0)


def test_older_evenings_come_on_demand_and_a_damaged_one_is_marked(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    ours = evenings()
    newest, first = ours.told[""]["evenings"]
    first["missing"] = 2
    ours.told[""].update(evenings=[newest], more=True)
    page = open_page(ours.table, tab="evening")
    page.route(
        "**/evenings?before=*",
        lambda route: route.fulfill(json={"evenings": [first], "more": False}),
    )
    choose(page, "Season")
    choose(page, "Older evenings")
    expect(group(page, "Evenings").locator("li")).to_have_count(2)
    expect(group(page, "Evenings").locator("li").last).to_contain_text("damaged: 2 entries missing")
    expect(page.get_by_role("button", name="Older evenings")).to_have_count(0)


def test_unpaired_phone_cannot_enter_a_payment(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    page = open_page(evenings(paired=False).table, tab="evening")
    choose(page, "Season")
    expect(group(page, "Debts")).to_contain_text("owes")
    expect(group(page, "Debts").get_by_role("button")).to_have_count(0)


def test_long_names_need_no_sideways_scrolling(
    open_page: Open, evenings: Callable[..., Evenings]
) -> None:
    page = open_page(evenings(people=LONG).table, tab="evening")
    choose(page, "Season")
    expect(group(page, "Evenings")).to_be_visible()
    for size, letters in ((PHONE, "100%"), (NARROW, "200%"), (DESK, "100%")):
        resize(page, size)
        enlarge(page, letters)
        assert not scrolls_sideways(page), (size, letters)
        for target in page.locator("main button").all():
            box: Any = target.bounding_box()
            assert min(box["width"], box["height"]) >= 48
