"""Each target handles its seeds and all earlier findings of the fuzzer (`make fuzz-bytes`)."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.bytes import requests
from tests.bytes.targets import TARGETS


@pytest.fixture
def apart() -> Iterator[Executor]:
    """A thread without an event loop; the thread of the tests has that of Playwright."""
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(requests.leave).result()


FOUND = Path(__file__).with_name("found")


@pytest.mark.slow("reads a whole journal again for each of its seeds")
@pytest.mark.parametrize("name", TARGETS)
def test_each_target_accepts_its_seeds(apart: Executor, name: str) -> None:
    seeds = list(TARGETS[name].seeds())
    assert seeds
    for seed in seeds:
        apart.submit(TARGETS[name].take, seed[: TARGETS[name].longest]).result()


@pytest.mark.attack("bytes", "send everything that the fuzzer has found", "it is refused by name")
@pytest.mark.parametrize(
    "found", sorted(FOUND.glob("*/*")), ids=lambda found: f"{found.parent.name}-{found.stem}"
)
def test_earlier_finding_of_the_fuzzer_is_fixed(apart: Executor, found: Path) -> None:
    apart.submit(TARGETS[found.parent.name].take, found.read_bytes()).result()
