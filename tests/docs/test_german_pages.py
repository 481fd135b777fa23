"""The German pages have the same facts as the English ones: numbers, cards, keys, code and links,
line by line.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

from companion.inputs import KEYS
from tests.docs.pages import ROOT, page

DOCS = ROOT / "docs"
GERMAN = sorted(file.relative_to(DOCS / "de").as_posix() for file in (DOCS / "de").rglob("*.md"))

WHOLE = ["howto/phone.md", "reference/buttons.md", "reference/rules.md"]
"""Pages that are translated completely, heading by heading."""

SAME = """
2 two twice zwei zweimal, 3 three drei, 4 four vier, 5 five fünf, 6 six sechs, 7 seven sieben,
8 eight acht
9 nine neun, 10 ten zehn, 11 eleven elf, 12 twelve zwölf, 98 ninety-eight achtundneunzig
99 ninety-nine neunundneunzig, 100 hundred hundert
ACE ace ass, K king könig, Q queen dame, J jack bube, JK joker
♠ spades pik, ♥ hearts herz, ♦ diamonds karo, ♣ clubs kreuz
"""
WORDS = {
    word: sign
    for sign, *words in map(str.split, re.split(r"[,\n]+", SAME.strip()))
    for word in words
}
WORD = re.compile(
    rf"\b({'|'.join(sorted(WORDS, key=len, reverse=True))})(?:e?s|en?|ern?|n)?\b", re.IGNORECASE
)
FACT = re.compile(
    r"(?:10|[2-9AJQK])?[♣♦♥♠]"  # a card, or a suit
    r"|(?<![\w\d])-?\d+(?:\.\d+)*|\d+"  # a number
    r"|\b(?:[JQK]|JK|ACE)\b"  # a rank; the letter of the ace is an English word
    rf"|\b(?:{'|'.join(KEYS)})\b"
)


def sections(text: str) -> dict[str, list[str]]:
    """Return the lines below each heading with its marks; code blocks have no headings."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    in_code = False
    for line in text.splitlines():
        in_code ^= line.startswith("```")
        if re.match(r"#+ ", line) and not in_code:
            lines = found.setdefault(line, [])
        else:
            lines.append(line)
    return found


def units(lines: list[str]) -> Iterator[str]:
    """Yield each paragraph, table row, list entry and line of code, the last after a tab.

    Block quotes and the link to the other language belong to one language alone.
    """
    unit = ""
    in_code = False
    for line in [*lines, ""]:
        in_code ^= line.startswith("```")
        begins = in_code or re.match(r"\||\* |\d+\. |```|$", line)
        if begins and unit:
            yield unit
            unit = ""
        if not re.match(r"> |English: |Deutsch: ", line):
            unit = f"\t{line}" if in_code else f"{unit} {line}".strip()


def facts(unit: str) -> list[str]:
    """Return what is the same in every language, sorted, because the order within a sentence is
    not.
    """
    if unit.startswith("\t"):
        return [unit.partition("#")[0].strip()]
    found = [
        f"link {target.rpartition('/')[2]}" for target in re.findall(r"\]\(([^)#]+)[^)]*\)", unit)
    ]
    unit = re.sub(r"\]\([^)]+\)", "]", unit)
    found += [f"code {re.sub('<.*?>', '<>', code)}" for code in re.findall(r"`([^`]+)`", unit)]
    unit = re.sub(r"`[^`]+`", "", unit)
    unit = re.sub(r"(?<=\d),(?=\d)", ".", unit.replace("−", "-"))
    cells = [cell.strip() for cell in unit.split("|")[1:-1]]
    found += [
        f"cell {cell}" for cell in cells if re.fullmatch(r"(?:(?:\d|[AJQK♣♦♥♠,. +-])+)", cell)
    ]
    begins = re.match(r"\||\* |\d+\. |", unit)
    assert begins is not None
    unit = WORD.sub(lambda word: f" {WORDS[word[1].lower()]} ", unit)
    return sorted([*found, *FACT.findall(unit), begins[0].strip(), "|" * unit.count("|")])


