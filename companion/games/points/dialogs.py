"""The dialogs of a points game: entering points, checks, corrections and the menu."""

from typing import NamedTuple, cast

from msgspec.structs import replace

from companion.core.commands import Deal, End, Leave, Repair, Score, Step
from companion.core.events import Scored
from companion.core.history import counting, repaired
from companion.core.refusals import BadSum, NotInThisGame
from companion.dialogs.checking import WhosePointsDialog
from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.seating import people_rows
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Dial,
    Page,
    PlayDialog,
    WidgetDialog,
    list_of,
    ok_and_undo,
    position_text,
)
from companion.errors import Illegal
from companion.games.points.engine import PointsState, Side, asked_now, standing
from companion.games.points.screens import standings_picture
from companion.games.points.variant import PointsVariant
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import DialScreen
from companion.screens.table_pictures import round_picture
from companion.words.consequences import points_left
from companion.words.numbers import change, figure
from companion.words.turns import outcome, round_number

HIGHEST_BID = 99
"""The end of the dial for bids and tricks."""
LOWEST, HIGHEST = -9999, 9999
"""The range of the dial for a player's points in a round: four digits, as on the score sheet. The
phone page accepts any number.
"""


def points_game(scene: Scene) -> tuple[PointsVariant, PointsState]:
    """Return the rules and the state of the current game.

    Raises:
        Illegal: ``no-game``, also if the current game belongs to another family.
    """
    return scene.game_of(PointsVariant, PointsState)


class DialNumberDialog(WidgetDialog):
    """The dial for the next side's points in the round; in a game with bids, for the next player's
    bid, and once all have bid, for the tricks that they took.

    `numbers` are those dialed so far, `chosen` is the place of the one to be dialed. UNDO returns
    to the one before, and keeps the others. `value` is None until the dial is turned: a dial for
    tricks begins at the bid.
    """

    numbers: tuple[int, ...] = ()
    chosen: int = 0
    value: int | None = None

    def widget(self, scene: Scene) -> Dial:
        rules, state = points_game(scene)
        asked, sides = asked_now(rules, state), _sides_asked(rules, state)
        side, value = sides[self.chosen], self.value
        if value is None:
            dialed = self.numbers[self.chosen :]
            value = dialed[0] if dialed else side.first.bid or 0
        numbers = _with(self.numbers, self.chosen, value)
        title, low, high = phrase("{name} bids"), 0, HIGHEST_BID
        brought: int | None = None
        first = phrase("First enter the tricks, or leave")
        if asked == "tricks":
            title = phrase("{name}'s tricks")
            brought = _brought_by(rules, state, numbers[: self.chosen + 1])
        elif asked == "points":
            title, low, high = phrase("{name} in round {n}"), LOWEST, HIGHEST
            first = phrase("First enter the points, or leave")
            brought = value
        makes: Words = ""
        if brought is not None:
            points = rules.round(state.round).times * brought
            makes = change(side.first.points, standing(rules, side.first, points))
        ok: Move = DialNumberDialog(numbers, self.chosen + 1)
        does = in_context("key", "next")
        if self.chosen + 1 == len(sides):
            ok, does = self._enter(scene, numbers), in_context("key", "done")
        undo: Move = Close()
        undoes = in_context("key", "no")
        if self.chosen:
            undo = DialNumberDialog(numbers, self.chosen - 1)
            undoes = in_context("key", "back")
        screen = DialScreen(
            title.filled(name=Name(side.label), n=state.round),
            position_text(self.chosen, len(sides)),
            value,
            low,
            high,
            makes=makes,
            table=state.labels,
            keys=ok_and_undo(does, undoes),
        )
        return Dial(screen=screen, ok=ok, undo=undo, first=first)

    def _enter(self, scene: Scene, numbers: tuple[int, ...]) -> Move:
        """Return the move that enters all numbers. If the sum is wrong, it asks whose are."""
        rules, state = points_game(scene)
        sides = _sides_asked(rules, state)
        by_name = {side.first.name: given for side, given in zip(sides, numbers, strict=True)}
        match asked_now(rules, state):
            case "bids":
                return Submit(Score(bids=by_name), self)
            case "tricks":
                return Submit(Score(tricks=by_name), self)
        command = Score(points=by_name)
        refused = scene.trial(command)
        if refused is not None and isinstance(refused.refusal, BadSum):
            back, next_place = replace(self, numbers=numbers), len(counting(scene.moments))
            return WhosePointsOfRoundDialog(back, next_place, numbers, chosen=self.chosen)
        return Submit(command, self)


def _sides_asked(rules: PointsVariant, state: PointsState) -> tuple[Side, ...]:
    """Return those who are asked one after another: sides for points, each player for bids."""
    if rules.bids is None:
        return state.sides
    return tuple(Side((seat,), (state.players[seat],)) for seat in state.seats_in)


