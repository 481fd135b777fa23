"""What all tests of the package do."""

from collections.abc import Iterator

import pytest

from tests.deploy.steps import step


@pytest.fixture(autouse=True)
def told(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test and its time, without that of the system it needs, which is made before."""
    with step(request.node.name.removeprefix("test_").replace("_", " ")):
        yield
