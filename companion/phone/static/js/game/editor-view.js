// The editor of a user's variant: card table, rules, problems, and each card's result for a total.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { cardRows } from "./card-rows.js";
import { cure, editor, leave, save, setRule, setShort, setTitle, unsettled } from "./editor.js";
import { choiceRow, exactRow, numberRow, switchRow } from "./rule-rows.js";
import { table } from "./rules-table.js";

/** The whole editor; on a desk the card table is on the left and the rest on the right. */
export function editorView() {
  const { draft, checked } = editor;
  return html`<div class="set-up editor">
    <header class="named"><h2 class="heading large">${draft.title || _("A game of your own")}</h2>
      <p class="secondary">${checked?.parent ? _("Built on {title}. The rows marked “yours” differ.", { title: checked.parent.title }) : nothing}</p></header>
    <div class="column stands" aria-label=${_("How it stands")} role="region">
      <h3 class="heading how">${_("How it stands")}</h3>
      ${problems(checked)}
      ${warnings(checked)}
    </div>
    <div class="column table">
      <section class="group" aria-labelledby="cards-of">
        <h3 class="heading large" id="cards-of">${pgettext("what the cards do", "Card table")}</h3>
        ${cardRows()}
      </section>
      ${rules(draft, checked)}
    </div>
    <div class="column rest">
      ${plainWords(checked)}
      ${strip(checked)}
      ${ending()}
    </div>
  </div>`;
}

function problems(checked) {
  if (editor.trouble) return html`<p class="not-yet">${editor.trouble}</p>`;
  return (checked?.problems ?? []).map((problem) => html`<section class="problem">
    <h4><span aria-label=${_("Cannot be:")}>✕</span> ${drawText(problem.title)}</h4><p>${drawText(problem.sentence)}</p>
    ${problem.cures.length ? html`<div class="doing">${problem.cures.map((each) => html`
      <button type="button" class="button filled" @click=${() => cure(each)}>${drawText(each.label)}</button>`)}</div>` : nothing}
  </section>`);
}

function warnings(checked) {
  const all = checked?.warnings ?? [];
  if (!all.length && checked && !checked.problems.length) {
    return html`<p class="settled"><span aria-hidden="true">✓</span> ${_("These rules hold together.")}</p>`;
  }
  return all.map((warned) => html`<section class="warning"><h4><span aria-label=${_("Mind:")}>!</span> ${drawText(warned.title)}</h4>
    <p>${drawText(warned.sentence)}</p></section>`);
}

function plainWords(checked) {
  if (!checked?.cards.length) return nothing;
  return html`<section class="group"><h3 class="heading">${_("In plain words")}</h3>${table(checked.cards, _("Cards"))}</section>`;
}

function strip(checked) {
  if (!checked?.strip.length) return nothing;
  return html`<section class="group strip"><div class="row"><h3 class="heading">${_("With {total} on the table", { total: figures(checked.total) })}</h3>
    <p class="secondary">${_("what each card would make of it")}</p></div>
    <dl>${checked.strip.map(({ card, makes, over }) => html`<div class=${over ? "over" : ""}><dt>${drawText(card)}</dt>
      <dd aria-label=${over ? _("goes over") : nothing}>${makes}</dd></div>`)}</dl></section>`;
}

function rules(draft, checked) {
  return html`<details class="group rules-of" ?open=${wide.matches}><summary class="heading">${_("Title and other rules")}</summary>
    <div class="rule-row choice"><label>${_("Title")}<input type="text" id="title-of" maxlength="40" autocomplete="off" .value=${live(draft.title)} @input=${(event) => setTitle(event.target.value)}></label></div>
    <div class="rule-row choice"><label>${_("Short, for the display’s list")}<input type="text" maxlength="4" autocomplete="off" .value=${live(draft.short)} @input=${(event) => setShort(event.target.value)}></label></div>
    ${(checked?.rows ?? []).map((rule) => ruleRow(rule, draft.rules[rule.name]))}
  </details>`;
}

function ruleRow(rule, value) {
  const set = (to) => setRule(rule.name, to);
  switch (rule.kind) {
    case "switch":
      return switchRow({ ...rule, isOn: value === rule.on, turn: () => set(value === rule.on ? rule.off : rule.on) });
    case "number":
      return numberRow({ ...rule, value, none: rule.optional ? false : undefined, set });
    case "choice":
      return choiceRow({ ...rule, value, set });
    case "exact":
      return exactRow({ ...rule, value: value ?? {}, set });
  }
  return nothing;
}

function ending() {
  const { draft, checked, exists, saving } = editor;
  const why = unsettled();
  return html`<section class="ending" aria-label=${_("Save")}>
    ${exists ? html`<p class="not-yet">${exists}</p>` : nothing}
    ${checked?.exists && !exists ? html`<p class="secondary">${_("There is a game of yours in {file} already.", { file: `${checked.name}.toml` })}</p>` : nothing}
    <div class="doing">
      <button type="button" class="button" @click=${leave}>${_("Leave without saving")}</button>
      ${exists ? html`<button type="button" class="button filled" @click=${() => save(true)}>${_("Replace it")}</button>`
        : html`<button type="button" id="save" class=${why ? "button blocked" : "main"} aria-disabled=${Boolean(why) || saving} @click=${() => save()}>
          ${why || (draft.name ? _("Save") : _("Save as your own"))}</button>`}
    </div>
  </section>`;
}
