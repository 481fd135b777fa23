"""Dialogs about a disagreement between table and box: they ask what the players have seen, and show
the possible reasons; OK corrects the game.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.core.cards import Card, bare_card
from companion.core.commands import Judged
from companion.core.disagreement import Explanation, Observed, expand_equivalent_cards, seat_decides
from companion.dialogs.context import (
    Close,
    Dialog,
    Item,
    Move,
    RecordMiscount,
    Reject,
    Scene,
    Submit,
)
from companion.dialogs.toolkit import (
    Choice,
    Dial,
    Information,
    Page,
    WidgetDialog,
    around,
    cycle,
    ok_and_undo,
    rank_ring,
)
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, Words, in_context, joined, phrase
from companion.screens.model import (
    ChoiceOption,
    ChoiceScreen,
    DialScreen,
    ExplanationScreen,
    KeyHint,
    MiscountScreen,
    Picture,
    SeatScreen,
)
from companion.screens.table_pictures import seats_of
from companion.words.cards import face
from companion.words.causes import called
from companion.words.disagreement import explained, holds, said, so_says_the_box, state_text
from companion.words.numbers import arrow, figure

MAX_EXPLANATIONS = 3
"""Maximum number of explanations shown, most likely first."""

MAX_CARDS = 6
"""Maximum number of cards offered at once; if there are more, the rank is asked first."""


class ExplainDialog(WidgetDialog):
    """The most likely explanations as a ring, with "None of these" after the last.

    OK corrects the game, and so does scanning the missed card. UNDO leaves everything unchanged.
    """

    seen: Observed
    explanations: tuple[Explanation, ...]
    chosen: int = 0

    @classmethod
    def start(cls, scene: Scene, seen: Observed) -> "ExplainDialog":
        """Search for explanations, and return the dialog that shows them."""
        return cls(seen, scene.explain(seen)[:MAX_EXPLANATIONS])

    def widget(self, scene: Scene) -> Page:
        state, seen = scene.playing, self.seen
        count = len(self.explanations) + 1
        page = f"{self.chosen + 1}/{count}"
        left, right = (replace(self, chosen=around(self.chosen, step, count)) for step in (-1, 1))
        leave = in_context("key", "leave")
        if self.chosen < len(self.explanations):
            found = self.explanations[self.chosen]
            ok = RecordMiscount(seen) if found.repair is None else _next(self, found)
            screen = self._explained(scene, found, page, leave)
            return Page(screen=screen, ok=ok, left=left, right=right)
        by_hand = scene.family(state).by_hand(scene, seen, self)
        if not self.explanations and seen.fits(state):
            keys = KeyHint("OK", leave), KeyHint("MORE", in_context("key", "by hand"))
            agrees = so_says_the_box(state, seen)
            screen = ExplanationScreen(agrees, "", state_text(state), keys=keys)
            return Page(screen=screen, ok=Close(), more=by_hand)
        none = phrase("None of these") if self.explanations else phrase("No reason found")
        answer = phrase("change the chips") if seen.chips else phrase("show the last plays")
        keys = ok_and_undo(in_context("key", "by hand"), leave)
        screen = ExplanationScreen(none, page, answer, keys=keys)
        return Page(screen=screen, ok=by_hand, left=left, right=right)

    def _explained(
        self, scene: Scene, found: Explanation, page: str, leave: Words
    ) -> ExplanationScreen:
        rules, state = scene.game()
        explanation = replace(found, state=scene.outcome_of(found, self.seen))
        words = explained(scene.family(rules), rules, scene.counted, explanation)
        before, after, mend = words.before, words.after, in_context("key", "correct")
        if explanation.repair is None:
            before, mend = said(state, self.seen), in_context("key", "right")
        for name in self.seen.chips:
            before, after = holds(state, name), holds(explanation.state, name)
        return ExplanationScreen(words.short, page, before, after, keys=ok_and_undo(mend, leave))

    def card(self, scene: Scene, card: str) -> Move:
        for explanation in self.explanations:
            if move := _mended_with(scene, self, explanation, card):
                return move
        return Reject(
            phrase("This card does not explain it: choose, or leave with {key}", key="UNDO"), self
        )


class WhichCardDialog(WidgetDialog):
    """Choice of the card really played among those with the same effect.

    If there are many, the `rank` is asked first. If another edit is open as well, its card is next.
    """

    back: Dialog
    explanation: Explanation
    edit: int
    chosen: int = 0
    rank: str = ""

    def widget(self, scene: Scene) -> Choice:
        edit = self.explanation.edits[self.edit]
        cards = edit.alike
        title, whose = phrase("Which card was it?"), Name(edit.player)
        ranks = tuple(dict.fromkeys(card.rank for card in cards))
        if len(cards) > MAX_CARDS and not self.rank:
            return Choice(
                screen=rank_ring(ranks, edit.player, self.chosen),
                ok=replace(self, rank=ranks[self.chosen], chosen=0),
                undo=self.back,
            )
        if self.rank:
            cards = tuple(card for card in cards if card.rank == self.rank)
        ways = [_with(scene, self.explanation, self.edit, card) for card in cards]
        options = tuple(
            ChoiceOption(face(card), _makes(way, self.edit))
            for card, way in zip(cards, ways, strict=True)
        )
        keys = ok_and_undo(in_context("key", "correct"))
        way = ways[self.chosen]
        return Choice(
            screen=ChoiceScreen(title, whose, options, self.chosen, keys=keys),
            ok=Reject(way, self) if isinstance(way, Illegal) else _next(self.back, way),
            undo=replace(self, rank="", chosen=0) if self.rank else self.back,
        )

    def card(self, scene: Scene, card: str) -> Move:
        move = _mended_with(scene, self.back, self.explanation, card, self.edit)
        return move or super().card(scene, card)


def _with(scene: Scene, explanation: Explanation, edit: int, card: Card) -> Explanation | Illegal:
    """Return the explanation with only that card, or why the rules do not allow it."""
    rules, _state = scene.game()
    try:
        return expand_equivalent_cards(
            scene.family(rules), rules, scene.recorded, explanation, edit, card
        )
    except Illegal as illegal:
        return illegal


def _next(back: Dialog, explanation: Explanation) -> Move:
    """Return the question for the first card that is not known, or else the correction."""
    for number, edit in enumerate(explanation.edits):
        if len(edit.alike) > 1:
            return WhichCardDialog(back, explanation, number)
    return back if explanation.repair is None else Submit(explanation.repair, back)


def _mended_with(
    scene: Scene, back: Dialog, explanation: Explanation, text: str, first: int = 0
) -> Move | None:
    """Return the move after the card of sticker `text`; None if that card does not explain it.

    The card answers the edits from number `first` on.
    """
    read = bare_card(text)
    for number, edit in enumerate(explanation.edits):
        if number < first:
            continue
        if any(card.rank == read.rank and card.suit in {None, read.suit} for card in edit.alike):
            card = Card(read.rank, read.suit, None if read.deck == 1 else read.deck)
            mended = _with(scene, explanation, number, card)
            return None if isinstance(mended, Illegal) else _next(back, mended)
    return None


def _makes(way: Explanation | Illegal, number: int) -> Words:
    """Return the total that results from a card, if there is one."""
    if isinstance(way, Illegal):
        return ""
    now = way.edits[number].now
    total = next((entry.state.total for entry in way.mended if entry.command == now), None)
    return "" if total is None else joined(" ", (arrow(), figure(total)))


LOWEST, HIGHEST = -999, 999
"""The range of a table's total, as for a call (docs/reference/buttons.md, "The six buttons")."""


