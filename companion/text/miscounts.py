"""Words what does not add up at a table, and whether a call was right."""

from typing import assert_never

from companion.message import Message, Name, Words, phrase
from companion.rules.miscount import Miscount


def miscount_sentence(miscount: Miscount) -> Message:
    """Return the sentence for players.

    >>> str(miscount_sentence(Miscount("chips", 16, 15)))
    'The chips do not add up: 16 of 15'
    """
    counted = {"counted": miscount.counted, "due": miscount.due}
    match miscount.what:
        case "cards":
            return phrase("The cards do not add up: {counted} of {due}", **counted)
        case "chips":
            return phrase("The chips do not add up: {counted} of {due}", **counted)
        case "tricks":
            return phrase("The tricks do not add up: {counted} of {due}", **counted)
        case "points":
            return phrase("The points do not add up: {counted} of {due}", **counted)
        case "points before":
            return phrase("The points do not add up: {counted} of {due} before", **counted)
        case "rules":
            return phrase("The game and its rules do not belong together")
        case _:
            assert_never(miscount.what)


def stopped_sentence() -> Message:
    """Return what to do while something does not add up."""
    return phrase("The game is stopped: take the last play back")


def called(player: str, total: Words) -> Message:
    """Return that a player called a total, or points.

    >>> called("Bo", "96")
    'Bo called 96'
    """
    return phrase("{name} called {total}", name=Name(player), total=total)


def verdict(called: int, actual: int) -> Words:
    """Return what a call comes to.

    >>> verdict(97, 97), verdict(96, 97)
    ('Right', 'It is 97')
    """
    return phrase("Right") if called == actual else phrase("It is {total}", total=actual)
