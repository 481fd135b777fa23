"""The pages in other languages have the same facts as the English ones: numbers, cards, keys, code
and links, line by line.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

from companion.inputs import KEYS
from companion.languages import own_name
from tests.docs.pages import ROOT, TRANSLATIONS, page

DOCS = ROOT / "docs"
PAGES = [
    (language, file.relative_to(DOCS / language).as_posix())
    for language in TRANSLATIONS
    for file in sorted((DOCS / language).rglob("*.md"))
]
OWN_NAMES = {language: own_name(language) for language in ("en", *TRANSLATIONS)}

COMPLETE = {"howto/phone.md", "reference/buttons.md", "reference/rules.md"}
"""Pages that are translated completely, heading by heading, where they are translated."""
WHOLE = [(language, name) for language, name in PAGES if name in COMPLETE]

SIGNS = {
    "en": """
2 two/twice, 3 three, 4 four, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, 11 eleven, 12 twelve
98 ninety-eight, 99 ninety-nine, 100 hundred
ACE ace, K king, Q queen, J jack, JK joker, ♠ spades, ♥ hearts, ♦ diamonds, ♣ clubs
""",
    "de": """
2 zwei/zweimal, 3 drei, 4 vier, 5 fünf, 6 sechs, 7 sieben, 8 acht, 9 neun, 10 zehn, 11 elf, 12 zwölf
98 achtundneunzig, 99 neunundneunzig, 100 hundert
ACE ass, K könig, Q dame, J bube, JK joker, ♠ pik, ♥ herz, ♦ karo, ♣ kreuz
""",
    "es": """
2 dos, 3 tres, 4 cuatro, 5 cinco, 6 seis, 7 siete, 8 ocho, 9 nueve, 10 diez/decena, 11 once, 12 doce
98 noventa y ocho, 99 noventa y nueve, 100 cien/centena
ACE as, K rey, Q reina, J jota, JK comodín/comodin, ♠ picas, ♥ corazones, ♦ diamantes, ♣ tréboles
""",
    "fr": """
2 deux, 3 trois, 4 quatre, 5 cinq, 6 six, 7 sept, 8 huit, 9 neuf, 10 dix/dizaine, 11 onze, 12 douze
98 quatre-vingt-dix-huit, 99 quatre-vingt-dix-neuf, 100 cent/centaine
ACE as, K roi, Q dame, J valet, JK joker, ♠ pique, ♥ cœur, ♦ carreau, ♣ trèfle
""",
}
"""The words that mean the same number, rank or suit, before any ending of a plural."""
GAMES = {"hearts": "♥", "spades": "♠"}
"""Games that may have their English name."""
WORDS = {
    language: GAMES
    | {
        word: sign
        for sign, words in (entry.split(maxsplit=1) for entry in re.split(r"[,\n]+", signs.strip()))
        for word in words.split("/")
    }
    for language, signs in SIGNS.items()
}
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

    Block quotes and the links to other languages belong to one language alone.
    """
    unit = ""
    in_code = False
    for line in [*lines, ""]:
        in_code ^= line.startswith("```")
        begins = in_code or re.match(r"\||\* |\d+\. |```|$", line)
        if begins and unit:
            yield unit
            unit = ""
        if not re.match(rf"> |(?:{'|'.join(OWN_NAMES.values())}): ", line):
            unit = f"\t{line}" if in_code else f"{unit} {line}".strip()


def facts(unit: str, language: str = "en") -> list[str]:
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
    unit = re.sub(r"(?<=\d)[,\u202f](?=\d)", ".", unit.replace("−", "-"))
    cells = [cell.strip() for cell in unit.split("|")[1:-1]]
    found += [
        f"cell {cell}" for cell in cells if re.fullmatch(r"(?:(?:\d|[AJQK♣♦♥♠,. +-])+)", cell)
    ]
    begins = re.match(r"\||\* |\d+\. |", unit)
    assert begins is not None
    signs = WORDS[language]
    words = "|".join(sorted(signs, key=len, reverse=True))
    unit = re.sub(
        rf"\b({words})(?:e?s|en?|ern?|n|x)?\b",
        lambda word: f" {signs[word[1].lower()]} ",
        unit,
        flags=re.IGNORECASE,
    )
    return sorted([*found, *FACT.findall(unit), begins[0].strip(), "|" * unit.count("|")])


