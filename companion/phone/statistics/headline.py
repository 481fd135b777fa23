"""Says who is ahead, in a heading and the line below it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from companion.phone.statistics.pots import together
from companion.phone.statistics.replay import PlayedGame, counted
from companion.phone.statistics.settlement import Settled
from companion.phone.words import counted as so_many
from companion.rules.adding.state import AddingState
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.numbers import number, points


class Headline(msgspec.Struct, frozen=True):
    """Who is ahead in the evening: a `title`, `by` how much, and the standings in `text`."""

    title: str
    by: str = ""
    text: str = ""


def ahead(games: Sequence[PlayedGame], settled: Settled | None) -> Headline:
    """Return who is ahead: in the only game of the evening, else in chips, else in games won."""
    if not games:
        return Headline("Nobody has played yet")
    newest = games[-1]
    if len(games) == 1:
        return msgspec.structs.replace(_in_game(newest), text=_line_of_game(newest))
    text = f"{_games_won(games)} {_line_of_game(newest)}".strip()
    if settled is not None and any(settled.nets.values()):
        names, most = leaders(settled.nets)
        return Headline(_are_ahead(names), f"with {chips(most)} won{_each(names)}", text)
    won = Counter(name for game in games for name in game.winners)
    names, most = leaders(won)
    if not names:
        return Headline("Nobody has won yet", text=text)
    return Headline(_are_ahead(names), f"with {so_many(most, 'game')} won{_each(names)}", text)


def leaders(counts: Mapping[str, int]) -> tuple[tuple[str, ...], int]:
    """Return those who have most, and how much that is."""
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most), most


def chips(count: int) -> str:
    """Return a number of chips as people say it."""
    return "1 chip" if count == 1 else f"{count} chips"


def _in_game(game: PlayedGame) -> Headline:
    if game.stands == "over":
        people, verb = (game.winners, "won") if game.winners else (game.losers, "lost")
        return Headline(f"{together(people)} {'has' if len(people) == 1 else 'have'} {verb}")
    state = game.state
    if isinstance(state, TrickState):
        return _lowest(counted(state))
    if not game.for_chips:
        return Headline(f"{number(len(state.seats_in)).capitalize()} are still in")
    held = {state.players[seat].name: state.players[seat].chips or 0 for seat in state.seats_in}
    names, most = leaders(held)
    if len(names) == len(state.players):
        return Headline("Nobody is ahead yet")
    return Headline(_are_ahead(names), f"with {chips(most)}{_each(names)}")


def _lowest(held: Mapping[str, int]) -> Headline:
    least = min(held.values())
    names = tuple(name for name, count in held.items() if count == least)
    if len(names) == len(held):
        return Headline("Nobody is ahead yet")
    return Headline(
        f"{together(names)} {'is' if len(names) == 1 else 'are'} lowest",
        f"with {points(least)}{_each(names)}",
    )


def _line_of_game(game: PlayedGame) -> str:
    state = game.state
    if isinstance(state, AddingState) and game.for_chips:
        held = sum(player.chips or 0 for player in state.players)
        still = "" if game.stands == "over" else "still "
        return f"{so_many(held, 'chip').capitalize()} {still}held, {number(state.pot)} in the pot."
    if isinstance(state, TrickState) and isinstance(game.rules, TrickRules) and game.stands == "on":
        return f"Round {state.round}{_of_rounds(game.rules)}."
    return ""


def _of_rounds(rules: TrickRules) -> str:
    return "" if rules.until is not None else f" of {len(rules.rounds)}"


def _games_won(games: Sequence[PlayedGame]) -> str:
    """Return all wins of the evening, as in: Three games: Ann won two, Bo one."""
    won = Counter(name for game in games for name in game.winners).most_common()
    played = so_many(len(games), "game").capitalize()
    if not won:
        return f"{played}."
    (best, most), *others = won
    said = [f"{best} won {number(most)}", *(f"{name} {number(count)}" for name, count in others)]
    return f"{played}: {', '.join(said)}."


def _are_ahead(names: Sequence[str]) -> str:
    return f"{together(names)} {'is' if len(names) == 1 else 'are'} ahead"


def _each(names: Sequence[str]) -> str:
    return "" if len(names) == 1 else " each"
