"""Asks about refused cards that the table may let stand: a revoke, and the lead of a restricted suit.

Such a question stays until it is answered (docs/box.md, "The six buttons").
"""

from typing import assert_never

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
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import Words, named
from companion.text.refusals import refusal_sentence

replace = msgspec.structs.replace


class DisputeDialog(msgspec.Struct, frozen=True):
    """OK (or UNDO) takes the card back; MORE lets it stand, which is the command `standing`."""

    refusal: Revoke | RestrictedLead
    standing: Play

    def picture(self, scene: Scene) -> Picture:
        headline, why, lets_stand = _words(self.refusal)
        ok, more = KeyHint("OK", pgettext("key", "back")), KeyHint("MORE", lets_stand)
        return NoticeScreen(headline, why, mark="cross", table=names_of(scene.game()[1]), ok=ok, other=more)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK" | "UNDO":
                return Close()
            case "MORE":
                return Submit(self.standing)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        taken = face_of(self.standing.all_cards[0])
        return Reject(asks("First: take {card} back?").format(card=taken), self)


def dispute_about(command: New | Step, refused: Illegal) -> Dialog | None:
    """Return the question about a refused card; None if the refusal is final."""
    match command, refused.refusal:
        case Play(), Revoke() as revoke:
            return DisputeDialog(revoke, replace(command, accept_revoke=True))
        case Play(), RestrictedLead() as lead:
            return DisputeDialog(lead, replace(command, only_suit=True))
    return None


def _words(refusal: Revoke | RestrictedLead) -> tuple[str, Words, str]:
    """Return the headline, the reason, and the label of the key that lets the card stand."""
    match refusal:
        case Revoke(trick, led, player):
            why = named(_("{name}: no {suit} since trick {trick}"), player, suit=SUIT_SIGNS[led], trick=trick)
            return _("Revoke"), why, pgettext("key", "stands")
        case RestrictedLead(restricted):
            suit = SUIT_SIGNS[restricted]
            headline, only = _("Not {suit}").format(suit=suit), _("only {suit}").format(suit=suit)
            return headline, refusal_sentence(refusal), only
        case _:
            assert_never(refusal)
