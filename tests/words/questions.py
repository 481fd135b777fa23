"""The page's questions about a card that the rules cannot judge yet."""

from collections.abc import Iterator

from companion.core.cards import JOKER, RANKS, SUITS
from companion.core.commands import Deal, New, Play, Step
from companion.errors import Illegal
from companion.phone.orders import QuestionView, question_view
from tests.phone.drawn_text import as_drawn
from tests.words.dialogs import masked, moments_of_dialogs, scene_of
from tests.words.games import PEOPLE


def questions() -> Iterator[str]:
    """Yield every question with its answers, once for all names, cards and numbers."""
    known: set[str] = set()
    for moment in moments_of_dialogs():
        scene = scene_of(moment)
        yield f"# {moment.rules.variant}: {'; '.join(map(repr, moment.now.events))}"
        for command in _orders(moment.rules.variant):
            try:
                refused = scene.trial(command)
            except Illegal:
                continue
            question = None if refused is None else question_view(scene, command, refused)
            if question is not None:
                new = [line for line in _said(question) if masked(line) not in known]
                known |= {masked(line) for line in new}
                yield from new


def _orders(variant: str) -> Iterator[New | Step]:
    for rank in (*RANKS, JOKER):
        yield Play(card=rank)
        yield from (Play(card=rank + suit) for suit in SUITS)
        yield Play(cards=(rank, rank))
        yield Play(cards=(f"{rank}S", rank))
        yield Play(cards=(f"{rank}S", f"{rank}H"))
        yield Deal(up_card=rank)
        yield New(variant=variant, players=PEOPLE[:3], up_card=rank)


def _said(question: QuestionView) -> Iterator[str]:
    yield f"asks: {as_drawn(question.title)} {as_drawn(question.text)}".rstrip()
    for option in question.options:
        refused = f" [{as_drawn(option.refused)}]" if option.refused else ""
        makes = f" -> {option.makes}" if option.makes else ""
        yield f"answer: {as_drawn(option.label)}{makes}{refused}"
