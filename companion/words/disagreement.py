"""Wording of the explanations for a disagreement between the table and the box.

No player is accused: the subject is the card, and a question mark marks a guess.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import Card, bare_card
from companion.core.commands import Deal, Play, Set, Shield
from companion.core.disagreement import Edit, Explanation, Observed
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.seats import State
from companion.message import Name, Spoken, Words, joined, phrase
from companion.words.cards import rank_face, several, within
from companion.words.numbers import either, figure
from companion.words.turns import hand_number, outcome, round_number, shield_asked
from companion.words.undo import taken_back

MAX_RANKS_NAMED = 3
"""Maximum number of ranks that a sentence names. With more, the box asks for the card anyway."""


class Explained(NamedTuple):
    """An explanation in words: `short` for the display, `sentence` for a page.

    `before` is the state that the box has, `after` the state with the correction.
    """

    short: Words
    sentence: Words
    before: Words
    after: Words


def explained(
    family: Family, rules: Rules, counted: Sequence[HistoryEntry], explanation: Explanation
) -> Explained:
    """Return an explanation in words; `counted` are the moments in effect before the correction."""
    text = _ExplanationText(family, rules, counted, explanation)
    box, mended = counted[-1].state, explanation.state
    before, after = state_text(box), outcome_text(box, mended)
    if before == after:
        holders = (*(player.name for player in box.players), "pot")
        other = [name for name in holders if holds(box, name) != holds(mended, name)]
        if other:
            before, after = (
                joined(", ", (holds(state, name) for name in other)) for state in (box, mended)
            )
    return Explained(text.short(), text.sentence(), before, after)


def state_text(state: State) -> Words:
    """Return the state of a game in two words, the total and whose turn it is: ``87 Bo``."""
    name = state.name_of(state.lit) or ""
    match state.phase:
        case "shield":
            return shield_asked(name)
        case "play" if state.total is None:
            return Name(name)
        case "play":
            return joined(" ", (figure(state.total or 0), Name(name)))
        case "hand-over":
            return phrase("hand over")
        case "round-over":
            return phrase("round over")
        case "game-over":
            return outcome(state)


def outcome_text(now: State, mended: State) -> Words:
    """Return the state of a corrected game: ``94 Cy``, or only its hand if that has changed."""
    if mended.phase != "play" or mended.deal_number == now.deal_number:
        return state_text(mended)
    match mended.deals_a:
        case "hand":
            return hand_number(mended.deal_number)
        case "round":
            return round_number(mended.deal_number)


def said(state: State, seen: Observed) -> Words:
    """Return the players' version of a game: ``96 Bo``, or ``96`` if the turn is uncertain."""
    total, name = seen.total, state.name_of(seen.turn)
    return joined(" ", ("" if total is None else figure(total), "" if name is None else Name(name)))


def holds(state: State, name: str) -> Words:
    """Return how many chips a player or the pot has: ``Bo 3``."""
    if state.seat_of(name) is None:
        return phrase("pot {n:d}", n=state.pot)
    return joined(" ", (Name(name), str(state.chips_of(name))))


def so_says_the_box(state: State, seen: Observed) -> Words:
    """Return the sentence confirming the players' version: ``The box has 20 Ann``."""
    held = joined(", ", (holds(state, holder) for holder in seen.chips))
    return phrase("The box has {what}", what=held or said(state, seen) or state_text(state))


