// Adds tables to the floor, numbers them, takes them off.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";

const MOST = 999; // the highest number of a table

/** The form for a new table, and a row for each that there is. `ask(path, body)` asks the floor; `leave()` closes the view. */
export function tablesView({ parts, problem, busy }, ask, leave = null) {
  const { boxes, found } = parts.floor;
  const tables = boxes.map((box) => parts[`table ${box}`]).filter(Boolean);
  return html`
    <h1 id="tables-title">${tables.length ? _("Tables") : _("No table yet")}</h1>
    <form @submit=${(event) => add(event, ask)}>
      <p>${_("Hold MORE at the table’s box and choose “Phone code”: its display shows the address and a code.")}</p>
      <label>${_("Address")}
        <input name="address" list="found" required autocomplete="off" spellcheck="false" placeholder="192.168.178.23" value=${found[0]?.address ?? ""}>
      </label>
      <datalist id="found">${found.map(({ address, name }) => html`<option value=${address}>${name}</option>`)}</datalist>
      <label>${_("Code")}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="11"></label>
      <button type="submit" ?disabled=${busy}>${_("Add the table")}</button>
    </form>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    ${tables.length ? html`<ul class="rows">${tables.map((table) => rowView(table, ask))}</ul>` : nothing}
    ${leave ? html`<button type="button" class="leave" @click=${leave}>${_("Back to the wall")}</button>` : nothing}`;
}

async function add(event, ask) {
  event.preventDefault();
  const form = event.target;
  const { address, code } = Object.fromEntries(new FormData(form));
  if (await ask("/add", { address, code })) form.reset();
}

function rowView({ box, number, address, kind }, ask) {
  const renumber = ({ target }) => {
    if (target.reportValidity()) ask("/number", { box, number: target.valueAsNumber });
  };
  return html`<li class=${kind}>
    <label><span class="unseen">${_("Number")}</span><input type="number" min="1" max=${MOST} required .value=${String(number)} @change=${renumber}></label>
    <span>${address}</span>
    <button type="button" @click=${() => ask("/remove", { box })}>${_("Remove")}</button>
  </li>`;
}
