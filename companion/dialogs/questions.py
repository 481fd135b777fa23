"""Asks for what the rules need before they can judge a play: suit, value, player.

A question holds its command; the answer completes the command and submits it again.
"""

import msgspec

from companion.dialogs.context import Close, Dialog, Move, Reject, Scene, Submit
from companion.dialogs.disputes import DisputeDialog
from companion.dialogs.hints import FEW, preview, whose
from companion.dialogs.keys import around, dialled, turned
from companion.dialogs.suits import PickSuitDialog, place_of
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.adding.effects import Effect, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import Card, parse_card
from companion.rules.commands import Deal, New, Play, Step
from companion.rules.family import Rules
from companion.rules.refusals import (
    ChoiceNeeded,
    SuitNeeded,
    TargetNeeded,
)
from companion.rules.tricks.state import TrickState
from companion.screens.model import (
    ChoiceOption,
    ChoiceScreen,
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    Picture,
)
from companion.text.cards import face, rank_face
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import Named, Words
from companion.text.numbers import either

replace = msgspec.structs.replace
Command = New | Step


def question_for(scene: Scene, command: Command, refused: Illegal, back: Dialog | None) -> Dialog | None:
    """Return the question that a refusal asks for; None if the refusal is final."""
    match refused.refusal:
        case SuitNeeded(rank) if len(cards_of(command)) == 1:
            led = scene.state.led if isinstance(scene.state, TrickState) else None
            return PickSuitDialog(CommandSuitDialog(command, rank, back), rank, place_of(led))
        case TargetNeeded(names):
            return PickPlayerDialog(command, names, 0, back)
        case ChoiceNeeded(options):
            if len(options) <= FEW or options[-1] - options[0] != len(options) - 1:
                return PickValueDialog(command, options, len(options) - 1, back)
            state = scene.state
            total = state.total if isinstance(state, AddingState) and isinstance(command, Play) else 0
            start = min(max(total, options[0]), options[-1])
            return DialValueDialog(command, options[0], options[-1], start, back)
    return None


def pending(dialog: Dialog | None) -> Command | None:
    """Return the command that a question would complete; None for any other dialog."""
    match dialog:
        case PickValueDialog(command) | DialValueDialog(command) | PickPlayerDialog(command):
            return command
        case PickSuitDialog(CommandSuitDialog(command)):
            return command
        case DisputeDialog(standing=standing):
            return replace(standing, accept_revoke=False, only_suit=False)
    return None


def cards_of(command: Command) -> tuple[str, ...]:
    """Return the cards that a command plays or shows."""
    if isinstance(command, Play):
        return command.all_cards
    if isinstance(command, New | Deal) and isinstance(command.up_card, str):
        return (command.up_card,)
    return ()


def with_value(command: Command, value: int) -> Command:
    """Return the command with its value."""
    if isinstance(command, Play):
        return replace(command, value=value)
    return replace(command, up_value=value) if isinstance(command, New | Deal) else command


def with_target(command: Command, name: str) -> Command:
    """Return the command with its named player."""
    if isinstance(command, Play):
        return replace(command, target=name)
    return replace(command, up_target=name) if isinstance(command, New | Deal) else command


def with_card(command: Command, card: str) -> Command:
    """Return the command with its one card specified further."""
    if isinstance(command, New | Deal):
        return replace(command, up_card=card)
    return replace(command, card=card) if isinstance(command, Play) else command


def _counts_as(command: Command) -> str:
    first = _first_card(command)
    if len(cards_of(command)) == 1:
        return asks("{card} counts as?").format(card=face(first))
    return asks("Each {rank} counts as?").format(rank=rank_face(first.rank))


def _sets_the_total(command: Command) -> str:
    first = _first_card(command)
    if len(cards_of(command)) == 1:
        return _("{card} sets the total").format(card=face(first))
    return _("Each {rank} sets the total").format(rank=rank_face(first.rank))


def _first_which(command: Command, values: str) -> str:
    first = _first_card(command)
    if len(cards_of(command)) == 1:
        return asks("First: {card} {values}?").format(card=face(first), values=values)
    return asks("First: each {rank} {values}?").format(rank=rank_face(first.rank), values=values)


