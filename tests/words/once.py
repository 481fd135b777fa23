"""Removal of duplicate lines."""

from collections.abc import Iterable, Iterator


class Once:
    """Lets each line pass the first time."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def __call__(self, line: str) -> Iterator[str]:
        if line not in self._seen:
            self._seen.add(line)
            yield line

    def each(self, lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            yield from self(line)
