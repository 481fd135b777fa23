"""No text has hard-coded amounts: every rule key is changed to its other values, and games are
played.

The text about a command has the numbers of its events. A question has those of the events that its
OK causes. The text about the rules has those of the rule keys.
"""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from companion.core.commands import Bust, Deal, New, Score
from companion.core.consequences import Consequence
from companion.core.disagreement import Observed
from companion.core.events import Busted, Paid, WentOver
from companion.core.family import HistoryEntry, Rules, Variant
from companion.core.history import counting
from companion.core.options import Exact, Option, options
from companion.core.search import explain
from companion.core.seats import State
from companion.dialogs.context import Scene
from companion.games import FAMILIES, family_of
from companion.games.adding.dialogs import HandOverDialog
from companion.games.adding.playing import AskBustDialog
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.adding.variant import AddingOptions, Match
from companion.games.history import GameHistory
from companion.games.points.engine import PointsState
from companion.games.points.variant import Bids, PointsOptions, PointsVariant
from companion.games.tricks.variant import TrickOptions, TrickRules
from companion.message import Words, render
from companion.phone.statistics.export import rows
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand
from companion.phone.view import undo_of
from companion.screens.model import ConfirmScreen, PlayerTableScreen
from companion.variants import load_variants
from companion.words.disagreement import explained
from companion.words.events import event_row
from companion.words.result import status_badges
from tests.drivers.game import NAMES
from tests.phone.drawn_text import as_drawn
from tests.worded import worded
from tests.words.games import AddingPlayers, TrickPlayers
from tests.words.rules_told import said_of

VARIANTS = load_variants().variants
FIRST = ("ninety-nine", "arizona-ninety-eight", "arizona-spaghetti", "points")
"""The variants in which a changed key makes a difference, tried first."""

PLAYERS = NAMES[:4]
COMMANDS = 60
"""The maximum number of commands in a game: enough for several busts, hands and rounds."""

WORDS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
}
NUMBER = re.compile(
    rf"(?<![\w♣♦♥♠])−?\d+(?![\w♣♦♥♠])|\b(?:{'|'.join(WORDS)})\b|\b(?:a|one|the last)(?= chip\b| "
    rf"point\b)"
)
"""A number in a text. The figure of a card does not count; "a" before chip or point is one."""

OF_NO_KEY = (
    *("a chip from the pot", "takes a chip", "gets a point", "a point to note", "exactly 69"),
    *("a point for each card", "starts at 0", "becomes 0", "is 0 again"),
    "seats 1, 3, ... against 2, 4, ...",
    *("Two left", "two, three or four cards"),
)
"""Numbers in texts that do not depend on rule keys."""

OF_A_DECK = re.compile(r"decks? of \d+|without .*?(?= and|$)")
"""The size of a deck, and the cards taken out of it."""

OF_CARDS = ("page cards:", "page last_card", "table Round", "costs:")
"""Beginnings of lines about single cards and rounds, which are not rule keys."""

Family = type[AddingOptions | TrickOptions | PointsOptions]
Moments = tuple[HistoryEntry, ...]
Wording = tuple[str, set[int]]
"""A text with the amounts that it may contain."""

KEYS = [
    (family, name)
    for family in (AddingOptions, TrickOptions, PointsOptions)
    for name in options(family)
]
each_key = pytest.mark.parametrize(
    ("family", "key"), KEYS, ids=[f"{family.family} {name}" for family, name in KEYS]
)


TOGETHER: Mapping[str, Mapping[str, Any]] = {
    "bust": {"empty_hand": "wins"},
    "stuck": {"bust": "pass", "empty_hand": "wins"},
    "out_at": {"wins": "lowest"},
    "overshoot": {"target": 50},
    "passing": {"pass_cards": 3},
    "losers": {"entry": "winners"},
    "solo": {"entry": "winners"},
}
"""Keys without which another key makes no difference."""


