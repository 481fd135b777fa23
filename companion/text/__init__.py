"""Every sentence about cards, rules, plays, events and refusals:
each fact once, in the language in use.
"""
