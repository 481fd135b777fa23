"""The players' names for the parts of the box and for the phones around it."""

from companion.message import Form, Value, Words, gettext, in_context, phrase


def part_word(part: str) -> Words:
    """Return the players' name for a part; an unknown part keeps its own name.

    >>> part_word("Second scanner")
    'Second scanner'
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
