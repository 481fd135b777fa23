// Who pays whom, in chips, or in money once the value of a chip is entered.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, drawn, language } from "/shared/js/language.js";
import { chipsWords } from "/shared/js/words.js";
import { changed } from "/phone/js/app.js";
import { keep, kept } from "/phone/js/kept.js";

const KEY = "chip-worth";
const MOST = 10000;

const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false });

let worth = kept(KEY) ?? "";

/** The payments of the evening. */
export function settleView({ payments, stands, pot }) {
  return html`<section class="group settle" aria-labelledby="settle">
    <div class="row">
      <h3 class="heading" id="settle">${_("Settle up")}</h3>
      <label class="worth">${_("1 chip =")} <input type="text" inputmode="decimal" size="5" maxlength="8" autocomplete="off"
        aria-describedby="worth-note" .value=${worth} @input=${rate}></label>
    </div>
    <p class="unseen" id="worth-note">${_("What a chip is worth, for this phone only")}</p>
    <p class="secondary">${stands} ${pot}</p>
    ${payments.length ? html`<ul>${payments.map(({ payer, payee, chips }) => html`<li>
        <span class="who">${drawn(_("{payer} pays {payee}"), { payer: html`<b>${payer}</b>`, payee: html`<b>${payee}</b>` })}</span> <b class="figure">${amount(chips)}</b></li>`)}</ul>`
      : nothing}
  </section>`;
}

function rate({ target }) {
  worth = target.value;
  keep(KEY, worth);
  changed();
}

/** An amount in chips, or in money to the cent. */
function amount(chips) {
  const each = Number(worth.trim().replace(",", "."));
  if (!worth.trim() || !(each > 0 && each <= MOST)) return chipsWords(chips);
  return money.format(chips * each);
}
