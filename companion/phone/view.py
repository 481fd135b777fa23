"""Rendering of a snapshot as the parts of docs/reference/phone-protocol.md, all except `ruling`.

Nothing here changes any state, and any thread may call it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.box.state import Snapshot
from companion.core.commands import Undo
from companion.core.family import Rules
from companion.core.seats import State
from companion.dialogs.context import Scene, UndoCall
from companion.dialogs.set_up import SummaryDialog
from companion.games import family_of
from companion.message import Aloud, Words, language_in_use, phrase
from companion.page import TableView, UndoOffer
from companion.phone.orders import Order, QuestionView, order_of, question_view
from companion.screens.lights import light_places
from companion.screens.spoken import spoken
from companion.table.recorded import Reopen
from companion.words.causes import miscount_sentence
from companion.words.disk import disk_notice
from companion.words.form import AroundName, with_signs
from companion.words.numbers import sentences
from companion.words.parts import noise_line, part_word, phone_word
from companion.words.result import result_of, status_badges
from companion.words.turns import dealt, is_over, next_deal, standing, whose_move
from companion.words.undo import taken_back
from companion.words.variants import translated


def parts(snapshot: Snapshot) -> dict[str, Any]:
    """Return the parts by name; `box` is without its clock."""
    scene, question = snapshot.scene, snapshot.question
    return {
        "box": box_part(snapshot)
        | {
            "missing": tuple(map(part_word, scene.missing)),
            "noise": tuple(map(noise_line, scene.noisy)),
            "stopped": None if scene.stopped is None else miscount_sentence(scene.stopped),
            "asks": "" if question is None else spoken(question.picture(scene)),
        },
        **table_parts(snapshot),
        "voice": _voice(snapshot),
        "question": _question(snapshot),
        "rounds": _rounds(snapshot),
    }


def box_part(snapshot: Snapshot) -> dict[str, object]:
    """Return the part `box` for a table that cannot be shown, without its clock."""
    scene = snapshot.scene
    return {
        "missing": scene.missing,
        "noise": (),
        "disk": disk_notice(scene.disk, waits=snapshot.waits),
        "stopped": phrase("This page may be out of date: trust the box's display"),
        "asks": "",
        "off": snapshot.switched_off,
        "floor": scene.has_floor,
        "director": scene.calls_director,
        "court": language_in_use().court,
    }


def table_parts(snapshot: Snapshot) -> dict[str, object]:
    """Return the parts of the table shown by every page and the panel: `game`, `state`, `now`."""
    rules, state = snapshot.scene.rules, snapshot.scene.state
    game = public = None
    if rules is not None and state is not None:
        game = _game(snapshot, rules, state)
        public = family_of(rules).public_state(rules, state)
    return {"game": game, "state": public, "now": _now(snapshot)}


def _game(snapshot: Snapshot, rules: Rules, state: State) -> dict[str, object]:
    """Return the constant facts of the game or round; `number` counts the journal's games."""
    variant, family = snapshot.scene.variants.get(rules.variant), family_of(rules)
    title = translated(rules.title)
    return {
        "number": snapshot.game,
        "variant": rules.variant,
        "title": title,
        "said": sentences([title]),
        # A variant that is no longer loaded has no short name here; the journal holds its rules.
        "short": "" if variant is None else translated(variant.short),
        "family": rules.family,
        "places": light_places(len(state.players)),
        "keys": family.page_keys(rules),
        **family.page_game(rules, state),
    }


def _now(snapshot: Snapshot) -> TableView:
    scene = snapshot.scene
    rules, state = scene.rules, scene.state
    now = TableView(
        sequence=snapshot.sequence,
        steps=max(len(scene.moments) - 1, 0),
        standing=standing(state),
        move=AroundName(whose_move(state)),
        meanwhile=what_happened_meanwhile(snapshot),
        undo=undo_of(scene),
    )
    if rules is None or state is None:
        return now
    family, deal, is_game_over = family_of(rules), next_deal(state), state.phase == "game-over"
    now = replace(
        now,
        hand=state.deal_number,
        dealt=dealt(state.players[state.dealer].name),
        over=is_over(state),
        deals=None if deal is None else state.deals_next,
        deal=deal or "",
        beside=status_badges(family, state, scene.moments[-1].events),
        again=_again(scene),
        result=result_of(rules, scene.moments, scene.tally) if is_game_over else None,
    )
    return family.page_now(now, scene, rules, state)


def _voice(snapshot: Snapshot) -> dict[str, object]:
    """Return the newest utterance; the phone of `player` says that it is their turn instead."""
    number, utterance = snapshot.called.number, snapshot.called.utterance
    return {
        "number": number,
        "text": Aloud(replace(utterance, turn="").words),
        "turn": Aloud(sentences([utterance.turn])),
        "player": utterance.player,
        "mode": snapshot.scene.voice,
        "learns": snapshot.scene.learns,
    }


def _again(scene: Scene) -> Order | None:
    """Return the setup for the same players and rules, if that variant is still loaded."""
    again = SummaryDialog.again(scene)
    return order_of(again.command) if isinstance(again, SummaryDialog) else None


def _question(snapshot: Snapshot) -> QuestionView | None:
    if snapshot.pending is None:
        return None
    refused = snapshot.scene.trial(snapshot.pending)
    return None if refused is None else question_view(snapshot.scene, snapshot.pending, refused)


def _rounds(snapshot: Snapshot) -> Sequence[object] | None:
    rules, moments = snapshot.scene.rules, snapshot.scene.moments
    return family_of(rules).page_rounds(rules, moments) if rules is not None and moments else None


def undo_of(scene: Scene) -> UndoOffer | None:
    """Return what one tap would undo, and the state without it; None if there is nothing.

    It is a call judged since the last command, or else that command, or else the start of the game.
    """
    judged = scene.undoable_call
    if judged is not None:
        call = phrase("Undo {player}'s call of {n}", player=judged.player, n=judged.called)
        return _offer(UndoCall(scene.called_at), call, phrase("the call no longer counts"))
    if scene.can_reopen:
        return _offer(Reopen(), phrase("Undo the start"), phrase("the previous game continues"))
    if len(scene.moments) > 1:
        before, last = scene.moments[-2:]
        again = family_of(before.state).state_again(before.state, last.state, last.events)
        return _offer(Undo(), phrase("Undo {what}", what=taken_back(last.events).label), again)
    return None


def _offer(order: Undo | UndoCall | Reopen, what: Words, after: Words) -> UndoOffer:
    aloud = Aloud(sentences([phrase("{what}?", what=what), after]))
    return UndoOffer(msgspec.to_builtins(order), with_signs(what), with_signs(after), aloud)


def what_happened_meanwhile(snapshot: Snapshot) -> Words:
    """Return the last change and its origin: ``Cy's phone: 10♠ by Ann. Nothing of...``."""
    moments, kept = snapshot.scene.moments, snapshot.kept
    if not moments or not kept:
        change: Words = whose_move(None)
    elif kept[-1].sequence != snapshot.sequence:
        # The last command left no moment: an undo, or a player's new name.
        change = phrase("Something was undone or corrected")
    else:
        done = taken_back(moments[-1].events).short
        origin = kept[-1].origin
        who = phrase("The box") if origin is None else phone_word(origin)
        change = phrase("{who}: {done}", who=who, done=done)
    return with_signs(sentences([change, phrase("Nothing was sent from your phone")]))
