"""A second referee, written from the documents alone and as literally as they read.

It shares no line with the real one, so where both agree a rule was understood twice.
"""

from tests.games.naive.referee import NaiveReferee

__all__ = ["NaiveReferee"]
