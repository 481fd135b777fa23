"""The dialogs of a trick game: cards, deals, and entering a round's points with the keys."""

from math import gcd
from typing import Final

from companion.core.commands import Deal, Play, Score
from companion.core.refusals import NothingToClaim, NotInThisGame, SetsNotAllowed
from companion.dialogs.checking import WhosePointsDialog
from companion.dialogs.context import (
    Close,
    Dialog,
    Item,
    Move,
    Reject,
    Scene,
    Submit,
)
from companion.dialogs.disagreement import not_right
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import (
    Choice,
    Dial,
    Page,
    PlayDialog,
    WidgetDialog,
    ok_and_undo,
)
from companion.errors import Illegal
from companion.games.tricks.engine import is_possible
from companion.games.tricks.screens import points_picture, round_picture, to_do, trick_picture
from companion.games.tricks.state import TrickState, round_now
from companion.games.tricks.variant import OthersPay, Round, TrickRules
from companion.message import Name, Words, in_context, phrase, plural
from companion.screens.model import (
    DialScreen,
    PlayerRow,
    PlayerTableScreen,
    RankScreen,
)
from companion.words.cards import rank_face
from companion.words.numbers import signed
from companion.words.turns import round_number, whose_move

FIVES: Final = 5


def trick_game(scene: Scene) -> tuple[TrickRules, TrickState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game belongs to another family.
    """
    return scene.game_of(TrickRules, TrickState)


def is_shared_out(costs: Round) -> bool:
    """Return whether each player's points leave fewer for the others, because nothing is a gain and
    a sweep is at its player's cost.
    """
    return has_one_sum(costs) and costs.gains == 0 and not isinstance(costs.sweep, OthersPay)


def has_one_sum(costs: Round) -> bool:
    """Return whether the points of the last player follow from the others."""
    return costs.places != "any" and costs.left_out == (0,)


def points_left(costs: Round, given: tuple[int, ...]) -> int:
    """Return the points left for the other players, given those dialed so far."""
    alone = is_shared_out(costs) and not any(given)
    return costs.total - sum(given) + (costs.sweeper_pays if alone else 0)


def last_points(costs: Round, given: tuple[int, ...]) -> int:
    """Return the points of the last player, given those of all others."""
    for due in costs.sums(len(given) + 1):
        points = (*given, due - sum(given))
        if is_possible(costs, points):
            return points[-1]
    left = points_left(costs, given)
    return left if left * costs.costly > 0 else 0


class EnterPointsDialog(WidgetDialog, frozen=True):
    """The dial for each player's points, in steps of the round's costs. The last player's points
    follow from the others.
    """

    given: tuple[int, ...] = ()
    value: int = 0

    def widget(self, scene: Scene) -> Dial:
        rules, state = trick_game(scene)
        costs = round_now(rules, state)
        left = points_left(costs, self.given)
        low, high, by = 0, left, costs.step
        if not is_shared_out(costs):
            (low, high), by = costs.span, gcd(costs.step, costs.sweeper_pays, costs.others_pay)
        undo: Move = Close()
        back = in_context("key", "no")
        first = phrase("First enter the points, or leave with {key}", key="UNDO")
        if self.given:
            undo = EnterPointsDialog(self.given[:-1], self.given[-1])
            back = in_context("key", "back")
            first = phrase("First enter the points, or leave")
        screen = DialScreen(
            phrase("{name} pays", name=Name(state.players[len(self.given)].name)),
            plural("{n:d} left", "{n:d} left", left) if has_one_sum(costs) else "",
            self.value,
            min(low, high),
            max(low, high),
            left != 0 and has_one_sum(costs),
            keys=ok_and_undo(in_context("key", "next"), back),
        )
        return Dial(screen=screen, by=by, ok=self._next(scene, costs), undo=undo, first=first)

    def _next(self, scene: Scene, costs: Round) -> Move:
        """Return the next dial, or the summary if one player or no points are left."""
        state = trick_game(scene)[1]
        given = (*self.given, self.value)
        open_seats = len(state.players) - len(given)
        # A player who took everything also pays the sweep, so the points left have another sign.
        is_open = not is_shared_out(costs) or points_left(costs, given) * costs.costly > 0
        if (open_seats > 1 and is_open) or (open_seats and not has_one_sum(costs)):
            return EnterPointsDialog(given)
        others = (last_points(costs, given),) if open_seats == 1 else (0,) * open_seats
        points = (*given, *others)
        asked = ConfirmPointsDialog(points, self)
        refused = scene.trial(asked.score(state))
        return asked if refused is None else Reject(refused, self, phrase("Not right"))


class ConfirmPointsDialog(WidgetDialog, frozen=True):
    """All points of the round, shown before they are stored."""

    points: tuple[int, ...]
    back: EnterPointsDialog

    def widget(self, scene: Scene) -> Page:
        state = trick_game(scene)[1]
        rows = tuple(
            PlayerRow(player.name, text=signed(paid))
            for player, paid in zip(state.players, self.points, strict=True)
        )
        title = phrase("Round {number}?", number=state.round)
        keys = ok_and_undo(in_context("key", "right"), in_context("key", "back"))
        return Page(
            screen=PlayerTableScreen(title, "", rows, keys=keys),
            ok=Submit(self.score(state), self),
            undo=self.back,
            first=phrase("Answer first: are these points right?"),
        )

    def score(self, state: TrickState) -> Score:
        """Return the command with the points of all players."""
        names = (player.name for player in state.players)
        return Score(points=dict(zip(names, self.points, strict=True)))


def check_points(scene: Scene) -> WhosePointsDialog:
    """Return the dialog that checks a player's points of this round.

    The dial steps by 5 if all costs are multiples of five, otherwise by 1, because a wrong call may
    be any number.
    """
    rules, state = trick_game(scene)
    costs, penalties = round_now(rules, state), [player.penalty for player in state.players]
    low, high = costs.span
    low += sum(penalty for penalty in penalties if penalty < 0)
    high += sum(penalty for penalty in penalties if penalty > 0)
    by = gcd(FIVES, costs.step, costs.sweeper_pays, costs.others_pay, *penalties)
    return WhosePointsDialog(round_number(state.round), low, high, by)


class PlayingTrickDialog(PlayDialog, WidgetDialog, frozen=True):
    """The trick. LEFT and RIGHT pick a rank;
    before the round's first card, OK enters its points.
    """

    def widget(self, scene: Scene) -> Page:
        rules, state = trick_game(scene)
        enter: Move = EnterPointsDialog()
        if state.played:
            enter = Reject(Illegal(NothingToClaim("points")), headline=phrase("Not now"))
        return Page(
            screen=trick_picture(rules, state, missing=scene.warns),
            ok=enter,
            more=Reject(Illegal(SetsNotAllowed()), headline=phrase("Not a set")),
            bust=Reject(Illegal(NotInThisGame("bust")), headline=phrase("No bust")),
            undo=ask_take_back(scene),
            turn=ChooseTrickRankDialog(len(rules.pack.ranks) // 2),
        )


class ChooseTrickRankDialog(PlayDialog, WidgetDialog, frozen=True):
    """The dialog for choosing the rank of the card to play, and then its suit."""

    chosen: int

    def widget(self, scene: Scene) -> Choice:
        rules, state = trick_game(scene)
        ranks = rules.pack.ranks
        title, play = whose_move(state), Play(card=ranks[self.chosen])
        if state.turn is not None:
            title = phrase("{name} plays", name=Name(state.players[state.turn].name))
        keys = ok_and_undo(makes(scene, play), in_context("key", "no"))
        faces = tuple(map(rank_face, ranks))
        screen = RankScreen(title, to_do(rules, state), faces, self.chosen, keys=keys)
        return Choice(screen=screen, ok=Submit(play, self))


class RoundOverDialog(PlayDialog, WidgetDialog, frozen=True):
    """All players' points after a round. OK deals the next one, MORE checks a call, LEFT and RIGHT
    show the points of this round.
    """

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = trick_game(scene)
        return Page(
            screen=round_picture(state) if self.this_round else points_picture(rules, state),
            ok=Submit(Deal()),
            more=check_points(scene),
            undo=ask_take_back(scene),
            turn=RoundOverDialog(not self.this_round),
        )


def idle(state: TrickState) -> Dialog | None:
    dialogs: dict[str, Dialog] = {"play": PlayingTrickDialog(), "round-over": RoundOverDialog()}
    return dialogs.get(state.phase)


def menu_rows(scene: Scene, _menu: Dialog) -> tuple[Item, ...]:
    state = trick_game(scene)[1]
    rows = not_right(scene)
    if state.phase != "play":
        return (*rows, Item(phrase("Check points"), check_points(scene)))
    if not state.played:
        return (*rows, Item(phrase("Enter points"), EnterPointsDialog()))
    return rows


def played_with(rules: TrickRules) -> Words:
    sizes = {costs.cards_each for costs in rules.rounds}
    if len(sizes) > 1:
        return phrase("up to {n} each", n=max(sizes))
    return plural("{n:d} each", "{n:d} each", rules.hand_size)
