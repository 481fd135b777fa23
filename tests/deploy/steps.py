"""What a run says while it goes on: what is being done, and when it was done how long that took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(what: str) -> Iterator[None]:
    """Says so before and after; a step that fails says nothing more."""
    print(f"          {what} ...", flush=True)  # noqa: T201  # the run is the report
    begun = time.monotonic()
    yield
    print(f"{time.monotonic() - begun:7.1f} s  {what}", flush=True)  # noqa: T201  # as above
