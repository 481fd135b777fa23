"""The dealer turns a card up: by scan, or rank and suit by key."""

import msgspec

from companion.dialogs.keys import around, turned
from companion.dialogs.questions import preview
from companion.dialogs.scene import Attempt, Close, Dialog, Move, Scene
from companion.dialogs.sets import ranks_of
from companion.dialogs.suits import PickSuit
from companion.inputs import Key
from companion.rules.commands import Deal, New
from companion.rules.house import Rules, rules_in_force
from companion.screens.pictures import KeyHint, Named, PickRank, Picture, Words

replace = msgspec.structs.replace


def deal(scene: Scene) -> Move:
    """Deals the next hand, or asks for the card to be turned up first."""
    rules, _ = scene.game()
    return Attempt(Deal()) if rules.up_card == "none" else TurnUp(Deal(), rules)


def begin(scene: Scene, command: New, back: Dialog | None) -> Move:
    """Starts a game, or asks for the card to be turned up first."""
    refused = scene.trial(command)
    if refused is not None and refused.code == "bad-field" and refused.facts.get("field") == "up_card":
        variant = scene.variants[command.variant]
        rules = rules_in_force(variant, command.house, len(command.players), stickers=True)
        return TurnUp(command, rules, back=back)
    return Attempt(command, back)


class TurnUp(msgspec.Struct, frozen=True):
    """Which card was turned up; what it needs besides is asked afterwards. UNDO goes back."""

    command: New | Deal
    rules: Rules
    chosen: int = 6
    back: Dialog | None = None

    def picture(self, scene: Scene) -> Picture:
        ranks = ranks_of(self.rules)
        does = preview(scene, replace(self.command, up_card=ranks[self.chosen]))
        ok, back = KeyHint("OK", does.replace("not now", "special")), KeyHint("UNDO", "back")
        return PickRank("Turn one up", self._dealer(scene), ranks, self.chosen, self._table(scene), ok, back)

    def key(self, scene: Scene, key: Key) -> Move:
        ranks = ranks_of(self.rules)
        rank = ranks[self.chosen]
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(ranks)))
            case "OK" if (rank, None) in self.rules.effects:
                return self.card(scene, rank)
            case "OK":
                return PickSuit(self, rank)
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(replace(self.command, up_card=card), self)

    def suited(self, scene: Scene, card: str) -> Move:
        return self.card(scene, card)

    def unsuited(self) -> Move:
        return self

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return "turned up", preview(scene, replace(self.command, up_card=card)).replace("not now", "special")

    def _dealer(self, scene: Scene) -> Words:
        if isinstance(self.command, New):
            dealer = self.command.dealer
            return Named(dealer if isinstance(dealer, str) else self.command.players[-1])
        _, state = scene.game()
        return Named(state.players[state.next_seat(state.dealer, clockwise=True)].name)

    def _table(self, scene: Scene) -> tuple[str, ...]:
        if isinstance(self.command, New):
            return self.command.players
        return tuple(player.name for player in scene.game()[1].players)
