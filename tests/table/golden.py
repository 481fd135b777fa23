"""The journals that every later version must continue: `python -m tests.table.golden` makes them.

There are journals of adding games, of trick games, of trick games with points below zero, of cards
with alternatives, of chosen rounds, of tricks that must be beaten, of games of the table's own, and
of points games. Others have renamed players, a drawn dealer, or players who join, leave and change
seats, with corrections. One has everything that the others lack. The journals of a form together
hold every field of every command and of every state. They are made once for each form and never
again.
"""

import random
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Claim,
    Deal,
    End,
    Forget,
    Join,
    Leave,
    New,
    Play,
    Repair,
    Score,
    Set,
    Shield,
    Show,
)
from companion.errors import Illegal
from companion.inputs import Receipt
from companion.table.journal import Journal
from companion.table.lines import FORM
from companion.table.table import Table
from companion.variants import load_variants
from tests.games.points_games import shelf_with_points_games
from tests.table.forge import forge_edition

FOLDER = Path(__file__).parent / "golden"
VARIANTS = (
    shelf_with_points_games()
    | load_variants(Path(__file__).parents[1] / "variants" / "shown").variants
)
RECEIPT = Receipt("5F3A1C22", 7)
"""The receipt of a message from a scanner node."""

BOOTS = ("b0070001", "b0070002")
"""The boot IDs of the machine."""

PEOPLE = ("Ann", "Bo", "Jörg", "李小龍")


