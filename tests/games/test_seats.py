"""What the states of all families share."""

from typing import get_args

import pytest

from companion.core.seats import State


@pytest.mark.parametrize("state", get_args(State), ids=lambda state: str(state.__name__))
@pytest.mark.parametrize("answer", ["deal_number", "deals_a", "lit"])
def test_each_family_answers_what_has_no_default(state: type[State], answer: str) -> None:
    assert getattr(state, answer) is not getattr(State, answer)
