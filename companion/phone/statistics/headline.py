"""Says who is ahead, in a heading and the line below it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from companion.phone.statistics.replay import PlayedGame, counted
from companion.phone.statistics.settlement import Settled
from companion.rules.adding.state import AddingState
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState, best_seats
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.language import gettext as _
from companion.text.language import ngettext, pgettext
from companion.text.named import plain
from companion.text.numbers import Count, together
from companion.text.turns import round_number
from companion.text.voice import sentences
from companion.text.whose_move import outcome


class Headline(msgspec.Struct, frozen=True):
    """Who is ahead in the evening: a `title`, `by` how much, and the standings in `text`."""

    title: str
    by: str = ""
    text: str = ""


def ahead(games: Sequence[PlayedGame], settled: Settled | None) -> Headline:
    """Return who is ahead: in the only game of the evening, else in chips, else in games won."""
    if not games:
        return Headline(_("Nobody has played yet"))
    newest = games[-1]
    if len(games) == 1:
        return msgspec.structs.replace(_in_game(newest), text=_line_of_game(newest))
    text = f"{_games_won(games)} {_line_of_game(newest)}".strip()
    if settled is not None and any(settled.nets.values()):
        names, most = leaders(settled.nets)
        return Headline(_are_ahead(names), _with_chips_won(most, each=len(names) > 1), text)
    won = Counter(name for game in games for name in game.winners)
    names, most = leaders(won)
    if not names:
        return Headline(_("Nobody has won yet"), text=text)
    return Headline(_are_ahead(names), _with_games_won(most, each=len(names) > 1), text)


def leaders(counts: Mapping[str, int]) -> tuple[tuple[str, ...], int]:
    """Return those who have most, and how much that is."""
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most), most


def _in_game(game: PlayedGame) -> Headline:
    state = game.state
    if game.stands == "over":
        return Headline(plain(outcome(state)))
    if isinstance(state, TrickState):
        return _lowest(counted(state))
    if isinstance(state, PointsState) and isinstance(game.rules, PointsRules):
        return _best(game.rules, state)
    if not isinstance(state, AddingState) or not game.for_chips:
        left = len(state.seats_in)
        return Headline(ngettext("{n:d} is still in", "{n:d} are still in", left).format(n=left))
    held = {state.players[seat].name: state.players[seat].chips or 0 for seat in state.seats_in}
    names, most = leaders(held)
    if len(names) == len(state.players):
        return Headline(_("Nobody is ahead yet"))
    return Headline(_are_ahead(names), _with_chips(most, each=len(names) > 1))


def _lowest(held: Mapping[str, int]) -> Headline:
    least = min(held.values())
    names = tuple(name for name, count in held.items() if count == least)
    if len(names) == len(held):
        return Headline(_("Nobody is ahead yet"))
    title = ngettext("{names} is lowest", "{names} are lowest", len(names)).format(names=together(names))
    return Headline(title, _with_points(least, each=len(names) > 1))


def _best(rules: PointsRules, state: PointsState) -> Headline:
    if rules.wins == "lowest":
        return _lowest({state.players[seat].name: state.players[seat].points for seat in state.seats_in})
    seats = best_seats(rules, state)
    if len(seats) == len(state.seats_in):
        return Headline(_("Nobody is ahead yet"))
    names = tuple(state.players[seat].name for seat in seats)
    return Headline(_are_ahead(names), _with_points(state.players[seats[0]].points, each=len(names) > 1))


def _line_of_game(game: PlayedGame) -> str:
    state = game.state
    if isinstance(state, AddingState) and game.for_chips:
        held = sum(player.chips or 0 for player in state.players)
        if game.stands == "over":
            line = _("Chips: {n} held, {pot} in the pot.")
        else:
            line = _("Chips: {n} still held, {pot} in the pot.")
        return line.format(n=Count(held), pot=Count(state.pot))
    if isinstance(state, TrickState) and isinstance(game.rules, TrickRules) and game.stands == "on":
        rounds = len(game.rules.rounds) if game.rules.until is None else None
        return sentences([round_number(state.round, rounds)])
    if isinstance(state, PointsState) and isinstance(game.rules, PointsRules) and game.stands == "on":
        return sentences([round_number(state.round, game.rules.last_round)])
    return ""


def _games_won(games: Sequence[PlayedGame]) -> str:
    """Return all wins of the evening, as in: Of three games Ann won two, Bo one."""
    won = Counter(name for game in games for name in game.winners).most_common()
    if not won:
        return _("Games played: {n}.").format(n=Count(len(games)))
    first = pgettext("games won, first of a list", "{player} won {n}")
    later = pgettext("games won, later in a list", "{player} {n}")
    said = [
        (later if place else first).format(player=player, n=Count(count))
        for place, (player, count) in enumerate(won)
    ]
    line = ngettext("Of {n} game {wins}.", "Of {n} games {wins}.", len(games))
    return line.format(n=Count(len(games)), wins=", ".join(said))


def _are_ahead(names: Sequence[str]) -> str:
    return ngettext("{names} is ahead", "{names} are ahead", len(names)).format(names=together(names))


def _with_chips(count: int, *, each: bool) -> str:
    if each:
        return ngettext("with {n:d} chip each", "with {n:d} chips each", count).format(n=count)
    return ngettext("with {n:d} chip", "with {n:d} chips", count).format(n=count)


def _with_chips_won(count: int, *, each: bool) -> str:
    if each:
        return ngettext("with {n:d} chip won each", "with {n:d} chips won each", count).format(n=count)
    return ngettext("with {n:d} chip won", "with {n:d} chips won", count).format(n=count)


def _with_games_won(count: int, *, each: bool) -> str:
    if each:
        return ngettext("with {n} game won each", "with {n} games won each", count).format(n=Count(count))
    return ngettext("with {n} game won", "with {n} games won", count).format(n=Count(count))


def _with_points(count: int, *, each: bool) -> str:
    if each:
        return ngettext("with {n:d} point each", "with {n:d} points each", count).format(n=count)
    return ngettext("with {n:d} point", "with {n:d} points", count).format(n=count)
