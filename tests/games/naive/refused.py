"""A refusal: its code and the fields that the protocol adds to it."""

from typing import Any


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """A refused command. `faults` are all fields or house rules at fault; any may be named."""

    def __init__(self, code: str, faults: set[str] | None = None, **beside: Any) -> None:
        super().__init__(code)
        self.code, self.beside, self.faults = code, beside, faults or set()
