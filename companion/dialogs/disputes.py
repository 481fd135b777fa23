"""Asks about refused cards that the table may let stand: a revoke, and the lead of a restricted suit.

Such a question stays until it is answered (docs/box.md, "The six buttons").
"""

import msgspec

from companion.dialogs.context import Close, Dialog, Move, Reject, Scene, Submit
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.cards import SUIT_SIGNS
from companion.rules.commands import New, Play, Step
from companion.rules.refusals import RestrictedLead, Revoke
from companion.screens.model import KeyHint, NoticeScreen, Picture
from companion.screens.table_pictures import names_of
from companion.text.cards import face_of
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import Words, named
from companion.text.refusals import sentence

replace = msgspec.structs.replace


class DisputeDialog(msgspec.Struct, frozen=True):
    """OK (or UNDO) takes the card back; MORE lets it stand, which is the command `standing`."""

    card_text: str
    headline: str
    why: Words
    lets_stand: str
    standing: Play

    def picture(self, scene: Scene) -> Picture:
        ok, more = KeyHint("OK", pgettext("key", "back")), KeyHint("MORE", self.lets_stand)
        state = scene.game()[1]
        return NoticeScreen(self.headline, self.why, mark="cross", table=names_of(state), ok=ok, other=more)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK" | "UNDO":
                return Close()
            case "MORE":
                return Submit(self.standing)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: take {card} back?").format(card=self.card_text), self)


def dispute_about(command: New | Step, refused: Illegal) -> Dialog | None:
    """Return the question about a refused card; None if the refusal is final."""
    if not isinstance(command, Play):
        return None
    card = face_of(command.all_cards[0])
    match refused.refusal:
        case Revoke(trick, led, player):
            why = named(_("{name}: no {suit} since trick {trick}"), player, suit=SUIT_SIGNS[led], trick=trick)
            stands = pgettext("key", "stands")
            return DisputeDialog(card, _("Revoke"), why, stands, replace(command, accept_revoke=True))
        case RestrictedLead(restricted):
            suit = SUIT_SIGNS[restricted]
            headline, only = _("Not {suit}").format(suit=suit), _("only {suit}").format(suit=suit)
            return DisputeDialog(card, headline, sentence(refused), only, replace(command, only_suit=True))
    return None
