// A card as its label names it, in words and drawn. "1QS" and a check character: deck, rank, suit;
// "1X2": the second joker of the first deck.

import { cardWords, isRed as isRedSuit, readCard } from "/panel/shared/js/card-words.js";
import { rankLetter } from "/panel/shared/js/language.js";
import { SUIT_PATHS, suitPicture, svg } from "/panel/shared/js/shapes.js";
import { codeModules } from "./code.js";

/** What a label says. A joker has rank "JK", suit "" and its number. */
export function readLabel(label) {
  const [deck, rank, last] = label;
  if (rank === "X") return { deck: +deck, rank: "JK", suit: "", joker: +last };
  return { deck: +deck, rank: rank === "T" ? "10" : rank, suit: last, joker: 0 };
}

/** Whether this stands for a card that lies face down. */
export function isFaceDown(label) {
  return label.startsWith("?");
}

/** The card of the game that a label is on: "10H", "JK". */
export function cardOf(label) {
  const { rank, suit } = readLabel(label);
  return rank + suit;
}

/** A label in words, with its deck where there are two of everything. */
export function labelWords(label, decks) {
  const card = cardOf(label);
  return cardWords(decks > 1 ? `${card}/${readLabel(label).deck}` : card);
}

export function isRed({ suit, joker }) {
  return isRedSuit(suit) || joker % 2 === 1;
}

/** The face: rank and suit in the corner that always shows, the sticker's real code, one large pip. */
export function face(label) {
  const card = readLabel(label);
  const pip = SUIT_PATHS[card.suit || "X"];
  const rank = svg("text", { x: card.rank === "10" ? 5 : 9, y: 32 });
  rank.textContent = rankLetter(card.rank);
  if (card.joker) rank.setAttribute("textLength", 50);
  if (card.rank === "10") rank.setAttribute("textLength", 33);
  if (card.joker) rank.setAttribute("lengthAdjust", "spacingAndGlyphs");
  if (card.rank === "10") rank.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return svg(
    "svg", { viewBox: "0 0 100 140" },
    svg("rect", { class: "under", x: 0, y: 4, width: 100, height: 140, rx: 8 }),
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    svg("g", { class: isRed(card) ? "red" : "black" },
      rank,
      svg("path", { class: "pip", d: pip, transform: "translate(10 40) scale(0.72)" }),
      svg("path", { class: "pip", d: pip, transform: "translate(29 78) scale(1.75)" })),
    code(label),
    svg("rect", { class: "ring", x: -5, y: -5, width: 110, height: 150, rx: 12 }),
  );
}

/** The back, which is the same on every card. */
export function back() {
  return svg(
    "svg", { viewBox: "0 0 100 140" },
    svg("rect", { class: "under", x: 0, y: 4, width: 100, height: 140, rx: 8 }),
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    svg("path", { class: "pattern", d: "M30 9H70L91 30V110L70 131H30L9 110V30Z" }),
  );
}

/** Rank over suit, for a card of the game ("10H") that lies small: no code, no corner. */
export function smallFace(text) {
  const { rank: called, suit } = readCard(text);
  const rank = document.createElement("b");
  rank.textContent = rankLetter(called);
  const pip = suitPicture(suit);
  rank.classList.toggle("red", isRedSuit(suit));
  pip.classList.toggle("red", isRedSuit(suit));
  return [rank, pip];
}

function code(label) {
  const modules = codeModules(label);
  const squares = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return svg("path", { class: "code", d: squares.join(""), transform: "translate(73 9) scale(1.5)" });
}
