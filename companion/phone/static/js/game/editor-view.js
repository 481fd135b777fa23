// The editor of a user's variant: on a phone its start, its card table and its other rules one after the other, on a desk
// side by side.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { called, cardTable, face, openRowOf, strip } from "./card-table.js";
import { asPrinted, closeRow, editor, goBack, goToStep, leave, save, setRule, setShort, setTitle, unsettled } from "./editor.js";
import { judged } from "./judged.js";
import { openedCard } from "./opened-card.js";
import { allRecipes, asked, recipesGroup, startGroup } from "./recipes.js";
import { choiceRow, exactRow, numberRow, switchRow } from "./rule-rows.js";

/** What the header of the page says meanwhile: the title of the game, and how it stands. */
export function editorHeader() {
  const { draft, checked, step } = editor;
  const wrong = checked?.problems.length ?? 0;
  const laid = (checked?.recipes ?? []).filter((recipe) => recipe.laid && !recipe.printed).length;
  const mine = (checked?.cards ?? []).filter((line) => line.yours).length;
  const isStart = step === "start" && !wide.matches;
  let beside = _("as printed");
  if (wrong) beside = ngettext("{n} ✕ to mend", "{n} ✕ to mend", wrong);
  else if (isStart && laid) beside = ngettext("{n} recipe laid", "{n} recipes laid", laid);
  else if (mine) beside = ngettext("{n} yours", "{n} yours", mine);
  return {
    title: (isStart && !draft.name) || !draft.title ? _("Your own game") : draft.title,
    beside,
    back: html`<button type="button" class="back" aria-label=${editor.open || step !== "start" ? _("Back") : _("Leave without saving")} @click=${goBack}>‹</button>`,
  };
}

/** The whole editor. */
export function editorView() {
  const row = openRowOf();
  if (wide.matches) return onADesk(row);
  return html`<div class="set-up editor" id="editor" tabindex="-1" aria-label=${editorHeader().title} role="group">
    ${leaving()}${row ? nothing : judged()}
    ${{ start: startStep, table: tableStep, rules: rulesStep }[editor.step](row)}
  </div>`;
}

function onADesk(row) {
  const { checked, step } = editor;
  return html`<div class="set-up editor" id="editor">
    <section class="column group" aria-labelledby="cards-of"><h2 class="heading large" id="cards-of">${_("What the cards do")}</h2>
      ${checked?.parent ? html`<p class="secondary">${_("Built on {title}. The rows marked “yours” differ.", { title: checked.parent.title })}</p>` : nothing}
      ${cardTable()}${inWords()}</section>
    <div class="column">
      ${step === "rules" && !row ? html`<section class="group" id="opened" tabindex="-1" aria-labelledby="rules-of">${rules()}</section>` : nothing}
      ${row ? html`<section class="group line open ${row.line.wrong ? "wrong" : ""}" aria-label=${_("The open card")}>
        <div class="card-line">${face(row.keys)}<span class="what"><span class="does">${drawText(row.line.does)}</span>${row.line.said ? html`<span class="secondary">${drawText(row.line.said)}</span>` : nothing}</span></div>
        ${openedCard(row)}</section>
        ${cardActs(row)}` : nothing}
      ${row || step === "rules" ? nothing : startGroup()}
      ${preview()}
    </div>
    <div class="column">${leaving()}${judged()}${recipesGroup()}${allRecipes()}
      ${ending(html`<button type="button" class="button" @click=${leave}>${_("Leave without saving")}</button>`)}
      ${printedAll("doing")}</div>
  </div>`;
}

function startStep() {
  return html`${startGroup()}${recipesGroup()}
    ${acts(allRecipes(), html`<button type="button" class="main" @click=${() => goToStep("table")}>${_("See the table")}</button>`)}`;
}

function tableStep(row) {
  return html`${cardTable()}${row ? nothing : inWords()}
    ${row ? html`<section class="start acts" aria-label=${_("The open card")}>${cardActs(row)}</section>` : ending(allPrinted())}`;
}

