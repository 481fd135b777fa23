"""Chooses the language of the box."""

import msgspec

from companion.dialogs.context import Scene, UseLanguage
from companion.dialogs.toolkit import Choice, WidgetDialog
from companion.message import language_in_use, phrase, render
from companion.screens.model import ListEntry, ListScreen


class LanguageOption(msgspec.Struct, frozen=True):
    """A language by its code, its own name, and its own word for "Language"."""

    code: str
    name: str
    word: str


class LanguageDialog(WidgetDialog, frozen=True):
    """The languages, each by its own name. OK uses the chosen one, UNDO leaves it as it is.

    A new box shows this list first, to people who may not read English: so another language's word
    for the title stands at its right.
    """

    options: tuple[LanguageOption, ...]
    chosen: int

    @classmethod
    def of(cls, options: tuple[LanguageOption, ...]) -> "LanguageDialog":
        """Return the list with the language in use chosen."""
        codes = [option.code for option in options]
        return cls(options, codes.index(language_in_use().code))

    def widget(self, scene: Scene) -> Choice:
        title = phrase("Language")
        other = next((option.word for option in self.options if option.word != render(title)), "")
        rows = tuple(ListEntry(option.name) for option in self.options)
        return Choice(
            screen=ListScreen(title, other, rows, self.chosen),
            ok=UseLanguage(self.options[self.chosen].code),
            first=phrase("First: which language?"),
        )
