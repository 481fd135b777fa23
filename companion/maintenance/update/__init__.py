"""Updates the box with apt, and keeps what is needed to go back.

Every module here must work in a program that is broken elsewhere, because the next version may mend
it. So these modules import the standard library, and of the companion only what they name at their
top.
"""
