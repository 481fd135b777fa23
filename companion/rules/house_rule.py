"""Checks one house rule of either family of games."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.config.schema_errors import shown, validate
from companion.errors import Illegal
from companion.message import at_location, phrase
from companion.rules.convert import convert
from companion.rules.refusals import BadHouseRule


def house_rule(known: Mapping[str, Any], name: str, value: object) -> Any:
    """Return the `value` of the house rule `name` as the type in `known`.

    Raises:
        Illegal: ``bad-house-rule``: there is no such rule, or it cannot be that.
    """
    if name not in known:
        raise Illegal(BadHouseRule(name, "unknown", tuple(known)))
    try:
        return convert(value, known[name])
    except msgspec.ValidationError:
        for path, why in validate(value, known[name]):
            raise Illegal(BadHouseRule(name, at_location(path, why))) from None
        # Only the keys of `exact` fail like this; other rules have the reason in the mistake.
        wrong = phrase(
            "{value} is not possible, the totals are whole numbers in quotes", value=shown(value)
        )
        raise Illegal(BadHouseRule(name, wrong)) from None
