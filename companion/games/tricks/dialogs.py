"""The dialogs of a trick game: cards, deals, and entering a round's points with the keys."""

from math import gcd

from companion.core.commands import Deal, Play, Score
from companion.core.refusals import NothingToClaim, NotInThisGame, SetsNotAllowed
from companion.dialogs.checking import WhosePointsDialog
from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.disagreement import not_right
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Choice, Dial, Page, PlayDialog, WidgetDialog, ok_and_undo
from companion.errors import Illegal
from companion.games.tricks.engine import is_possible
from companion.games.tricks.screens import points_picture, to_do, trick_picture
from companion.games.tricks.state import TrickState, round_now
from companion.games.tricks.variant import ANY_POINTS, OthersPay, Round, TrickRules
from companion.message import Name, Words, in_context, phrase, plural
from companion.screens.model import DialScreen, RankScreen
from companion.screens.table_pictures import names_of, round_picture
from companion.words.cards import rank_face
from companion.words.turns import round_number, whose_move

FIVES = 5


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


def last_points(costs: Round, given: tuple[int, ...]) -> int:
    """Return the points of the last player, given those of all others."""
    for due in costs.sums(len(given) + 1):
        points = (*given, due - sum(given))
        if is_possible(costs, points):
            return points[-1]
    left = costs.total - sum(given)
    return left if left * costs.sign > 0 else 0


class EnterPointsDialog(WidgetDialog):
    """The dial for each player's points, in steps of the round's costs. The last player's points
    follow from the others; if no points are left, so do those of all further players.
    """

    given: tuple[int, ...] = ()
    value: int = 0

    def widget(self, scene: Scene) -> Dial:
        rules, state = trick_game(scene)
        costs, names = round_now(rules, state), names_of(state)
        low, high = costs.span
        left = costs.total - sum(self.given)
        undo: Move = Close()
        back = in_context("key", "no")
        first = phrase("First enter the points, or leave with {key}", key="UNDO")
        if self.given:
            undo = EnterPointsDialog(self.given[:-1], self.given[-1])
            back = in_context("key", "back")
            first = phrase("First enter the points, or leave")
        points = _completed(costs, (*self.given, self.value), len(names))
        is_last = len(points) == len(names)
        screen = DialScreen(
            phrase("{name} pays", name=Name(names[len(self.given)])),
            plural("{n:d} left", "{n:d} left", left) if has_one_sum(costs) else "",
            self.value,
            low,
            high,
            has_one_sum(costs),
            keys=ok_and_undo(
                in_context("key", "done") if is_last else in_context("key", "next"), back
            ),
        )
        ok: Move = EnterPointsDialog(points)
        if is_last:
            ok = Submit(Score(points=dict(zip(names, points, strict=True))), self)
        by = gcd(costs.step, costs.sweeper_pays, costs.others_pay)
        return Dial(screen=screen, by=by, ok=ok, undo=undo, first=first)


def _completed(costs: Round, given: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return the points dialed so far, with those of the other players if these follow."""
    others = players - len(given)
    if others == 1 and has_one_sum(costs):
        return (*given, last_points(costs, given))
    # A player who took everything also pays the sweep, so the points left have another sign.
    if is_shared_out(costs) and (costs.total - sum(given)) * costs.sign <= 0:
        return (*given, *[0] * others)
    return given


def check_points(scene: Scene) -> WhosePointsDialog:
    """Return the dialog that checks a player's points of this round.

    The dial steps by 5 if all points are multiples of five, otherwise by 1, because a wrong call
    may be any number.
    """
    rules, state = trick_game(scene)
    points = (player.round_points for player in state.players)
    by = gcd(FIVES, round_now(rules, state).step, *points)
    return WhosePointsDialog(round_number(state.round), -ANY_POINTS, ANY_POINTS, by)


class PlayingTrickDialog(PlayDialog, WidgetDialog):
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


class ChooseTrickRankDialog(PlayDialog, WidgetDialog):
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


class RoundOverDialog(PlayDialog, WidgetDialog):
    """All players' points after a round. OK deals the next one, MORE checks a call, LEFT and RIGHT
    show the points of this round.
    """

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = trick_game(scene)
        screen = points_picture(rules, state)
        if self.this_round:
            brought = {player.name: player.round_points for player in state.players}
            screen = round_picture(state.round, brought, in_context("key", "deal"))
        return Page(
            screen=screen,
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
    sizes = {costs.cards_each for costs in rules.costs}
    if len(sizes) > 1:
        return phrase("up to {n} each", n=max(sizes))
    return plural("{n:d} each", "{n:d} each", rules.hand_size)