def not_right(scene: Scene) -> tuple[Item, ...]:
    """Return the menu row for resolving a disagreement; none before the first play.

    Only families whose games can be searched have it.
    """
    if len(scene.counted) < 2:
        return ()
    return (Item(phrase("That's not right"), _first_question(scene)),)


def _first_question(scene: Scene) -> Dialog:
    """Return the first question to the players: their total, or the cards in the trick."""
    if scene.playing.total is not None:
        return NotRightDialog(scene.dialed_from)
    return CardsInTrickDialog()


class WhyDialog(Information):
    """A `notice` until a key or the next card. OK asks why; other keys keep their function.

    OK opens the `question`, or else the first one about the table.
    """

    notice: Picture
    question: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        return self.notice

    def key(self, scene: Scene, key: Key) -> Move:
        if key.name == "OK":
            return self.question or _first_question(scene)
        below = scene.family(scene.playing).idle(scene.state)
        return Close() if key.name == "UNDO" or below is None else below.key(scene, key)


ASKS_WHY = (KeyHint("OK", in_context("key", "why?")),)
"""The keys of a notice whose OK asks why."""


def miscount_picture(
    judged: Judged, table: tuple[str, ...], keys: tuple[KeyHint, ...] = ()
) -> MiscountScreen:
    """Return the picture of a wrong call."""
    sentence = called(judged.player, figure(judged.called))
    return MiscountScreen(judged.actual, judged.called, sentence, table=table, keys=keys)


