"""The system's clock, the only one that is not handed in by a test."""

import time


class SystemClock:
    """`time.monotonic` and `time.time`."""

    def monotonic(self) -> float:
        return time.monotonic()

    def time(self) -> float:
        return time.time()
