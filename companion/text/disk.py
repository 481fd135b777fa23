"""Words what is wrong with the disk of the journal, and what to do about it."""

from companion.errors import DiskFault
from companion.message import Message, Name, Words, joined, phrase
from companion.rules.cards import Card
from companion.rules.family import State
from companion.text.cards import face
from companion.text.numbers import figure
from companion.text.turns import round_number
from companion.text.whose_move import points_of_all


def disk_words(fault: DiskFault) -> Message:
    """Return in a few words what is wrong with the disk, as on the page of what is missing.

    >>> str(disk_words("full"))
    'The disk is full'
    """
    return {
        "full": phrase("The disk is full"),
        "read-only": phrase("The disk is read-only"),
        "failing": phrase("The disk fails"),
        "gone": phrase("The journal is gone"),
    }[fault]


def disk_sentence(fault: DiskFault, card: Card | None = None) -> Message:
    """Return what is wrong with the disk, and what to do so that it takes the `card`,
    or what was refused.

    >>> str(disk_sentence("full", Card("7", "H")))
    'The disk is full: 7♥ does not count. Run sudo apt clean, then play 7♥ again'
    """
    first = {
        "full": phrase("Run sudo apt clean"),
        "read-only": phrase("Restart the box"),
        "failing": phrase("Restart the box"),
        "gone": phrase("Put it back and restart"),
    }[fault]
    what = disk_words(fault)
    if card is None:
        so = phrase("{fault}: nothing more counts", fault=what)
        cure = phrase("{first}, then try again", first=first)
    else:
        played = face(card)
        so = phrase("{fault}: {card} does not count", fault=what, card=played)
        cure = phrase("{first}, then play {card} again", first=first, card=played)
    return Message("{so}. {cure}", (("so", so), ("cure", cure)))


def slow_disk() -> tuple[Words, Words]:
    """Return what the players are told while a write takes long:
    what is slow, and what that means.
    """
    return phrase("The disk is slow"), phrase("wait: nothing counts yet")


def disk_notice(fault: DiskFault | None, *, waits: bool) -> Words:
    """Return what the phones say of the disk, for which the box may just `wait`;
    "" while all is well.

    >>> disk_notice(None, waits=True)
    'The disk is slow, wait: nothing counts yet'
    """
    if waits:
        return joined(", ", slow_disk())
    return "" if fault is None else disk_sentence(fault)


def what_stands(state: State) -> Words:
    """Return what players write down to go on without the box: the total and who is next.

    Without a total it is the round and everybody's points.
    """
    if state.total is None:
        return joined(": ", (round_number(state.deal_number), points_of_all(state)))
    next_one = state.name_of(state.lit) or state.deals_next
    return joined(", ", (figure(state.total), Name(next_one)))
