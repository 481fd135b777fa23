// Who owes whom over all evenings, the payments entered last, and what a chip costs.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, drawn, ngettext, pgettext } from "/shared/js/language.js";
import { changed, openSheet, post, say } from "/phone/js/app.js";
import { day, money } from "./words.js";

const SHOWN = 3; // payments until all are asked for

let isWhole = false;
let refused = ""; // why a payment was not undone

/** The debts; a phone that is not paired (`isPaired`) sees them, and enters nothing. */
export function debtsView({ debts, standings }, reading, isPaired) {
  const { owed, made, unit, price } = debts;
  const about = { people: peopleOf(debts, standings), unit, reading };
  const first = owed[0] ?? { payer: about.people[0]?.id, payee: about.people[1]?.id, amount: null };
  return html`<section class="debts" aria-labelledby="debts">
    <h2 class="heading large" id="debts">${_("Debts")}</h2>
    <div class="group">
      ${owed.length ? html`<ul>${owed.map((debt) => html`<li>${debtView(debt, isPaired ? () => enter(debt, about) : null)}</li>`)}</ul>`
        : html`<p class="settled">${_("All settled.")}</p>`}
      ${isPaired && about.people.length > 1 ? html`<button type="button" class="button enter" @click=${() => enter(first, about)}>${_("Enter a payment")}</button>` : nothing}
      ${made.length ? madeView(made, reading, isPaired) : nothing}
      ${refused ? html`<p class="not-taken" role="alert"><b aria-hidden="true">✕</b> ${refused}</p>` : nothing}
      ${isPaired ? html`<div class="row price"><span class="secondary">${price === null ? _("A chip has no price.") : _("A chip costs {price}.", { price: money(price) })}</span>
        <button type="button" class="button" @click=${() => openSheet({ kind: "price", text: price === null ? "" : money(price), reading })}>${price === null ? _("Set a price") : _("Set another price")}</button></div>` : nothing}
    </div>
  </section>`;
}

function debtView(debt, tap) {
  const { payer_name: payer, payee_name: payee, text, evenings, since } = debt;
  const from = evenings > 1 ? ngettext("from {n} evening", "from {n} evenings", evenings) : _("since {day}", { day: day(since) });
  const told = html`<span class="row"><span class="who">${drawn(_("{payer} owes {payee}"), { payer: html`<b>${payer}</b>`, payee: html`<b>${payee}</b>` })}</span>
      <b class="figure">${text}</b></span>
    <span class="secondary">${from}</span>`;
  return tap ? html`<button type="button" @click=${tap}>${told}</button>` : told;
}

/** Opens the sheet for a payment, with what is owed put in. */
function enter({ payer, payee, amount }, { people, unit, reading }) {
  const text = amount === null ? "" : unit === "cents" ? money(amount) : String(amount);
  openSheet({ kind: "payment", payer, payee, text, people, unit, reading });
}

/** The payments entered last, each with its undo. */
function madeView(made, reading, isPaired) {
  const shown = isWhole ? made : made.slice(0, SHOWN);
  const all = () => {
    isWhole = true;
    changed();
  };
  return html`<h3 class="secondary">${_("Payments")}</h3>
    <ul class="made">${shown.map((payment) => html`<li>
      <span class="who">${paidWords(payment)} <span class="secondary">${day(payment.at)}</span></span>
      ${isPaired ? html`<button type="button" class="button" aria-label=${_("Undo: {what}", { what: paidWords(payment) })} @click=${() => undo(payment, reading)}>${pgettext("payment", "Undo")}</button>` : nothing}</li>`)}</ul>
    ${shown.length < made.length ? html`<button type="button" class="button" @click=${all}>${ngettext("All {n} payment", "All {n} payments", made.length)}</button>` : nothing}`;
}

/** "Bo paid Ann 2.40". */
export const paidWords = ({ payer, payee, text }) => _("{payer} paid {payee} {amount}", { payer, payee, amount: text });

async function undo(payment, reading) {
  const answer = await post("/debts/undo", { at: payment.at });
  refused = answer.status === 200 ? "" : answer.problem;
  if (!refused) say(_("Undone: {what}", { what: paidWords(payment) }));
  reading.again();
}

/** Everybody who may pay or be paid, by id: who owes or is owed first. */
function peopleOf({ owed }, standings) {
  const known = new Map();
  for (const { payer, payer_name: from, payee, payee_name: to } of owed) known.set(payer, from).set(payee, to);
  for (const { id, name } of standings) known.set(id, name);
  return Array.from(known, ([id, name]) => ({ id, name }));
}
