"""A player gives up: confirmed once, with the hand shown if the house rules require it."""

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.keys import around, turned
from companion.dialogs.ranks import card_face, faces_of, gathered_already, ranks_of
from companion.dialogs.suits import PickSuitDialog, suit_is_missing
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import Player
from companion.rules.commands import Bust
from companion.rules.family import Rules
from companion.screens.model import CardRowScreen, Chips, ConfirmScreen, KeyHint, Picture, RankScreen
from companion.screens.table_pictures import chips_of, names_of
from companion.text.busts import bust_costs
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import Words, named

replace = msgspec.structs.replace


class AskBustDialog(msgspec.Struct, frozen=True):
    """OK confirms. A scan, or MORE and a rank, adds a card of the shown hand; the last card decides."""

    shown: tuple[str, ...] = ()

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        player = state.players[state.turn or 0]
        table = names_of(state)
        if self.shown:
            ok = KeyHint("OK", pgettext("key of a shown hand", "bust"))
            less = KeyHint("UNDO", pgettext("key of cards", "less"))
            faces = tuple(card_face(rules.pack, card) for card in self.shown)
            left = player.cards - len(self.shown)
            return CardRowScreen(
                named(_("{name} shows"), player.name), str(state.total), faces, left, table, ok, less
            )
        line, chips = _cost(rules, player)
        ok, no = KeyHint("OK", pgettext("key", "bust")), KeyHint("UNDO", pgettext("key", "no"))
        return ConfirmScreen("", "", named(asks("{name}: bust?"), player.name), line, chips, table, ok, no)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return Submit(Bust(hand=self.shown), self) if self.shown else Submit(Bust())
            case "MORE":
                return ShowRankDialog(self)
            case "UNDO":
                return replace(self, shown=self.shown[:-1]) if self.shown else Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules = scene.adding()[0]
        read = rules.pack.read(card)
        if suit_is_missing(rules, read):
            return PickSuitDialog(self, read.rank)
        return self.added(scene, card)

    def suited(self, scene: Scene, card: str) -> Move:
        return self.added(scene, card)

    def unsuited(self) -> Move:
        return self

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return _("shown"), pgettext("key", "show")

    def suit_rules(self, scene: Scene) -> Rules | None:
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return names_of(scene.adding()[1])

    def added(self, scene: Scene, card: str) -> Move:
        """Return the dialog with one more card shown; the last card submits the command."""
        rules, state = scene.adding()
        same_rank = tuple(other for other in self.shown if _rank(rules, other) == _rank(rules, card))
        why_not = gathered_already(rules, card, same_rank)
        if why_not is not None:
            return Reject(why_not, self, _("No bust"))
        shown = (*self.shown, card)
        if len(shown) >= state.players[state.turn or 0].cards:
            return Submit(Bust(hand=shown), self)
        refused = scene.trial(Bust(hand=shown))
        if refused is not None and refused.code in {"not-in-deck", "already-played"}:
            return Submit(Bust(hand=shown), self)
        return AskBustDialog(shown)


def _rank(rules: AddingRules, card: str) -> str:
    return rules.pack.read(card).rank


def _cost(rules: AddingRules, player: Player) -> tuple[str, Chips | None]:
    chips = chips_of(rules, player) if rules.bust.startswith("chip") and player.chips else None
    left = None if chips is None else replace(chips, held=chips.held - 1)
    return bust_costs(rules.bust, has_chips=bool(player.chips)), left


class ShowRankDialog(msgspec.Struct, frozen=True):
    """Enters the rank of a card of the shown hand by key."""

    asked: AskBustDialog
    chosen: int = 6

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        name = state.players[state.turn or 0].name
        ok, no = KeyHint("OK", pgettext("key", "show")), KeyHint("UNDO", pgettext("key", "back"))
        title = named(_("{name} shows"), name)
        return RankScreen(title, str(state.total), faces_of(rules), self.chosen, names_of(state), ok, no)

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.adding()[0]
        ranks = ranks_of(rules)
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(ranks)))
            case "OK":
                return self.asked.card(scene, ranks[self.chosen])
            case "UNDO":
                return self.asked
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return self.asked.card(scene, card)
