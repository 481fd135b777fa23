// The keys of ranks and suits, labelled by the rules in force. No key is disabled because its card would be refused.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords, inWords, isRed, suitWords } from "/shared/js/card-words.js";
import { _, colon, ngettext, rankLetter } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { drawText, suitSign } from "/phone/js/cards.js";
import { waits } from "./keying.js";
import { whyNotKey } from "./why.js";

export const SUITS = ["S", "H", "C", "D"];

/** While its order is impossible, a control stays in place and gives the reason. */
export const blocked = (order = null) => (whyNotKey(app, order) ? "true" : nothing);

/** The class of a control, dotted once it has waited for its answer. */
export const pressed = (name, control) => (waits(control) ? `${name} sending` : name);

/**
 * One key a rank.
 * @param {{keys: {rank, does}[], tap: (rank, control) => void, count?: (rank) => number, about?: string}} options
 */
export function rankKeys({ keys, tap, count = () => 0, about = "rank" }) {
  return keys.map(({ rank, does }) => {
    const control = `${about} ${rank}`;
    const times = count(rank);
    // Spoken after the printed text, because voice control users say what they see (WCAG 2.5.3).
    const word = /^[AJQK]$/.test(rank) ? `, ${cardWords(rank)}` : "";
    const said = `${word}${does ? `${colon}${inWords(does)}` : ""}${times ? `, ${ngettext("{n} of them", "{n} of them", times)}` : ""}`;
    return html`<button type="button" class=${pressed(rank === "JK" ? "key rank joker" : "key rank", control)} data-rank=${rank}
      aria-disabled=${blocked()} @click=${() => tap(rank, control)}>
      <span class="face">${rankLetter(rank)}</span><span class="unseen">${said}</span>
      ${does ? html`<span class="does" aria-hidden="true">${drawText(does)}</span>` : nothing}
      ${times ? html`<span class="times" aria-hidden="true">${times}×</span>` : nothing}
    </button>`;
  });
}

/**
 * A key for each of `suits`, drawn as on a card.
 * @param {{suits?: string[], chosen?: string, tap: (suit, control) => void, makes?: (suit) => {text, refused} | null,
 *   about?: string}} options
 */
export function suitKeys({ suits = SUITS, chosen, tap, makes = () => null, about = "suit" }) {
  return suits.map((suit) => {
    const result = makes(suit);
    return html`<button type="button" class=${pressed(`suit-key${isRed(suit) ? " red" : ""}`, `${about} ${suit}`)} data-suit=${suit}
      aria-pressed=${chosen === undefined ? nothing : String(chosen === suit)} aria-disabled=${blocked()}
      @click=${() => tap(suit, `${about} ${suit}`)}>
      ${suitSign(suit)}<span><b>${suitWords(suit)}</b>${result ? html`<span class="makes">${outcome(result)}</span>` : nothing}</span>
    </button>`;
  });
}

function outcome({ text, refused }) {
  if (refused) return html`<span class="no">✕ ${drawText(refused)}</span>`;
  return text ? _("makes {total}", { total: text }) : nothing;
}

/** A written number with one more figure, up to `most` of them, and without a zero before others. */
export function withFigure(text, figure, most) {
  return text.replace("-", "").length < most ? `${text}${figure}`.replace(/^(-?)0+(?=\d)/, "$1") : text;
}

/** A written number with a minus before it, or without the one that it has. */
export const withMinus = (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`);

/**
 * The figures 1 to 9, 0, backspace, and a minus where there is something below nothing.
 * @param {{digit: (text) => void, back: () => void, minus?: () => void, sign?: string, first?: string}} options `sign` is
 *   the face of the minus, `first` the figure on which the focus enters a sheet
 */
export function figureKeys({ digit, back, minus, sign = "−", first = "" }) {
  const key = (face, label, name, tap) => html`<button type="button" class="key figure" data-key=${name} aria-label=${label}
    ?data-first=${name === first} @click=${tap}>${face}</button>`;
  return html`<div class="figures" role="group" aria-label=${_("Digits")}>
    ${["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((text) => key(text, text, text, () => digit(text)))}
    ${minus ? key(sign, _("minus"), "-", minus) : html`<span></span>`}
    ${key("0", "0", "0", () => digit("0"))}
    ${key(html`<svg class="erase" viewBox="0 0 32 24" aria-hidden="true"><path d="M11 3H29V21H11L3 12Z"></path><path d="M15.5 8.5L22.5 15.5M22.5 8.5L15.5 15.5"></path></svg>`, _("delete a digit"), "Backspace", back)}
  </div>`;
}