OF_ONE_KEY: Mapping[str, list[Any]] = {
    "leads": ["dealer", "8C"],
    "ranks": ["7 8 9 10 J Q K A", "A 2 3 4 5 6 7 8 9"],
    "cards_out": ["2C", "2C 2D 7H"],
    "first_trick_without": ["H QS", "S"],
    "overshoot": ["stays", 0],
    "last_rounds": [{7: 23}, {7: 23, 8: 24}],
    "teams": [2, 4],
    "sums": [(26,), (0, 51)],
}
"""Values of keys that name cards, or have few numbers."""


class Turned(NamedTuple):
    """A variant with some rule keys changed to other values."""

    variant: str
    keys: Mapping[str, Any]

    @property
    def game(self) -> Variant:
        printed: Any = VARIANTS[self.variant]
        changed: Variant = msgspec.structs.replace(printed, **self.keys)
        return changed

    @property
    def rules(self) -> Rules:
        return family_of(self.game).rules_of(self.game, {}, len(PLAYERS))


def turned(family: Family, key: str) -> list[Turned]:
    """Return a variant unchanged, and with each other value of the key; two for a number."""
    option = options(family)[key]
    variant = next(name for name in (*FIRST, *VARIANTS) if _applies(family, option, name))
    beside = {
        name: value for name, value in TOGETHER.get(key, {}).items() if name in options(family)
    }
    given = getattr(Turned(variant, beside).rules, key)
    values = (given, *_others(option, given))
    return [Turned(variant, {**beside, key: value}) for value in values]


def _applies(family: Family, option: Option, name: str) -> bool:
    fewest, most = VARIANTS[name].players
    if not isinstance(VARIANTS[name], family) or not fewest <= len(PLAYERS) <= (
        most or len(PLAYERS)
    ):
        return False
    return not option.key.applies or bool(
        getattr(Turned(name, TOGETHER.get(option.name, {})).rules, option.key.applies)
    )


def _others(option: Option, given: object) -> list[Any]:
    if option.choices:
        return [value for value in option.choices if value != given]
    match option.name:
        case "exact" if not option.key.house_rule:
            return [{40: 25}, {40: 25, 100: 60}]
        case "exact":
            return [dict.fromkeys(range(20, 30), what) for what in get_args(Exact)]
        case "bids":
            return [
                Bids(made=20, each=10, missed=-10),
                Bids(missed=-5),
                Bids(each=10, over=1, missed_each=-10),
            ]
        case "stuck":
            return [(Consequence("scores", how_many=3),), (Consequence("drinks", "others", 4),)]
        case "on_bust" | "reward":
            return [
                (Consequence("pays", how_many=3),),
                (Consequence("pays", how_many=2), Consequence("drinks", "others", 4)),
            ]
        case "passing" if isinstance(given, tuple):
            return [("right",), ("left", "across", "none")]
        case "passing" | "multiples" | "alike" | "runs":
            return [{7: (Consequence("drinks", how_many=3),)}, {5: (Consequence("scores"),)}]
        case "match":
            return [Match(to=7), Match(to=20, points=5), Match(to=30, points="cards")]
        case name if name in OF_ONE_KEY:
            return OF_ONE_KEY[name]
    low, high = option.range if option.key.house_rule else (1, 99)
    begin = given if isinstance(given, int) else max(low, min(high, 0))
    return [value for by in (1, 2, -1, -2) if low <= (value := begin + by) <= high][:2]


def played(turn: Turned) -> GameHistory:
    """Return the start of a game by players who choose among legal plays."""
    luck = random.Random(str(turn))  # noqa: S311  # games, not secrets
    game = GameHistory({turn.variant: turn.game}, stickers=True)
    new = New(variant=turn.variant, players=PLAYERS)
    turns_up = getattr(turn.rules, "up_card", "none") != "none"
    chooses = getattr(turn.rules, "contracts", "in order") != "in order"
    if chooses:
        new = msgspec.structs.replace(new, contract=1)
    game.obey(msgspec.structs.replace(new, up_card="3H") if turns_up else new)
    players: AddingPlayers | TrickPlayers | PointsPlayers
    match game.rules:
        case AddingRules():
            players = AddingPlayers(luck, game)
        case TrickRules():
            players = TrickPlayers(luck, game)
        case _:
            players = PointsPlayers(luck, game)
    for _ in range(COMMANDS):
        if game.state is not None and game.state.phase != "game-over":
            players.act()
    return game