class Minutes:
    """A clock that advances by a minute with each reading."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        self.now += 60.0
        return self.now

    def monotonic(self) -> float:
        return self.now - 1_799_996_400.0


def play(table: Table) -> None:
    """Play a sample of everything that a journal of adding games can hold."""
    table.obey(
        New(variant="ninety-nine", players=PEOPLE, house={"exact": {"69": "reset"}, "floor": -5})
    )
    for card in ("KH", "9C/1", "4", "10S"):
        table.obey(Play(card=card))
    table.obey(Forget(player="Bo"))
    table.judge(Claim(total=88))
    table.take_back(2)
    table.obey(Bust(hand=("QS", "JD", "8C")))
    table.obey(Deal())
    table.obey(Leave(player="Bo"))
    table.obey(
        New(
            variant="arizona-ninety-eight-original",
            players=PEOPLE[:3],
            house={"up_card": "apply"},
            up_card="9H",
        )
    )
    table.obey(Play(cards=("AC", "AD"), value=11))
    table.obey(Play(card="JK#1"))
    table.obey(Play(card="4H"))
    table.obey(Bust())
    table.obey(New(variant="ninety-eight-umass", players=PEOPLE[:3], dealer="Bo"))
    table.obey(Play(card="AS", target="Ann"))
    table.obey(Shield(card="AH"))
    table.obey(Play(card="10", value=10))
    table.take_back(3)
    table.reopen()
    table.obey(Play(card="JK#2"))
    table.obey(New(variant="ninety-nine-ishihara-shows", players=PEOPLE, up_card="7C"))
    table.obey(Show(player="Bo", cards=("KH", "KS", "KD")))
    table.obey(New(variant="ninety-eight-umass", players=PEOPLE[:2]))
    table.obey(Play(card="AS", target="Bo"))
    table.obey(Accept())
    table.obey(New(variant="one-hundred", players=PEOPLE))
    table.journal.pending[RECEIPT.boot] = RECEIPT.sequence
    table.obey(Play(card="AS", value=36))
    table.obey(Play(card="2S"))
    table.note("part lost", part="Reader", reason="unplugged")


def play_tricks(table: Table) -> None:
    """Play a sample of everything that a journal of trick games can hold."""
    play_arizona_spaghetti(table)
    play_slobberhannes(table)
    table.obey(New(variant="polignac", players=PEOPLE, dealer="Bo"))
    lay(table, "7D JD QD 8H")
    table.journal.pending[RECEIPT.boot] = RECEIPT.sequence
    lay(table, "KC")
    table.note("part lost", part="Reader", reason="unplugged")


def play_arizona_spaghetti(table: Table) -> None:
    """Play all six rounds.

    Some are entered as points, one is undone across its deal, one ends with the king of spades.
    """
    table.obey(New(variant="arizona-spaghetti", players=PEOPLE, house={"revoke_penalty": 10}))
    table.obey(Score(points={"Ann": 50, "Bo": 60, "李小龍": 20}))
    table.judge(Claim(player="Bo", points=70))
    table.obey(Deal())
    table.obey(Play(card="5H", only_suit=True))
    lay(table, "9C 6H 7H 2D")
    table.obey(Play(card="3D", accept_revoke=True))
    lay(table, "AD 4D")
    with pytest.raises(Illegal, match="revoke"):
        table.obey(Play(card="KH", only_suit=True), origin="reader 7")
    table.take_back(10)
    for points in ({"Ann": 130}, {"Ann": 120, "Bo": 10}, {"Ann": 100}):
        table.obey(Score(points=points))
        table.obey(Deal())
    lay(table, "5C 6C 6D 7C 9C KS 10C")
    table.obey(Play(card="8C", accept_revoke=True))
    table.obey(Deal())
    table.obey(Score(points={"Ann": 100, "Bo": 0}))
    table.obey(Deal())
    table.obey(Score(points={"Ann": 515, "Bo": 45}))


def play_slobberhannes(table: Table) -> None:
    """Play a game in which Ann takes the whole first round; a ninety-nine is started by mistake."""
    table.obey(New(variant="slobberhannes", players=PEOPLE[:3]))
    lay(table, "AC 8H 8S KC 9H 9S QC 10H 10S JC JH JS 10C QH QS 9C KH JD 8C AH 10D")
    lay(table, "AD AS 9D KD KS 8D QD 7H 7D")
    table.obey(Deal())
    lay(table, "7D 8D 9D 10D")
    table.obey(New(variant="ninety-nine", players=PEOPLE))
    table.reopen()
    table.obey(Play(card="jd"))
    table.take_back(5)
    for points in ({"Ann": 4}, {"Ann": 2, "Bo": 1}):
        table.obey(Score(points=points))
        if points["Ann"] == 4:
            table.obey(Deal())


def play_points(table: Table) -> None:
    """Play a sample of everything that a journal of points games can hold."""
    table.obey(New(variant="points", players=PEOPLE, house={"wins": "lowest", "target": 50}))
    table.obey(Score(points={"Ann": 10, "Bo": -5, "Jörg": 0, "李小龍": 25}))
    table.judge(Claim(player="Bo", points=5))
    table.obey(Deal())
    table.obey(Leave(player="Bo"))
    table.obey(Score(points={"Ann": 0, "Jörg": 12, "李小龍": 30}))
    table.obey(New(variant="our-three-rounds", players=PEOPLE, dealer="Jörg"))
    with pytest.raises(Illegal, match="bad-sum"):
        table.obey(Score(points={"Ann": 20, "Bo": 0, "Jörg": 5, "李小龍": 0}), origin="Ann's phone")
    for points in ((20, 0, 6, 0), (1, 2, 3, 4), (13, 13, 0, 0)):
        table.obey(Score(points=dict(zip(PEOPLE, points, strict=True))))
        table.obey(Deal())
    table.take_back()
    table.rename("Bo", "Eva")
    table.obey(End())
    table.take_back(2)
    table.obey(Score(points={"Ann": 0, "Eva": 26, "Jörg": 26, "李小龍": 26}))
    table.obey(New(variant="points", players=("Ann", "Eva")))
    table.reopen()
    table.obey(Deal())
    table.obey(End())
    table.obey(New(variant="points", players=("Ann", "Eva", "Cy"), house={"last_round": 2}))
    table.obey(Score(points={"Ann": 5, "Eva": 5, "Cy": 1}))
    table.obey(Deal())


def play_by_winners(table: Table) -> None:
    """The winners of rounds are entered, one of them is corrected, and a tie is played on."""
    house = {"entry": "winners", "solo": 3, "last_round": 2, "tie": "one more round"}
    table.obey(New(variant="points", players=PEOPLE, house=house))
    table.obey(Score(winners=("Ann", "Bo"), amount=2), origin="Ann's phone")
    table.obey(Deal())
    table.obey(Score(winners=("Jörg",), amount=1))
    correction = Score(points={"Ann": 1, "Bo": 1, "Jörg": -1, "李小龍": -1})
    table.obey(Repair(1, (correction,)))
    table.obey(Deal())
    table.obey(Score(winners=("Bo", "Jörg", "李小龍"), amount=-1))


def play_in_teams(table: Table) -> None:
    """Two teams, of which one goes on without a player, and their names change."""
    table.obey(New(variant="points", players=PEOPLE, house={"teams": 2}))
    table.obey(Score(points={"Ann": 20, "Bo": 5}))
    table.rename("Jörg", "Eva")
    table.obey(Leave(player="Ann"))
    table.obey(Deal())
    table.obey(Score(points={"Eva": 20}))
    table.obey(End())


def play_with_bids(table: Table) -> None:
    """Bids are entered at the beginning of a round, or with its tricks."""
    table.obey(New(variant="wizard-with-bids", players=PEOPLE))
    table.obey(Score(bids={"Ann": 1, "Bo": 0}), origin="Ann's phone")
    table.obey(Score(tricks={"Ann": 1}))
    table.obey(Deal())
    table.obey(Score(bids={"Bo": 2}, tricks={"Ann": 1, "Bo": 1}))
    table.obey(Deal())
    table.obey(Score(bids={"李小龍": 3}))


def play_with_bags(table: Table) -> None:
    """Tricks too many are counted over the rounds, and points go back."""
    table.obey(New(variant="spades-with-bids", players=PEOPLE))
    table.obey(Score(bids={"Ann": 4, "Bo": 4}, tricks={"Jörg": 7, "Bo": 6}))
    table.obey(Deal())
    table.obey(Score(bids={"Ann": 2, "Bo": 3}, tricks={"Ann": 10, "Bo": 3}))
    table.obey(New(variant="molkky", players=PEOPLE))
    table.obey(Score(points={"Ann": 51, "Bo": 12}))


def play_under_other_names(table: Table) -> None:
    """Name unnamed players in the middle of a hand and of a trick."""
    table.obey(
        New(
            variant="ninety-nine",
            players=("Seat 1", "Seat 2", "Seat 3"),
            dealer="Seat 3",
        )
    )
    table.obey(Play(card="KH"), origin="Cy's phone")
    table.rename("Seat 1", "Ann", "Cy's phone")
    table.obey(Forget(player="Ann"))
    table.rename("Seat 3", "李小龍")
    table.take_back()
    table.obey(Play(card="9"))
    table.obey(Bust())
    table.rename("Seat 2", "Jörg")
    table.obey(
        New(variant="arizona-spaghetti", players=("Ann", "Bo", "Seat 3", "Seat 4"), dealer="Bo")
    )
    lay(table, "4H")
    table.rename("Seat 3", "Cy")
    lay(table, "KH")
    table.take_back()
    table.rename("Cy", "Di")
    lay(table, "QH")


def play_the_remaining(table: Table) -> None:
    """Play what the other journals lack; a rule is fixed in the middle of the first game."""
    table.obey(
        New(
            variant="ninety-nine",
            players=PEOPLE[:2],
            house={"two_player_reverse": "again", "jokers": 2},
        )
    )
    for card in ("8H", "JK", "4C", "4D"):
        table.obey(Play(card=card))
    table.close()
    forge_edition(table.journal.path, game=1, edition=1, differing=4)
    table.open_anew(Journal(table.journal.path, boot=BOOTS[1]))
    table.obey(Play(card="4C", player="Ann"))
    table.obey(Bust(player="Ann"))
    play_while_a_shield_may_be_shown(table)
    table.obey(New(variant="ninety-eight", players=PEOPLE))
    table.obey(Bust())
    house = {"up_card": "apply", "cards": {"AS": {"add": [1, 11], "choose_next": True}}}
    table.obey(New(variant="ninety-nine", players=PEOPLE, house=house, up_card="8H"))
    table.obey(Bust())
    table.obey(Deal(up_card="AS", up_value=11, up_target="Bo"))
    table.obey(Play(card="8H"))
    play_with_a_short_stock(table)


def play_with_a_short_stock(table: Table) -> None:
    """Play until the stock is remade while a forgotten card still has to be drawn."""
    eight = (*PEOPLE, "Cy", "Di", "Eva", "Fi")
    table.obey(
        New(variant="ninety-eight", players=eight, house={"hand_size": 6, "forgotten": "made up"})
    )
    table.obey(Play(card="2C"))
    table.obey(Forget(player="Ann"))
    for card in ("2D", "2H", "2S", "3C", "3D", "3H"):
        table.obey(Play(card=card))


def play_while_a_shield_may_be_shown(table: Table) -> None:
    """Play each card that names a player; the turn passes differently after each answer."""
    cards = {
        "AS": {"add": [3, 5], "knock_out": True, "again": True},
        "AC": {"add": 0, "knock_out": True, "choose_next": True, "oblige": 3},
        "AD": {"add": 0, "knock_out": True, "skip": 1},
    }
    house = {"up_card": "apply", "cards": cards}
    variant = "ninety-eight-umass"
    table.obey(
        New(variant=variant, players=PEOPLE, house=house, up_card="AS", up_value=5, up_target="Bo")
    )
    table.obey(Accept())
    table.obey(Play(card="AD", target="Jörg"))
    table.take_back()
    table.obey(Play(card="AC", target="Jörg"))
    table.obey(Accept())
    table.obey(Play(card="AD", target="李小龍"))
    table.obey(Shield(card="AH"))


def play_with_comings_and_goings(table: Table) -> None:
    """Let players join, leave, change seats and be renamed; correct plays, and set the rest."""
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy")))
    table.obey(Play(card="8H"))
    table.obey(Join(player="Eva", after="Ann", chips=3))
    table.obey(Join(player="Fi", when="now"))
    table.rename("Eva", "Jörg")
    table.obey(ChangeSeat(player="Ann", after="Bo"))
    table.obey(Play(card="10S", value=10))
    table.obey(
        Repair(back=1, steps=(Play(card="7C"), Play(card="10S", value=10)), why="card-missed")
    )
    table.obey(Repair(back=2, steps=(ChangeSeat(player="Jörg", after="Bo"), Bust())))
    table.take_back()
    table.obey(Set(total=90, turn="Bo", direction="counterclockwise"))
    table.obey(Set(chips={"Bo": 4}, against="Cy", still_in={"Fi": False}))
    table.obey(Bust())
    table.obey(Leave(player="Cy", chips="taken"))
    table.obey(Deal())
    table.obey(Leave(player="Ann", chips="shared"))
    table.obey(Set(chips={"Bo": 6}))
    table.obey(New(variant="one-hundred", players=("Ann", "Bo", "Cy")))
    table.obey(Join(player="Eva"))
    table.obey(Play(card="AS", value=36))
    table.obey(New(variant="polignac", players=PEOPLE))
    lay(table, "7D JD QD 8D 8H 9H 10H KH")
    table.obey(ChangeSeat(player="Ann", after="Jörg"))
    table.obey(Repair(back=1, steps=(), why="card-twice"))
    lay(table, "AC")
    table.obey(New(variant="points", players=("Ann", "Bo")))
    table.obey(Join(player="Eva", after="Ann", points=20))
    table.obey(Score(points={"Ann": 1, "Bo": 2}))
    table.obey(ChangeSeat(player="Eva", after="Bo"))
    table.obey(Deal())
    table.obey(Set(still_in={"Ann": False}))


def lay(table: Table, cards: str) -> None:
    for card in cards.split():
        table.obey(Play(card=card))


def play_after_a_lot(table: Table) -> None:
    """Play a game whose first dealer was drawn."""
    table.obey(New(variant="one-hundred-strict", players=PEOPLE, dealer="Bo"))
    table.note("lot", player="Bo", players=PEOPLE)
    table.obey(Play(card="8H"))


def play_below_zero(table: Table) -> None:
    """A jack takes off points, a trump takes a trick, and a player shoots the moon."""
    table.obey(New(variant="knaves", players=PEOPLE[:3]))
    lay(table, "4D JD 3S 5H 6H JH")
    table.take_back()
    lay(table, "KH")
    table.obey(New(variant="omnibus-hearts", players=PEOPLE))
    table.obey(Score(points={"Ann": 16, "Bo": 10, "Jörg": -10}))
    table.obey(Deal())
    table.obey(Score(points={"Ann": 0, "Bo": 16, "Jörg": 26, "李小龍": 26}))


def play_own_games(table: Table) -> None:
    """Games of the table's own: a match, a leader who lost, a player who paid last, a bust."""
    table.obey(New(variant="last-in-scores", players=PEOPLE[:3]))
    for command in (Bust(), Bust(), Deal(), Play(card="8H"), Bust()):
        table.obey(command)
    table.obey(New(variant="loser-leads", players=PEOPLE[:3]))
    for command in (Play(card="8H"), Bust(), Deal(), Bust()):
        table.obey(command)
    table.obey(New(variant="past-fifty", players=PEOPLE[:3]))
    lay(table, "JC JD JH JS 8C 5C AS")
    table.obey(New(variant="exactly-99-wins", players=PEOPLE[:3]))
    lay(table, "KC")
    table.obey(New(variant="kings-after-a-bust", players=PEOPLE[:3]))
    for command in (Play(card="8H"), Bust(), Deal(), Play(card="KH")):
        table.obey(command)


