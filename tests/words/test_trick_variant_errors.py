"""Error messages for a trick game that cannot be played: the key, what is wrong, and a cure."""

from pathlib import Path

import pytest

from companion.games.tricks.variant import TRICK_MUST_SAY
from tests.words.complaints import complaint

PACK = 'players = [4, 4]\nranks = "7 8 9 10 J Q K A"\n'
HEAD = 'family = "tricks"\ntitle = "Ours"\nshort = "O"\n'
EACH_TRICK = "[[rounds]]\ntrick = 1\n"
CHILD = 'extends = "slobberhannes"\ntitle = "Ours"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Unknown words.
        ("untill = 9", "untill: unknown key, is until meant?"),
        ('follow = "yes"', 'follow: "yes" is not possible, write true or false'),
        ("until = 0", "until: 0 is not possible, write a whole number from 1 to 9999, or false"),
        (
            "until = true",
            "until: true is not possible, write a whole number from 1 to 9999, or false",
        ),
        (
            "revoke_penalty = -10000",
            "revoke_penalty: -10000 is not possible, write a whole number from -9999 to 9999",
        ),
        (
            "short = 'Slobs'",
            'short: "Slobs" is not possible, write a text in quotes of up to 4 characters',
        ),
        (
            "provenance = 'mine'",
            (
                'provenance: "mine" is not possible, write "derived", "own", "published" or '
                '"reconstructed"'
            ),
        ),
        ("ranks = [7, 8]", "ranks: [7, 8] is not possible, write a text in quotes"),
        # Invalid numbers of players.
        (
            "players = 4",
            "players: 4 is not possible, write a list in square brackets, each a whole number",
        ),
        ("players = []", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        ("players = [4]", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        ("players = [3, 4, 5]", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        ("players = [5, 3]", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        ("players = [1, 3]", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        # Invalid or duplicate ranks.
        ('ranks = " "', "ranks: names none: write the ranks of the deck, lowest first"),
        ('ranks = "7 8 1"', "ranks: '1' is not a rank: write one of A 2 3 4 5 6 7 8 9 10 J Q K"),
        (
            'ranks = "7 8 JK"',
            ("ranks: 'JK' is not a rank: write one of A 2 3 4 5 6 7 8 9 10 J Q K"),
        ),
        ('ranks = "7 8 7"', "ranks: 7 appears twice: write it once"),
        # Cards taken out.
        (
            "removed = '7C'",
            "removed: is a section: write [removed] on a line of its own, its keys below",
        ),
        ("[removed]\n3 = 7", "removed.3: 7 is not possible, write a text in quotes"),
        ("[removed]\nthree = '7C'", "removed: 'three' is not a whole number: write one like 5"),
        ("[removed]\n03 = '7C'", "removed: '03' is not a whole number: write one like 5"),
        ("[removed]\n'٣' = '7C'", "removed: '٣' is not a whole number: write one like 5"),
        (
            "[removed]\n3 = '7X'",
            "removed.3: '7X' is no card: write a rank and a suit, like QS or 10H",
        ),
        ("[removed]\n3 = '7'", "removed.3: '7' is not a single card of one deck: write it like 2C"),
        (
            "[removed]\n3 = '7C/1'",
            "removed.3: '7C/1' is not a single card of one deck: write it like 2C",
        ),
        (
            "[removed]\n3 = 'JK'",
            "removed.3: 'JK' is not a single card of one deck: write it like 2C",
        ),
        ("[removed]\n3 = '7C 7S 7c'", "removed.3: 7C appears twice: write it once"),
        (
            "[removed]\n3 = '2C 7S'",
            "removed.3: 2C is not in this deck: take out only cards of its ranks",
        ),
        ("[removed]\n7 = '7C 7S'", "removed.7: this is not played with 7: players is 3 to 6"),
        ("[removed]\n-3 = '7C 7S'", "removed.-3: this is not played with -3: players is 3 to 6"),
        (
            "players = [3, 9]",
            ("players: a display has room for a trick of 8 cards: write 8 or fewer"),
        ),
        # Uneven deals.
        (
            "[removed]\n3 = '7C'",
            "removed.3: 31 cards cannot be dealt evenly to 3 players: take 1 more out",
        ),
        (
            "[removed]\n3 = '7C 7S'\n4 = '7C'",
            "removed.4: 31 cards cannot be dealt evenly to 4 players: take 3 more out",
        ),
        (
            "players = [3, 7]",
            "removed.7: 32 cards cannot be dealt evenly to 7 players: take 4 more out",
        ),
        (
            "players = [5, 5]\nranks = 'Q'\n[removed]\n5 = ''",
            "removed.5: 4 cards are too few for 5 players: take out fewer",
        ),
        # Contradicting keys, one of them inherited.
        (
            "ranks = '8 9 10 J Q K A'",
            "removed.3: 7C is not in this deck: take out only cards of its ranks",
        ),
        (
            "ranks = '7 8 9 10 J K A'",
            "removed.3: 26 cards cannot be dealt evenly to 3 players: take 2 more out",
        ),
        (
            "players = [4, 4]\nranks = '7 8 9 10 J K A'",
            "rounds.1.cards.QC: QC is not in this deck: write only cards of its ranks",
        ),
        (
            "[removed]\n3 = '7C QC'\n5 = '7C 7S'\n6 = '7C 7S'",
            "rounds.1.cards.QC: QC is taken out for 3 players: take out another in removed.3",
        ),
        # Another family.
        ("target = 10", "target: is a key for adding games and points games only: write until"),
        (
            "decks = 2",
            (
                "decks: is a key for adding games only: leave it out (a trick game has one deck), "
                'or keep only the points with family = "points"'
            ),
        ),
        ("hand_size = 5", "hand_size: is a key for adding games only: write it below [[rounds]]"),
        (
            "[cards]\nQS = { add = 13 }",
            "cards: is a key for adding games only: leave it out",
        ),
        (
            'family = "adding"',
            (
                "extends: 'slobberhannes' is one of the trick games: leave family out, or extend "
                "another"
            ),
        ),
    ],
)
def test_wrong_key_is_named_with_its_cure(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, CHILD + text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Entries that are not written as rounds.
        (
            "rounds = 6",
            "rounds: write [[rounds]], in double brackets, above the keys of each round",
        ),
        (
            "rounds = []",
            "rounds: write [[rounds]], in double brackets, above the keys of each round",
        ),
        (
            "rounds = [6]",
            "rounds: write [[rounds]], in double brackets, above the keys of each round",
        ),
        (
            "[rounds]\ntrick = 1",
            "rounds: write [[rounds]], in double brackets, above the keys of each round",
        ),
        # Unknown words.
        ("[[rounds]]\ntriks = 1", "rounds.1.triks: unknown key, is tricks meant?"),
        (
            f"{EACH_TRICK}[[rounds]]\ntriks = 1",
            "rounds.2.triks: unknown key, is tricks meant?",
        ),
        (
            "[[rounds]]\ntrick = 1\nuntil = 10",
            "rounds.1.until: applies to the whole game: write it above the first section",
        ),
        (
            "[[rounds]]\ntrick = -10000",
            "rounds.1.trick: -10000 is not possible, write a whole number from -9999 to 9999",
        ),
        (
            "[[rounds]]\ntrick = 1\nrestricted = 'h'",
            'rounds.1.restricted: "h" is not possible, write "C", "D", "H" or "S"',
        ),
        (
            "[[rounds]]\ntrick = 1\nrestricted = ['H', 'S']",
            'rounds.1.restricted: ["H", "S"] is not possible, write "C", "D", "H" or "S"',
        ),
        (
            "[[rounds]]\ntrick = 1\nends = 'last'",
            'rounds.1.ends: "last" is not possible, write "all cards" or "last card"',
        ),
        (
            "[[rounds]]\ntrick = 1\nsays = 'each of the tricks costs'",
            (
                'rounds.1.says: "each of the tricks costs" is not possible, '
                "write a text in quotes of up to 20 characters"
            ),
        ),
        # Invalid or duplicate cards, and cards without a cost.
        (
            "[[rounds]]\ncards = 'QS'",
            (
                'rounds.1.cards: "QS" is not possible, '
                "write a suit, rank or cards and what each costs: { QS = 13 }"
            ),
        ),
        (
            "[[rounds]]\ncards = { QS = 0 }",
            "rounds.1.cards.QS: 0 changes nothing: leave it out",
        ),
        (
            "[[rounds]]\ncards = { QX = 1 }",
            "rounds.1.cards.QX: 'QX' is not a suit, rank or card: write H, Q or KS",
        ),
        (
            "[[rounds]]\ncards = { h = 1 }",
            "rounds.1.cards.h: 'h' is not a suit, rank or card: write H, Q or KS",
        ),
        (
            "[[rounds]]\ncards = { JK = 1 }",
            "rounds.1.cards.JK: 'JK' is not in one deck without jokers: write H, Q or KS",
        ),
        (
            "[[rounds]]\ncards = { 'QS/2' = 1 }",
            "rounds.1.cards.QS/2: 'QS/2' is not in one deck without jokers: write H, Q or KS",
        ),
        (
            "[[rounds]]\ncards = { '' = 1 }",
            'rounds.1.cards."": the key is empty: write the suit, rank or cards it applies to',
        ),
        (
            "[[rounds]]\ncards = { 'H S' = 1 }",
            (
                'rounds.1.cards."H S": H is a suit and needs a key of its own: write one key per '
                "suit"
            ),
        ),
        (
            "[[rounds]]\ncards = { 2 = 1 }",
            "rounds.1.cards.2: 2 is not in this deck: write only cards of its ranks",
        ),
        (
            "[[rounds]]\ncards = { 'QS 2S' = 1 }",
            'rounds.1.cards."QS 2S": 2S is not in this deck: write only cards of its ranks',
        ),
        (
            '[[rounds]]\ncards = { "QS\\nKS\\nQS" = 1 }',
            'rounds.1.cards."QS\\nKS\\nQS": QS is covered twice: write it once',
        ),
        (
            "[[rounds]]\ncards = { 'Q QS' = 1 }",
            'rounds.1.cards."Q QS": QS is covered twice: write it once',
        ),
        (
            "[[rounds]]\ncards = { 'KS 7S' = 1 }\n[removed]\n4 = '7S 7H 7D 7C'",
            'rounds.1.cards."KS 7S": 7S is taken out for 4 players: take out another in removed.4',
        ),
        (
            "[[rounds]]\ncards = { 7 = 1 }\n[removed]\n4 = '7S 7H 7D 7C'",
            "rounds.1.cards.7: 7 is taken out for 4 players: take out another in removed.4",
        ),
        # Contradictions within a round.
        (
            "[[rounds]]\nrestricted = 'H'",
            (
                "rounds.1: nothing costs in this round: write trick, first_trick, last_trick or "
                "cards"
            ),
        ),
        (
            "[[rounds]]\nsweep = 5\ntrick = 0\ncards = {}",
            (
                "rounds.1: nothing costs in this round: write trick, first_trick, last_trick or "
                "cards"
            ),
        ),
        (
            f"{EACH_TRICK}[[rounds]]\n",
            (
                "rounds.2: nothing costs in this round: write trick, first_trick, last_trick or "
                "cards"
            ),
        ),
        (
            "[[rounds]]\nlast_trick = 5\nsweep = 5",
            "rounds.1.sweep: a sweep needs more than one thing that costs: leave it out",
        ),
        (
            "[[rounds]]\ncards = { QS = 5, 'qs' = 1 }\nsweep = 5",
            "rounds.1.sweep: a sweep needs more than one thing that costs: leave it out",
        ),
        (
            "[[rounds]]\nlast_trick = 5\nends = 'last card'",
            "rounds.1.ends: no card costs in this round, so none is the last: leave it out",
        ),
        (
            "[[rounds]]\ntrick = 5\ncards = { H = 1 }\nends = 'last card'",
            "rounds.1.ends: each trick costs, so all cards must be played: leave it out",
        ),
        (
            "[[rounds]]\ntricks = { 2 = 5 }\ncards = { H = 1 }\nends = 'last card'",
            (
                "rounds.1.ends: tricks cost by their number, so all cards must be played: leave it "
                "out"
            ),
        ),
        (
            "[[rounds]]\nlast_trick = 5\nlast_tricks = 2\ncards = { H = 1 }\nends = 'last card'",
            (
                "rounds.1.ends: tricks cost by their number, so all cards must be played: leave it "
                "out"
            ),
        ),
        # Tricks by number.
        (
            "[[rounds]]\ntrick = 1\nlast_tricks = 2",
            (
                "rounds.1.last_tricks: the last tricks cost nothing: write last_trick, what each "
                "of them costs"
            ),
        ),
        (
            "[[rounds]]\nlast_trick = 1\nlast_tricks = 9",
            (
                "rounds.1.last_tricks: with 4 players a round has 8 tricks: write a number from 1 "
                "to 8"
            ),
        ),
        (
            "[[rounds]]\ntricks = { 9 = 5 }",
            "rounds.1.tricks.9: with 4 players a round has 8 tricks: write a number from 1 to 8",
        ),
        (
            "[[rounds]]\ntricks = { first = 5 }",
            "rounds.1.tricks: 'first' is not a whole number: write one like 5",
        ),
        (
            "[[rounds]]\ntricks = { 1 = 0 }",
            "rounds.1.tricks.1: 0 changes nothing: leave it out",
        ),
        # Numbers below 0, sweeps and trumps.
        (
            "[[rounds]]\ntrick = 1\nsweep = { other = 26 }",
            "rounds.1.sweep.other: unknown key, is others meant?",
        ),
        (
            "[[rounds]]\ncards = { QS = 13, 'qs' = -13 }",
            "rounds.1: with 4 players all points cancel each other: change one of them",
        ),
        (
            "[[rounds]]\ncards = { QS = 13, JD = -10 }\nsweep = { others = 13 }",
            "rounds.1.sweep: a sweep needs more than one thing that costs: leave it out",
        ),
        (
            "until = 10\n[[rounds]]\ntrick = -1",
            "until: no round brings points above 0, so nobody reaches it: leave it out",
        ),
        (
            "[[rounds]]\ntrick = 1\nrestricted_opens = false",
            (
                "rounds.1.restricted_opens: no suit is restricted in this round: write restricted, "
                "or leave it out"
            ),
        ),
        (
            "[[rounds]]\ntrick = 1\ntrump = 's'",
            'rounds.1.trump: "s" is not possible, write "C", "D", "H", "S" or "named"',
        ),
        # Fewer cards.
        (
            "[[rounds]]\ntrick = 1\nhand_size = 9",
            ("rounds.1.hand_size: with 4 players everyone has 8: write a number up to that"),
        ),
        (
            "[[rounds]]\nhand_size = 3\ncards = { QS = 13 }",
            (
                "rounds.1.hand_size: cards that count may not be dealt then: deal all, or leave "
                "cards out"
            ),
        ),
        (
            "[[rounds]]\nhand_size = 3\ntricks = { 4 = 1 }",
            "rounds.1.tricks.4: with 4 players a round has 3 tricks: write a number from 1 to 3",
        ),
        (
            "pass_cards = 3\n[[rounds]]\nhand_size = 2\ntrick = 1",
            "pass_cards: with 4 players everyone has 2: write a number up to that",
        ),
        (
            "leads = '7C'\n[[rounds]]\nhand_size = 2\ntrick = 1",
            (
                "leads: with 4 players the card that leads may be left over: take cards out "
                "instead, or write left of dealer or dealer"
            ),
        ),
    ],
)
def test_mistake_in_a_round_is_named(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, f"{HEAD}{PACK}{text}\n") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "until = 9\ncontracts = 'once a dealer'",
            "contracts: each round is chosen once, so points cannot end the game: leave until out",
        ),
        (
            "contracts = 'once each'",
            "contracts: there is one round, so none is chosen: leave it out",
        ),
        (
            "until = 9\ncontracts = 'any'",
            "contracts: there is one round, so none is chosen: leave it out",
        ),
        (
            "contracts = 'any'",
            "contracts: rounds are chosen without end: write until, the points that end the game",
        ),
        (
            "leads = 'widow'",
            "leads: write left of dealer, dealer or a single card, such as 2C",
        ),
        (
            "follow = false\nmust_beat = true",
            "must_beat: players need not follow suit: leave it out",
        ),
        (
            "must_trump = true",
            "must_trump: no round has a trump: write trump in one, or leave it out",
        ),
        ("leads = '2C'", "leads: 2C is not in this deck: write only cards of its ranks"),
        (
            "leads = 'AC'\n[removed]\n4 = 'AC AD AH AS'",
            (
                "leads: with 4 players AC and the higher cards of its suit are taken out: write "
                "another card"
            ),
        ),
        (
            "leads = '7C'\nleft_over = 'last trick'\n[removed]\n4 = '8C'",
            (
                "leads: with 4 players the card that leads may be left over: take cards out "
                "instead, or write left of dealer or dealer"
            ),
        ),
        (
            "first_trick_without = '2H'",
            "first_trick_without: 2H is not in this deck: write only cards of its ranks",
        ),
    ],
)
def test_contradictory_leads_and_choices_are_named(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, f"{HEAD}{PACK}{text}\n{EACH_TRICK}") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "places = [4, 3, 2, 1]\ntrick = 1",
            "rounds.1.places: the round has no tricks then: leave all other keys but says out",
        ),
        (
            "places = [4, 3, 2]",
            (
                "rounds.1.places: 3 numbers are for exactly 3 players, and players is 4 to 4: "
                "write one for each player"
            ),
        ),
        (
            "places = [0, 0, 0, 0]",
            "rounds.1.places: nothing counts in this round: change one number",
        ),
    ],
)
def test_mistake_in_a_round_without_tricks_is_named(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, f"{HEAD}{PACK}[[rounds]]\n{text}\n") == said


