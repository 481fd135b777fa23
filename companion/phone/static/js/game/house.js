// The house rules that apply to the game being set up.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { alike } from "./asking.js";
import { choiceRow, exactRow, numberRow, numbersRow, switchRow } from "./rule-rows.js";
import { lay, setUp } from "./set-up.js";

/** The commonest ones, and a fold with all others; `acts` is below them. */
export function houseGroup(acts) {
  const rows = setUp.told?.houseRules ?? [];
  const others = rows.filter(({ usual }) => !usual);
  const laid = others.filter(isLaid).length;
  return html`<section class="group house">
    <h2 class="heading">${_("House rules")}</h2>
    ${rows.filter(({ usual }) => usual).map(row)}
    ${others.length ? html`<details><summary>${laid ? ngettext("More, {n} changed", "More, {n} changed", laid) : _("More")}</summary>${others.map(row)}</details>` : nothing}
    ${acts}
  </section>`;
}

function isLaid(row) {
  return row.kind === "switch" ? setUp.house[row.name] !== undefined : !alike(row.value, row.default);
}

function row(rule) {
  // Until the box has answered, show the tapped value instead of the last answer's.
  const waits = rule.name in setUp.house && rule.kind !== "switch";
  const value = waits ? setUp.house[rule.name] : rule.kind === "switch" || rule.kind === "card" ? rule.value : rule.default;
  const set = (to) => lay(rule.name, alike(to, rule.default) ? undefined : to);
  switch (rule.kind) {
    case "switch":
      return switchRow({ ...rule, isOn: rule.value, turn: () => lay(rule.name, rule.lay ?? undefined) });
    case "number":
      return numberRow({ ...rule, value, none: rule.default === null ? null : undefined, isYours: isLaid(rule), set });
    case "numbers":
      return numbersRow({ ...rule, value, isYours: isLaid(rule), set });
    case "choice":
      return choiceRow({ ...rule, value, set });
    case "exact":
      return exactRow({ ...rule, value, set });
    case "card":
      return choiceRow({ ...rule, value: value ?? null, options: [{ value: null, label: _("none") }, ...rule.options], set });
  }
  return nothing;
}
