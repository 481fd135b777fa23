"""What the rules must still be told before they can judge a play: suit, value, player.

A question holds the command it is about; the answer completes the command and tries again.
"""

import msgspec

from companion.dialogs.keys import around, dialled, turned
from companion.dialogs.scene import Attempt, Close, Dialog, Move, Refuse, Scene
from companion.dialogs.suits import PickSuit
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.cards import parse_card
from companion.rules.commands import Deal, New, Play, Step
from companion.rules.effects import SetWithin
from companion.rules.sentences import names
from companion.screens.pictures import Choose, Dial, Entry, KeyHint, Listing, Named, Option, Picture, Words
from companion.screens.table_pictures import names_of

FEW = 4
"""So many answers stand side by side; more are dialled."""

replace = msgspec.structs.replace
Command = New | Step


def question_for(scene: Scene, command: Command, refused: Illegal, back: Dialog | None) -> Dialog | None:
    """The question that a refusal asks; None when it is a refusal and nothing else."""
    if refused.code == "suit-needed":
        rank = str(refused.facts["card"])
        return PickSuit(SuitOfCommand(command, rank, back), rank)
    if refused.code == "target-needed":
        return PickPlayer(command, tuple(_texts(refused.facts["options"])), 0, back)
    if refused.code == "choice-needed":
        options = tuple(_numbers(refused.facts["options"]))
        if len(options) <= FEW:
            return PickValue(command, options, len(options) - 1, back)
        total = scene.state.total if scene.state is not None and isinstance(command, Play) else 0
        start = min(max(total, options[0]), options[-1])
        return DialValue(command, options[0], options[-1], start, back)
    return None


def cards_of(command: Command) -> tuple[str, ...]:
    """The card or cards that a command is about."""
    if isinstance(command, Play):
        return command.all_cards
    if isinstance(command, New | Deal) and isinstance(command.up_card, str):
        return (command.up_card,)
    return ()


def with_value(command: Command, value: int) -> Command:
    """The command with its value chosen."""
    if isinstance(command, Play):
        return replace(command, value=value)
    return replace(command, up_value=value) if isinstance(command, New | Deal) else command


def with_target(command: Command, name: str) -> Command:
    """The command with the player named."""
    if isinstance(command, Play):
        return replace(command, target=name)
    return replace(command, up_target=name) if isinstance(command, New | Deal) else command


def with_card(command: Command, old: str, new: str) -> Command:
    """The command with the first card `old` said more exactly."""
    if isinstance(command, New | Deal):
        return replace(command, up_card=new)
    if not isinstance(command, Play):
        return command
    if isinstance(command.card, str):
        return replace(command, card=new)
    cards = list(command.all_cards)
    cards[cards.index(old)] = new
    return replace(command, cards=tuple(cards))


def _texts(options: object) -> list[str]:
    return [str(option) for option in options] if isinstance(options, list) else []


def _numbers(options: object) -> list[int]:
    return [int(option) for option in options] if isinstance(options, list) else []


def whose(scene: Scene) -> Words:
    """The player to act, for the right end of a title."""
    if scene.state is None or scene.state.turn is None:
        return ""
    return Named(scene.state.players[scene.state.turn].name)


def _table(scene: Scene) -> tuple[str, ...]:
    return names_of(scene.state) if scene.state is not None else ()


def _title(command: Command, ending: str) -> str:
    cards = cards_of(command)
    first = parse_card(cards[0].partition("#")[0])
    face = first.face if len(cards) == 1 else f"{first.rank}s"
    return f"{face} {ending}"


class SuitOfCommand(msgspec.Struct, frozen=True):
    """A command whose card still lacks its suit."""

    command: Command
    rank: str
    back: Dialog | None = None

    def suited(self, scene: Scene, card: str) -> Move:
        return Attempt(with_card(self.command, self.rank, card), self.back)

    def unsuited(self) -> Move:
        return self.back or Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Refuse(f"First: which {self.rank}?", PickSuit(self, self.rank))

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return whose(scene), preview(scene, with_card(self.command, self.rank, card))


class PickValue(msgspec.Struct, frozen=True):
    """One of a few values: each shows the total it makes."""

    command: Command
    options: tuple[int, ...]
    chosen: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        options = tuple(
            Option(f"{option:+d}" if min(self.options) < 0 else str(option), self._makes(scene, option))
            for option in self.options
        )
        ok = KeyHint("OK", f"play {self.options[self.chosen]}")
        no = KeyHint("UNDO", "no")
        title = _title(self.command, "counts as?")
        return Choose(title, whose(scene), options, self.chosen, _table(scene), ok, no)

    def _makes(self, scene: Scene, option: int) -> str:
        return preview(scene, with_value(self.command, option))

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return Attempt(with_value(self.command, self.options[self.chosen]), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        answers = names([f"{option}" for option in self.options])
        return Refuse(f"First: {_title(self.command, '')}{answers}?", self)


class DialValue(msgspec.Struct, frozen=True):
    """Any number of a span: a black ace of One Hundred. Starts at the total."""

    command: Command
    low: int
    high: int
    value: int
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        ok = KeyHint("OK", f"set {self.value}")
        more = KeyHint("", "hold: by 10")
        title = _title(self.command, "sets the total" if self._sets(scene) else "counts as?")
        return Dial(title, whose(scene), self.value, self.low, self.high, True, _table(scene), ok, more)

    def _sets(self, scene: Scene) -> bool:
        card = parse_card(cards_of(self.command)[0].partition("#")[0])
        effect = scene.rules.effect(card) if scene.rules is not None else None
        return effect is not None and isinstance(effect.change, SetWithin)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, self.low, self.high))
            case "OK":
                return Attempt(with_value(self.command, self.value), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Refuse(f"First: {_title(self.command, '')}{self.low} to {self.high}?", self)


class PickPlayer(msgspec.Struct, frozen=True):
    """Who is named by a card: a list of those who can be."""

    command: Command
    options: tuple[str, ...]
    chosen: int = 0
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        rows = tuple(Entry(Named(option)) for option in self.options)
        title = "Knock out whom?" if self._knocks_out(scene) else "Who plays next?"
        card = parse_card(cards_of(self.command)[0].partition("#")[0]).face
        return Listing(title, card, rows, self.chosen, _table(scene))

    def _knocks_out(self, scene: Scene) -> bool:
        card = parse_card(cards_of(self.command)[0].partition("#")[0])
        effect = scene.rules.effect(card) if scene.rules is not None else None
        return effect is not None and effect.knock_out

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return Attempt(with_target(self.command, self.options[self.chosen]), self.back)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Refuse(f"First: {names(self.options)}?", self)


def preview(scene: Scene, command: Command) -> str:
    """What a command would make, for the key that gives it: ``→ 95``, ``over 98``, ``1 or 11?``."""
    try:
        state = scene.preview(command)
    except Illegal as refused:
        match refused.code:
            case "over-target":
                return f"over {refused.facts['target']}"
            case "choice-needed" | "target-needed" | "suit-needed":
                return "choose"
            case "already-played":
                return "lies there"
        return "not now"
    return f"→ {state.total}"
