"""Orders over the line that is open, and over HTTP where it does not do."""

from playwright.sync_api import Page, expect

from tests.phone_page.conftest import Open
from tests.phone_page.ruling import Json, key, orders, rule, sends, table
from tests.phone_page.table_at import Answer


def over_http(page: Page) -> list[str]:
    """The paths that the page posts to over HTTP from now on."""
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    return posted


def test_order_goes_over_the_open_line(open_page: Open) -> None:
    page = rule(open_page, table())
    posted = over_http(page)
    assert sends(page, key(page, "8").click) == {"cmd": "play", "card": "8"}
    assert posted == []


def test_line_opened_before_the_phone_was_let_in_is_replaced(open_page: Open) -> None:
    at = table()
    lacking = [(401, {"problem": "Enter the code that the display shows first."})]
    page = rule(open_page, at)

    def answers(path: str, _body: Json) -> Answer | None:
        return lacking.pop() if path == "/rule" and lacking else None

    at.answers = answers
    with page.expect_websocket(), page.expect_response("**/rule"):
        key(page, "8").click()
    assert [order["card"] for order in orders(at)] == ["8", "8"]  # refused, then done: it was done once
    expect(page.locator(".rule #more")).to_be_visible()
    posted = over_http(page)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert sends(page, key(page, "9").click) == {"cmd": "play", "card": "9"}
    assert posted == []


def test_order_whose_answer_is_lost_with_the_line_is_not_sent_again(open_page: Open) -> None:
    at = table()
    page = rule(open_page, at)

    def answers(path: str, _body: Json) -> Answer | None:
        if path == "/rule":
            at.hang_up(1006)
        return None

    at.answers = answers
    posted = over_http(page)
    key(page, "8").click()
    expect(page.get_by_text("No word from the box").first).to_be_visible()
    assert (len(orders(at)), posted) == (1, [])
