// The words that stand on the page from the beginning, in the box's language.

import { _, court } from "/shared/js/language.js";
import { BUST } from "/shared/js/typing.js";

const TEXTS = {
  "h1 .narrow": _("The box"), "h1 .wide": _("The box, simulated"),
  "#game": _("Asking the box"), "#menu": _("Menu"), "#show-hands": _("Hands"), "#show-deck": _("Whole deck"),
  "#sound": _("Sound off"), "#dim": _("Dim the room"), "#keys": _("Keys"), "#hint": _("Tap a card, or drag it over the slot"),
  "#help-title": _("Keys"), "#letters": _("Letters on"), "#help-close": _("Back to the table"),
  "#help > p:not(.row)": _("All hands are open, since one person plays every seat. A card of the whole deck that nobody in turn holds changes places with one of theirs."),
};
const LABELS = {
  nav: _("View"), "#table": _("The box"), "#display": _("Asking the box"), "#caps": _("Keys"), '[data-key="LEFT"]': _("Left"),
  '[data-key="RIGHT"]': _("Right"), "#trick": _("The trick"), "#cards": _("Cards"), "#tabs": _("Whose cards"),
};

/** Writes them. */
export function fillPage() {
  document.title = _("The box, simulated");
  for (const [place, text] of Object.entries(TEXTS)) document.querySelector(place).textContent = text;
  for (const [place, label] of Object.entries(LABELS)) document.querySelector(place).setAttribute("aria-label", label);
  document.querySelector("#help dl").replaceChildren(...keys().map(row));
}

/** Each key with what it does. */
function keys() {
  const enter = _("Enter");
  return [
    [["A", "2\u20139", "0", ...court], _("a rank; 0 and T are ten, JK a joker")],
    [[..."CDHS"], _("then its suit")],
    [[enter], _("passes the written card or the one in focus, else OK")],
    [[_("Backspace")], _("deletes a letter, else UNDO")],
    [["\u2190", "\u2192"], _("LEFT, RIGHT; inside a hand: along the cards")],
    [[BUST, "+", "="], _("BUST, MORE (held: the menu), OK")],
    [["Esc", "?"], _("closes the menu, else leaves the hand; this list")],
  ];
}

function row([names, does]) {
  const [line, term, text] = ["div", "dt", "dd"].map((name) => document.createElement(name));
  term.append(...names.flatMap((name) => [key(name), " "]));
  text.textContent = does;
  line.append(term, text);
  return line;
}

function key(name) {
  const drawnKey = document.createElement("kbd");
  drawnKey.textContent = name;
  return drawnKey;
}
