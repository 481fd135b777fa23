"""The parts of the box, as players call them."""

from companion.text.language import pgettext


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
        "Phone page": pgettext("part", "Phone page"),
    }.get(part, part)
