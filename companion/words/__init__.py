"""Wording of cards, rules, plays, events and refusals in the current language."""
