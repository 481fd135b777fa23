// Who pays whom this evening, in chips, or in money once a chip has a price.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, drawn } from "/shared/js/language.js";
import { chipsWords } from "/shared/js/words.js";
import { paidWords } from "./debts.js";
import { money } from "./words.js";

/** The payments due after the evening, and those `paid` since it began; a chip costs `price` cents, null without a price. */
export function settleView({ settled: { payments, stands, pot }, price, paid }) {
  return html`<section class="group settle" aria-labelledby="settle">
    <h3 class="heading" id="settle">${_("Settle up")}</h3>
    <p class="secondary">${stands} ${pot}</p>
    ${payments.length ? html`<ul>${payments.map(({ payer, payee, chips }) => html`<li>
        <span class="who">${drawn(_("{payer} pays {payee}"), { payer: html`<b>${payer}</b>`, payee: html`<b>${payee}</b>` })}</span>
        <b class="figure">${price === null ? chipsWords(chips) : money(chips * price)}</b></li>`)}</ul>`
      : nothing}
    ${paid.map((payment) => html`<p class="secondary">${paidWords(payment)}</p>`)}
  </section>`;
}
