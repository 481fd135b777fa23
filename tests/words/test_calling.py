"""What a voice calls after each change of a table: number, call, trouble, whose turn."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.commands import (
    Bust,
    Deal,
    Join,
    Judged,
    New,
    Play,
    Repair,
    Score,
    Set,
    Step,
    Undo,
)
from companion.games.adding.variant import AddingVariant, alternatives
from companion.games.history import GameHistory
from companion.languages import language_codes, load_language
from companion.message import render, using
from companion.referee import Referee
from companion.words.calling import (
    CALLS,
    SILENCE,
    Course,
    Utterance,
    clips,
    only_trouble,
    phrases,
    utterance,
    wrong_call,
)
from tests.games.streams import Stream
from tests.table.tables import VARIANTS

Commands = list[New | Step | Repair | Undo]

CALLED: list[tuple[str, dict[str, Any], Commands, str, str]] = [
    ("ninety-nine", {}, [], "Ann to play.", "Ann ist dran."),
    ("ninety-nine", {}, [Play(card="8H")], "8. Bo to play.", "8. Bo ist dran."),
    (
        "ninety-nine",
        {},
        [Play(card="8H"), Play(card="4H")],
        "8, back on you. Ann to play.",
        "8, zurück an dich. Ann ist dran.",
    ),
    (
        "ninety-nine",
        {},
        [Play(card="10H", value=-10)],
        "minus 10. Bo to play.",
        "minus 10. Bo ist dran.",
    ),
    (
        "arizona-ninety-eight",
        {},
        [Play(card="JK")],
        "98. Bo owes two plays.",
        "98. Bo: noch zwei Züge.",
    ),
    (
        "ninety-nine",
        {"cards": {"8": {"add": 8, "then": {"does": "wins the hand"}}}},
        [Play(card="8H")],
        "Ann deals.",
        "Ann gibt.",
    ),
    (
        "ninety-nine",
        {},
        [Play(card="8H"), Bust()],
        "Bo busts. Ann deals.",
        "Bo hat sich überkauft. Ann gibt.",
    ),
    (
        "ninety-nine",
        {"chips": 1},
        [Bust(), Deal(), Bust()],
        "Cy busts. Cy is out. Bo wins.",
        "Cy hat sich überkauft. Cy ist raus. Bo gewinnt.",
    ),
    (
        "ninety-eight-umass",
        {"ends": "first out"},
        [Play(card="AH"), Play(card="AS", target="Ann")],
        "Ann is out. Ann loses.",
        "Ann ist raus. Ann verliert.",
    ),
    ("ninety-nine", {}, [Play(card="8H"), Undo()], "0.", "0."),
    ("ninety-nine", {}, [Play(card="8H"), Play(card="9H"), Undo()], "8.", "8."),
    ("ninety-nine", {}, [Play(card="8H"), Join(player="Di", after="Ann")], "", ""),
    ("ninety-nine", {}, [Set(total=40, turn="Cy")], "40. Cy to play.", "40. Cy ist dran."),
    (
        "ninety-nine",
        {},
        [Play(card="8H"), Repair(back=1, steps=(Play(card="7H"),), why="other-card")],
        "7. corrected.",
        "7. korrigiert.",
    ),
    ("points", {}, [], "Round 1 is being played.", "Runde 1 läuft."),
    (
        "points",
        {},
        [Score(points={"Ann": 3, "Bo": 0, "Cy": 1})],
        "Ann deals.",
        "Ann gibt.",
    ),
    ("arizona-spaghetti", {}, [], "Ann leads.", "Ann kommt raus."),
    ("arizona-spaghetti", {}, [Play(card="8H")], "Bo to play.", "Bo ist dran."),
    ("arizona-spaghetti", {}, [Play(card="8H"), Undo()], "Ann leads.", "Ann kommt raus."),
]


class Listener:
    """A game, and what a voice calls after each of its commands."""

    def __init__(self) -> None:
        self.course = Course(None, ())
        self._first: object = None

    def hears(self, game: GameHistory) -> Utterance:
        """Return what is called of the change since the last call of this method."""
        before, number = self.course, self.course.game or 0
        first = game.moments[0] if game.moments else None
        self.course = Course(number + (first is not self._first), tuple(game.moments))
        self._first = first
        return utterance(before, self.course)


@pytest.mark.parametrize(("variant", "house", "commands", "english", "german"), CALLED)
def test_number_then_call_then_trouble_then_turn(
    variant: str, house: dict[str, Any], commands: Commands, english: str, german: str
) -> None:
    game, voice = GameHistory(VARIANTS), Listener()
    said = SILENCE
    for command in (New(variant=variant, players=("Ann", "Bo", "Cy"), house=house), *commands):
        game.obey(command)
        said = voice.hears(game)
    assert render(said.words, "spoken") == english
    with using(load_language("de")):
        assert render(said.words, "spoken") == german


def test_wrong_call_is_answered_by_the_right_number() -> None:
    said = wrong_call(Judged("Bo", 96, 97, correct=False))
    assert render(said.words) == "97. Bo called 96."


def test_only_trouble_leaves_out_number_and_turn() -> None:
    said = Utterance("98", "pass to you", "Bo owes two plays", "", "Bo")
    assert only_trouble(said) == Utterance(trouble="Bo owes two plays")
    assert only_trouble(Utterance("98", turn="Bo to play")) is SILENCE


def test_calls_of_the_bundled_games_have_clips() -> None:
    effects = [
        effect
        for variant in VARIANTS.values()
        if isinstance(variant, AddingVariant)
        for entries in variant.cards.values()
        for effect in alternatives(entries)
    ]
    assert {effect.call for effect in effects if effect.call} == set(CALLS)


def random_changes(seed: int, count: int) -> Iterator[tuple[Utterance, GameHistory, bool]]:
    """Yield what is called after each of `count` commands, the game, and whether it was undone."""
    referee, stream, voice = Referee(VARIANTS), Stream(seed, comings=0.05), Listener()
    reply: dict[str, Any] | None = None
    for _ in range(count):
        line = stream.next(reply)
        reply = json.loads(referee.answer(line))
        was = len(voice.course.moments), voice.course.game
        said = voice.hears(referee.game)
        course = voice.course
        yield said, referee.game, course.game == was[1] and len(course.moments) < was[0]


@pytest.mark.parametrize("code", language_codes())
def test_every_utterance_of_random_games_is_made_of_known_clips(code: str) -> None:
    heard = set()
    with using(load_language(code)):
        known = {clip for words in phrases() for clip in clips(words) if isinstance(clip, str)}
        for said, _, _ in random_changes(7, 1500):
            heard |= {clip for clip in clips(said.words) if isinstance(clip, str)}
    assert {clip for clip in heard if not clip.isdecimal()} <= known


def test_undo_calls_only_the_new_total() -> None:
    undone = [
        (said, game.state.total)
        for said, game, is_undone in random_changes(3, 1500)
        if is_undone and game.state is not None and game.state.total is not None
        if game.state.phase == "play"
    ]
    assert len(undone) > 10
    for said, total in undone:
        assert said == Utterance(number=said.number)
        assert render(said.number).replace("minus ", "-") == str(total)


def test_turn_is_not_called_again_as_trouble() -> None:
    heard = (said for seed in range(6) for said, _, _ in random_changes(seed, 500))
    owing = [said for said in heard if said.trouble != "" and said.player is not None]
    assert len(owing) > 10
    for said in owing:
        assert clips(said.turn) != clips(said.trouble)
