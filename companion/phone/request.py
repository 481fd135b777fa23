"""Reads the body of a request as the kind of struct that the request takes."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from companion.config.schema_errors import wrong_fields
from companion.errors import CompanionError

Asked = TypeVar("Asked", bound=msgspec.Struct)


class BadRequestError(CompanionError):
    """A request says what no page of this box sends, in one sentence."""


async def asked(request: Request, kind: type[Asked]) -> Asked:
    """The body, which the guard has found to be a JSON object.

    Raises:
        AskedError: it is another one than this request has.
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
