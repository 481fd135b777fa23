"""A trick game that a test plays in few words: cards as one says them, people by their names."""

import pytest

from companion.errors import Illegal
from companion.rules.commands import Claim, Deal, Judged, New, Play, Score, Step, Undo
from companion.rules.events import Event
from companion.rules.game import GameHistory
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.variants import load_variants

SHELF = load_variants().variants
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SPAGHETTI = "arizona-spaghetti"
SLOBBERHANNES = "slobberhannes"
POLIGNAC = "polignac"

SUM = {1: 130, 2: 130, 3: 100, 4: 100, 5: 100, 6: 560}
"""What the rounds of Arizona Spaghetti bring with four players."""

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ONE_SUIT_EACH = " ".join(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
"""A whole round for four: the leader holds all clubs and takes all, the others diamonds, hearts, spades."""


class TrickGame:
    """One game; Ann leads the first trick, since the last player deals."""

    def __init__(
        self, variant: str = SPAGHETTI, players: int = 4, *, revoke_penalty: int | None = None
    ) -> None:
        house = {} if revoke_penalty is None else {"revoke_penalty": revoke_penalty}
        self.game = GameHistory(SHELF)
        self.names = NAMES[:players]
        self.begun = self.obey(New(variant=variant, players=self.names, house=house))

    def obey(self, command: New | Step | Undo) -> tuple[Event, ...]:
        return self.game.obey(command)

    def refused(self, command: New | Step | Undo | Claim) -> Illegal:
        """Why the command is refused; the state is what it was."""
        before = self.state
        with pytest.raises(Illegal) as illegal:
            _ = self.game.judge(command) if isinstance(command, Claim) else self.game.obey(command)
        assert self.state is before
        return illegal.value

    def play(self, cards: str) -> tuple[Event, ...]:
        """The cards one after the other: all that they make happen."""
        return tuple(event for card in cards.split() for event in self.obey(Play(card=card)))

    def only(self, card: str) -> tuple[Event, ...]:
        """A restricted lead by somebody who says to hold nothing else."""
        return self.obey(Play(card=card, only_suit=True))

    def let_stand(self, card: str) -> tuple[Event, ...]:
        """A revoke that the table accepts."""
        return self.obey(Play(card=card, accept_revoke=True))

    def score(self, **points: int) -> tuple[Event, ...]:
        return self.obey(Score(points=points))

    def deal(self) -> tuple[Event, ...]:
        return self.obey(Deal())

    def undo(self, count: int = 1) -> None:
        self.obey(Undo(count))

    def claim(self, player: str, points: int) -> Judged:
        return self.game.judge(Claim(player=player, points=points))

    def to_round(self, number: int) -> "TrickGame":
        """On to that round of Arizona Spaghetti for four, with Ann taking all that costs before it."""
        while self.state.round < number:
            self.score(Ann=SUM[self.state.round])
            self.deal()
        return self

    @property
    def rules(self) -> TrickRules:
        assert isinstance(self.game.rules, TrickRules)
        return self.game.rules

    @property
    def state(self) -> TrickState:
        assert isinstance(self.game.state, TrickState)
        return self.game.state

    @property
    def turn(self) -> str | None:
        return self.state.name_of(self.state.turn)

    @property
    def points(self) -> dict[str, int]:
        return {player.name: player.points for player in self.state.players}

    @property
    def round_points(self) -> dict[str, int]:
        """Those of this round, who has none left out."""
        return {player.name: player.round_points for player in self.state.players if player.round_points}

    @property
    def tricks(self) -> dict[str, int]:
        """Who has taken how many, who has none left out."""
        return {player.name: player.tricks for player in self.state.players if player.tricks}

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.state.players[seat].name for seat in self.state.winners)
