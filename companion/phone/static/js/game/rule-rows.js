// Editable rules, a row each: a switch, a number, a choice, totals with a consequence, a card.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, colon, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { alike } from "./asking.js";

/** The input for an exact total before it is added. */
const writing = { total: "", what: "" };

/** A switch; `turn()` toggles it. */
export function switchRow({ label, about, isOn, turn }) {
  return html`<div class="rule-row"><div><span>${label}</span>${about ? html`<span class="secondary">${about}</span>` : nothing}</div>
    <span class="state" aria-hidden="true">${isOn ? _("on") : _("off")}</span>
    <button type="button" class="switch" role="switch" aria-checked=${isOn} aria-label=${label} @click=${turn}><i></i></button></div>`;
}

/** A number in a range; `none` is a value that means no number. */
export function numberRow({ label, value, low, high, none, isYours, set }) {
  const isNone = value === none && none !== undefined;
  const steps = (by) => {
    if (isNone) set(by > 0 ? Math.max(low, Math.min(high, 0) || low) : high);
    else if (value + by < low || value + by > high) none === undefined || set(none);
    else set(value + by);
  };
  const read = ({ target }) => {
    const number = Number(target.value.replace("\u2212", "-"));
    let next = none === undefined ? value : none;
    if (Number.isInteger(number) && target.value.trim()) next = Math.max(low, Math.min(high, number));
    target.value = next === none ? _("none") : figures(next);
    if (next !== value) set(next);
  };
  return html`<div class="rule-row number ${isYours ? "laid" : ""}"><label>${label}
      <input type="text" inputmode=${low < 0 ? "text" : "numeric"} autocomplete="off" .value=${unlessTyping(isNone ? _("none") : figures(value))} @change=${read}></label>
    <span class="steps"><button type="button" class="button" aria-label=${_("{rule}: decrease", { rule: label })} @click=${() => steps(-1)}>−</button>
      <button type="button" class="button" aria-label=${_("{rule}: increase", { rule: label })} @click=${() => steps(1)}>+</button></span></div>`;
}

/** Several numbers with spaces or commas between them; none of them is "any". */
export function numbersRow({ label, value, low, high, isYours, set }) {
  const shown = value.map(figures).join(", ");
  const read = ({ target }) => {
    const numbers = [...target.value.replaceAll("\u2212", "-").matchAll(/-?\d+/g)].map(([digits]) => Math.max(low, Math.min(high, Number(digits))));
    const next = [...new Set(numbers)];
    target.value = next.map(figures).join(", ");
    if (target.value !== shown) set(next);
  };
  return html`<div class="rule-row number ${isYours ? "laid" : ""}"><label>${label}
    <input type="text" autocomplete="off" placeholder=${pgettext("sum of a round", "any")} .value=${unlessTyping(shown)} @change=${read}></label></div>`;
}

/** A choice among a few values. */
export function choiceRow({ label, value, options, set }) {
  const pick = (event) => set(options[event.target.selectedIndex].value);
  return html`<div class="rule-row choice"><label>${label}
    <span class="select"><select @change=${pick}>${options.map((option) => html`
      <option ?selected=${alike(option.value, value)}>${option.label}</option>`)}</select></span></label></div>`;
}

/** Totals that have a consequence when a play makes exactly them. */
export function exactRow({ label, value, options, low, high, set }) {
  const what = () => (options.some((option) => option.value === writing.what) ? writing.what : options[0].value);
  const add = () => {
    const total = Number(writing.total.replace("\u2212", "-"));
    if (!writing.total.trim() || !Number.isInteger(total) || total < low || total > high) return;
    writing.total = "";
    set({ ...value, [String(total)]: what() });
  };
  const without = (total) => set(Object.fromEntries(Object.entries(value).filter(([other]) => other !== total)));
  const write = (event) => { writing.total = event.target.value; };
  return html`<div class="rule-row exact"><span>${label}</span>
    ${Object.entries(value ?? {}).map(([total, brings]) => html`<p class="one">
      <span>${figures(total)}${colon}${options.find((option) => option.value === brings)?.label ?? brings}</span>
      <button type="button" class="button" aria-label=${_("Remove {total}", { total })} @click=${() => without(total)}>${pgettext("remove", "Remove")}</button></p>`)}
    <p class="one"><input type="text" inputmode="numeric" placeholder="69" aria-label=${_("Total")} autocomplete="off" .value=${live(writing.total)} @input=${write}>
      <span class="select"><select aria-label=${_("Effect")} @change=${(event) => { writing.what = options[event.target.selectedIndex].value; }}>
        ${options.map((option) => html`<option ?selected=${option.value === what()}>${option.label}</option>`)}</select></span>
      <button type="button" class="button" @click=${add}>${_("Add")}</button></p></div>`;
}