class PointsPlayers:
    """Players who enter points that the rules allow."""

    def __init__(self, luck: random.Random, game: GameHistory) -> None:
        self.luck, self.game = luck, game

    def act(self) -> None:
        assert isinstance(self.game.rules, PointsVariant)
        assert self.game.state is not None
        if self.game.state.phase == "round-over":
            self.game.obey(Deal())
        assert isinstance(self.game.state, PointsState)
        names = [side.first.name for side in self.game.state.sides]
        points = [self.luck.randrange(14, 30) for _ in names]
        for total in self.game.rules.sums_of_round(self.game.state.deal_number)[:1]:
            points[-1] = total - sum(points[:-1])
        self.game.obey(Score(points=dict(zip(names, points, strict=True))))


def numbers(words: Words) -> set[int]:
    """Return the numbers that a text contains."""
    text = OF_A_DECK.sub("", render(words))
    for same in OF_NO_KEY:
        text = text.replace(same, "")
    return {_number(word) for word in NUMBER.findall(text)}


def _number(word: str) -> int:
    return int(word.replace("−", "-")) if word[-1].isdigit() else WORDS.get(word, 1)


def amounts(value: object) -> set[int]:
    """Return the numbers in events or rules, and the counts of cards and names."""
    match value:
        case int() if not isinstance(value, bool):
            return {value, abs(value)}
        case Mapping():
            return set().union(*map(amounts, (*value, *value.values())))
        case tuple() if value and isinstance(value[0], str):
            return {len(value)}
        case tuple():
            return set().union(*map(amounts, value))
        case msgspec.Struct():
            return set().union(*(amounts(getattr(value, name)) for name in value.__struct_fields__))
    return set()


def said_in_game(rules: Rules, moments: Moments) -> Iterator[Wording]:
    """Yield the texts about the last command, and the question after it."""
    before, now = moments[-2].state, moments[-1]
    events = amounts(now.events)
    totals = {getattr(each, "total", 0) for each in (before, now.state)} | {
        getattr(rules, "target", 0)
    }
    points = {each.points or 0 for each in now.state.players if now.state.phase == "game-over"}
    for text in event_row(family_of(rules), rules, before, now.state, now.events).after:
        yield as_drawn(text), events | totals | points
    for text in status_badges(family_of(now.state), now.state, now.events).values():
        yield render(text), events | _owed(now.state)
    if isinstance(rules, AddingRules) and isinstance(before, AddingState):
        scene = Scene(VARIANTS, rules=rules, state=now.state, moments=moments, families=FAMILIES)
        undo = undo_of(scene)
        assert undo is not None
        hand = {before.hand} if before.phase == "hand-over" else set()
        yield as_drawn(undo.then), events | {before.total} | hand | _owed(before)
        yield from _shown(scene, rules, events)
        if isinstance(now.events[0], Busted | WentOver):
            assert isinstance(now.state, AddingState)
            yield f"{_column(rules, moments)} chips", {now.state.pot - before.pot}


def _owed(state: State) -> set[int]:
    """Return the number of owed plays; texts leave out a single one."""
    return {state.owed} - {1} if isinstance(state, AddingState) else set()


def _shown(scene: Scene, rules: AddingRules, events: set[int]) -> Iterator[Wording]:
    state = scene.state
    assert isinstance(state, AddingState)
    match state.phase:
        case "hand-over":
            table = HandOverDialog().picture(scene)
            assert isinstance(table, PlayerTableScreen)
            yield worded(table.title), events
        case "play":
            after, made = family_of(rules).step(rules, state, Bust())
            asked = AskBustDialog().picture(scene)
            assert isinstance(asked, ConfirmScreen)
            yield worded(asked.line), amounts(made)
            if asked.chips is not None and state.turn is not None:
                yield f"{asked.chips.held} chips", {after.players[state.turn].chips or 0}


