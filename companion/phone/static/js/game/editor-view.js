// The editor of a user's variant: its title, add-ons, cards and file, one below the other, on a desk side by side.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, ngettext } from "/shared/js/language.js";
import { drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { cardTable } from "./card-table.js";
import { blocked, editor, erase, leave, save, selectLine, setTitle, showAll, stay, tapAddOn, titleOf, write } from "./editor.js";

const FEW = 6; // add-ons shown until all are asked for

/** What the header of the page says meanwhile. */
export function editorHeader() {
  const wrong = editor.report.problems.length;
  return {
    title: titleOf() || _("Your own variant"),
    beside: wrong ? ngettext("{n} mistake", "{n} mistakes", wrong) : _("can be played"),
    back: html`<button type="button" class="back" aria-label=${_("Leave without saving")} @click=${leave}>‹</button>`,
  };
}

/** The whole editor. */
export function editorView() {
  const { playable } = editor;
  const hasRows = playable?.cards.length > 0;
  return html`<div class="set-up editor ${hasRows ? "" : "text-only"}" id="editor">
    <div class="column">${title()}${hasRows ? addOns() : nothing}</div>
    ${hasRows ? html`<section class="column group" aria-labelledby="cards-of"><h2 class="heading" id="cards-of">${_("What the cards do")}</h2>
      ${cardTable()}<p class="secondary">${drawText(playable.intro)}</p></section>` : nothing}
    <div class="column">${fileText()}${ending()}</div>
  </div>`;
}

const title = () => html`<div class="rule-row choice"><label>${_("Title")}<input type="text" id="title-of" maxlength="40" autocomplete="off"
  .value=${unlessTyping(titleOf())} @input=${(event) => setTitle(event.target.value)}></label></div>`;

function addOns() {
  const { add_ons: all } = editor.playable;
  const some = all.filter(({ applied, printed }, at) => editor.all || at < FEW || (applied && !printed));
  return html`<section class="add-ons" aria-labelledby="add-ons-of"><h2 class="heading" id="add-ons-of">${_("Add-ons")}</h2>
    <ul>${some.map(addOn)}</ul>
    <button type="button" class="button filled" aria-expanded=${editor.all} @click=${showAll}>${editor.all ? _("Fewer add-ons") : ngettext("All {n} add-ons", "All {n} add-ons", all.length)}</button></section>`;
}

function addOn({ name, title: called, about, applied, printed }) {
  const state = printed ? _("already included") : applied ? _("applied ✓") : _("apply");
  return html`<li class=${applied ? "applied" : ""}>
    <button type="button" class="add-on" aria-pressed=${applied} aria-disabled=${printed} @click=${() => printed || tapAddOn(name)}>
      <span><b>${drawText(called)}</b><span class="secondary">${drawText(about)}</span></span><span class="state">${state}</span></button></li>`;
}

/** The file, and its mistakes below it, each with the way to its line. */
function fileText() {
  const { problems } = editor.report;
  return html`<section class="group file-text" aria-labelledby="file-of"><h2 class="heading" id="file-of">${_("The file")}</h2>
    <p class="secondary">${_("Edit any rule here. The file is checked as you type.")}</p>
    <textarea id="file-text" rows=${Math.max(8, Math.min(20, editor.text.split("\n").length + 1))} wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off" aria-labelledby="file-of" aria-describedby="mistakes"
      aria-invalid=${problems.length > 0} .value=${live(editor.text)} @input=${(event) => write(event.target.value)}></textarea>
    <div id="mistakes" role="status"><ul class="mistakes">${problems.map(({ line, text }) => html`<li>
      ${line === null ? html`<p class="mistake">${text}</p>` : html`<button type="button" class="mistake" @click=${() => selectLine(line)}>${text}</button>`}</li>`)}</ul></div>
  </section>`;
}

function ending() {
  const { trouble, exists, saving, asks, name, report } = editor;
  const why = blocked();
  return html`<section class="start acts ending" aria-label=${_("Save")}>
    ${asks === "leave" ? asked(_("Your changes are not saved."), [_("Leave without saving"), leave], [_("Stay"), stay]) : nothing}
    ${asks === "delete" ? asked(_("Delete {title}?", { title: titleOf() }), [_("Delete"), erase], [_("Keep it"), stay]) : nothing}
    ${trouble || exists ? html`<p class="not-yet">${exists || drawText(trouble)}</p>` : nothing}
    ${report.exists && !exists ? html`<p class="secondary">${_("You already have a game in {file}.", { file: `${report.name}.toml` })}</p>` : nothing}
    <div class="doing">
      ${wide.matches ? html`<button type="button" class="button" @click=${leave}>${_("Leave without saving")}</button>` : nothing}
      ${name && !asks ? html`<button type="button" class="button" @click=${erase}>${_("Delete")}</button>` : nothing}
      ${exists ? html`<button type="button" class="button filled" @click=${() => save(true)}>${_("Replace it")}</button>`
        : html`<button type="button" id="save" class="main ${why ? "blocked" : ""}" aria-disabled=${Boolean(why) || saving} @click=${() => save()}>
          ${why || (name ? _("Save") : _("Save as your own"))}</button>`}
    </div>
  </section>`;
}

/** What would be lost, with a tap that loses it and another that does not. */
function asked(words, ...ways) {
  return html`<div class="against" role="alert"><p>${words}</p><div class="doing">${ways.map(([label, tap]) => html`
    <button type="button" class="button filled" @click=${tap}>${label}</button>`)}</div></div>`;
}
