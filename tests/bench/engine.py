"""The engine next to engines of other games, in one run: `python -m tests.bench engine`.

A play is one move of a game that keeps its history: python-chess's `push_uci`, OpenSpiel's
`legal_actions` and `apply_action` in Hearts, `GameHistory.obey`. The engine's steps without a
history, `Game.play` and `Game.legal` show what the Python API adds, next to python-chess's
`legal_moves`. A loop by hand shows the cost of the arithmetic of 99 in Python. A loop of the
standard library's `json` shows the cost of reading lines and of writing as much as the referee
answers. All of them run in turn, for five rounds; each line is the median of its rounds. `make
bench` installs the other engines; a quick run omits them.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion import Game
from companion.core.cards import RANKS, SUITS
from companion.core.commands import New, Play
from companion.errors import Illegal
from companion.games import family_of
from companion.games.history import GameHistory
from companion.referee import Referee
from companion.table.journal import Journal
from companion.table.replay import replay
from companion.table.table import Table
from companion.variants import load_variants
from tests.games.streams import Stream

ROUNDS = 5
PLAYS = 10_000
LINES = 4_000
COMMANDS = 5_000

VARIANTS = load_variants().variants
NAMES = ("Ann", "Bo", "Cy", "Di")
ADDING = ("ninety-nine", "ninety-eight", "one-hundred")
TRICKS = ("arizona-spaghetti",)
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
PEER = "python-chess push_uci"

Work = Callable[[], int]
"""Plays the prepared moves or lines and returns their number."""


def our_games(luck: random.Random, variant: str, count: int) -> Iterator[tuple[New, list[Play]]]:
    """Yield at least `count` plays, one game for each hand, by players who hold any card."""
    played = 0
    while played < count:
        game, plays = GameHistory(VARIANTS), list[Play]()
        new = New(variant=variant, players=NAMES)
        with suppress(Illegal):  # the dealer turns up a card
            game.obey(new)
        if game.state is None:
            new = New(variant=variant, players=NAMES, up_card=luck.choice(("3D", "5C")))
            game.obey(new)
        while legal := list(game.legal_plays()):
            plays.append(luck.choice(legal))
            game.obey(plays[-1])
        played += len(plays)
        yield new, plays


def play_ours(games: list[tuple[New, list[Play]]]) -> int:
    for new, plays in games:
        game = GameHistory(VARIANTS)
        game.obey(new)
        for play in plays:
            game.obey(play)
    return sum(len(plays) for _, plays in games)


def step_ours(games: list[tuple[New, list[Play]]]) -> int:
    """Play with the pure steps of the engine, without a history."""
    for new, plays in games:
        history = GameHistory(VARIANTS)
        history.obey(new)
        rules, state = history.in_force(), history.moments[-1].state
        step = family_of(rules).step
        for play in plays:
            state, _ = step(rules, state, play)
    return sum(len(plays) for _, plays in games)


def play_with_the_api(games: list[tuple[New, list[Play]]]) -> int:
    for new, plays in games:
        game = Game(new.variant, new.players)
        for play in plays:
            game.play(
                str(play.card),
                value=play.value if isinstance(play.value, int) else None,
                target=play.target if isinstance(play.target, str) else None,
            )
    return sum(len(plays) for _, plays in games)


def hands_of_four(
    luck: random.Random, games: list[tuple[New, list[Play]]]
) -> list[tuple[Game, list[str]]]:
    """Return a moment of each game, with a hand of four cards that have not been played."""
    hands = []
    for new, plays in games:
        game, seen = Game(new.variant, new.players), set[str]()
        for play in plays[: luck.randrange(min(len(plays), 30))]:
            game.play(play)
            seen.update(play.all_cards)
        hands.append((game, luck.sample([card for card in DECK if card not in seen], 4)))
    return hands


def list_legal(hands: list[tuple[Game, list[str]]]) -> int:
    for game, hand in hands:
        game.legal(hand)
    return len(hands)


def play_by_hand(games: list[tuple[New, list[Play]]]) -> int:
    """Play 99 with minimal code: the total, the turn, the direction, and no card twice."""
    adds = {"A": 1, "4": 0, "9": 0, "J": 10, "Q": 10} | {
        str(number): number for number in (2, 3, 5, 6, 7, 8)
    }
    for _, plays in games:
        total, turn, way, stock, pile = 0, 0, 1, 40, set[str]()
        for play in plays:
            card = str(play.card)
            rank = card[:-1]
            value = (
                play.value if isinstance(play.value, int) else adds.get(rank, -10)
            )  # a ten that must subtract
            after = 99 if rank == "K" else total + value
            if after > 99 or card in pile:
                raise ValueError(card)
            pile.add(card)
            total = after
            if stock == 0:
                stock, pile = len(pile) - 1, {card}
            stock -= 1
            way = -way if rank == "4" else way
            turn = (turn + way) % 4
    return sum(len(plays) for _, plays in games)


def protocol_lines(count: int) -> tuple[list[bytes], list[dict[str, Any]]]:
    """Return `count` lines of plausible generated games, and the referee's replies."""
    stream, referee = Stream(seed=1), Referee(VARIANTS)
    lines, replies, reply = list[bytes](), list[dict[str, Any]](), None
    while len(lines) < count:
        lines.append(stream.next(reply))
        reply = json.loads(referee.answer(lines[-1]))
        replies.append(reply)
    return lines, replies


