"""The way back from a version that does not start: to the package that was kept, and to its journal.

Every module here may be run by a program that is broken everywhere else, so they import the standard
library, and of the companion only what is named at their top.
"""