def test_missing_keys_of_a_trick_game_are_named(tmp_path: Path) -> None:
    whole = {
        "title": 'title = "Ours"',
        "short": 'short = "O"',
        "players": "players = [4, 4]",
        "ranks": 'ranks = "7 8 9 10 J Q K A"',
        "rounds": EACH_TRICK,
    }
    assert tuple(whole) == TRICK_MUST_SAY
    for missing in whole:
        text = "\n".join(line for key, line in whole.items() if key != missing)
        assert complaint(tmp_path, f'family = "tricks"\n{text}\n') == (
            f"{missing}: is missing, here and in the variants that this one extends"
        )


def test_trick_game_must_declare_its_family(tmp_path: Path) -> None:
    assert complaint(tmp_path, f'title = "Ours"\n{PACK}{EACH_TRICK}') == (
        'rounds: is a key for trick games only: write family = "tricks", too'
    )
    assert complaint(tmp_path, f'family = "trick"\n{PACK}') == (
        'family: "trick" is not possible, write "adding", "tricks" or "points"'
    )
    assert complaint(tmp_path, "family = ['tricks']") == (
        'family: ["tricks"] is not possible, write "adding", "tricks" or "points"'
    )


def test_child_belongs_to_its_parents_family(tmp_path: Path) -> None:
    assert complaint(tmp_path, f'extends = "ninety-nine"\n{HEAD}') == (
        "extends: 'ninety-nine' is one of the adding games: leave family out, or extend another"
    )
    assert complaint(tmp_path, f'extends = "ninety-nine"\n{EACH_TRICK}') == (
        "rounds: is a key for trick games and points games only: leave it out"
    )