def answer(lines: list[bytes]) -> int:
    referee = Referee(VARIANTS)
    for line in lines:
        referee.answer(line)
    return len(lines)


def read_and_write(lines: list[bytes], replies: list[dict[str, Any]]) -> int:
    """Measure the minimum cost of an answer: reading the line, and writing as many bytes."""
    for line, reply in zip(lines, replies, strict=True):
        with suppress(ValueError):  # some lines are not JSON
            json.loads(line)
        json.dumps(reply, ensure_ascii=False).encode()
    return len(lines)


def journal_of(folder: Path, games: list[tuple[New, list[Play]]]) -> Path:
    path = folder / "journal"
    table = Table(VARIANTS, Journal(path), time)
    kept = 0
    for new, plays in games:
        table.obey(new)
        for play in plays:
            table.obey(play)
        kept += 1 + len(plays)
        if kept > COMMANDS:
            break
    table.close()
    return path


def main(folder: Path, *, quick: bool) -> None:
    """Prepare games of each kind, play all of them in turn, and print the medians."""
    luck = random.Random(1)  # noqa: S311  # games, not secrets
    rounds, plays, count = (1, 1, 1) if quick else (ROUNDS, PLAYS, LINES)
    ours = {variant: list(our_games(luck, variant, plays)) for variant in (*ADDING, *TRICKS)}
    lines, replies = protocol_lines(count)
    journal = journal_of(folder, ours["ninety-nine"])
    works: dict[str, Work] = {} if quick else other_engines(luck, plays)
    hands = hands_of_four(luck, ours["ninety-nine"])
    works |= {
        "99 by hand": lambda: play_by_hand(ours["ninety-nine"]),
        "ninety-nine, steps alone": lambda: step_ours(ours["ninety-nine"]),
        "ninety-nine, Game.play": lambda: play_with_the_api(ours["ninety-nine"]),
        "ninety-nine, Game.legal of a hand": lambda: list_legal(hands),
        **{variant: (lambda games=games: play_ours(games)) for variant, games in ours.items()},  # type: ignore[misc]
        "lines read and written by json": lambda: read_and_write(lines, replies),
        "lines answered by the referee": lambda: answer(lines),
        "commands replayed": lambda: replay(journal).commands,
    }
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begun = time.perf_counter()
            done = work()
            took[name].append((time.perf_counter() - begun) / done * 1e6)
    medians = {name: statistics.median(each) for name, each in took.items()}
    for name, each in medians.items():
        beside = "" if quick else f"{medians[PEER] / each:7.2f} x {PEER}"
        sys.stdout.write(f"{name:32} {each:9.2f} µs {1e6 / each:10.0f} /s {beside}\n")


def other_engines(luck: random.Random, plays: int) -> dict[str, Work]:
    """Return the engines of other games, which only `make bench` installs."""
    from tests.bench import peers  # noqa: PLC0415

    return {
        PEER: peers.chess(luck, plays),
        "python-chess legal_moves": peers.chess_moves(luck, plays),
        "OpenSpiel hearts": peers.hearts(luck, plays),
    }