class _ExplanationText(NamedTuple):
    """The sentences about one explanation."""

    family: Family
    rules: Rules
    counted: Sequence[HistoryEntry]
    explanation: Explanation

    def short(self) -> Words:
        """Return the sentence for the display."""
        edits = self.explanation.edits
        if not edits:
            return self._slip()
        what = self._clause(edits[0])
        if len(edits) > 1:
            return phrase("{what}, and {also}?", what=what, also=self._clause(edits[1]))
        return self._with_what_follows(edits[0], what)

    def sentence(self) -> Words:
        """Return the sentence for a page."""
        match self.explanation.edits:
            case (Edit(cause="card-missed") as missed,):
                return self._not_passed(missed)
        return self.short()

    def _slip(self) -> Words:
        """Return the sentence saying that the box is right, with its last sum."""
        total = self.family.last_sum(self.rules, self.explanation.state)
        return (
            phrase("{total}: a miscount", total=total)
            if total
            else phrase("The box is right: a miscount")
        )

    def _clause(self, edit: Edit) -> Words:  # noqa: C901, PLR0912  # one case for each cause
        name = Name(edit.player)
        old_cards = "" if edit.entered is None else played_cards(edit.entered)
        match edit.cause:
            case "card-missed" if _ranks(edit.alike) > 1:
                return phrase("{name}'s card not scanned", name=name)
            case "card-missed":
                return phrase("{name}'s {card} not scanned", name=name, card=_new(edit))
            case "card-twice" if self._stands_twice(edit):
                return phrase("{card} twice", card=old_cards)
            case "card-twice":
                return phrase("{name}'s {card} not played", name=name, card=old_cards)
            case "other-card" if _ranks(edit.alike) > 1:
                return phrase("{name}'s {card} was another card", name=name, card=old_cards)
            case "other-card":
                return phrase(
                    "{name}'s {card} was {now}", name=name, card=old_cards, now=_new(edit)
                )
            case "other-choice":
                return self._other_choice(edit, name)
            case "set":
                cards = edit.now.all_cards if isinstance(edit.now, Play) else ()
                rank = _card(cards[0]) if cards else old_cards
                if len(cards) > 1:
                    return phrase(
                        "{name}'s {card}: a set of {n}", name=name, card=rank, n=len(cards)
                    )
                return phrase("{name}'s {card}: only one, not a set", name=name, card=rank)
            case "order":
                new_cards = "" if edit.now is None else played_cards(edit.now)
                return phrase("{card} before {other}", card=new_cards, other=old_cards)
            case "bust-missed":
                return phrase("{name}'s bust not entered", name=name)
            case "bust-twice":
                return phrase("{name}: not a bust", name=name)
            case "chip-not-paid" | "chip-paid-twice":
                hand = self.counted[edit.place].state.deal_number
                none = edit.cause == "chip-not-paid"
                template = (
                    phrase("No chip paid for hand {n}")
                    if none
                    else phrase("Paid twice for hand {n}")
                )
                return template.filled(n=hand)
            case "by-hand" if edit.entered is not None and edit.now is None:
                done = taken_back(self.counted[edit.place].events).short
                return phrase("{what}: removed", what=done)
            case "by-hand":
                return phrase("Changed by hand")

    def _other_choice(self, edit: Edit, name: Words) -> Words:
        old, new = _as_play(edit.entered), _as_play(edit.now)
        card = played_cards(old)
        if isinstance(old, Play) and isinstance(new, Set):
            new = replace(old, value=new.total, way=UNSET)
        match old, new:
            case Play(target=before), Play(target=str(target)) if before != target:
                return phrase(
                    "{name}'s {card} named {other}", name=name, card=card, other=Name(target)
                )
            case Play(), Play():
                kept = self.counted[edit.place].state.value_taken
                now = self.family.made_with(self.rules, new, new.value)
                recorded = self.family.made_with(
                    self.rules, old, kept if old.value is UNSET else old.value
                )
                if now and recorded:
                    return phrase(
                        "{name}'s {card} was {now}, not {was}",
                        name=name,
                        card=card,
                        now=now,
                        was=recorded,
                    )
                return phrase("{name}'s {card} was {now}", name=name, card=card, now=now)
            case _, Shield():
                return phrase("{name} showed the shield", name=name)
        return phrase("{name} had no shield", name=name)

    def _stands_twice(self, edit: Edit) -> bool:
        cards = _read(edit.entered)
        near = (*self.counted[: edit.place][-1:], *self.counted[edit.place + 1 :][:1])
        return any(cards and _read(entry.command) == cards for entry in near)

    def _with_what_follows(self, edit: Edit, what: Words) -> Words:
        """Return the question, including the next play if later plays follow a missed card."""
        later = self.counted[edit.place :]
        if edit.cause != "card-missed" or not later or not isinstance(later[0].command, Play):
            return phrase("{what}?", what=what)
        if moved := self._with_new_owner(edit):
            also = phrase("{card} was {name}'s", **moved)
            return phrase("{what}, and {also}?", what=what, also=also)
        return phrase("{what}, before {card}?", what=what, card=played_cards(later[0].command))

    def _with_new_owner(self, edit: Edit) -> dict[str, Words]:
        """Return the only play after a missed card and its new owner; nothing if it has none."""
        later, mended = self.counted[edit.place :], self.explanation.mended
        if len(later) != 1 or not mended or not isinstance(later[0].command, Play):
            return {}
        play, before, state = later[0].command, self.counted[edit.place - 1].state, mended[0].state
        player = state.name_of(state.lit)
        if player is None or player == before.name_of(before.lit):
            return {}
        is_joker = [bare_card(text).is_joker for text in play.all_cards] == [True]
        card = phrase("the joker") if is_joker else played_cards(play)
        return {"card": card, "name": Name(player)}

    def _not_passed(self, edit: Edit) -> Words:
        name, many = Name(edit.player), _ranks(edit.alike) > MAX_RANKS_NAMED
        faces = list(dict.fromkeys(_brief(card) for card in edit.alike)) or [_new(edit)]
        card = either(faces) if _ranks(edit.alike) > 1 else _new(edit)
        before = self.counted[edit.place - 1]
        if isinstance(before.command, Play):
            earlier = self.counted[edit.place - 2].state
            other, after = Name(earlier.name_of(earlier.lit) or ""), played_cards(before.command)
            question = (
                phrase("A card of {name}'s was not scanned after {other}'s {before}: which?")
                if many
                else phrase("A card was not scanned after {other}'s {before}: {name}'s {card}?")
            ).filled(other=other, before=after, name=name, card=card)
        else:
            question = (
                phrase("A card of {name}'s was not scanned: which?")
                if many
                else phrase("A card was not scanned: {name}'s {card}?")
            ).filled(name=name, card=card)
        moved = self._with_new_owner(edit)
        return joined(" ", (question, phrase("Then {card} was {name}'s", **moved) if moved else ""))