def _first_card(command: Command) -> Card:
    return parse_card(cards_of(command)[0].partition("#")[0])


def _effect(scene: Scene, command: Command) -> Effect | None:
    rules = scene.rules_of(command)
    return rules.effect(rules.pack.named(_first_card(command))) if isinstance(rules, AddingRules) else None


class CommandSuitDialog(msgspec.Struct, frozen=True):
    """A command whose card still lacks its suit."""

    command: Command
    rank: str
    back: Dialog | None = None

    def suited(self, scene: Scene, card: str) -> Move:
        return Submit(with_card(self.command, card), self.back)

    def unsuited(self) -> Move:
        return self.back or Close()

    def card(self, scene: Scene, card: str) -> Move:
        why = asks("First: which {rank}?").format(rank=rank_face(self.rank))
        return Reject(why, PickSuitDialog(self, self.rank))

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return whose(scene, self.command), preview(scene, with_card(self.command, card))

    def suit_rules(self, scene: Scene) -> Rules | None:
        return scene.rules_of(self.command)

    def table(self, scene: Scene) -> tuple[str, ...]:
        return scene.seated(self.command)


class PickValueDialog(msgspec.Struct, frozen=True):
    """Chooses one of some values; each shows its resulting total."""

    command: Command
    options: tuple[int, ...]
    chosen: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        title, player = _counts_as(self.command), whose(scene, self.command)
        table = scene.seated(self.command)
        options = tuple((self._label(option), self._makes(scene, option)) for option in self.options)
        if len(options) > FEW:
            rows = tuple(ListEntry(label, value=makes) for label, makes in options)
            return ListScreen(title, player, rows, self.chosen, table)
        value = self._label(self.options[self.chosen])
        ok = KeyHint("OK", pgettext("key", "play {value}").format(value=value))
        no = KeyHint("UNDO", pgettext("key", "no"))
        cells = tuple(ChoiceOption(label, makes) for label, makes in options)
        return ChoiceScreen(title, player, cells, self.chosen, table, ok, no)

    def _label(self, option: int) -> str:
        return f"{option:+d}" if min(self.options) < 0 else str(option)

    def _makes(self, scene: Scene, option: int) -> str:
        return preview(scene, with_value(self.command, option))

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return Submit(with_value(self.command, self.options[self.chosen]), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        answers = either([self._label(option) for option in self.options])
        return Reject(_first_which(self.command, answers), self)


class DialValueDialog(msgspec.Struct, frozen=True):
    """Dials any number in a range, for a black ace of One Hundred. Starts at the total."""

    command: Command
    low: int
    high: int
    value: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        ok = KeyHint("OK", pgettext("key", "set {value}").format(value=self.value))
        more = KeyHint("", pgettext("key", "hold: by 10"))
        title = _sets_the_total(self.command) if self._sets(scene) else _counts_as(self.command)
        table, player = scene.seated(self.command), whose(scene, self.command)
        return DialScreen(title, player, self.value, self.low, self.high, True, table, ok, more)

    def _sets(self, scene: Scene) -> bool:
        effect = _effect(scene, self.command)
        return effect is not None and isinstance(effect.change, SetWithin)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, self.low, self.high))
            case "OK":
                return Submit(with_value(self.command, self.value), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        values = _("{low} to {high}").format(low=self.low, high=self.high)
        return Reject(_first_which(self.command, values), self)


class PickPlayerDialog(msgspec.Struct, frozen=True):
    """Chooses the player that a card names, from a list of the possible ones."""

    command: Command
    options: tuple[str, ...]
    chosen: int = 0
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        rows = tuple(ListEntry(Named(option)) for option in self.options)
        title = asks("Knock out whom?") if self._knocks_out(scene) else asks("Who plays next?")
        table = scene.seated(self.command)
        return ListScreen(title, face(_first_card(self.command)), rows, self.chosen, table)

    def _knocks_out(self, scene: Scene) -> bool:
        effect = _effect(scene, self.command)
        return effect is not None and effect.knock_out

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return Submit(with_target(self.command, self.options[self.chosen]), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: {players}?").format(players=either(self.options)), self)
