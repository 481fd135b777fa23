"""The table's game retold for the pack."""

from companion.labels.codec import CardLabel
from companion.rules.commands import Deal, New, Play, Score
from companion.rules.game import GameHistory
from companion.simulation.pack import Deck, SimulatedPack, TableState
from companion.simulation.story import Story
from companion.variants import load_variants

VARIANTS = load_variants().variants


def game_of(variant: str) -> GameHistory:
    game = GameHistory(VARIANTS, stickers=True)
    game.obey(New(variant=variant, players=("Ann", "Bo", "Cy")))
    return game


def told(story: Story, game: GameHistory) -> tuple[TableState, ...]:
    assert game.rules is not None
    return story.told(game.rules, game.moments)


def play(game: GameHistory, *cards: str) -> None:
    for card in cards:
        game.obey(Play(card=card))


def test_a_set_and_a_joker_are_told_with_their_stickers() -> None:
    game, story = game_of("arizona-ninety-eight"), Story()
    game.obey(Play(cards=("8H", "8S")))
    play(game, "JK/1#2")
    moments = told(story, game)
    assert [moment.cards for moment in moments] == [(), ("8H", "8S"), ("JK#2",)]
    hands = SimulatedPack().follow("s", Deck(jokers=2), moments)
    assert hands.pile[-1] == CardLabel("JK", None, 1, 2)


def test_every_card_of_a_trick_is_told_though_the_trick_is_taken_at_once() -> None:
    game, story = game_of("arizona-spaghetti"), Story()
    play(game, "5C", "9C", "2H")
    moments = told(story, game)
    assert [moment.cards for moment in moments] == [(), ("5C",), ("9C",), ("2H",)]
    assert [len(moment.state["trick"]) for moment in moments] == [0, 1, 2, 0]
    assert moments[-1].state == game.public()


def test_a_revoke_that_stands_is_told_like_any_card() -> None:
    game, story = game_of("arizona-spaghetti"), Story()
    play(game, "5C", "2D", "6C", "8C")
    game.obey(Play(card="9D"))
    game.obey(Play(card="10C", accept_revoke=True))
    game.obey(Play(card="JC", accept_revoke=True))
    assert [moment.cards for moment in told(story, game)][-3:] == [("9D",), ("10C",), ("JC",)]


def test_points_entered_and_a_deal_put_no_card_on_the_table() -> None:
    game, story = game_of("arizona-spaghetti"), Story()
    game.obey(Score(points={"Ann": 170}))
    game.obey(Deal())
    moments = told(story, game)
    assert [moment.cards for moment in moments] == [(), (), ()]
    assert [moment.state["round"] for moment in moments] == [1, 1, 2]


def test_a_moment_is_told_once_however_often_it_is_asked_for() -> None:
    for variant in ("arizona-ninety-eight", "arizona-spaghetti"):
        game, story = game_of(variant), Story()
        first = told(story, game)
        play(game, "8H")
        second = told(story, game)
        assert second[0] is first[0]
        assert len(second) == 2


def test_what_is_taken_back_is_forgotten() -> None:
    for variant in ("arizona-ninety-eight", "arizona-spaghetti"):
        game, story = game_of(variant), Story()
        play(game, "8H")
        told(story, game)
        game.moments.pop()
        play(game, "5C")
        assert told(story, game)[-1].cards == ("5C",)


def test_another_game_is_told_from_its_start() -> None:
    story = Story()
    game = game_of("arizona-ninety-eight")
    play(game, "8H")
    told(story, game)
    tricks = game_of("arizona-spaghetti")
    assert [moment.state["variant"] for moment in told(story, tricks)] == ["arizona-spaghetti"]
    assert len(told(story, game)) == 2
