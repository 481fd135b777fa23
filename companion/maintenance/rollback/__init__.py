"""Rolls back from a version that does not start to the previous one.

Every module here must work even if the rest of the program is broken, so these modules import only
the standard library and, from the companion, what they name at the top.
"""
