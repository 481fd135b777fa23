"""The chips of a game that ends early, kept for the one that begins in its place."""

from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import Set


def kept_chips(before: AddingState, rules: AddingRules, players: tuple[str, ...]) -> Set | None:
    """Return the command that gives `players` the chips and pot of `before`; None if they cannot keep them.

    A new game deals everybody the same chips. It must deal as many as there are in `before`, so that no chip
    appears or is lost. A player who was out stays out. A game that is over has left chips to one player only.
    """
    seated = {player.name: player for player in before.players if player.name in players}
    if before.phase == "game-over" or rules.chips is None or len(seated) < len(players):
        return None
    chips = {name: player.chips or 0 for name, player in seated.items()}
    if sum(chips.values()) + before.pot != rules.chips * len(players):
        return None
    changed = {name: count for name, count in chips.items() if count != rules.chips}
    out = {name: False for name, player in seated.items() if not player.still_in and not player.waits}
    return Set(chips=changed, still_in=out) if changed else None
