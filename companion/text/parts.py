"""The parts of the box and the phones around it, as players call them."""

from companion.text.language import gettext as _
from companion.text.language import pgettext, untouched


def part_word(part: str) -> str:
    """Return what players call a part; the name itself for one that the box has not made.

    >>> part_word("Second reader")
    'Second reader'
    """
    return {
        "Display": pgettext("part", "Display"),
        "Second display": pgettext("part", "Second display"),
        "Reader": pgettext("part", "Reader"),
        "Second reader": pgettext("part", "Second reader"),
        "Buttons": pgettext("part", "Buttons"),
        "Lights": pgettext("part", "Lights"),
        "Sounder": pgettext("part", "Sounder"),
        "Pins": pgettext("part", "Pins"),
        "Backup": pgettext("part", "Backup"),
        "Phone page": pgettext("part", "Phone page"),
    }.get(part, part)


def noise_line(part: str) -> str:
    """Return that a scanner sends what is no card, again and again.

    >>> noise_line("Reader")
    'Reader sends noise'
    """
    return _("{part} sends noise").format(part=part_word(part))


def phone_word(name: str) -> str:
    """Return what players call a phone; a name that somebody has given it otherwise stays as it is.

    >>> phone_word("Phone 2"), phone_word("Cy's phone")
    ('Phone 2', "Cy's phone")
    """
    if name == "A phone":
        return _("A phone")
    if name.endswith("'s phone"):
        return untouched("{player}'s phone").format(player=name.removesuffix("'s phone"))
    phone, _space, number = name.partition(" ")
    return _("Phone {number}").format(number=number) if phone == "Phone" and number.isdecimal() else name
