"""Fixtures for all tests of the package."""

from collections.abc import Iterator

import pytest

from tests.deploy.steps import step


@pytest.fixture(autouse=True)
def told(request: pytest.FixtureRequest) -> Iterator[None]:
    """Report each test and its duration; the time to build its system is not included."""
    with step(request.node.name.removeprefix("test_").replace("_", " ")):
        yield