def _ranks(cards: Sequence[Card]) -> int:
    return len({card.rank for card in cards})


def _new(edit: Edit) -> Words:
    """Return the card that was really played, by its rank alone if several suits fit."""
    if len(edit.alike) > 1:
        return _brief(edit.alike[0])
    return "" if edit.now is None else played_cards(edit.now)


def _brief(card: Card) -> Words:
    return within(Card(card.rank))


def _card(text: str) -> Words:
    return within(bare_card(text))


def played_cards(command: object) -> Words:
    """Return the cards of a play as printed, ``8♠`` or ``2 x 8``; "" for any other command."""
    if not isinstance(command, Play):
        return ""
    cards = command.all_cards
    if len(cards) == 1:
        return _card(cards[0])
    rank = bare_card(cards[0]).rank
    return Spoken(joined(" ", (str(len(cards)), "x", rank_face(rank))), several(len(cards), rank))


def _as_play(command: object) -> object:
    """Return a deal as the dealer's play of the card turned up, and any other command unchanged."""
    match command:
        case Deal(up_card=str(card)):
            return Play(card, value=command.up_value, target=command.up_target, way=command.up_way)
    return command


def _read(command: object) -> list[tuple[str, str | None]]:
    """Return the ranks and suits of a play; none of any other command."""
    cards = command.all_cards if isinstance(command, Play) else ()
    return [(card.rank, card.suit) for card in map(bare_card, cards)]
