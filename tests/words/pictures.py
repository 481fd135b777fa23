"""The texts of a picture."""

from collections.abc import Iterator

import msgspec

from companion.message import Value, render


def texts(shown: object, *fields: str) -> Iterator[str]:
    """Yield every text of a picture, or only those of some of its fields, in order and with whole
    names.
    """
    match shown:
        case str():
            if shown:
                yield shown
        case Value():
            yield render(shown)
        case tuple():
            for one in shown:
                yield from texts(one)
        case msgspec.Struct():
            for field in fields or shown.__struct_fields__:
                if field not in {"table", "modules"}:
                    yield from texts(getattr(shown, field, ""))
