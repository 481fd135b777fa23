"""A tournament of bots in every game.

Run it with `python -m tests.simulation.bots.tournament --games 100000`. It ends at the first
command that the rules refuse. The report gives, for each game, how often each level won in relation
to its seats, and the length of the games.
"""

import argparse
import sys
import time
from collections import Counter
from typing import Any

from companion.games.points.variant import PointsVariant
from companion.simulation.bots import Level
from tests.simulation.bots.table import PLAYERS, VARIANTS, BotTable, losers_of

CARD_GAMES = [name for name, variant in VARIANTS.items() if not isinstance(variant, PointsVariant)]
LEVELS: tuple[Level, ...] = ("easy", "fair", "sharp")


def mixed(variant: str, number: int, **house: Any) -> BotTable:
    """Return a table of a size that the game allows, with the levels in turn."""
    fewest, most = VARIANTS[variant].players
    sizes = range(fewest, min(most or 8, len(PLAYERS)) + 1)
    levels = [LEVELS[(number + seat) % 3] for seat in range(sizes[number % len(sizes)])]
    return BotTable(variant, levels, f"{variant} {number}", **house)


def main(games: int) -> None:
    each = -(-games // len(CARD_GAMES))
    began = time.monotonic()
    for variant in CARD_GAMES:
        sat: Counter[Level] = Counter()
        won: Counter[Level] = Counter()
        commands = endless = 0
        for number in range(each):
            table = mixed(variant, number).played()
            losers = losers_of(table.state)
            commands += len(table.game.moments)
            endless += table.state.phase != "game-over"
            for seat, level in enumerate(table.levels):
                sat[level] += 1
                won[level] += seat not in losers
        shares = ", ".join(f"{level} {100 * won[level] / sat[level]:.0f} %" for level in LEVELS)
        said = (
            f"{variant}: {each} games of {commands / each:.0f} commands; won {shares}; "
            f"{endless} left"
        )
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
    sys.stdout.write(
        f"{each * len(CARD_GAMES)} games, {time.monotonic() - began:.0f} s, nothing refused\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    main(parser.parse_args().games)
