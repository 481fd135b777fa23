"""Checks of names that come from a phone: of players, and of phones."""

import unicodedata
from collections.abc import Collection

from msgspec import UNSET
from msgspec.structs import replace

from companion.box.requests import DrawDealer, TableCommand
from companion.config.names import is_visible, look_alike, visible
from companion.config.sections import MAX_NAME_LENGTH
from companion.core.commands import Join, New, Repair, Step
from companion.message import phrase
from companion.phone.request import RequestError
from companion.table.recorded import Rename


def plain(name: str) -> str:
    """Return the visible part of `name`, cut to the maximum length."""
    return visible(name)[:MAX_NAME_LENGTH].strip()


def phone_of(player: str) -> str:
    """Return the name of a player's phone for the file and the journal.

    `companion.words.parts` puts it into words.
    """
    return f"{player[:MAX_NAME_LENGTH]}'s phone"


def with_plain_names(order: TableCommand, known: Collection[str]) -> TableCommand:
    """Return the order with the new names in it composed (NFC) and stripped.

    Names `known` at the table are unchanged, and so is the player that an order is about, except
    one who joins: the rules know that name or refuse it.

    Raises:
        RequestError: a new name is too long, has invisible characters, or looks like another name.
    """
    match order:
        case Repair(steps=steps):
            return replace(order, steps=tuple(_of_a_step(step, known) for step in steps))
        case New(players=players, dealer=dealer, up_target=target):
            return replace(
                order,
                players=tuple(plain_name(name, known, players) for name in players),
                dealer=plain_name(dealer, known) if isinstance(dealer, str) else UNSET,
                up_target=plain_name(target, known) if isinstance(target, str) else UNSET,
            )
        case DrawDealer(players=players):
            return DrawDealer(tuple(plain_name(name, known, players) for name in players))
        case Rename(player=player, name=name):
            return replace(
                order, name=plain_name(name, [other for other in known if other != player])
            )
        case Join():
            return _of_a_step(order, known)
        case _:
            return order


def _of_a_step(step: Step, known: Collection[str]) -> Step:
    return replace(step, player=plain_name(step.player, known)) if isinstance(step, Join) else step


def plain_name(name: str, known: Collection[str], beside: Collection[str] = ()) -> str:
    """Return a new name composed (NFC) and stripped; `beside` are the order's other new names.

    Raises:
        RequestError: as with `with_plain_names`.
    """
    if name in known:
        return name
    name = unicodedata.normalize("NFC", name).strip()
    if len(name) > MAX_NAME_LENGTH:
        raise RequestError(phrase("A name has at most {n} letters.", n=MAX_NAME_LENGTH))
    if not is_visible(name):
        raise RequestError(phrase("Use visible characters only."))
    other = look_alike(name, (*known, *beside))
    if other is not None:
        raise RequestError(
            phrase("{name} looks like {other}: spell it differently.", name=name, other=other)
        )
    return name