def below(name: str, heading: str) -> list[list[str]]:
    """Return the facts of each unit below a heading."""
    (lines,) = (
        lines
        for marked, lines in sections(page(name)).items()
        if marked.partition(" ")[2] == heading
    )
    return [facts(unit) for unit in units(lines)]


def titles(name: str) -> list[str]:
    return [marked.partition(" ")[2] for marked in sections(page(name))]


def translated() -> list[tuple[str, str, str]]:
    """Return each section that is translated completely: page, German and English heading."""
    return [
        (name, *pair) for name in WHOLE for pair in zip_longest(titles(f"de/{name}"), titles(name))
    ]


@pytest.mark.parametrize("name", WHOLE)
def test_completely_translated_page_has_the_headings_of_the_english_one(name: str) -> None:
    def outline(page_name: str) -> list[tuple[str, list[str]]]:
        return [(marked.split()[0], facts(marked)) for marked in sections(page(page_name))]

    assert outline(f"de/{name}") == outline(name)


@pytest.mark.parametrize(("name", "german", "english"), translated())
def test_section_has_the_facts_of_the_english_one(name: str, german: str, english: str) -> None:
    assert below(f"de/{name}", german) == below(name, english)


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Drei Asse sind 3 oder 33, Q♥ kostet 35", "three aces are 3 or 33, Q♥ costs 35"),
        ("−10 bei `floor = 0`, zwei Neunen", "two nines, -10 with `floor = 0`"),
        ("`0OK…` OK, [die Seite](phone.md)", "`0OK…` OK, [the page](../phone.md#the-way-in)"),
        ("einer von 3.333, 17,78 mm", "one in 3,333, 17.78 mm"),
    ],
)
def test_facts_of_equivalent_sentences_are_equal(german: str, english: str) -> None:
    assert facts(german) == facts(english)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("nach vier Sekunden", "after five seconds"),
        ("−999 bis 999", "999 to 999"),
        ("7♣ 7♠", "7♣ 7♦"),
        ("MORE öffnet das Menü", "UNDO opens the menu"),
        ("`1QSF`", "`1QSG`"),
        ("| A 2-9 | 1 |", "| 2-9 | 1 |"),
        ("eine Dame", "a king"),
        ("die Herz-Dame", "the queen of spades"),
        ("| 1 | 2 |", "| 1 | 2 | |"),
        ("[Netz](network.md)", "[network](rules.md)"),
    ],
)
def test_different_facts_are_detected(wrong: str, right: str) -> None:
    assert facts(wrong) != facts(right)


def anchors(file: Path) -> set[str]:
    """Return the anchors of a file: headings in lower case, without punctuation, hyphenated."""
    found = [marked.partition(" ")[2].lower() for marked in sections(file.read_text("utf-8"))]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in found}


@pytest.mark.parametrize("name", GERMAN)
def test_every_link_of_a_german_page_has_a_target(name: str) -> None:
    links = re.findall(r"\]\(((?!https?:)[^)#]+)#?([^)]*)\)", page(f"de/{name}"))
    assert links
    for target, anchor in links:
        file = (DOCS / "de" / name).parent.joinpath(target).resolve()
        assert file.is_file(), target
        if anchor:
            assert anchor in anchors(file), f"{target}#{anchor}"


@pytest.mark.parametrize("name", GERMAN)
def test_english_and_german_pages_link_to_each_other(name: str) -> None:
    english = ROOT / "README.md" if name == "README.md" else DOCS / name
    for here, word, there in (
        (DOCS / "de" / name, "English", english),
        (english, "Deutsch", DOCS / "de" / name),
    ):
        title, _, line, *_ = here.read_text("utf-8").splitlines()
        assert title.startswith("# ")
        link = re.fullmatch(rf"{word}: \[(.+)\]\((.+)\)", line)
        assert link is not None, here
        assert (here.parent / link[2]).resolve() == there
        assert there.read_text("utf-8").startswith(f"# {link[1]}\n")
