"""The deadlines for updating the display so that it does not burn in."""

from hypothesis import given
from hypothesis import strategies as st

from companion.screens.burn_in import DARK_AFTER, STEP_EVERY, BurnInGuard


@given(woken=st.floats(0, 1e6))
def test_display_goes_dark_if_updated_only_at_the_deadlines(woken: float) -> None:
    guard = BurnInGuard(woken)
    looks, now = 0, woken
    while (due := guard.deadline(now)) is not None:
        assert due > now
        looks, now = looks + 1, due
        guard.look(now, changed=False)
    assert guard.look(now, changed=False).is_dark
    assert now - woken < DARK_AFTER + 1
    assert looks < 3 * DARK_AFTER / STEP_EVERY + 3 * DARK_AFTER / 60


def test_late_update_is_due_at_once() -> None:
    guard = BurnInGuard(0.0)
    late = STEP_EVERY + 10.0
    due = guard.deadline(late)
    assert due is not None
    assert due <= late
