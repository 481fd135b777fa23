"""A second referee, written from the documents alone and as literally as possible.

It shares no code with the real one, so their agreement means that two readings of a rule match.
"""

from tests.games.naive.referee import NaiveReferee

__all__ = ["NaiveReferee"]
