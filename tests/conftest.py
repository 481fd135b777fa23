"""Setup for all tests: one browser, no open journals, the cost of each test, and no skipped tests
if CI is set.
"""

import inspect
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import text
from playwright.sync_api import Browser

from companion.web.built_files import built_pages
from tests import cost, journals
from tests.browser import Contexts, chromium
from tests.depth import FULL
from tests.shared_port import SharedPorts

# The tests expect English, even in a terminal of another language.
os.environ["LANGUAGE"] = "en"

journals.wait_for_no_disk()

# The duration of an example mostly depends on how busy the machine is. `make test` tries the same
# examples each time, so that a change is blamed only for what it did; a release tries others.
settings.register_profile(
    "quick",
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "full", settings.get_profile("quick"), max_examples=200, derandomize=False
)
settings.load_profile("full" if FULL else "quick")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        browser.new_page().close()  # so that no test is charged for the first renderer
        yield browser


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    assert built_pages().files, (
        "the pages are not built from their sources: `make pages` builds them"
    )
    return Contexts(browser)


@pytest.fixture(scope="session")
def ports() -> Iterator[SharedPorts]:
    ports = SharedPorts()
    yield ports
    ports.close()


@pytest.fixture(autouse=True)
def closed_journals() -> Iterator[None]:
    """Close all journals at the end of each test."""
    yield
    journals.close_journals()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test with the mark `own_thread` in a thread without an event loop and greenlets."""
    if pyfuncitem.get_closest_marker("own_thread") is None:
        return None
    given = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    with ThreadPoolExecutor(1) as thread:
        thread.submit(pyfuncitem.obj, **given).result()
    return True


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", action="store_true", help="run only the tests of tests/proofs.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of `make test-full` and the proofs, unless requested."""
    only_proofs = config.getoption("--proofs")
    chosen: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        chosen[_is_asked_for(item, only_proofs=only_proofs)].append(item)
    config.hook.pytest_deselected(items=chosen[False])
    items[:] = chosen[True]


def _is_asked_for(item: pytest.Item, *, only_proofs: bool) -> bool:
    if only_proofs != (item.get_closest_marker("proof") is not None):
        return False
    return FULL or item.get_closest_marker("full") is None


_meter = cost.Meter()
_costs: list[cost.Cost] = []
"""The cost of each test, in the process that reports."""


def pytest_collection_finish() -> None:
    """Start to count, after the work that Hypothesis does once in each process."""
    _first_example()
    _meter.lap()


@given(text())
@settings(max_examples=1)
def _first_example(_: str) -> None: ...


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Any:
    if fixturedef.scope == "function":
        return (yield)
    with _meter.shared():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which CI does not allow: {report.longrepr}"
    if call.when == "teardown":
        seconds = _meter.lap()
        if seconds > cost.LIMIT:
            seconds /= cost.slowness()
        mark = item.get_closest_marker("slow")
        reason = FULL or (mark is not None and bool(mark.args))
        report.user_properties.append(("cost", (seconds, item.nodeid, reason)))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _costs.extend(
        cost.Cost(*value) for _, value in report.user_properties if isinstance(value, list | tuple)
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the costs of the tests, unless this is a worker."""
    if not hasattr(session.config, "workerinput"):
        cost.write(_costs)
