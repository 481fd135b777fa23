"""The expected game according to the rules: after each command its state, picture, lights and
journal.
"""

import json
from pathlib import Path

from companion.core.cards import JOKER, Card
from companion.core.commands import New, Play, Repair, Step, Undo, as_json
from companion.core.events import Event
from companion.core.family import HistoryEntry
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.screens import hand_over_picture, play_picture
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.games.tricks.screens import points_picture, trick_picture
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.labels.codec import write_label
from companion.message import render
from companion.outputs import Lights
from companion.screens.lights import lights_of
from companion.screens.model import Picture
from companion.screens.table_pictures import result_pictures
from companion.table.reader import read_only
from companion.table.recorded import command_with
from companion.table.replay import command_of, digest, resume
from companion.variants.reading import write_variant
from companion.words.refusals import sentence
from companion.words.result import result_of
from tests.drivers.game import GameDriver, RefereeDriver, as_read
from tests.table.tables import VARIANTS


def sticker(card: str) -> Card:
    """Return the sticker of a card of the first deck: "8C", "10H"; the jokers are
    "JK1" and "JK2".
    """
    if card.startswith(JOKER):
        return Card(JOKER, None, 1, int(card.removeprefix(JOKER)))
    return Card(card[:-1], card[-1], 1)


def label(card: str) -> str:
    """Return the text of a card's sticker."""
    return write_label(sticker(card))


def played(*cards: str) -> Play:
    """Return the play of scanned cards; several are a set."""
    read = [sticker(card) for card in cards]
    said = tuple(one.sticker for one in read)
    return Play(card=said[0]) if len(said) == 1 else Play(cards=said)


class Expected(GameDriver):
    """A game of either family as the rules have it, parallel to the game at the box.

    Attributes:
        kept: the commands that the journal must hold, each with the digest of the state it led to.
        announced: the temporary page after the last command, or None.

    Args:
        variant: the variant as the journal has it, if another version of the program wrote it.
    """

    def __init__(self, new: New, variant: str | None = None) -> None:
        super().__init__(stickers=True)
        self.kept: list[tuple[str, bytes]] = []
        self.announced: Picture | None = None
        self._referee = RefereeDriver()
        self._variant = variant
        self.obey(new)

    @property
    def commands(self) -> int:
        """The number of remaining commands, including the one that started the game."""
        return len(self.game.moments)

    @property
    def moments(self) -> tuple[HistoryEntry, ...]:
        """The remaining moments, from the first deal to now."""
        return tuple(self.game.moments)

    def _obey(self, command: New | Step | Repair | Undo, origin: str | None) -> tuple[Event, ...]:
        before = None if isinstance(command, New) else self.state
        events = super()._obey(command, origin)
        self.announced = family_of(self.state).announcement(self.rules, before, self.state, events)
        text, variant = as_json(command), None
        if isinstance(command, New):
            variant = self._variant or write_variant(VARIANTS[command.variant])
        self.kept.append((text, digest(text, variant, self.state)))
        reply = self._asked(command)
        assert reply["ok"], reply
        assert reply["state"] == as_read(family_of(self.rules).public_state(self.rules, self.state))
        return events

    def refusal(self, command: Step) -> str | None:
        """Return the sentence with which the rules refuse a command, or None if they accept it."""
        try:
            self.game.decide(command)
        except Illegal as refused:
            return render(sentence(refused))
        return None

    def result(self, tally: tuple[tuple[str, int], ...] = ()) -> tuple[Picture, ...]:
        """Return the pictures when the game is over: the winner, and the page one key away."""
        return result_pictures(self.state, result_of(self.rules, self.game.moments, tally))

    def picture(self, *, missing: bool = False, tally: tuple[tuple[str, int], ...] = ()) -> Picture:
        """Return the picture while nothing is asked or announced; `tally` when the game is over."""
        if self.state.phase == "game-over":
            return self.result(tally)[0]
        match self.rules, self.state:
            case AddingRules() as rules, AddingState(phase="hand-over") as state:
                return hand_over_picture(rules, state, self.game.moments[-1].events)
            case AddingRules() as rules, AddingState() as state:
                return play_picture(rules, state, missing=missing)
            case TrickRules() as rules, TrickState(phase="round-over") as state:
                return points_picture(rules, state)
            case TrickRules() as rules, TrickState() as state:
                return trick_picture(rules, state, missing=missing)
        raise AssertionError("the game and its rules are of two families")

    def lights(self, verdict: str = "") -> Lights:
        """Return the lights right after a verdict, or some time later."""
        return lights_of(self.state, verdict)

    def _asked(self, command: New | Step | Repair | Undo) -> dict[str, object]:
        """Return the line protocol's reply, which does not distinguish the jokers."""
        line = json.loads(as_json(command))
        if isinstance(command, Play):
            plain = [card.partition("#")[0] for card in command.all_cards]
            line |= {"card": plain[0]} if len(plain) == 1 else {"cards": plain}
        return self._referee.send(line)


class Follower:
    """A player of a game elsewhere who derives the effect of each command from the rules."""

    _expected: Expected | None = None

    @property
    def expected(self) -> Expected:
        """The current game as the rules have it."""
        assert self._expected is not None
        return self._expected

    def obeys(self, command: Step | Undo) -> None:
        """Apply a command that the rules accept, before it is given to the box."""
        self.expected.obey(command)


def written(journal: Path, game: int = 1) -> list[tuple[str, bytes]]:
    """Return the commands of a game in a journal that may be in use, each with its digest, under
    the players' names.

    The digests of the journal, which are computed over ids, must agree.
    """
    reader, history = read_only(journal), GameHistory({}, stickers=True)
    kept = []
    for entry in reader.record(game).entries if reader.path_of(game) else ():
        history = resume(history, entry)
        assert history.state is not None
        names = reader.people.names(player.name for player in history.state.players)
        text = as_json(command_with(command_of(entry), names))
        kept.append((text, digest(text, entry.variant, history.state.renamed(names))))
    return kept
