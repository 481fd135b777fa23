"""Differences between table and box, in words: each kind once."""

from collections.abc import Iterator

import msgspec

from companion.core.cards import Card
from companion.core.commands import Accept, Bust, Deal, New, Play, Repair, Set, Shield, Step
from companion.core.disagreement import Edit, Explanation
from companion.core.events import Cause
from companion.core.family import Rules
from companion.core.history import counting, repaired
from companion.errors import Illegal
from companion.games import family_of
from companion.games.history import GameHistory
from companion.message import Words, joined, render
from companion.words.disagreement import Explained, explained, holds
from tests.worded import worded
from tests.words.games import BUNDLED as VARIANTS
from tests.words.games import PEOPLE

NINETY_NINE = ("8H", "7S", Play(card="10C", value=10), "5D", "5S", "8S")
UMASS = ("8H", "8C", "2S", Bust(), Deal(), "3C")
SPAGHETTI = ("2C", "AC", "3C", "4C", "AS")

Case = tuple[str, tuple[str | Step, ...], tuple[Edit, ...], int, tuple[Step, ...]]


def _edit(
    cause: Cause, place: int, player: str, was: Step | None, now: Step | None, *alike: Card
) -> Edit:
    return Edit(cause, place, player, was, now, alike)


ANN, BO, CY, DI = PEOPLE[:4]
SEVEN = Play(card="7")
LAST = Play(card="8S")
CASES: tuple[Case, ...] = (
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 7, CY, None, SEVEN, Card("7")),),
        0,
        (SEVEN,),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 7, CY, None, Play(card="J"), Card("J"), Card("Q")),),
        0,
        (Play(card="J"),),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 7, CY, None, Play(card="7H"), Card("7", "H"), Card("7", "S")),),
        0,
        (Play(card="7H"),),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 6, BO, None, SEVEN, Card("7")),),
        1,
        (SEVEN, LAST),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 5, ANN, None, SEVEN, Card("7")),),
        2,
        (SEVEN, Play(card="5S"), LAST),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("card-missed", 7, CY, None, Play(card="J"), *map(Card, ("J", "Q", "6", "7"))),),
        0,
        (Play(card="J"),),
    ),
    (
        "ninety-nine",
        (),
        (_edit("card-missed", 1, ANN, None, Play(card="J"), *map(Card, ("J", "Q", "6", "7"))),),
        0,
        (Play(card="J"),),
    ),
    (
        "arizona-ninety-eight",
        ("8H", "JK"),
        (_edit("card-missed", 2, BO, None, SEVEN, Card("7")),),
        1,
        (SEVEN, Play(card="JK")),
    ),
    ("ninety-nine", (), (_edit("card-missed", 1, ANN, None, SEVEN, Card("7")),), 0, (SEVEN,)),
    ("ninety-nine", NINETY_NINE, (_edit("card-twice", 5, ANN, Play(card="5S"), None),), 2, (LAST,)),
    ("ninety-nine", ("8", "8"), (_edit("card-twice", 2, BO, Play(card="8"), None),), 1, ()),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("other-card", 6, BO, LAST, SEVEN, Card("7")),),
        1,
        (SEVEN,),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("other-card", 6, BO, LAST, Play(card="J"), Card("J"), Card("Q")),),
        1,
        (Play(card="J"),),
    ),
    (
        "ninety-nine",
        NINETY_NINE[:3],
        (_edit("other-choice", 3, CY, Play(card="10C", value=10), Play(card="10C", value=-10)),),
        1,
        (Play(card="10C", value=-10),),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("order", 5, ANN, Play(card="5S"), LAST),),
        2,
        (LAST, Play(card="5S")),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (
            _edit("card-missed", 5, ANN, None, SEVEN, Card("7")),
            _edit("card-twice", 6, BO, LAST, None),
        ),
        2,
        (SEVEN, Play(card="5S")),
    ),
    ("ninety-nine", NINETY_NINE, (_edit("bust-missed", 7, CY, None, Bust()),), 0, (Bust(), Deal())),
    ("ninety-nine", NINETY_NINE, (_edit("bust-missed", 7, CY, None, Bust()),), 0, (Bust(),)),
    ("ninety-nine", (*UMASS[:2], Bust()), (_edit("bust-twice", 3, CY, Bust(), None),), 1, ()),
    (
        "ninety-nine",
        (*NINETY_NINE, Bust(), Deal()),
        (_edit("chip-not-paid", 7, CY, Bust(), Set(chips={CY: 5})),),
        0,
        (Set(chips={CY: 5}),),
    ),
    (
        "ninety-nine",
        (*NINETY_NINE, Bust(), Deal()),
        (_edit("chip-paid-twice", 7, CY, Bust(), Set(chips={CY: 3})),),
        0,
        (Set(chips={CY: 3}),),
    ),
    (
        "ninety-nine",
        NINETY_NINE,
        (_edit("by-hand", 7, CY, None, Set(total=50)),),
        0,
        (Set(total=50),),
    ),
    (
        "arizona-ninety-eight",
        ("8H", "7S"),
        (_edit("set", 2, BO, Play(card="7S"), Play(cards=("7S", "7H"))),),
        1,
        (Play(cards=("7S", "7H")),),
    ),
    (
        "arizona-ninety-eight",
        ("8H", Play(cards=("7S", "7H"))),
        (_edit("set", 2, BO, Play(cards=("7S", "7H")), Play(card="7S")),),
        1,
        (Play(card="7S"),),
    ),
    (
        "ninety-eight-umass",
        ("8H", Play(card="AS", target=DI), Accept()),
        (_edit("other-choice", 3, DI, Accept(), Shield(card="AH")),),
        1,
        (Shield(card="AH"),),
    ),
    (
        "ninety-eight-umass",
        ("8H", Play(card="AS", target=DI), Shield(card="AH")),
        (_edit("other-choice", 3, DI, Shield(card="AH"), Accept()),),
        1,
        (Accept(),),
    ),
    (
        "ninety-eight-umass",
        ("8H", Play(card="AS", target=DI)),
        (_edit("other-choice", 2, BO, Play(card="AS", target=DI), Play(card="AS", target=CY)),),
        1,
        (Play(card="AS", target=CY),),
    ),
    (
        "arizona-spaghetti",
        SPAGHETTI,
        (_edit("card-missed", 6, CY, None, Play(card="2S"), Card("2", "S")),),
        0,
        (Play(card="2S"),),
    ),
)

