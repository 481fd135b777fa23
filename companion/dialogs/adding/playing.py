"""The dialogs of a hand in progress: the play picture, the choice of a rank by key,
the check of a call.
"""

from msgspec.structs import replace

from companion.dialogs.adding.busting import AskBustDialog
from companion.dialogs.adding.ranks import ranks_of
from companion.dialogs.adding.sets import GatherSetDialog, start_set
from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Choice, Dial, PlayDialog, WidgetDialog, check_keys
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, in_context, phrase
from companion.rules.adding.effects import changed, offers
from companion.rules.adding.evaluate import effects_of, playable
from companion.rules.cards import SUITS, Card
from companion.rules.commands import Claim, Play, Repair
from companion.rules.questions import asks_for_more
from companion.rules.refusals import NothingToClaim, SetsNotAllowed, SuitNeeded
from companion.screens.adding.pictures import play_picture, unsaved_over
from companion.screens.model import DialScreen, KeyHint, Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.cards import rank_face
from companion.text.numbers import figure

FIRST_RANK = 6
"""The ring of ranks opens at the seven, from which all ranks are near."""


class PlayingDialog(PlayDialog, frozen=True):
    """The play picture. LEFT and RIGHT pick a rank, OK checks a call, MORE begins a set."""

    def picture(self, scene: Scene) -> Picture:
        picture = play_picture(
            *adding_game(scene),
            missing=scene.warns,
            mended=isinstance(scene.moments[-1].command, Repair),
        )
        return unsaved_over(picture, scene.unsaved) if scene.unsaved else picture

    def key(self, scene: Scene, key: Key) -> Move:
        rules = adding_game(scene)[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseRankDialog.start(scene)
            case "OK":
                return CallDialog.start(scene)
            case "MORE" if rules.sets:
                return GatherSetDialog()
            case "MORE":
                return Reject(Illegal(SetsNotAllowed()), headline=phrase("No set"))
            case "BUST":
                return AskBustDialog()
            case "UNDO":
                return ask_take_back(scene)
        return self


class ChooseRankDialog(PlayDialog, WidgetDialog, frozen=True):
    """Chooses the rank of the card to play from the ring of `ranks`;
    asks for its suit where it matters.

    While every rank can be played the ring has their order. Otherwise those likeliest to be played
    come first, and the last `refused` ones cannot be played.
    """

    ranks: tuple[str, ...]
    refused: int
    chosen: int

    @classmethod
    def start(cls, scene: Scene) -> "ChooseRankDialog":
        """Return the ring for the player to act."""
        rules = adding_game(scene)[0]
        ranks = ranks_of(rules)
        refused = [rank for rank in ranks if not _can_be_played(scene, rank)]
        if not refused or len(refused) == len(ranks):
            return cls(ranks, 0, FIRST_RANK)
        first = [rank for rank in reversed(ranks) if rank not in refused]
        first.sort(key=lambda rank: _kept_for(scene, rank))
        return cls((*first, *refused), len(refused), 0)

    def widget(self, scene: Scene) -> Choice:
        rules, state = adding_game(scene)
        rank, play = self.ranks[self.chosen], Play(card=self.ranks[self.chosen])
        no, more = (
            KeyHint("UNDO", in_context("key", "no")),
            KeyHint("MORE", in_context("key", "set")),
        )
        screen = RankScreen(
            title=phrase("{name} plays", name=Name(state.players[state.turn or 0].name)),
            whose=figure(state.total),
            ranks=tuple(map(rank_face, self.ranks)),
            chosen=self.chosen,
            table=names_of(state),
            ok=KeyHint("OK", makes(scene, play)),
            other=more if rules.sets else no,
            refused=self.refused,
        )
        begun = start_set(scene, ranks_of(rules).index(rank)) if rules.sets else None
        return Choice(screen=screen, ok=Submit(play, self), more=begun, bust=AskBustDialog())


def _can_be_played(scene: Scene, rank: str) -> bool:
    refused = scene.trial(Play(card=rank))
    if refused is not None and isinstance(refused.refusal, SuitNeeded):
        return any(_is_playable(scene.trial(Play(card=rank + suit))) for suit in SUITS)
    return _is_playable(refused)


def _is_playable(refused: Illegal | None) -> bool:
    return refused is None or asks_for_more(refused.refusal)


def _kept_for(scene: Scene, rank: str) -> tuple[bool, int]:
    """Return the sort key of a rank by how long players keep its cards, longest first.

    When cards begin to be refused, players hold those that can be played even at the target; of the
    others they keep longest those that add least.
    """
    rules, state = adding_game(scene)
    cards = [Card(rank, suit) for suit in (None, *SUITS) if (rank, suit) in rules.effects]
    at_target = replace(state, total=rules.target)
    if any(playable(rules, at_target, state.turn or 0, card) for card in cards):
        return False, 0
    changes = [effect.change for effect in effects_of(rules, cards)]
    return True, min(
        changed(state.total, change, value) for change in changes for value in offers(change)
    )


LOWEST, HIGHEST = -999, 999
"""The range of a call (docs/box.md, "The six buttons")."""


class CallDialog(WidgetDialog, frozen=True):
    """Dials the called total. Starts empty; the first key shows the last call dialed,
    never the answer.
    """

    value: int | None = None

    @classmethod
    def start(cls, scene: Scene) -> Move:
        """Return the dial, or a refusal if there is nothing to check."""
        state = adding_game(scene)[1]
        if state.call is None:
            return Reject(Illegal(NothingToClaim()), headline=phrase("No call"))
        return cls()

    def widget(self, scene: Scene) -> Dial:
        state = adding_game(scene)[1]
        name = state.players[state.call.seat if state.call else 0].name
        keys = check_keys(self.value, in_context("key", "no"))
        title, table = phrase("{name} called", name=Name(name)), names_of(state)
        return Dial(
            screen=DialScreen(title, "", self.value, LOWEST, HIGHEST, False, table, *keys),
            ok=Close() if self.value is None else Claim(total=self.value),
            start=scene.last_called,
            first=phrase("First: which total was called?"),
        )
