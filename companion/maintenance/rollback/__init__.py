"""Goes back from a version that does not start to the one before.

Every module here must work in a program that is broken elsewhere, so these modules import the
standard library, and of the companion only what they name at their top.
"""
