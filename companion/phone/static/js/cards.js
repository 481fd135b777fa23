// Playing cards in the box's notation ("4H", "10", "JK", "QS/2"), drawn small.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { cardWords, isRed, readCard, suitWords } from "/shared/js/card-words.js";
import { _, rankLetter } from "/shared/js/language.js";
import { SUIT_PATHS } from "/shared/js/shapes.js";

/** A suit as a picture, as large as the text around it; red where `red` is the suit's. */
export function suitSign(suit) {
  return html`<svg class="suit ${isRed(suit) ? "red" : ""}" viewBox="0 0 24 24" aria-hidden="true">${
    svg`<path d=${SUIT_PATHS[suit]}></path>`}</svg>`;
}

/** A small playing card with rank and suit side by side, or stacked with the shape "card tall". */
export function cardFace(text, shape = "") {
  const { rank, suit } = readCard(text);
  return html`<span class="card ${shape} ${isRed(suit) ? "red" : ""} ${rank === "JK" ? "joker" : ""}" role="img"
    aria-label=${cardWords(text)}><b>${rankLetter(rank)}</b>${suit ? suitSign(suit) : nothing}</span>`;
}

/** A card as it is printed, its suit drawn: "4♥", "Joker". */
export function cardSign(text) {
  const card = readCard(text);
  return card.suit ? sign(card) : rankLetter(card.rank);
}

/** The cards of one play: one card, or the first of a set with their number. */
export function cardFaces(cards) {
  if (!cards.length) return nothing;
  if (cards.length === 1) return cardFace(cards[0]);
  return html`<span class="set" role="img" aria-label=${cards.map(cardWords).join(", ")}>
    ${cardFace(cards[0])}<small>×${cards.length}</small></span>`;
}

/** A text of the box with the cards and suits that are parts of it drawn: "4♥ by Ann". */
export function drawText(text) {
  if (!Array.isArray(text)) return text ?? "";
  return text.map((part) => (typeof part === "string" ? part : sign(part)));
}

function sign({ rank, suit }) {
  const words = rank ? cardWords(rank + suit) : suitWords(suit);
  return html`<span class="together" role="img" aria-label=${words}>${rank ? rankLetter(rank) : nothing}${suitSign(suit)}</span>`;
}
