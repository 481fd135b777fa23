"""Kept pages have no state of the previous test."""

from starlette.responses import HTMLResponse

from tests.browser import Contexts, each_load
from tests.shared_port import SharedPorts

SIZE = (360, 780)
STORE = (
    "() => { console.log('here'); localStorage.name = sessionStorage.name = 'Ann'; "
    "document.cookie = 'a=b'; }"
)
STORED = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def test_kept_page_behaves_like_a_new_one(contexts: Contexts, ports: SharedPorts) -> None:
    heard: list[str] = []
    with ports.serving(HTMLResponse("A page")) as port:
        address = f"http://localhost:{port.port}/"
        with contexts.page(SIZE) as first:
            first.on("console", lambda message: heard.append(message.text))
            first.goto(address)
            first.evaluate(STORE)
        with contexts.page((1280, 800)) as again:
            assert again is first
            again.goto(address)
            assert again.evaluate(STORED) == [0, 0, ""]
            assert again.evaluate("innerWidth") == 1280
            again.evaluate(STORE)
    assert heard == ["here"]


def test_page_with_another_clock_or_script_is_not_kept(
    contexts: Contexts, ports: SharedPorts
) -> None:
    with ports.serving(HTMLResponse("A page")) as port:
        address = f"http://localhost:{port.port}/"
        with contexts.page(SIZE) as clocked:
            clocked.clock.install()
            clocked.goto(address)
        with contexts.page(SIZE) as scripted:
            each_load(scripted, "window.scripted = true;")
            scripted.goto(address)
        with contexts.page(SIZE) as page:
            assert page not in (clocked, scripted)
