"""How a bust ends, in words, and what it or another end makes of each player."""

from typing import assert_never

from companion.rules.options import Bust
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.lengths import Said


def bust_words(bust: Bust) -> Said:
    """Return how a bust ends; the label and the sentence go on after "who busts".

    >>> bust_words("lose").label
    'loses the game'
    """
    match bust:
        case "out":
            return Said(
                pgettext("a bust", "out"),
                _("is out of the game"),
                _("is out; the total stays, and the last one in wins"),
            )
        case "lose":
            return Said(pgettext("a bust", "loses"), _("loses the game"), _("has lost, and the game is over"))
        case "chip, new hand":
            return Said(
                pgettext("a bust", "chip, deal"),
                _("pays a chip; new hand"),
                _("pays a chip; a new hand is dealt"),
            )
        case "chip, play on":
            return Said(
                pgettext("a bust", "chip, on"),
                _("pays a chip; play goes on"),
                _("pays a chip; total, pile and hands stay"),
            )
        case "chip, new pile":
            return Said(
                pgettext("a bust", "chip, pile"),
                _("pays a chip; new pile"),
                _("pays a chip; the pile goes, hands stay, the next player starts at 0"),
            )
        case _:
            assert_never(bust)


def bust_costs(bust: Bust, *, has_chips: bool = True) -> str:
    """Return what a bust costs its player: ``pays 1``; a player without chips is out.

    >>> bust_costs("chip, play on"), bust_costs("chip, play on", has_chips=False)
    ('pays 1', 'is out of the game')
    """
    match bust:
        case "out" | "lose":
            return bust_words(bust).label
        case _:
            return pays_one() if has_chips else bust_words("out").label


def pays_one() -> str:
    """Return that a player pays a chip."""
    return _("pays 1")
