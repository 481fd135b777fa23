"""Stand-in for the search: it explains a total by unread cards of the player to act."""

from companion.core.cards import Card
from companion.core.commands import Play, Repair
from companion.core.disagreement import Edit, Explanation, Observed
from companion.core.history import counting, repaired
from companion.dialogs.context import Scene
from companion.games import family_of

TENS = tuple(Card(rank) for rank in ("J", "Q"))


def explain(scene: Scene, seen: Observed) -> tuple[Explanation, ...]:
    """Explain the total by one unread card of the player to act, or by two equally likely ones."""
    rules, state = scene.game()
    total = state.total or 0
    by = (seen.total or 0) - total
    if seen.turn == state.turn or not 0 < by <= 10:
        return ()
    cards = TENS if by == 10 else (Card(str(by)),)
    play = Play(card=str(cards[0]))
    repair = Repair(0, (play,), "card-missed")
    made = repaired(family_of(rules), rules, scene.moments, repair)
    place, player = len(counting(scene.moments)), state.name_of(state.turn) or ""
    edit = Edit("card-missed", place, player, now=play, alike=cards)
    return (Explanation((edit,), repair, made.state, made.mended),)
