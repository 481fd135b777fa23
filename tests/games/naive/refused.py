"""What a refusal is: a code and what the protocol says stands beside it."""

from typing import Any


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a failure
    """`faults` are all the fields (or house rules) at fault, of which a referee may name any."""

    def __init__(self, code: str, faults: set[str] | None = None, **beside: Any) -> None:
        super().__init__(code)
        self.code, self.beside, self.faults = code, beside, faults or set()