class NotRightDialog(WidgetDialog):
    """Dial for the table's total. It starts at the call just judged, or else at the box's total."""

    value: int

    def widget(self, scene: Scene) -> Dial:
        state = scene.playing
        keys = ok_and_undo(in_context("key", "next"), in_context("key", "leave"))
        has = phrase("box: {total}", total=state.total or 0)
        return Dial(
            screen=DialScreen(phrase("Your total?"), has, self.value, LOWEST, HIGHEST, keys=keys),
            ok=partial(_found_or_asked, scene, Observed(self.value), self),
            first=phrase("First enter your total, or leave with {key}", key="UNDO"),
        )


class CardsInTrickDialog(WidgetDialog):
    """Dial for the number of cards in the trick. OK on the initial empty dial means "not sure"."""

    value: int | None = None

    def widget(self, scene: Scene) -> Dial:
        state = scene.playing
        lie, most = state.cards_in_trick or 0, len(state.players) - 1
        title, label = phrase("Cards in the trick?"), in_context("key", "next")
        ok: Move | Callable[[], Move] = WhoNextDialog(Observed(), self)
        if self.value is None:
            label = in_context("key", "not sure")
        else:
            ok = partial(_found_or_asked, scene, Observed(trick=self.value), self)
        keys = ok_and_undo(label, in_context("key", "leave"))
        has = phrase("box: {total}", total=lie)
        return Dial(
            screen=DialScreen(title, has, self.value, 0, most, keys=keys),
            start=lie,
            ok=ok,
            first=phrase("First enter the cards in the trick, or leave with {key}", key="UNDO"),
        )


def _found_or_asked(scene: Scene, seen: Observed, back: Dialog) -> Dialog:
    """Return the explanations, or first the question whose turn it is if only that decides."""
    found = scene.explain(seen)
    if seat_decides(found, MAX_EXPLANATIONS) or seen.fits(scene.playing):
        return WhoNextDialog(seen, back)
    return ExplainDialog(seen, found[:MAX_EXPLANATIONS])


class WhoNextDialog(WidgetDialog):
    """Choice of the player whose turn it is, among those still in; OK starts the search.

    `seen` holds the players' earlier observations. Initially no player is chosen, and OK means "not
    sure".
    """

    seen: Observed
    back: Dialog
    seat: int | None = None

    def widget(self, scene: Scene) -> Page:
        state = scene.playing
        has = state.name_of(state.lit)
        ok = in_context("key", "not sure") if self.seat is None else in_context("key", "find why")
        screen = SeatScreen(
            phrase("Who is next?"),
            "" if has is None else phrase("box: {name}", name=Name(has)),
            (("", "--" if self.seat is None else state.players[self.seat].name),),
            seats_of(state, self.seat),
            keys=ok_and_undo(ok),
        )
        at = state.seats_in[-1] if state.lit is None else state.lit
        at = at if self.seat is None else self.seat
        return Page(
            screen=screen,
            ok=partial(ExplainDialog.start, scene, replace(self.seen, turn=self.seat)),
            undo=self.back,
            left=replace(self, seat=cycle(state, at, forward=False)),
            right=replace(self, seat=cycle(state, at, forward=True)),
        )