def _brought_by(rules: PointsVariant, state: PointsState, tricks: tuple[int, ...]) -> int | None:
    """Return the points of the side whose last player took the last of these tricks; None if
    another partner is still to be asked.
    """
    of_seat = dict(zip(state.seats_in, tricks, strict=False))
    seat = [*of_seat][-1]
    side = next(side for side in state.sides if seat in side.seats)
    if rules.bids is None or seat != side.seats[-1]:
        return None
    hands = [
        (player.bid or 0, of_seat[at]) for at, player in zip(side.seats, side.players, strict=True)
    ]
    return rules.bids.score(hands, side.first.bags)[0]


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """Return the numbers with another one at this place, or behind the last one."""
    return (*numbers[:place], number, *numbers[place + 1 :])


class WinnersDialog(WidgetDialog):
    """The winners of the round: OK marks a side and goes to the next one. The last row is the
    amount.
    """

    won: frozenset[int] = frozenset()
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = points_game(scene)[1]
        mark, first = in_context("winner of a round", "won"), phrase("First mark who has won")
        rows = [
            Item(
                Name(side.label),
                replace(self, won=self.won ^ {place}, chosen=place + 1),
                mark if place in self.won else "",
            )
            for place, side in enumerate(state.sides)
        ]
        on: Move = AmountDialog(self.won) if self.won else Reject(first, self, phrase("Nobody won"))
        rows.append(Item(phrase("Enter the amount"), on))
        title = phrase("Who won round {n}?", n=state.round)
        return list_of(rows, self.chosen, title, "", state.labels, first=first)


class AmountDialog(WidgetDialog):
    """The dial for the amount of a round with these winners."""

    won: frozenset[int]
    value: int = 1

    def widget(self, scene: Scene) -> Dial:
        _rules, state = points_game(scene)
        screen = DialScreen(
            phrase("Amount of round {n}", n=state.round),
            "",
            self.value,
            LOWEST,
            HIGHEST,
            keys=ok_and_undo(in_context("key", "done")),
        )
        names = (state.sides[place].first.name for place in sorted(self.won))
        return Dial(
            screen=screen,
            ok=Submit(Score(winners=tuple(names), amount=self.value), self),
            undo=WinnersDialog(self.won),
            first=phrase("First enter the amount, or leave"),
        )


def missing(sums: tuple[int, ...], total: int) -> Words:
    """Return the message that compares the sum with the required one: ``25 of 26: 1 short``."""
    due = min(sums, key=lambda allowed: abs(allowed - total))
    template = (
        phrase("{sum} of {due}: {n} short") if total < due else phrase("{sum} of {due}: {n} over")
    )
    return template.filled(sum=total, due=due, n=abs(due - total))


HIGHEST_STANDING = 99_999


CHECK_POINTS = WhosePointsDialog(phrase("all rounds"), -HIGHEST_STANDING, HIGHEST_STANDING)
"""The dialog that checks the points that a player called."""


def _entered(scene: Scene) -> tuple[int, ...]:
    """Return the indexes of the entered rounds among the moments that count."""
    return tuple(
        place
        for place, entry in enumerate(counting(scene.moments))
        if any(isinstance(event, Scored) for event in entry.events)
    )


class _Round(NamedTuple):
    """A round that is or will be entered: the name of a player of each side, the points entered for
    each side, () before, and the sums that they may have.
    """

    number: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    sums: tuple[int, ...]


