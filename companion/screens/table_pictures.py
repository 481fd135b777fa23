"""Makes the pictures that the families share from the state of a game; pure."""

from companion.message import Words, in_context
from companion.rules.family import State
from companion.screens.model import (
    KeyHint,
    NoticeScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    WinnerScreen,
)
from companion.text.numbers import figure
from companion.text.result import Result
from companion.text.whose_move import outcome


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of all players, which `companion.drawing.names` shortens without
    confusing two.
    """
    return tuple(player.name for player in state.players)


def result_pictures(state: State, result: Result) -> tuple[Picture, ...]:
    """Return who has won or lost with the final standing, then the evening,
    and what became of the pot.

    A game without points and chips has the evening in place of the standing, but a forfeit needs
    that room. Several winners are not named but have a small crown each, so that the sentence stays
    large.
    """
    ok, other = (
        KeyHint("OK", in_context("key", "again")),
        KeyHint("MORE", in_context("key", "games")),
    )
    title = (
        in_context("display", "Games lost")
        if result.of_losses
        else in_context("display", "Games won")
    )
    evening = tuple(PlayerRow(name, text=figure(count)) for name, count in result.evening)
    standing = tuple(
        PlayerRow(
            place.name, text=figure(place.figure), crowned=len(state.won_by) > 1 and place.won
        )
        for place in result.places
        if place.figure is not None
    )
    rows = standing if standing or result.forfeit else evening
    won = WinnerScreen(
        sentence=_sentence(state),
        unit=title if rows is evening else result.unit,
        rows=rows,
        crown=bool(state.won_by),
        table=names_of(state),
        ok=ok,
        other=other,
        forfeit=result.forfeit,
    )
    pictures: list[Picture] = [won]
    if rows is not evening:
        pictures.append(
            PlayerTableScreen(title, in_context("display", "tonight"), evening, ok, other)
        )
    if result.pot:
        pictures.append(NoticeScreen(in_context("chips", "Pot"), result.pot, ok=ok, other=other))
    return tuple(pictures)


def _sentence(state: State) -> Words:
    if len(state.won_by) > 1:
        return in_context("beside a large crown", "{n:d} share the win", n=len(state.won_by))
    return outcome(state)
