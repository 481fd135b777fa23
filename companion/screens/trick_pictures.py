"""Makes pictures from the state of a trick game; pure."""

from typing import Final

from companion.rules.cards import SUIT_SIGNS
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import winning
from companion.rules.tricks.state import Laid, Taken, TrickState
from companion.screens.model import KeyHint, PlayerRow, PlayerTableScreen, Slot, TrickScreen, WinnerScreen
from companion.screens.table_pictures import deals_next, names_of
from companion.screens.trick_words import round_cost, what_costs
from companion.text.cards import face
from companion.text.named import Named, Words

MOST_NAMED: Final = 4
"""Maximum number of joint winners shown by name; of more the picture shows only their number."""


def trick_picture(rules: TrickRules, state: TrickState, *, missing: bool) -> TrickScreen:
    """Return the trick in progress and the player to act; `missing` shows the warning triangle."""
    seat = state.turn if state.turn is not None else state.dealer
    return TrickScreen(
        title=f"Round {state.round}",
        costs=what_costs(rules.round(state.round)),
        slots=_slots(rules, state, state.trick, acting=seat),
        who=Named(state.players[seat].name),
        does=to_do(rules, state),
        missing=missing,
    )


def taken_picture(rules: TrickRules, state: TrickState, taken: Taken, paid: int) -> TrickScreen:
    """Return the trick just taken, by whom, and what was `paid` for it, including a sweep."""
    return TrickScreen(
        title=f"Round {state.round}",
        costs=what_costs(rules.round(state.round)),
        slots=_slots(rules, state, taken.cards, acting=None),
        who=Named(state.players[taken.seat].name),
        does=f"takes {paid}" if paid else "takes it",
    )


def to_do(rules: TrickRules, state: TrickState) -> str:
    """Return what the player to act must do: ``follow ♦``, ``lead``, or ``not ♠`` before it may be led."""
    if state.led is not None:
        return f"follow {SUIT_SIGNS[state.led]}" if rules.follow else "play"
    restricted = rules.round(state.round).restricted
    return f"not {SUIT_SIGNS[restricted]}" if restricted is not None and not state.broken else "lead"


def _slots(
    rules: TrickRules, state: TrickState, trick: tuple[Laid, ...], *, acting: int | None
) -> tuple[Slot, ...]:
    cards = {laid.seat: face(laid.card) for laid in trick}
    wins = winning(rules, trick).seat if trick else None
    return tuple(
        Slot(player.name, cards.get(seat, ""), "wins" if seat == wins else "act" if seat == acting else "")
        for seat, player in enumerate(state.players)
    )


def points_picture(rules: TrickRules, state: TrickState) -> PlayerTableScreen:
    """Return all players' points after a round, who has fewest, and who alone paid in it."""
    fewest = min(player.points for player in state.players)
    paid = [seat for seat, player in enumerate(state.players) if player.round_points]
    alone = paid[0] if len(paid) == 1 else None
    title: Words = f"Round {state.round} over"
    if alone is not None:
        player = state.players[alone]
        title = Named(player.name, after=f" {round_cost(player)}")
    return PlayerTableScreen(
        title=title,
        whose=_how_far(rules, state),
        rows=tuple(
            PlayerRow(
                player.name, text=str(player.points), marked=seat == alone, crowned=player.points == fewest
            )
            for seat, player in enumerate(state.players)
        ),
        ok=_goes_on(state),
        other=KeyHint("", "low wins"),
    )


def round_picture(state: TrickState) -> PlayerTableScreen:
    """Return what each player paid in the round that ended."""
    return PlayerTableScreen(
        title=f"Round {state.round}",
        whose="this round",
        rows=tuple(PlayerRow(player.name, text=round_cost(player)) for player in state.players),
        ok=KeyHint("OK", "deal"),
        other=KeyHint("MORE", "check"),
    )


def _goes_on(state: TrickState) -> KeyHint:
    if state.phase == "round-over":
        return KeyHint("OK", Named(deals_next(state), after=" deals"))
    return KeyHint("OK", "again")


def _how_far(rules: TrickRules, state: TrickState) -> str:
    if rules.until is None:
        return f"after {state.round} of {len(rules.rounds)}"
    return f"up to {rules.until}"


def trick_winner_picture(state: TrickState, tally: tuple[tuple[str, int], ...]) -> WinnerScreen:
    """Return the picture of a game's end: the winner or joint winners, and the evening's wins."""
    names = [state.players[seat].name for seat in state.winners]
    sentence: Words
    match names:
        case [name]:
            sentence = Named(name, after=" wins")
        case [*others, last] if len(names) <= MOST_NAMED:
            sentence = f"{', '.join(others)} and {last} win"
        case _:
            sentence = f"{len(names)} share the win"
    return WinnerScreen(
        sentence=sentence,
        tally=tally,
        table=names_of(state),
        ok=KeyHint("OK", "again"),
        other=KeyHint("MORE", "games"),
    )
