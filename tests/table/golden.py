"""The journal that every later version must be able to go on with: `python -m tests.table.golden` makes one.

It is made once for each version of the schema and then never again.
"""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.journal import Journal
from companion.rules.commands import Accept, Bust, Claim, Deal, Forgot, Leave, New, Play, Shield, Show
from companion.schema import MIGRATIONS
from companion.table import Table
from companion.variants import load_variants

FOLDER = Path(__file__).parent / "golden"
GOLDEN = FOLDER / f"journal-{len(MIGRATIONS)}.sql"


class Minutes:
    """A clock on which a minute passes between two looks."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        self.now += 60.0
        return self.now


def play(table: Table) -> None:
    """A bit of everything that a journal can hold."""
    people = ("Ann", "Bo", "Jörg", "李小龍")
    table.obey(New(variant="ninety-nine", players=people, house={"exact": {"69": "reset"}, "floor": -5}))
    for card in ("KH", "9C/1", "4", "10S"):
        table.obey(Play(card=card))
    table.obey(Forgot(player="Bo"))
    table.judge(Claim(total=88))
    table.take_back(2)
    table.obey(Bust(hand=("QS", "JD", "8C")))
    table.obey(Deal())
    table.obey(Leave(player="Bo"))
    table.obey(
        New(
            variant="arizona-ninety-eight-original",
            players=people[:3],
            house={"up_card": "apply"},
            up_card="9H",
        )
    )
    table.obey(Play(cards=("AC", "AD"), value=11))
    table.obey(Play(card="JK#1"))
    table.obey(Play(card="4H"))
    table.obey(Bust())
    table.obey(New(variant="ninety-eight-umass", players=people[:3], dealer="Bo"))
    table.obey(Play(card="AS", target="Ann"))
    table.obey(Shield(card="AH"))
    table.obey(Play(card="10", value=10))
    table.take_back(3)
    table.reopen()
    table.obey(Play(card="JK#2"))
    table.obey(New(variant="ninety-nine-ishihara-shows", players=people, up_card="7C"))
    table.obey(Show(player="Bo", cards=("KH", "KS", "KD")))
    table.obey(New(variant="ninety-eight-umass", players=people[:2]))
    table.obey(Play(card="AS", target="Bo"))
    table.obey(Accept())
    table.obey(New(variant="one-hundred", players=people))
    table.obey(Play(card="AS", value=36))
    table.obey(Play(card="2S"))
    table.note("part lost", part="Reader", reason="unplugged")


def main() -> None:
    """Writes the journal of this schema as SQL; refuses to write it twice."""
    if GOLDEN.exists():
        raise SystemExit(f"{GOLDEN.name} is there already: what was written must stay")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        table = Table(load_variants().variants, Journal(path), Minutes())
        play(table)
        table.close()
        database = sqlite3.connect(path)
        lines = [line for line in database.iterdump() if not line.startswith("COMMIT")]
        for pragma in ("application_id", "user_version"):
            (value,) = database.execute(f"PRAGMA {pragma}").fetchone()
            lines.append(f"PRAGMA {pragma} = {value};")
        database.close()
    FOLDER.mkdir(exist_ok=True)
    GOLDEN.write_text("\n".join([*lines, "COMMIT;", ""]), "utf-8")


if __name__ == "__main__":
    main()
