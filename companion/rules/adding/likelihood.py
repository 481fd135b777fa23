"""How likely each thing is that may go wrong between a table and a box in an adding game.

These numbers are assumptions. They begin with the rates of docs/disagree.md, by which `make disagree` lets
things go wrong, and were tuned on the training seeds of that simulation. None was counted at a real table.
"""

from collections.abc import Mapping
from typing import Final

from companion.rules.causes import Cause

WEIGHTS: Final[Mapping[Cause, float]] = {
    "card-missed": 0.5,
    "other-choice": 0.24,
    "card-twice": 0.06,
    "other-card": 0.042,
    "set": 0.07,
    "order": 0.25,
    "bust-missed": 0.4,
    "bust-twice": 0.02,
    "by-hand": 0.0,
}
"""How likely each cause is at a place where it may have been one.

That is its rate of all that goes wrong, and more for a cause that is possible at few places, or mostly
without consequence: a bust is rare, few cards have a choice, and most plays may change places.
"""

BUST_MISSED: Final[Mapping[str, float]] = {"out": 2.0, "chip, play on": 3.0}
"""How many times likelier a bust was missed in a game that goes on with the same cards after it.

Who busts there, and is missed, lets the next player play; so does a card that changes nothing.
"""

SLIP: Final = 0.08
"""How often the players have slipped: their total is wrong, and the box is right."""

TOTAL_UNHEARD: Final = 0.2
"""How often a wrong total that the box shows after a play passes without a word."""

LIGHT_UNSEEN: Final = 0.5
"""How often a wrong light at the seats does."""

ONE_VALUE: Final = 0.02
"""How likely one value is, where a card sets the total to any number."""

TWICE_ALIKE: Final = 6.0
"""How many times likelier an entry is one too many if the same card was entered just before or after it."""

CHOICE_KEPT: Final = 0.8
"""How likely a later choice is the one that the box took; the other ones share the rest."""

SET_AS_ONE: Final = 0.5
SET_AS_TWO: Final = 4.0
ONE_AS_SET: Final = 2.0
"""How many times likelier than anywhere a wrong set is where a card, two alike, or a set was entered."""

SET_PLAYED: Final = 0.15
"""How often somebody plays a set, of all plays in a game that allows it."""

SLIPS: Final[Mapping[int, float]] = {1: 0.16, 2: 0.11, 10: 0.16}
"""How likely the players are out by so many up, or by so many down; any other number is `SLIP_BY_ANOTHER`."""

SLIP_BY_ANOTHER: Final = 0.004

BUST_ANYWAY: Final = 0.001
"""How likely a player busts who could play: mostly somebody who does not see it."""

TWO_THINGS: Final = 0.05
"""How much less likely it is that a second thing has gone wrong besides one."""