def below(name: str, heading: str, language: str = "en") -> list[list[str]]:
    """Return the facts of each unit below a heading."""
    (lines,) = (
        lines
        for marked, lines in sections(page(name)).items()
        if marked.partition(" ")[2] == heading
    )
    return [facts(unit, language) for unit in units(lines)]


def titles(name: str) -> list[str]:
    return [marked.partition(" ")[2] for marked in sections(page(name))]


def translated() -> list[tuple[str, str, str, str]]:
    """Return each section that is translated completely: language, page, heading, English
    heading.
    """
    return [
        (language, name, *pair)
        for language, name in WHOLE
        for pair in zip_longest(titles(f"{language}/{name}"), titles(name))
    ]


@pytest.mark.parametrize(("language", "name"), WHOLE)
def test_completely_translated_page_has_the_headings_of_the_english_one(
    language: str, name: str
) -> None:
    def outline(page_name: str, language: str) -> list[tuple[str, list[str]]]:
        return [
            (marked.split()[0], facts(marked, language)) for marked in sections(page(page_name))
        ]

    assert outline(f"{language}/{name}", language) == outline(name, "en")


@pytest.mark.parametrize(("language", "name", "translated", "english"), translated())
def test_section_has_the_facts_of_the_english_one(
    language: str, name: str, translated: str, english: str
) -> None:
    assert below(f"{language}/{name}", translated, language) == below(name, english)


@pytest.mark.parametrize(
    ("language", "translated", "english"),
    [
        ("de", "Drei Asse sind 3 oder 33, Q♥ kostet 35", "three aces are 3 or 33, Q♥ costs 35"),
        ("de", "−10 bei `floor = 0`, zwei Neunen", "two nines, -10 with `floor = 0`"),
        ("de", "`0OK…` OK, [die Seite](phone.md)", "`0OK…` OK, [the page](../phone.md#the-way-in)"),
        ("de", "einer von 3.333, 17,78 mm", "one in 3,333, 17.78 mm"),
        ("es", "once ases, dos reyes de corazones", "eleven aces, two kings of hearts"),
        ("es", "por decenas hasta noventa y nueve", "by tens up to ninety-nine"),
        ("fr", "un sur 3\u202f333, neuf dames de carreau", "one in 3,333, nine queens of diamonds"),
        ("fr", "les as de cœur, quatre-vingt-dix-neuf", "aces of hearts, ninety-nine"),
    ],
)
def test_facts_of_equivalent_sentences_are_equal(
    language: str, translated: str, english: str
) -> None:
    assert facts(translated, language) == facts(english)


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
    assert facts(wrong, "de") != facts(right)


def anchors(file: Path) -> set[str]:
    """Return the anchors of a file: headings in lower case, without punctuation, hyphenated."""
    found = [marked.partition(" ")[2].lower() for marked in sections(file.read_text("utf-8"))]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in found}


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_every_link_of_a_translated_page_has_a_target(language: str, name: str) -> None:
    links = re.findall(r"\]\(((?!https?:)[^)#]+)#?([^)]*)\)", page(f"{language}/{name}"))
    assert links
    for target, anchor in links:
        file = (DOCS / language / name).parent.joinpath(target).resolve()
        assert file.is_file(), target
        if anchor:
            assert anchor in anchors(file), f"{target}#{anchor}"


def place(language: str, name: str) -> Path:
    if language == "en":
        return ROOT / "README.md" if name == "README.md" else DOCS / name
    return DOCS / language / name


@pytest.mark.parametrize("name", sorted({name for _, name in PAGES}))
def test_english_page_and_its_translations_link_to_each_other(name: str) -> None:
    languages = [language for language in TRANSLATIONS if (language, name) in PAGES]
    for language, others in ("en", languages), *((language, ["en"]) for language in languages):
        here = place(language, name)
        title, _, line, *_ = here.read_text("utf-8").splitlines()
        assert title.startswith("# ")
        links = [re.fullmatch(r"(.+): \[(.+)\]\((.+)\)", part) for part in line.split(" · ")]
        found = [(link[1], link[2], (here.parent / link[3]).resolve()) for link in links if link]
        there = [(OWN_NAMES[other], place(other, name)) for other in others]
        assert found == [
            (own, file.read_text("utf-8").partition("\n")[0].removeprefix("# "), file)
            for own, file in there
        ], here
