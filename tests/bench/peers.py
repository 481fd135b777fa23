"""The engines of other games, with which `tests.bench.engine` compares ours."""

import random
from collections.abc import Callable

from chess import Board
from pyspiel import load_game

LONGEST = 120
"""Moves of a random game of chess, which could continue for hundreds."""


def random_chess(luck: random.Random, count: int) -> list[list[str]]:
    """Return random games with at least `count` moves in all, as texts."""
    games: list[list[str]] = []
    while sum(map(len, games)) < count:
        board, moves = Board(), list[str]()
        while len(moves) < LONGEST and not board.is_game_over():
            move = luck.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def chess_moves(luck: random.Random, count: int) -> Callable[[], int]:
    """Return a function that lists the legal moves in the middle of random games."""
    boards = []
    for moves in random_chess(luck, count):
        board = Board()
        for move in moves[: len(moves) // 2]:
            board.push_uci(move)
        boards.append(board)

    def listed() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    return listed


def chess(luck: random.Random, count: int) -> Callable[[], int]:
    """Return a function that plays at least `count` moves of random games, entered as text."""
    games = random_chess(luck, count)

    def play() -> int:
        for moves in games:
            board = Board()
            for move in moves:
                board.push_uci(move)
        return sum(map(len, games))

    return play


def hearts(luck: random.Random, count: int) -> Callable[[], int]:
    """Return a function that plays at least `count` actions of random games; chance actions are the
    deal.
    """
    game, games = load_game("hearts"), list[list[int]]()
    while sum(map(len, games)) < count:
        state, actions = game.new_initial_state(), list[int]()
        while not state.is_terminal():
            actions.append(luck.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        games.append(actions)

    def play() -> int:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                state.legal_actions()
                state.apply_action(action)
        return sum(map(len, games))

    return play
