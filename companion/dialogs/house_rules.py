"""Editing of house rules by key: a list of switches and numbers that override the variant."""

from typing import Any

from msgspec.structs import replace

from companion.core.commands import New
from companion.core.family import Family, Rules
from companion.dialogs.context import Move, Scene, SetUp
from companion.dialogs.toolkit import Choice, Dial, WidgetDialog, around, ok_and_undo
from companion.errors import Illegal
from companion.message import Words, in_context, joined, phrase
from companion.screens.model import DialScreen, ListEntry, ListScreen
from companion.words.cards import face_of
from companion.words.rule_keys import answer, rule_title


def rows_of(family: Family, rules: Rules, house: dict[str, Any]) -> tuple[tuple[str, Words], ...]:
    """Return each house rule with its value; those edited in the family's own dialogs come last.

    A dot marks the rules that override the variant.
    """
    listed = [
        name
        for name, option in family.options.items()
        if option.key.house_rule and option.key.listed
    ]
    return tuple(
        (rule, joined("", ("·" if rule in house else "", _value(family, rules, house, rule))))
        for rule in (*listed, *family.own_house_rules)
    )


def _title(family: Family, rule: str) -> Words:
    option = family.options.get(rule)
    return rule_title(rule if option is None else option.called).short


def _value(family: Family, rules: Rules, house: dict[str, Any], rule: str) -> Words:
    if rule not in family.options:
        return face_of(house[rule]) if rule in house else answer(rule, None).short
    return answer(rule, house.get(rule, getattr(rules, rule))).short


class HouseRulesDialog(WidgetDialog):
    """The list of house rules. OK sets the next answer or opens a dial, MORE resets a rule."""

    command: New
    chosen: int
    summary: SetUp

    def in_force(self, scene: Scene) -> Rules:
        """Return the rules as edited; the variant's own if the edits contradict each other."""
        try:
            return scene.rules_of(self.command)
        except Illegal:
            return scene.rules_of(replace(self.command, house={}))

    def widget(self, scene: Scene) -> Choice:
        rules = self.in_force(scene)
        family = scene.family(rules)
        stand = rows_of(family, rules, self.command.house)
        entries = tuple(ListEntry(_title(family, rule), value=value) for rule, value in stand)
        rule, _value = stand[self.chosen]
        return Choice(
            screen=ListScreen(phrase("House rules"), phrase("UNDO done"), entries, self.chosen),
            ok=self._open(scene, rule),
            more=self.laid(rule, None),
            undo=self.summary.with_house(self.command.house),
            first=phrase("First leave the house rules with {key}", key="UNDO"),
        )

    def _open(self, scene: Scene, rule: str) -> Move:
        in_force = self.in_force(scene)
        if (own := scene.family(in_force).own_house_rules.get(rule)) is not None:
            return own(self)
        now = self.command.house.get(rule, getattr(in_force, rule))
        if values := scene.family(in_force).options[rule].choices:
            place = values.index(now) if now in values else -1
            return self.laid(rule, values[around(place, 1, len(values))])
        low, high = scene.family(in_force).options[rule].range
        if rule == "sums":
            now = next(iter(now), None)
        return RuleValueDialog(self, rule, now if isinstance(now, int) else max(low, min(0, high)))

    def laid(self, rule: str, value: object) -> "HouseRulesDialog":
        """Return the list with a rule changed; None resets it to the variant's value."""
        house = {key: old for key, old in self.command.house.items() if key != rule}
        if value is not None:
            house[rule] = value
        return replace(self, command=replace(self.command, house=house))


class RuleValueDialog(WidgetDialog):
    """Dial for a house rule that is a number."""

    rules: HouseRulesDialog
    rule: str
    value: int

    def widget(self, scene: Scene) -> Dial:
        family = scene.family(self.rules.in_force(scene))
        low, high = family.options[self.rule].range
        keys = ok_and_undo(in_context("key of a value", "set"))
        return Dial(
            screen=DialScreen(_title(family, self.rule), "", self.value, low, high, keys=keys),
            ok=self.rules.laid(self.rule, [self.value] if self.rule == "sums" else self.value),
            undo=self.rules,
            first=phrase("First set the number with {key}", key="OK"),
        )
