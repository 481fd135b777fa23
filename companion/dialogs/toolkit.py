"""The four widgets of dialogs: a choice, a dial, a confirmation, a page.

A `WidgetDialog` returns its picture and the move of each key from `widget`. The widget handles the
keys, and refuses a card that is scanned instead of an answer. LEFT and RIGHT move a list, a dial
and the ring of seats.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.core.commands import Play
from companion.core.family import Rules
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.dialogs.context import Close, Item, Move, Reject, Scene, Submit
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import (
    Chips,
    ChoiceOption,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DialScreen,
    KeyHint,
    ListScreen,
    Picture,
    RankScreen,
    Titled,
)
from companion.words.cards import rank_face, suit_sign
from companion.words.refusals import Why

TENS, HUNDREDS = 10, 100
"""The steps of a dial while LEFT or RIGHT is held, and with MORE.

See docs/reference/buttons.md, "The six buttons".
"""

FAR = 1000
"""The smallest range of a dial that also moves by hundreds."""

BY_TENS_FIRST = 10
"""Number of repeats by tens, while a key is held, before repeats by hundreds."""


def step_of(key: Key) -> int:
    """Return -1 for LEFT, +1 for RIGHT, 0 for any other key."""
    return {"LEFT": -1, "RIGHT": 1}.get(key.name, 0)


def around(index: int, step: int, length: int) -> int:
    """Return the next index of a ring or list, which wraps at both ends."""
    return (index + step) % length


def dial_value(value: int, key: Key, low: int, high: int, *, by: int = 1) -> int:
    """Return the number after a key: one step, or ten while held and with MORE.

    It wraps at the ends. One step changes it by `by`. On a dial with a range of at least `FAR`,
    LEFT or RIGHT moves by hundreds after ten tens, and so does MORE when held. A step of ten or a
    hundred stops at an end before it wraps, so that the end can be reached.

    >>> dial_value(0, Key("RIGHT", repeat=1), 0, 9999)
    10
    >>> dial_value(101, Key("RIGHT", repeat=11), 0, 9999)
    201
    """
    steps = TENS if key.repeat or key.name == "MORE" else 1
    if high >= FAR and (key.repeat > BY_TENS_FIRST or key.held):
        steps = HUNDREDS
    reached = value + (step_of(key) or 1) * steps * by
    if reached > high:
        return low if value == high else high
    if reached < low:
        return high if value == low else low
    return reached


def position_text(index: int, count: int) -> Words:
    """Return the position of a row in its list, for the right end of the title.

    >>> position_text(0, 21)
    '1 of 21'
    """
    return phrase("{number} of {count}", number=index + 1, count=count)


def cycle(state: State, seat: int, *, forward: bool) -> int:
    """Return the next seat of a player still in."""
    count = len(state.players)
    step = 1 if forward else -1
    seats = ((seat + step * steps) % count for steps in range(1, count + 1))
    return next(other for other in seats if other in state.seats_in)


_CLOSE = Close()


class _Keys(Frozen, kw_only=True):
    """The move of each key, None for a key that does nothing here.

    OK may have a function that finds its move, if that takes time. `rest` is the move of every key
    without one of its own. `first` is read out to a player who scans a card instead of answering,
    in place of the question of the picture; pressing the `key` that it names does what the sentence
    asks for.
    """

    ok: Move | Callable[[], Move] | None = None
    undo: Move | None = _CLOSE
    more: Move | None = None
    bust: Move | None = None
    left: Move | None = None
    right: Move | None = None
    rest: Move | None = None
    first: Why = ""


class Choice(_Keys):
    """Choice of an entry of a list, of a ring of ranks, or of a few answers side by side.

    LEFT and RIGHT change the dialog's `chosen`.
    """

    screen: ListScreen | RankScreen | ChoiceScreen

    @property
    def count(self) -> int:
        match self.screen:
            case ListScreen(rows=entries):
                return len(entries)
            case RankScreen(ranks=ranks):
                return len(ranks)
            case ChoiceScreen(options=options):
                return len(options)


def list_of(
    items: Sequence[Item],
    chosen: int,
    title: Words,
    right: Words | None = None,
    table: tuple[str, ...] = (),
    *,
    undo: Move | None = _CLOSE,
    first: Why = "",
) -> Choice:
    """Return the choice of one of the `items`, whose move OK makes.

    At the right end of the title is the position in the list, unless it is given. `chosen` may
    come from a longer list.
    """
    chosen %= len(items)
    if right is None:
        right = position_text(chosen, len(items))
    screen = ListScreen(title, right, tuple(item.entry for item in items), chosen, table=table)
    return Choice(screen=screen, ok=items[chosen].move, undo=undo, first=first)


def rank_ring(ranks: Sequence[str], name: str, chosen: int) -> RankScreen:
    """Return the picture of the ring for choosing the rank of the card that `name` played."""
    keys = ok_and_undo(in_context("key", "next"))
    faces, place = tuple(map(rank_face, ranks)), chosen % len(ranks)
    return RankScreen(phrase("Which card was it?"), Name(name), faces, place, keys=keys)


class Dial(_Keys):
    """A number set in steps of `by`. LEFT, RIGHT, and MORE without a move of its own, change the
    dialog's `value`.

    On an empty dial the first of these keys shows `start`.
    """

    screen: DialScreen
    by: int = 1
    start: int = 0


class WidgetDialog(Frozen):
    """A dialog whose picture and keys are those of a widget.

    A picture without names of its own has those of the current game.
    """

    def widget(self, scene: Scene) -> "Widget":
        """Return the dialog's current picture and the move of each key."""
        raise NotImplementedError

    def picture(self, scene: Scene) -> Picture:
        screen = self.widget(scene).screen
        if screen.table or scene.state is None:
            return screen
        return replace(screen, table=scene.names)

    def key(self, scene: Scene, key: Key) -> Move:
        widget = self.widget(scene)
        match key.name, widget:
            case "LEFT" | "RIGHT", Choice(screen=screen):
                return replace(self, chosen=around(screen.chosen, step_of(key), widget.count))
            case "LEFT" | "RIGHT" | "MORE", Dial(screen=dial, by=by, start=start) if (
                key.name != "MORE" or widget.more is None
            ):
                value = (
                    start
                    if dial.value is None
                    else dial_value(dial.value, key, dial.low, dial.high, by=by)
                )
                return replace(self, value=value)
            case "LEFT" | "RIGHT", Page(turn=move) if move is not None and not key.repeat:
                return move
        moves = {
            "OK": widget.ok,
            "UNDO": widget.undo,
            "MORE": widget.more,
            "BUST": widget.bust,
            "LEFT": widget.left,
            "RIGHT": widget.right,
        }
        found = moves[key.name]
        return found() if callable(found) else found or widget.rest or self

    def card(self, scene: Scene, card: str) -> Move:
        widget = self.widget(scene)
        return Reject(widget.first or _answer_first(widget.screen), self)


