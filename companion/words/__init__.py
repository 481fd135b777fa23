"""Every sentence about cards, rules, plays, events and refusals, in the language in use."""
