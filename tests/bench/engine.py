"""The engine beside engines of other games, in one run: `python -m tests.bench.engine`.

A play is one move of a game with everything kept: python-chess's `push_uci`, OpenSpiel's `legal_actions`
and `apply_action` in Hearts, `GameHistory.obey`. A loop by hand shows what the numbers of 99 alone cost in
Python, and a loop of the standard library's `json` what it costs to read lines and to write as much as the
referee answers. All of them play in turn, five rounds; each line is the median of its rounds.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import chess
import pyspiel

from companion.errors import Illegal
from companion.referee import Referee
from companion.rules.commands import New, Play
from companion.rules.game import GameHistory
from companion.table.journal import Journal
from companion.table.replay import replay
from companion.table.table import Table
from companion.variants import load_variants
from tests.rules.streams import Stream

ROUNDS = 5
PLAYS = 10_000
LINES = 4_000
COMMANDS = 5_000
LONGEST = 120
"""Moves of a game of chess by chance, which could go on for hundreds."""

VARIANTS = load_variants().variants
NAMES = ("Ann", "Bo", "Cy", "Di")
ADDING = ("ninety-nine", "ninety-eight", "one-hundred")
TRICKS = ("arizona-spaghetti",)
PEER = "python-chess push_uci"
RESULTS = Path("build/bench-engine.json")

Work = Callable[[], int]
"""Plays what was prepared, and returns how many plays or lines that were."""


def chess_games(luck: random.Random) -> list[list[str]]:
    """The moves of games by chance, as one types them."""
    games: list[list[str]] = []
    while sum(map(len, games)) < PLAYS:
        board, moves = chess.Board(), list[str]()
        while len(moves) < LONGEST and not board.is_game_over():
            move = luck.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def play_chess(games: list[list[str]]) -> int:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
    return sum(map(len, games))


def hearts_games(luck: random.Random, hearts: Any) -> list[list[int]]:
    """The actions of games by chance; those of chance are the deal."""
    games: list[list[int]] = []
    while sum(map(len, games)) < PLAYS:
        state, actions = hearts.new_initial_state(), list[int]()
        while not state.is_terminal():
            actions.append(luck.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        games.append(actions)
    return games


def play_hearts(games: list[list[int]], hearts: Any) -> int:
    for actions in games:
        state = hearts.new_initial_state()
        for action in actions:
            state.legal_actions()
            state.apply_action(action)
    return sum(map(len, games))


def our_games(luck: random.Random, variant: str) -> Iterator[tuple[New, list[Play]]]:
    """The plays of a hand each, by players who hold any card."""
    played = 0
    while played < PLAYS:
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


def play_by_hand(games: list[tuple[New, list[Play]]]) -> int:
    """99 as one writes it in a minute: the total, whose turn, which way round, and no card twice."""
    adds = {"A": 1, "4": 0, "9": 0, "J": 10, "Q": 10} | {str(number): number for number in (2, 3, 5, 6, 7, 8)}
    for _, plays in games:
        total, turn, way, stock, pile = 0, 0, 1, 40, set[str]()
        for play in plays:
            card = str(play.card)
            rank = card[:-1]
            value = (
                play.value if isinstance(play.value, int) else adds.get(rank, -10)
            )  # a ten that cannot go up
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


def protocol_lines() -> tuple[list[bytes], list[dict[str, Any]]]:
    """The lines of generated games, sensible ones, and the referee's replies."""
    stream, referee = Stream(seed=1), Referee(VARIANTS)
    lines, replies, reply = list[bytes](), list[dict[str, Any]](), None
    while len(lines) < LINES:
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
    """What every answer costs a program that has it ready: to read the line, and to write as much."""
    for line, reply in zip(lines, replies, strict=True):
        with suppress(ValueError):  # some lines are no JSON
            json.loads(line)
        json.dumps(reply, ensure_ascii=False).encode()
    return len(lines)


def journal_of(folder: Path, games: list[tuple[New, list[Play]]]) -> Path:
    path = folder / "journal.db"
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


def main(folder: Path) -> None:
    """Prepare games of each kind, play all of them in turn, and print and keep the medians."""
    luck = random.Random(1)  # noqa: S311  # games, not secrets
    hearts = pyspiel.load_game("hearts")
    chess_moves, hearts_moves = chess_games(luck), hearts_games(luck, hearts)
    ours = {variant: list(our_games(luck, variant)) for variant in (*ADDING, *TRICKS)}
    lines, replies = protocol_lines()
    journal = journal_of(folder, ours["ninety-nine"])
    works: dict[str, Work] = {
        PEER: lambda: play_chess(chess_moves),
        "OpenSpiel hearts": lambda: play_hearts(hearts_moves, hearts),
        "99 by hand": lambda: play_by_hand(ours["ninety-nine"]),
        **{variant: (lambda games=games: play_ours(games)) for variant, games in ours.items()},  # type: ignore[misc]
        "lines read and written by json": lambda: read_and_write(lines, replies),
        "lines answered by the referee": lambda: answer(lines),
        "commands replayed": lambda: replay(journal).commands,
    }
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            begun = time.perf_counter()
            count = work()
            took[name].append((time.perf_counter() - begun) / count * 1e6)
    medians = {name: statistics.median(each) for name, each in took.items()}
    for name, each in medians.items():
        beside = medians[PEER] / each
        sys.stdout.write(f"{name:32} {each:9.2f} µs {1e6 / each:10.0f} /s {beside:7.2f} x {PEER}\n")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"microseconds": medians}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        main(Path(temporary))
