"""The rate of markers in each corpus stays within its bound."""

import pytest

from tests.prose.counter import BOUNDS, corpora, rate


@pytest.mark.slow("reads every document, docstring and comment of the repository")
def test_no_corpus_has_more_markers_than_its_bound() -> None:
    rates = {name: rate(text) for name, text in corpora().items()}
    assert rates.keys() == BOUNDS.keys()
    assert {name: round(rates[name]) for name in rates if rates[name] > BOUNDS[name]} == {}
