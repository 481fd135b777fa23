"""For all tests: one browser, no database left open, and with CI set a skipped test is a failed one."""

import inspect
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from tests import journals
from tests.browser import Contexts, chromium
from tests.depth import FULL
from tests.shared_port import SharedPorts

# The tests read English, whatever the language of the terminal in which they are started.
os.environ["LANGUAGE"] = "en"
# They load the pages' sources, whose modules they ask; tests/phones/test_built.py loads what is built.
os.environ["COMPANION_PAGES"] = "sources"

# How long an example takes says how busy the machine is.
settings.register_profile(
    "quick", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("full", settings.get_profile("quick"), max_examples=200)
settings.load_profile("full" if FULL else "quick")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture(scope="session")
def ports() -> Iterator[SharedPorts]:
    ports = SharedPorts()
    yield ports
    ports.close()


@pytest.fixture(autouse=True)
def databases() -> Iterator[None]:
    """A test that leaves a database open fails; Python 3.13 would fail whichever runs at its collection."""
    journals.databases.clear()
    yield
    journals.close_journals()
    assert journals.left_open() == 0, "databases are open at the end of the test"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test with the mark `own_thread` has a thread without an event loop, and without greenlets."""
    if pyfuncitem.get_closest_marker("own_thread") is None:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    with ThreadPoolExecutor(1) as thread:
        thread.submit(pyfuncitem.obj, **given).result()
    return True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:  # noqa: ARG001  # pytest asks by name
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which CI does not allow: {report.longrepr}"