def play_with_passes(table: Table) -> None:
    """Nobody draws, and a bust is a pass."""
    table.obey(New(variant="cribbage-pegging", players=PEOPLE[:2]))
    lay(table, "KC QC JC")
    for command in (Bust(), Bust(), Play(card="9C"), Bust()):
        table.obey(command)


def play_with_counts_by_hand(table: Table) -> None:
    """Cards alike score, and points and cards are put right by hand."""
    table.obey(New(variant="cribbage-pegging", players=PEOPLE[:2]))
    lay(table, "5C 5D 5H")
    table.obey(Set(points={"Ann": 4}, hands={"Bo": 4}))
    lay(table, "4C 3D")


def play_in_several_ways(table: Table) -> None:
    """Cards offer alternatives, some under a condition."""
    turn_or_four = [{"add": 0, "reverse": True}, {"add": 4}]
    late = {"divide": 2, "when": {"total": {"from": 4}, "after": "4 8H", "first_round": False}}
    cards = {"4": turn_or_four, "5": [late, {"add": 5, "when": "otherwise"}]}
    house = {"up_card": "apply", "cards": cards}
    table.obey(New(variant="ninety-nine", players=PEOPLE, house=house, up_card="4S", up_way=2))
    table.obey(Play(card="4H", way=1))
    table.obey(Play(card="5H"))
    table.obey(Bust())
    table.obey(Deal(up_card="4C", up_way=1))
    table.obey(Play(card="8H"))