def _answer_first(screen: Picture) -> Words:
    match screen:
        case ConfirmScreen(question=question) | Titled(title=question) | CountScreen(question):
            return phrase("Answer first: {question}", question=question)
    return ""


class Confirmation(_Keys, WidgetDialog):
    """A dialog: a question that OK answers with yes and UNDO with no.

    `keys` label them otherwise.
    """

    question: Words
    line: Words = ""
    title: Words = ""
    chips: Chips | None = None
    turns: bool = False
    keys: tuple[KeyHint, KeyHint] | None = None

    def widget(self, scene: Scene) -> "Confirmation":
        return self

    @property
    def screen(self) -> Picture:
        keys = self.keys or ok_and_undo(in_context("key", "yes"), in_context("key", "no"))
        return ConfirmScreen(
            self.title, "", self.question, self.line, self.chips, self.turns, keys=keys
        )


class Page(_Keys, WidgetDialog):
    """A dialog: a picture to look at; LEFT and RIGHT turn to another if there is one."""

    screen: Picture
    turn: Move | None = None

    def widget(self, scene: Scene) -> "Page":
        return self


Widget = Choice | Dial | Confirmation | Page


class PlayDialog(Frozen):
    """A dialog without a question: a card scanned while it is open is played."""

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class Information(WidgetDialog):
    """A dialog that only informs: a scanned card closes it, and is played at once."""

    def card(self, scene: Scene, card: str) -> Move:
        return Close()


class IdleQuestion(Frozen):
    """A question that is open by default: holding MORE opens the menu over it."""


def waiting(title: Words, what: Words, line: Words) -> Page:
    """Return the page about a request in progress; UNDO closes it without stopping the request."""
    leave = KeyHint("UNDO", in_context("key", "do not wait"))
    return Page(screen=ConfirmScreen(title, "", what, line, keys=(leave,)))


_BACK = in_context("key", "back")


def ok_and_undo(ok: Words, undo: Words = _BACK) -> tuple[KeyHint, KeyHint]:
    """Return the labels of OK and UNDO, which goes back by default, at the foot of a picture."""
    return KeyHint("OK", ok), KeyHint("UNDO", undo)


def check_keys(value: int | None, undo: Words) -> tuple[KeyHint, ...]:
    """Return the labels at the foot of a dial for a call; on an empty dial, OK closes it."""
    if value is None:
        return (KeyHint("OK", in_context("key", "leave")),)
    return ok_and_undo(in_context("key", "check"), undo)


def suit_options(
    scene: Scene, rules: Rules, rank: str, suits: tuple[str, ...]
) -> tuple[ChoiceOption, ...]:
    """Return the suits of a rank as answers, each with what it adds or sets under the `rules`."""
    does = scene.family(rules).suit_does
    return tuple(ChoiceOption(suit_sign(suit), does(rules, rank, suit)) for suit in suits)
