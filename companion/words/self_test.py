"""The words of the self-test: what to look at, and what to do about a part that fails."""

from companion.inputs import PartName
from companion.message import Words, in_context, phrase
from companion.words.parts import part_word


def tested_part(part: PartName) -> Words:
    """Return the name of a part in the self-test.

    >>> tested_part("Network"), tested_part("Reader")
    ('Network', 'Scanner')
    """
    return phrase("Network") if part == "Network" else part_word(part)


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
        "Display": phrase("Switch off, and press it onto its pins."),
        "Lights": phrase("Switch off, and turn its plug round."),
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