def play_with_choices(table: Table) -> None:
    """Rounds are chosen and trumps named; the player of the first card is named."""
    table.obey(New(variant="barbu-of-the-dealer", players=PEOPLE, contract=6, trump="D"))
    lay(table, "AS 2D KS 3D")
    table.take_back(4)
    table.obey(Score(points={"Ann": 65}))
    table.obey(Deal(contract=3))
    table.obey(Score(points={"Bo": -24}))
    table.obey(Deal(contract=6, trump="none"))
    table.rename("Bo", "Eva")
    table.obey(New(variant="barbu-all-in-a-row", players=PEOPLE, contract=1))
    table.obey(Score(points={"Ann": -26}))
    table.obey(Deal(contract=4))
    table.obey(New(variant="two-of-clubs-leads", players=PEOPLE))
    table.obey(Play(card="2C", player="Jörg"))
    lay(table, "KC")


def play_with_obligations(table: Table) -> None:
    """A player does not beat a trick, another does not trump it; a round has one card less."""
    table.obey(New(variant="manille", players=PEOPLE, trump="H"))
    lay(table, "KC QC 7C 9D")
    table.obey(New(variant="seven-to-one", players=PEOPLE, trump="H"))
    table.obey(Score(points={"Ann": 7}))
    table.obey(Deal(trump="none"))
    lay(table, "2C")


