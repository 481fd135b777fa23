"""Tests of the line to the box: connecting, live, lost, switched off. A possibly outdated figure is
never drawn solid.
"""

from playwright.sync_api import Page, expect

from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import TableAt

LINK = """async () => {
  const sockets = [];
  window.WebSocket = class { constructor() { sockets.push(this); } close() {} };
  const { Link } = await import("/shared/js/link.js");
  const state = { is: "asking", since: Date.now(), heard: 0, again: 0 };
  const link = new Link(state, () => {}, () => {});
  window.tried = { sockets, state, link };
}"""
"""A link whose sockets a test opens and closes."""


def live(open_page: Open, *, clock: bool = False) -> tuple[TableAt, Page]:
    table = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    page = open_page(table, clock=clock)
    expect(page.locator(".standing")).to_have_text("hand 3, live")
    return table, page


def test_connection_is_tried_retried_and_given_up(open_page: Open) -> None:
    table = TableAt(tables.ninety_nine())
    table.silent = True
    page = open_page(table, clock=True)
    expect(page.get_by_text("Waiting for the box")).to_be_visible()
    page.clock.fast_forward(2500)
    expect(page.get_by_text("Still waiting")).to_be_visible()
    expect(page.locator("#urgent")).to_be_empty()
    page.clock.fast_forward(4000)
    expect(page.locator(".standing")).to_have_text("connection lost")
    expect(page.get_by_role("heading", name="Last heard")).to_be_visible()
    expect(page.locator(".notice")).to_contain_text("The box has not answered yet.")
    expect(page.locator("#urgent")).to_have_text("Can’t reach the box.")


def test_stale_table_is_hollow_and_shows_its_time(open_page: Open) -> None:
    table, page = live(open_page, clock=True)
    solid = page.locator(".total").evaluate("total => getComputedStyle(total).color")
    assert solid == "rgb(245, 241, 230)"
    table.close()
    page.clock.fast_forward(5000)
    expect(page.locator(".standing")).to_have_text("connection lost")
    expect(page.locator(".notice")).to_contain_text("The connection to the box is lost.")
    expect(page.locator(".octagon .move")).to_have_text("was 97")
    expect(page.get_by_role("img", name="Last known total 97. Bo to play.")).to_be_visible()
    assert (
        page.locator(".total").evaluate("total => getComputedStyle(total).color")
        == "rgba(0, 0, 0, 0)"
    )
    assert page.locator(".lens.lit").count() == 0
    assert page.locator("[aria-current=true]").count() == 0
    expect(page.locator("#urgent")).to_have_text("Can’t reach the box. Last known total 97.")
    expect(page).to_have_title("Can’t reach the box")


def test_short_break_is_not_shown(open_page: Open) -> None:
    table, page = live(open_page, clock=True)
    table.hang_up(1006)
    page.clock.fast_forward(1500)
    table.tell(state=table.parts["state"] | {"total": 98})
    expect(page.locator(".total")).to_have_text("98")
    expect(page.locator("#urgent")).to_be_empty()


def test_manual_retry_shows_the_current_table(open_page: Open) -> None:
    table, page = live(open_page, clock=True)
    table.close()
    page.clock.fast_forward(5000)
    button = page.get_by_role("button", name="Try now")
    expect(button).to_be_visible()
    table.rows = table.rows[:-1]
    table.parts["state"] = table.parts["state"] | {"total": 79, "turn": "Cy"}
    table.start()
    button.click()
    expect(page.locator(".standing")).to_have_text("hand 3, live")
    expect(page.locator(".total")).to_have_text("79")
    expect(page.locator(".all-plays li")).to_have_count(len(table.rows))
    page.clock.fast_forward(2000)
    expect(page.locator("#polite")).to_have_text("Back. 79. Cy to play.")


def test_switched_off_box_is_announced(open_page: Open) -> None:
    table, page = live(open_page)
    table.hang_up(1001)
    expect(page.locator(".standing")).to_have_text("box is off")
    expect(page.get_by_role("heading", name="The box is off")).to_be_visible()
    assert (
        page.locator(".total").evaluate("total => getComputedStyle(total).color")
        == "rgba(0, 0, 0, 0)"
    )


def test_retries_back_off_and_restart_when_the_page_becomes_visible(open_page: Open) -> None:
    table, page = live(open_page)
    page.goto(f"{table.address}shared/js/link.js")  # no other script of the page runs here
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate(LINK)
    waits = []
    for count in range(1, 7):
        page.evaluate("window.tried.sockets.pop().onclose({ code: 1006 })")
        waited = 0
        while page.evaluate("window.tried.sockets.length") == 0:
            page.clock.run_for(500)
            waited += 500
            assert waited <= 9000
        waits.append(waited // 1000)
        assert page.evaluate("window.tried.state.is") == ("asking" if count < 3 else "lost")
    assert waits == [1, 2, 4, 8, 8, 8]
    page.evaluate("window.tried.sockets.pop().onclose({ code: 1006 })")
    page.clock.run_for(8000)
    page.evaluate("window.tried.sockets.pop().onclose({ code: 1001 })")
    page.clock.run_for(29000)
    assert page.evaluate("[window.tried.state.is, window.tried.sockets.length]") == ["off", 0]
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert page.evaluate("window.tried.sockets.length") == 1
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert page.evaluate("window.tried.sockets.length") == 1, "a try under way is not cut short"


def test_failed_part_is_shown_in_one_line_until_it_is_back(open_page: Open) -> None:
    table, page = live(open_page)
    table.tell(box=table.parts["box"] | {"missing": ["Reader", "Speaker"]})
    expect(page.locator(".notice")).to_have_text(
        "Not answering: Reader, Speaker. Everything else still works."
    )
    table.tell(box=table.parts["box"] | {"missing": []})
    expect(page.locator(".notice")).to_have_count(0)


def test_noise_of_a_scanner_is_shown_in_one_line_while_it_lasts(open_page: Open) -> None:
    table, page = live(open_page)
    table.tell(box=table.parts["box"] | {"noise": ["Reader sends noise"]})
    expect(page.locator(".notice")).to_have_text("Reader sends noise.")
    table.tell(box=table.parts["box"] | {"noise": []})
    expect(page.locator(".notice")).to_have_count(0)


def test_failed_disk_is_shown_until_it_works_again(open_page: Open) -> None:
    table, page = live(open_page)
    table.tell(box=table.parts["box"] | {"disk": "The disk is full: plays are not counted"})
    expect(page.locator(".notice")).to_have_text("The disk is full: plays are not counted.")
    table.tell(box=table.parts["box"] | {"disk": ""})
    expect(page.locator(".notice")).to_have_count(0)


def test_stopped_game_shows_the_reason_and_the_last_entry(open_page: Open) -> None:
    table, page = live(open_page)
    table.tell(box=table.parts["box"] | {"stopped": "The cards no longer add up: 53 of 52"})
    notice = page.locator(".notice")
    expect(notice.get_by_role("heading")).to_contain_text("The cards no longer add up: 53 of 52")
    expect(notice).to_contain_text("Last saved: Ann “back on you 97”. 97.")
