"""Words what is wrong with the disk of the journal, and what to do about it."""

from companion.errors import DiskFault
from companion.rules.cards import Card
from companion.rules.family import State
from companion.text.cards import face
from companion.text.language import gettext as _
from companion.text.named import Words, named
from companion.text.numbers import figure
from companion.text.turns import round_number
from companion.text.whose_move import points_of_all


def disk_words(fault: DiskFault) -> str:
    """Return in a few words what is wrong with the disk, as on the page of what is missing.

    >>> disk_words("full")
    'The disk is full'
    """
    return {
        "full": _("The disk is full"),
        "read-only": _("The disk is read-only"),
        "failing": _("The disk fails"),
        "gone": _("The journal is gone"),
    }[fault]


def disk_sentence(fault: DiskFault, card: Card | None = None) -> str:
    """Return what is wrong with the disk, and what to do so that it takes the `card`, or what was refused.

    >>> disk_sentence("full", Card("7", "H"))
    'The disk is full: 7♥ does not count. Run sudo apt clean, then play 7♥ again'
    """
    first = {
        "full": _("Run sudo apt clean"),
        "read-only": _("Restart the box"),
        "failing": _("Restart the box"),
        "gone": _("Put it back and restart"),
    }[fault]
    if card is None:
        so, then, played = _("{fault}: nothing more counts"), _("{first}, then try again"), ""
    else:
        so, then = _("{fault}: {card} does not count"), _("{first}, then play {card} again")
        played = face(card)
    return f"{so.format(fault=disk_words(fault), card=played)}. {then.format(first=first, card=played)}"


def slow_disk() -> tuple[str, str]:
    """Return what the players are told while a write takes long: what is slow, and what that means."""
    return _("The disk is slow"), _("wait: nothing counts yet")


def disk_notice(fault: DiskFault | None, *, waits: bool) -> str:
    """Return what the phones say of the disk, for which the box may just `wait`; "" while all is well.

    >>> disk_notice(None, waits=True)
    'The disk is slow, wait: nothing counts yet'
    """
    if waits:
        return ", ".join(slow_disk())
    return "" if fault is None else disk_sentence(fault)


def what_stands(state: State) -> Words:
    """Return what players write down to go on without the box: the total and who is next.

    Without a total it is the round and everybody's points.
    """
    if state.total is None:
        return f"{round_number(state.deal_number)}: {points_of_all(state)}"
    next_one = state.name_of(state.lit) or state.deals_next
    return named("{total}, {name}", next_one, total=figure(state.total))