JOURNALS: dict[str, Callable[[Table], None]] = {
    "": play,
    "-tricks": play_tricks,
    "-points": play_points,
    "-winners": play_by_winners,
    "-teams": play_in_teams,
    "-bids": play_with_bids,
    "-bags": play_with_bags,
    "-names": play_under_other_names,
    "-remaining": play_the_remaining,
    "-lot": play_after_a_lot,
    "-comings": play_with_comings_and_goings,
    "-below-zero": play_below_zero,
    "-own": play_own_games,
    "-ways": play_in_several_ways,
    "-passes": play_with_passes,
    "-choices": play_with_choices,
    "-counts": play_with_counts_by_hand,
    "-obligations": play_with_obligations,
}
"""The content of each journal, by the end of its name."""


def main() -> None:
    """Write the journals of this form; refuse to overwrite any of them."""
    missing = [kind for kind in JOURNALS if not (FOLDER / f"form-{FORM}{kind}").exists()]
    if not missing:
        raise SystemExit("They are there already: what was written must stay")
    for kind in missing:
        write(kind, FOLDER / f"form-{FORM}{kind}")


def write(kind: str, folder: Path) -> None:
    """Play the content of a journal of this kind into a `folder`; its ids are always the same."""
    chance = random.Random(kind)  # noqa: S311  # reproducible ids, no secrets
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda count: chance.randbytes(count).hex())
        table = Table(VARIANTS, Journal(folder, boot=BOOTS[0]), Minutes())
        JOURNALS[kind](table)
        table.close()


if __name__ == "__main__":
    main()
