"""The players' names for the parts of the box and the phones around it, and the words of the
self-test.
"""

from companion.inputs import PartName
from companion.message import Form, Value, Words, gettext, in_context, phrase


def part_word(part: str) -> Words:
    """Return the players' name for a part; an unknown part keeps its own name.

    >>> part_word("Network"), part_word("Reader"), part_word("Second scanner")
    ('Network', 'Scanner', 'Second scanner')
    """
    return {
        "Display": in_context("part", "Display"),
        "Second display": in_context("part", "Second display"),
        "Reader": in_context("part", "Scanner"),
        "Second reader": in_context("part", "Second scanner"),
        "Buttons": in_context("part", "Buttons"),
        "Lights": in_context("part", "Lights"),
        "Sounder": in_context("part", "Buzzer"),
        "Speaker": in_context("part", "Speaker"),
        "Pins": in_context("part", "Pins"),
        "Backup": in_context("part", "Backup"),
        "Phone page": in_context("part", "Phone page"),
        "Network": phrase("Network"),
    }.get(part, part)


def noise_line(part: str) -> Words:
    """Return the line announcing that a scanner keeps sending codes that are not cards.

    >>> noise_line("Reader")
    'Scanner sends noise'
    """
    return phrase("{part} sends noise", part=part_word(part))


def phone_word(name: str) -> Words:
    """Return the players' name for a phone; a name given by a player is unchanged.

    >>> phone_word("Phone 2"), phone_word("Cy's phone")
    ('Phone 2', "Cy's phone")
    """
    if name == "A phone":
        return phrase("A phone")
    if name.endswith("'s phone"):
        return _PhoneOf(name.removesuffix("'s phone"))
    phone, _space, number = name.partition(" ")
    return (
        phrase("Phone {number}", number=number) if phone == "Phone" and number.isdecimal() else name
    )


class _PhoneOf(Value):
    """A phone named after its owner; in English it keeps the apostrophe it has in the journal."""

    __slots__ = ("player",)

    def __init__(self, player: str) -> None:
        self.player = player

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        return gettext("{player}'s phone").format(player=self.player)


def light_word(place: int) -> Words:
    """Return the name of a light: 0 to 7 are the seats, then the directions and the verdicts.

    >>> light_word(0), light_word(11)
    ('seat 1', 'refused, red')
    """
    others = (
        in_context("light", "clockwise"),
        in_context("light", "counterclockwise"),
        in_context("light", "accepted, green"),
        in_context("light", "refused, red"),
    )
    return others[place - 8] if place >= 8 else phrase("seat {n:d}", n=place + 1)


def advice(part: PartName) -> Words:
    """Return what to do about a part that fails."""
    return {
        "Display": phrase(
            "Dark: switch off, and press it onto its pins. Upside down or torn: change rotate or "
            "controller below [display] in companion.toml."
        ),
        "Lights": phrase(
            "Switch off. One stays dark: turn its plug round. Another one is lit: swap the two."
        ),
        "Reader": phrase(
            "Is its lamp on? Plug it in again. It must read Data Matrix and end with Enter."
        ),
        "Network": phrase("Choose Network in the menu, or write the card again with your Wi-Fi."),
    }.get(part, phrase("Switch off, and check its plug."))


def lost_advice(part: PartName) -> Words:
    """Return what to do about a part that does not answer."""
    return (
        advice(part) if part == "Reader" else phrase("Not answering. Switch off, check its plug.")
    )
