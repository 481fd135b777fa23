"""Keeps a box in order: updates it, goes back to the previous version, and examines it.

Every module here, though not `doctor`, must work even if the rest of the program is broken, because
the next version may fix it. So these modules import only the standard library and, from the
companion, what they name at the top.
"""
