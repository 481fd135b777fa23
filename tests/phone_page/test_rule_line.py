"""Tests of orders over a line that is lost, or that was opened before pairing."""

from playwright.sync_api import expect

from tests.phone_page.conftest import Open
from tests.phone_page.ruling import Json, key, orders, rule, sends, table
from tests.phone_page.table_at import Answer


def test_line_opened_before_pairing_is_replaced(open_page: Open) -> None:
    at = table()
    lacking = [(401, {"problem": "First enter the code shown on the display."})]
    page = rule(open_page, at)

    def answers(path: str, _body: Json) -> Answer | None:
        return lacking.pop() if path == "order" and lacking else None

    at.answers = answers
    lines = iter(("as a stranger's", "with its rights again"))
    with page.expect_websocket(lambda _: next(lines) == "with its rights again"):
        key(page, "8").click()
    expect(page.locator(".rule #more")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert sends(page, key(page, "9").click) == {"cmd": "play", "card": "9"}
    assert [order["card"] for order in orders(at)] == [
        "8",
        "9",
    ]  # the refused one is not sent again


def test_order_whose_answer_is_lost_with_the_line_is_not_sent_again(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)

    def answers(path: str, _body: Json) -> Answer | None:
        if path == "order":
            at.hang_up(1006)
        return None

    at.answers = answers
    key(page, "8").click()
    expect(page.get_by_text("Can’t reach the box").first).to_be_visible()
    assert len(orders(at)) == 1
