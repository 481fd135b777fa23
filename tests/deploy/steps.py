"""Progress report of a run: each step, and how long it took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print the step before and after it; a step that fails prints nothing afterwards."""
    print(f"          {what} ...", flush=True)  # noqa: T201  # the run is the report
    begun = time.monotonic()
    yield
    print(f"{time.monotonic() - begun:7.1f} s  {what}", flush=True)  # noqa: T201  # as above