def _round_at(scene: Scene, place: int) -> _Round:
    """Return the round entered at `place` among the moments that count, or next."""
    rules, counted = points_game(scene)[0], counting(scene.moments)
    before = cast("PointsState", counted[place - 1].state)
    points: tuple[int, ...] = ()
    if place < len(counted):
        after, times = cast("PointsState", counted[place].state), rules.round(before.round).times
        points = tuple(after.players[side.seats[0]].last // times for side in before.sides)
    names = tuple(side.first.name for side in before.sides)
    return _Round(before.round, names, points, rules.sums_of_round(before.round))


class WhichRoundDialog(WidgetDialog):
    """The dialog for choosing the round to correct, starting with the newest."""

    back: Dialog
    chosen: int

    def widget(self, scene: Scene) -> Choice:
        rows = []
        for place in _entered(scene):
            entered = _round_at(scene, place)
            whose = WhosePointsOfRoundDialog(self, place, entered.points)
            rows.append(Item(round_number(entered.number), whose))
        return list_of(
            rows,
            self.chosen,
            phrase("Which round?"),
            phrase("newest last"),
            scene.names,
            undo=self.back,
            first=phrase("Answer first: which round?"),
        )


class WhosePointsOfRoundDialog(WidgetDialog):
    """The dialog for choosing the player whose points are wrong: in the round entered at `place`,
    or in the next one, which is not entered yet because its points do not add up.

    `points` holds the points of each side. If the sum is wrong, the title shows the difference.
    """

    back: Dialog
    place: int
    points: tuple[int, ...]
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state, entered = points_game(scene)[1], _round_at(scene, self.place)
        rows = [
            Item(Name(state.label_of(name)), CorrectPointsDialog(self, points), figure(points))
            for name, points in zip(entered.names, self.points, strict=True)
        ]
        title: Words = phrase("Whose points?")
        right: Words = round_number(entered.number)
        if entered.sums and sum(self.points) not in entered.sums:
            title, right = missing(entered.sums, sum(self.points)), ""
        first = phrase("Answer first: whose points are wrong?")
        return list_of(rows, self.chosen, title, right, state.labels, undo=self.back, first=first)

    def corrected(self, scene: Scene, value: int) -> Move:
        """Return the next move after the chosen player's points change to `value`."""
        entered = _round_at(scene, self.place)
        points = _with(self.points, self.chosen, value)
        if points == entered.points or (entered.sums and sum(points) not in entered.sums):
            return replace(self, points=points)
        score = Score(dict(zip(entered.names, points, strict=True)))
        later = [entry.command for entry in counting(scene.moments)[self.place :]]
        if not later:
            return Submit(score, self)
        return Submit(Repair(len(later), (score, *cast("list[Step]", later[1:]))), self)


class CorrectPointsDialog(WidgetDialog):
    """The dial for a player's correct points in that round, starting at the entered ones."""

    back: WhosePointsOfRoundDialog
    value: int

    def widget(self, scene: Scene) -> Dial:
        state, entered = points_game(scene)[1], _round_at(scene, self.back.place)
        move, chosen = self.back.corrected(scene, self.value), self.back.chosen
        side = state.label_of(entered.names[chosen])
        screen = DialScreen(
            phrase("{name} in round {n}", name=Name(side), n=entered.number),
            phrase("box: {total}", total=entered.points[chosen]) if entered.points else "",
            self.value,
            LOWEST,
            HIGHEST,
            makes=self._makes(scene, side, move),
            table=state.labels,
            keys=ok_and_undo(in_context("key", "correct")),
        )
        first = phrase("First enter the points, or leave")
        return Dial(screen=screen, ok=move, undo=self.back, first=first)

    def _makes(self, scene: Scene, side: str, move: Move) -> Words:
        """Return the standing of a side before and after the move; "" if it submits nothing yet,
        or a later round would be illegal.
        """
        rules, state = points_game(scene)
        if not isinstance(move, Submit):
            return ""
        try:
            match move.command:
                case Repair() as repair:
                    after = repaired(scene.family(rules), rules, scene.moments, repair).state
                case command:
                    after = scene.result(command)[0]
        except Illegal:
            return ""
        return change(state.points_of[side], after.points_of[side])


def points_menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu rows about points that are currently available."""
    rows = [Item(phrase("Check points"), CHECK_POINTS)]
    if entered := _entered(scene):
        rows.append(Item(phrase("That's not right"), WhichRoundDialog(menu, len(entered) - 1)))
    if scene.trial(End()) is None:
        rows.append(Item(phrase("End the game"), _end_question(scene, menu)))
    return tuple(rows)


def points_people_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu rows for joining, changing seats and leaving."""
    if points_game(scene)[1].phase == "game-over":
        return ()
    return people_rows(scene, menu, _leaving_question)


def _leaving_question(name: str, back: Dialog) -> Confirmation:
    """Return the confirmation that a player leaves. It is asked for because their points can no
    longer win.
    """
    return Confirmation(
        question=phrase("{name} leaves?", name=Name(name)),
        line=points_left().label,
        ok=Submit(Leave(player=name)),
        undo=back,
        first=phrase("Answer first: does {player} leave?", player=name),
    )


def _end_question(scene: Scene, menu: Dialog) -> Confirmation:
    """Return the confirmation that the players end the game. It names the winner."""
    ended, _events = scene.result(End())
    return Confirmation(
        question=phrase("End the game?"),
        line=outcome(ended),
        ok=Submit(End()),
        undo=menu,
        first=phrase("Answer first: does the game end?"),
    )


class StandingsDialog(PlayDialog, WidgetDialog):
    """The standings during a round and after it. OK enters the points; after a round, it deals the
    next one first, and LEFT and RIGHT show the points of this one.

    MORE checks a call.
    """

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = points_game(scene)
        is_over = state.phase == "round-over"
        enter: Dialog = DialNumberDialog()
        if asked_now(rules, state) == "winners":
            enter = WinnersDialog()
        screen = standings_picture(rules, state)
        if self.this_round:
            brought = {
                side.label: side.first.last
                for side in state.all_sides
                if any(player.still_in or player.last for player in side.players)
            }
            screen = round_picture(state.round, brought, in_context("key", "points"))
        return Page(
            screen=screen,
            ok=Submit(Deal(), next=enter) if is_over else enter,
            more=CHECK_POINTS,
            bust=Reject(Illegal(NotInThisGame("bust")), headline=phrase("No bust")),
            undo=ask_take_back(scene),
            turn=StandingsDialog(not self.this_round) if is_over else None,
        )


def idle(state: PointsState) -> Dialog | None:
    return None if state.phase == "game-over" else StandingsDialog()