def _column(rules: Rules, moments: Moments) -> int:
    """Return the chips of the last command in the table of the evening."""
    commands = tuple(
        ReplayedCommand(place, 0.0, moment) for place, moment in enumerate(moments[-2:], 1)
    )
    *_, row = rows((PlayedGame(1, rules, commands),))
    return row.chips


def unpaid(rules: Rules, moments: Moments) -> Iterator[str]:
    """Yield explanations for a player who paid for the last bust but has the chips as before."""
    before, now = moments[-2].state, moments[-1]
    for paid in (
        event
        for event in now.events
        if isinstance(event, Paid) and event.is_to_pot and now.state.phase != "game-over"
    ):
        assert paid.player is not None
        seat = before.seat_of(paid.player)
        assert seat is not None
        chips = before.players[seat].chips or 0
        best = explain(family_of(rules), rules, moments, Observed(chips={paid.player: chips}))[0]
        yield render(explained(family_of(rules), rules, counting(moments), best).sentence)


def check_game(turn: Turned) -> None:
    """Require that texts have the amounts of a game's events and explain its first unpaid bust."""
    game, is_explained = played(turn), False
    assert game.rules is not None
    for count in range(2, len(game.moments) + 1):
        moments = tuple(game.moments[:count])
        wrong = [
            text for text, may in said_in_game(game.rules, moments) if not numbers(text) <= may
        ]
        assert wrong == [], (turn, moments[-1].events)
        if not is_explained:
            for text in unpaid(game.rules, moments):
                assert render(text).startswith("No chip paid for hand"), turn
                is_explained = True


@each_key
def test_texts_of_a_game_contain_the_amounts_of_its_events(family: Family, key: str) -> None:
    for turn in turned(family, key):
        check_game(turn)


@pytest.mark.parametrize("chips", [2, 3])
@pytest.mark.parametrize("bust", ["chip, new hand", "chip, play on", "chip, new pile"])
def test_texts_of_a_game_contain_the_chips_of_its_busts(
    monkeypatch: pytest.MonkeyPatch, bust: str, chips: int
) -> None:
    monkeypatch.setattr(AddingOptions, "bust_chips", chips)
    for each in (7, 8):
        check_game(Turned("ninety-nine", {"bust": bust, "chips": each}))


@each_key
def test_text_of_the_rules_changes_with_each_key(family: Family, key: str) -> None:
    said = {tuple(said_of(turn.rules, turn.rules, {})) for turn in turned(family, key)}
    assert len(said) == len(turned(family, key)) > 1


@each_key
def test_text_of_the_rules_contains_the_numbers_of_the_keys(
    monkeypatch: pytest.MonkeyPatch, family: Family, key: str
) -> None:
    """All numbers are changed at once, so that none matches by chance."""
    monkeypatch.setattr(AddingOptions, "bust_chips", 3)
    apart = {"ranks", "cards_out", "match"}  # No numbers, and not possible with every bust.
    names = [
        name for name, option in options(family).items() if not option.choices and name not in apart
    ]
    others = {name: getattr(turned(family, name)[-1].rules, name) for name in names}
    for turn in turned(family, key)[1:]:
        clear: dict[str, Any] = {}
        if family is PointsOptions:  # leave out what contradicts the key
            clear |= {"target": None} if "out_at" in turn.keys else {"out_at": None}
            clear |= {} if "overshoot" in turn.keys else {"overshoot": "counts"}
            clear |= {"tie": "share"} if "overshoot" in turn.keys else {}
            clear |= {"bids": None, "sums": ()} if "entry" in turn.keys else {}
        rules = Turned(turn.variant, {**others, **clear, **turn.keys}).rules
        may = amounts({name: getattr(rules, name) for name in options(family)})
        may |= {getattr(rules, "bust_chips", 0)}
        said = [text for text in said_of(rules, rules, {}) if not text.startswith(OF_CARDS)]
        assert [text for text in said if not numbers(text) <= may] == [], turn
