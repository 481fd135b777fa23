"""Says who is ahead, in a heading and the line below it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from companion.phone.family import for_family
from companion.phone.statistics.replay import PlayedGame, counted
from companion.phone.statistics.settlement import Settled
from companion.text.family import for_family as words_for
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
    """Return who is ahead: in the only game of the evening, else in chips, else in games won.

    Of an evening that is past it says who won most.
    """
    if not games:
        return Headline(_("Nobody has played yet"))
    newest = games[-1]
    if len(games) == 1:
        return msgspec.structs.replace(_in_game(newest), text=_line_of_game(newest))
    lead = _are_ahead if newest.resumed else _won_most
    text = f"{_games_won(games)} {_line_of_game(newest)}".strip()
    if settled is not None and any(settled.nets.values()):
        names, most = leaders(settled.nets)
        return Headline(lead(names), _with_chips_won(most, each=len(names) > 1), text)
    won = Counter(name for game in games for name in game.winners)
    names, most = leaders(won)
    if not names:
        return Headline(_("Nobody has won yet"), text=text)
    return Headline(lead(names), _with_games_won(most, each=len(names) > 1), text)


def leaders(counts: Mapping[str, int]) -> tuple[tuple[str, ...], int]:
    """Return those who have most, and how much that is."""
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most), most


def _in_game(game: PlayedGame) -> Headline:
    state = game.state
    if game.stands == "over":
        return Headline(plain(outcome(state)))
    held = counted(state.players[seat] for seat in state.seats_in)
    if not (game.for_chips or game.for_points):
        return Headline(ngettext("{n:d} is still in", "{n:d} are still in", len(held)).format(n=len(held)))
    lowest_wins = words_for(game.state).wins(game.rules) == "lowest"
    best = min(held.values()) if lowest_wins else max(held.values())
    names = tuple(name for name, count in held.items() if count == best)
    # Whoever is out of a game for chips is behind; whoever has left a points game counts no more.
    if len(names) == len(state.players if game.for_chips else held):
        return Headline(_("Nobody is ahead yet"))
    if lowest_wins:
        title = ngettext("{names} is lowest", "{names} are lowest", len(names)).format(names=together(names))
    else:
        title = _are_ahead(names)
    by = _with_chips if game.for_chips else _with_points
    return Headline(title, by(best, each=len(names) > 1))


def _line_of_game(game: PlayedGame) -> str:
    state = game.state
    if game.result is not None:
        return game.result.pot
    if game.for_chips:
        held = sum(counted(state.players).values())
        line = _("Chips: {n} still held, {pot} in the pot.")
        return line.format(n=Count(held), pot=Count(state.pot))
    if not game.has_rounds or game.stands != "on":
        return ""
    rounds = for_family(game.rules).last_round(game.rules)
    return sentences([round_number(game.hands, rounds)])


def _games_won(games: Sequence[PlayedGame]) -> str:
    """Return all wins and losses of the evening, as in: Of four games Ann won two, Bo one, Cy lost one."""
    won = Counter(name for game in games for name in game.winners).most_common()
    lost = Counter(name for game in games for name in game.losers).most_common()
    if not won and not lost:
        return _("Games played: {n}.").format(n=Count(len(games)))
    later = pgettext("games won, later in a list", "{player} {n}")
    said = [
        (later if place else first).format(player=player, n=Count(count))
        for first, counts in (
            (pgettext("games won, first of a list", "{player} won {n}"), won),
            (pgettext("games lost, first of a list", "{player} lost {n}"), lost),
        )
        for place, (player, count) in enumerate(counts)
    ]
    line = ngettext("Of {n} game {wins}.", "Of {n} games {wins}.", len(games))
    return line.format(n=Count(len(games)), wins=", ".join(said))


def _are_ahead(names: Sequence[str]) -> str:
    return ngettext("{names} is ahead", "{names} are ahead", len(names)).format(names=together(names))


def _won_most(names: Sequence[str]) -> str:
    return ngettext("{names} won most", "{names} won most", len(names)).format(names=together(names))


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
