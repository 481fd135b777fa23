"""Decodes the body of a request as a struct."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from companion.config.schema_errors import wrong_fields
from companion.errors import CompanionError

Asked = TypeVar("Asked", bound=msgspec.Struct)


class BadRequestError(CompanionError):
    """A request that no page of this box sends; the message is one sentence."""


async def asked(request: Request, kind: type[Asked]) -> Asked:
    """Return the body, which the guard has checked to be a JSON object, as a `kind`.

    Raises:
        BadRequestError: it does not fit `kind`.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise BadRequestError(
            f"The box does not know what this page sent{_wrong(body, kind)}: load it again"
        ) from None


def _wrong(body: bytes, kind: type[msgspec.Struct]) -> str:
    said: dict[str, Any] = msgspec.json.decode(body)
    for path, reason in wrong_fields(said, kind):
        return f" ({': '.join((*path, reason))})"
    return ""