function rulesStep() {
  return html`<section class="group" aria-labelledby="rules-of">${rules()}</section>
    ${acts(html`<button type="button" class="main" @click=${() => goToStep("table")}>${_("Done")}</button>`)}`;
}

/** The buttons below a step; on a phone they stand in place of the tabs. */
const acts = (...each) => html`<section class="start acts" aria-label=${_("Next")}><div class="doing">${each}</div></section>`;

function cardActs({ keys, line }) {
  const isPrinted = !line.yours || !editor.checked.parent;
  return html`<div class="doing"><button type="button" class="button filled" aria-disabled=${isPrinted} @click=${() => isPrinted || asPrinted(keys)}>${_("As printed")}</button>
    <button type="button" class="main" @click=${closeRow}>${_("Done")}</button></div>`;
}

function allPrinted() {
  const isPrinted = !editor.checked?.parent || !editor.checked.cards.some((line) => line.yours);
  return html`<button type="button" class="button filled" aria-disabled=${isPrinted} @click=${() => isPrinted || asPrinted()}>${_("All as printed")}</button>`;
}

const printedAll = (name) => html`<div class=${name}>${allPrinted()}</div>`;

/** The rules besides the cards in two sentences, and the way to them. */
function inWords() {
  return html`<p class="in-words">${drawText(editor.checked?.intro ?? "")}
    <button type="button" class="change" aria-label=${_("Change title and other rules")} @click=${() => goToStep("rules")}>${pgettext("rules", "Change")}</button></p>`;
}

function preview() {
  if (!editor.checked?.totals.length) return nothing;
  const { total, columns } = strip();
  return html`<section class="group strip"><div class="row"><h2 class="heading">${_("With {total} on the table", { total: figures(total) })}</h2>
    <p class="secondary">${_("what each card would make of it")}</p></div>
    <dl>${columns.map(({ keys, makes, over }) => html`<div class=${over ? "over" : ""}><dt>${called(keys)}</dt>
      <dd aria-label=${over ? _("goes over") : nothing}>${makes}</dd></div>`)}</dl></section>`;
}

function rules() {
  const { draft, checked } = editor;
  const rows = checked?.rows ?? [];
  const drawn = (usual) => rows.filter((rule) => rule.usual === usual).map((rule) => ruleRow(rule, draft.rules[rule.name]));
  return html`<h2 class="heading" id="rules-of">${_("Title and other rules")}</h2>
    <div class="rule-row choice"><label>${_("Title")}<input type="text" id="title-of" maxlength="40" autocomplete="off" .value=${live(draft.title)} @input=${(event) => setTitle(event.target.value)}></label></div>
    ${drawn(true)}
    <details class="rules-of"><summary class="heading">${_("The other rules")}</summary>
      <div class="rule-row choice"><label>${_("Short, for the display’s list")}<input type="text" maxlength="4" autocomplete="off" .value=${live(draft.short)} @input=${(event) => setShort(event.target.value)}></label></div>
      ${drawn(false)}</details>`;
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

const leaving = () => (editor.sure === "leave" ? asked(_("What you have changed is not saved."), _("Leave without saving"), leave) : nothing);

function ending(beside) {
  const { draft, checked, exists, saving } = editor;
  const why = unsettled();
  return html`<section class="start acts ending" aria-label=${_("Save")}>
    ${exists ? html`<p class="not-yet">${exists}</p>` : nothing}
    ${checked?.exists && !exists ? html`<p class="secondary">${_("There is a game of yours in {file} already.", { file: `${checked.name}.toml` })}</p>` : nothing}
    <div class="doing">
      ${beside}
      ${exists ? html`<button type="button" class="button filled" @click=${() => save(true)}>${_("Replace it")}</button>`
        : html`<button type="button" id="save" class="main ${why ? "blocked" : ""}" aria-disabled=${Boolean(why) || saving} @click=${() => save()}>
          ${why || (draft.name ? _("Save") : _("Save as your own"))}</button>`}
    </div>
  </section>`;
}
