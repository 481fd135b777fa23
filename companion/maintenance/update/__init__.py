"""Updates the box with apt, and keeps the package needed for a rollback.

Every module here must work even if the rest of the program is broken, because the next version may
fix it. So these modules import only the standard library and, from the companion, what they name at
the top.
"""
