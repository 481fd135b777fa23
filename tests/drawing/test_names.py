"""Shortening of names: docs/screens.md, "Names"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.fonts import XS, L, M, N, S, spelling
from companion.drawing.names import forms, tags
from companion.drawing.text import fit, line, wrap
from tests.worded import named

FOOT = (L, M, N)


def texts(name: str, *table: str) -> list[str]:
    return [form.text for form in forms(name, table)]


def test_name_that_fits_stays_whole_and_large() -> None:
    assert texts("Ann", "Ann", "Bo")[0] == "Ann"
    assert fit(named("Ann"), 70, FOOT, ("Ann", "Bo")).face == L


def test_no_line_breaks_at_a_no_break_space() -> None:
    narrow = line("deux", M).width + 2
    assert wrap("un deux : trois", narrow, M, 4) is not None
    assert wrap("un deux\u202f: trois", narrow, M, 4) is None
    assert spelling("un\u202f:") == ("un :", False)


def test_letters_get_smaller_before_fewer() -> None:
    whole = texts("Maximilian", "Maximilian", "Bo")[0]
    assert whole == "Maximilian"
    assert fit(named("Maximilian"), 80, FOOT).face == M
    assert fit(named("Maximilian"), 65, FOOT).face == N


def test_name_that_ends_in_a_figure_is_separated_from_a_figure_after_it() -> None:
    assert (
        fit(named("Seat 3", " 1"), 80, FOOT).mask.tobytes() == line("Seat 3: 1", L).mask.tobytes()
    )
    cut = fit(named("Seat 3", " 1"), 30, (S,), ("Seat 1", "Seat 2", "Seat 3"))
    assert cut.mask.tobytes() == line("S 3: 1", S).mask.tobytes()
    assert (
        fit(named("Seat 3", " wins"), 120, FOOT).mask.tobytes()
        == line("Seat 3 wins", L).mask.tobytes()
    )


def test_first_word_is_tried_before_a_cut() -> None:
    assert texts("Mary Ann", "Mary Ann", "Bo")[:2] == ["Mary Ann", "Mary"]


def test_cut_name_ends_with_a_period() -> None:
    assert "Maxi." in texts("Maximilian", "Maximilian", "Bo")


def test_cut_name_never_ends_in_a_hyphen() -> None:
    assert "Ann." in texts("Ann-Kathrin", "Ann-Kathrin", "Bo")
    assert not any("-." in text for text in texts("Ann-Kathrin", "Ann-Kathrin", "Bo"))


def test_cut_name_never_matches_another_player() -> None:
    assert "Max." not in texts("Maximilian", "Maximilian", "Max")
    assert "Maxi." in texts("Maximilian", "Maximilian", "Max")


def test_players_with_one_first_name_get_their_initials() -> None:
    assert texts("Ann Kay", "Ann Kay", "Ann May") == [
        "Ann Kay",
        "Ann K.",
        "An K.",
        "A K.",
        "Ann 1",
        "An 1",
        "A 1",
        "1",
    ]
    assert "Ann M." in texts("Ann May", "Ann Kay", "Ann May")


def test_players_with_the_same_initials_get_their_seats() -> None:
    assert texts("Ann Kay", "Ann Kay", "Ann Kim") == ["Ann Kay", "Ann 1", "An 1", "A 1", "1"]
    assert texts("Ann Kim", "Ann Kay", "Ann Kim")[1] == "Ann 2"


def test_initial_is_avoided_if_it_could_mean_ann_kathrin() -> None:
    assert "Ann K." not in texts("Ann Kay", "Ann Kay", "Ann-Kathrin", "Ann May")


def test_name_is_never_cut_between_a_letter_and_its_accent() -> None:
    decomposed = "Zoe\u0308lle"
    assert texts(decomposed, decomposed) == ["Zoëlle", "Zoëll.", "Zoël.", "Zoë.", "Zo.", "Z.", *(
        f"{part} 1" for part in ("Zoëlle", "Zoëll", "Zoël", "Zoë", "Zo", "Z")
    ), "1"]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "shown", "terminus"),
    [
        ("Łukasz", "Łukasz", False),
        ("Jörg", "Jörg", False),
        ("Ελένη", "Ελένη", True),
        ("Дмитрий", "Дмитрий", True),
        ("Kim ゆき", "Kim ??", False),
        ("Ева 🎲", "Ева ?", True),
    ],
)
def test_unsupported_letters_are_replaced_or_change_the_font(
    name: str, shown: str, terminus: bool
) -> None:
    assert spelling(name) == (shown, terminus)


def test_name_without_drawable_letters_is_its_seat() -> None:
    table = ("Ann", "ゆき", "はな")
    assert texts("ゆき", *table) == ["#2", "2"]
    assert texts("はな", *table) == ["#3", "3"]


NAMES = st.text(st.sampled_from("aAbBnNlLéŁ ゆиΩ-K1."), min_size=1, max_size=12).filter(str.strip)


@given(
    st.lists(NAMES, min_size=2, max_size=6, unique_by=lambda name: " ".join(name.split())),
    st.integers(30, 90),
)
def test_two_players_never_look_the_same(table: list[str], width: int) -> None:
    everyone = tuple(table)
    seen = [fit(named(name), width, (S,), everyone) for name in everyone]
    assert all(line.width <= width for line in seen)
    looks = {(line.mask.size, line.mask.tobytes()) for line in seen}
    assert len(looks) == len(everyone)


def two_letters(*table: str, room: int = 13) -> tuple[str, ...]:
    return tags(table, lambda text: line(text, XS).width <= room)


def test_neighboring_names_are_distinguished_by_two_letters() -> None:
    assert two_letters("Ann", "Bo", "Cy", "Di", "Eva", "Fay") == (
        "An",
        "Bo",
        "Cy",
        "Di",
        "Ev",
        "Fa",
    )


def test_equal_letters_become_the_initials_of_two_words() -> None:
    assert two_letters("Ann Kay", "Ann May", "Bo") == ("AK", "AM", "Bo")


def test_equal_initials_of_two_words_become_letter_and_seat() -> None:
    assert two_letters("Ann Kay", "Ann Kim", "Anna", "Bo") == ("A1", "A2", "A3", "Bo")


def test_two_letters_go_to_the_name_that_has_no_more() -> None:
    assert two_letters("Bob", "Bo", "Bonny") == ("B1", "Bo", "B3")


def test_too_wide_letters_become_letter_and_seat() -> None:
    assert two_letters("Wm", "Willy", "Bo") == ("W1", "Wi", "Bo")
    assert two_letters("Wm", "Bo", room=10) == ("1", "Bo")


def test_unnamed_players_and_names_without_drawable_letters_are_their_seats() -> None:
    assert two_letters("Seat 1", "Seat 2", "Ann") == ("S1", "S2", "An")
    assert two_letters("Ann", "ゆき", "はな") == ("An", "2", "3")


def test_two_digit_number_is_dropped_next_to_a_letter() -> None:
    assert two_letters("Ann", "L 11") == ("An", "L")


def test_number_for_a_name_never_equals_another_seat() -> None:
    assert two_letters("3", "Ann", "ゆき") == ("31", "An", "3")


@given(st.lists(NAMES, min_size=3, max_size=8, unique_by=lambda name: " ".join(name.split())))
def test_no_two_players_get_the_same_letters(table: list[str]) -> None:
    given_out = two_letters(*table)
    assert len(set(given_out)) == len(table)
    assert all(len(text) <= 2 for text in given_out)
