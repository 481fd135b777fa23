"""The self-test on the page: it begins, is answered, and shows what to do about a failure."""

from playwright.sync_api import expect

from tests.phone_page import tables
from tests.phone_page.conftest import Open
from tests.phone_page.table_at import Answer, Json, TableAt

ADVICE = "Switch off, and turn its plug round."


def test_test_is_begun_and_answered_on_the_phone(open_page: Open) -> None:
    at = TableAt(tables.ninety_nine(), tables.ninety_nine_rows())
    at.rules = True
    works: dict[str, bool | None] = {"Lights": None}
    asks: dict[str, object] | None = None

    def answers(path: str, body: Json) -> Answer | None:
        nonlocal asks
        if path != "/self-test":
            return None
        if (step := body.get("step") if body else None) == "begin":
            asks = {"part": "Lights", "text": "Only seat 1?", "turns": True}
        elif step == "fails":
            asks, works["Lights"] = None, False
        text = ADVICE if works["Lights"] is False else ""
        row = {"part": "Lights", "works": works["Lights"], "text": text}
        return 200, {"asks": asks, "rows": [row]}

    at.answers = answers
    page = open_page(at, tab="rule")
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("button", name="Test the box").press("Enter")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_role("heading", name="Lights")).to_be_visible()
    expect(page.get_by_text("Only seat 1?")).to_be_visible()
    page.get_by_role("button", name="No", exact=True).press("Enter")
    expect(page.get_by_text(ADVICE)).to_be_visible()
    expect(page.get_by_role("heading", name="Test the box")).to_be_visible()