NAMED = Deal(up_card="QS", up_target=CY)
TEN = Deal(up_card="10H", up_value=10)


def _turning_up(variant: str, card: str, **house: str | int) -> New:
    return New(
        variant=variant, players=PEOPLE[:4], house={"up_card": "apply", **house}, up_card=card
    )


UP_CARDS = (
    (
        "ninety-nine",
        msgspec.structs.replace(_turning_up("ninety-nine", "10C"), up_value=10),
        ("5D",),
        _edit("other-choice", 1, DI, None, Set(total=-10)),
    ),
    (
        "ninety-nine",
        _turning_up("ninety-nine", "8C"),
        ("9C", Bust(), TEN),
        _edit("other-choice", 3, ANN, TEN, Deal(up_card="10H", up_value=-10)),
    ),
    (
        "ninety-eight-umass",
        _turning_up("ninety-eight-umass", "8C", bust="chip, new hand", over="refuse", chips=3),
        ("9C", Bust(), NAMED),
        _edit("other-choice", 3, ANN, NAMED, Deal(up_card="QS", up_target=DI)),
    ),
)


def disagreements() -> Iterator[str]:
    """Yield each kind of explanation as shown on the display, on a page and spoken."""
    for variant, commands, edits, back, steps in CASES:
        game = _game(variant, commands)
        if game.rules is None:
            raise AssertionError(variant)
        yield f"# {variant}: {', '.join(edit.cause for edit in edits)}"
        try:
            entry = repaired(
                family_of(game.rules), game.rules, game.moments, Repair(back, steps, edits[0].cause)
            )
        except Illegal as illegal:
            raise AssertionError(f"{variant} {edits}: {illegal.refusal}") from None
        repair = Repair(back, steps, edits[0].cause)
        told = Explanation(edits, repair, entry.state, entry.mended)
        yield from _lines(game.rules, game, told)
    for variant, new, commands, edit in UP_CARDS:
        game = _begun(new, commands)
        yield f"# {variant}: an up-card"
        yield from _lines(game.rules, game, Explanation((edit,), None, game.moments[-1].state))
    game = _game("ninety-nine", NINETY_NINE)
    if game.rules is None or game.state is None:
        raise AssertionError
    for commands in (NINETY_NINE, (), ("8H", "7S", "KC")):
        game = _game("ninety-nine", commands)
        yield "# a slip"
        yield from _lines(game.rules, game, Explanation((), None, game.moments[-1].state))
    yield "# chips"
    yield worded(holds(game.moments[-1].state, BO))
    yield worded(holds(game.moments[-1].state, "pot"))


def _game(variant: str, commands: tuple[str | Step, ...]) -> GameHistory:
    return _begun(New(variant=variant, players=PEOPLE[:4]), commands)


def _begun(new: New, commands: tuple[str | Step, ...]) -> GameHistory:
    game = GameHistory(VARIANTS)
    game.obey(new)
    for command in commands:
        game.obey(Play(card=command) if isinstance(command, str) else command)
    return game


def _lines(rules: Rules | None, game: GameHistory, told: Explanation) -> Iterator[str]:
    if rules is None:
        raise AssertionError
    words = explained(family_of(rules), rules, counting(game.moments), told)
    yield f"{worded(words.short)} [{worded(words.before)} -> {worded(words.after)}]"
    yield render(words.sentence)
    yield render(_said(rules, game, told), "spoken")


def _said(rules: Rules, game: GameHistory, told: Explanation) -> Words:
    words: Explained = explained(family_of(rules), rules, counting(game.moments), told)
    return joined("; ", (joined(" ", (words.short, words.before)), words.sentence))
