// Who pays whom, in chips, or in money once the value of a chip is entered.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { changed } from "/phone/js/app.js";
import { several } from "./words.js";

const KEY = "chip-worth";
const MOST = 10000;

let worth = remembered();

/** The payments of the evening. */
export function settleView({ payments, pot }) {
  return html`<section class="group settle" aria-labelledby="settle">
    <div class="row">
      <h3 class="heading" id="settle">Settle up</h3>
      <label class="worth">1 chip = <input type="text" inputmode="decimal" size="5" maxlength="8" autocomplete="off"
        aria-describedby="worth-note" .value=${worth} @input=${rate}></label>
    </div>
    <p class="unseen" id="worth-note">What a chip is worth, for this phone only</p>
    ${payments.length ? html`<ul>${payments.map(({ payer, payee, chips }) => html`<li>
        <span class="who"><b>${payer}</b> pays <b>${payee}</b></span> <b class="figure">${amount(chips)}</b></li>`)}</ul>`
      : html`<p class="even">Nobody owes anything.</p>`}
    <p class="secondary">${pot}</p>
  </section>`;
}

function rate({ target }) {
  worth = target.value;
  try {
    localStorage.setItem(KEY, worth);
  } catch {
    // Without storage the value lasts until the page is closed.
  }
  changed();
}

/** An amount in chips, or in money to the cent. */
function amount(chips) {
  const each = Number(worth.trim().replace(",", "."));
  if (!worth.trim() || !(each > 0 && each <= MOST)) return several(chips, "chip");
  return (Math.round(chips * each * 100) / 100).toFixed(2);
}

function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
