"""The table's game retold for the pack."""

from companion.labels import CardLabel
from companion.rules.commands import New, Play
from companion.rules.game import Game
from companion.simulation.pack import Deck, Pack
from companion.simulation.story import Story
from companion.variants import load_variants

VARIANTS = load_variants().variants


def arizona() -> Game:
    game = Game(VARIANTS, stickers=True)
    game.obey(New(variant="arizona-ninety-eight", players=("Ann", "Bo", "Cy")))
    return game


def test_a_set_and_a_joker_are_told_with_their_stickers() -> None:
    game, story = arizona(), Story()
    game.obey(Play(cards=("8H", "8S")))
    game.obey(Play(card="JK/1#2"))
    told = story.told("arizona-ninety-eight", game.moments)
    assert [moment.cards for moment in told] == [(), ("8H", "8S"), ("JK#2",)]
    hands = Pack().follow("s", Deck(jokers=2), told)
    assert hands.pile[-1] == CardLabel("JK", None, 1, 2)


def test_a_moment_is_told_once_however_often_it_is_asked_for() -> None:
    game, story = arizona(), Story()
    first = story.told("arizona-ninety-eight", game.moments)
    game.obey(Play(card="8H"))
    second = story.told("arizona-ninety-eight", game.moments)
    assert second[0] is first[0]
    assert len(second) == 2


def test_what_is_taken_back_is_forgotten() -> None:
    game, story = arizona(), Story()
    game.obey(Play(card="8H"))
    story.told("arizona-ninety-eight", game.moments)
    game.moments.pop()
    game.obey(Play(card="5C"))
    assert story.told("arizona-ninety-eight", game.moments)[-1].cards == ("5C",)


def test_another_game_is_told_from_its_start() -> None:
    story = Story()
    game = arizona()
    game.obey(Play(card="8H"))
    story.told("arizona-ninety-eight", game.moments)
    other = arizona()
    assert len(story.told("arizona-ninety-eight", other.moments)) == 1
