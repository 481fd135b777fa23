// The sheets of the debts: a payment, and what a chip costs.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, closeSheet, post, say } from "/phone/js/app.js";
import { frame, leaveButton } from "../rule/sheets/frame.js";

const MAX_AMOUNT_LENGTH = 12; // letters of an amount

/** A payment: who has paid whom how much, as put in from the debt that was tapped. */
export function paymentSheet(sheet) {
  const { payer, payee, people, text, unit } = sheet;
  const name = (id) => people.find((person) => person.id === id)?.name ?? "";
  const names = { payer: name(payer), payee: name(payee), amount: text.trim() };
  const pay = (event) => {
    event.preventDefault();
    order(sheet, "/debts/payment", { payer, payee, amount: plain(text) }, _("{payer} paid {payee} {amount}", names));
  };
  return frame({
    title: _("Enter a payment"),
    refused: sheet.refused,
    body: html`<form id="pay" class="paying" @submit=${pay}>
      ${choice(_("From"), payer, people, (id) => put(sheet, { payer: id }))}
      ${choice(_("To"), payee, people, (id) => put(sheet, { payee: id }))}
      ${field(unit === "cents" ? _("Amount") : _("Chips"), sheet)}</form>`,
    foot: html`${leaveButton(_("Cancel"))}<button type="submit" form="pay" class="main" data-first aria-disabled=${String(Boolean(sheet.isSent))}>${
      names.amount ? _("{payer} has paid {payee} {amount}", names) : _("Enter the payment")}</button>`,
  });
}

/** What a chip costs, for all debts. */
export function priceSheet(sheet) {
  const set = (event) => {
    event.preventDefault();
    order(sheet, "/debts/price", { price: plain(sheet.text) }, _("A chip costs {price}.", { price: sheet.text.trim() }));
  };
  return frame({
    title: _("What does a chip cost?"),
    text: _("Debts are then shown in money. Evenings with an earlier price keep it."),
    refused: sheet.refused,
    body: html`<form id="price" class="paying" @submit=${set}>${field(_("A chip costs"), sheet)}</form>`,
    foot: html`${leaveButton(_("Cancel"))}<button type="submit" form="price" class="main" aria-disabled=${String(Boolean(sheet.isSent))}>${_("Set the price")}</button>`,
  });
}

function choice(label, chosen, people, choose) {
  return html`<label><span>${label}</span><span class="select"><select @change=${({ target }) => choose(target.value)}>${people.map(({ id, name }) => html`
    <option value=${id} ?selected=${id === chosen}>${name}</option>`)}</select></span></label>`;
}

function field(label, sheet) {
  return html`<label class="field"><span>${label}</span><input type="text" inputmode="decimal" maxlength=${MAX_AMOUNT_LENGTH} autocomplete="off"
    .value=${sheet.text} @input=${({ target }) => put(sheet, { text: target.value })}></label>`;
}

function put(sheet, change) {
  Object.assign(sheet, { refused: "" }, change);
  changed();
}

/** An amount as the box reads it, with a point before the cents. */
const plain = (text) => text.trim().replace(/^(\d+),(\d{1,2})$/, "$1.$2");

async function order(sheet, path, body, said) {
  if (sheet.isSent) return;
  put(sheet, { isSent: true });
  const { status, problem } = await post(path, body);
  if (status === 200) sheet.reading.again();
  if (app.sheet !== sheet) return;
  if (status === 200) {
    closeSheet();
    say(said);
  } else put(sheet, { isSent: false, refused: problem });
}
