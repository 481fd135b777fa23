"""The system's clock; tests replace it with their own."""

import time


class SystemClock:
    """`time.monotonic` and `time.time`."""

    def monotonic(self) -> float:
        return time.monotonic()

    def time(self) -> float:
        return time.time()
