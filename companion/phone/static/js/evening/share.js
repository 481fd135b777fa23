// Share the evening: its picture and its text, given to another app by the browser if it can, else saved and copied.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, openSheet } from "/phone/js/app.js";
import { frame, leaveButton } from "../rule/sheets/frame.js";
import { acted } from "../rule/twice.js";

/** Opens the sheet that shares an evening: that with this number, else the newest. */
export function shareButton(number) {
  return html`<button type="button" class="button share" @click=${() => open(number)}>${_("Share")}</button>`;
}

async function open(number) {
  acted();
  const query = number === undefined ? "" : `?number=${number}`;
  const sheet = { kind: "share", query, text: "", file: null, problem: "", done: "" };
  openSheet(sheet);
  try {
    const text = await read(`/evening.txt${query}`);
    sheet.text = await text.text();
    if (navigator.canShare) sheet.file = await pictureFile(query);
  } catch (reason) {
    sheet.problem = reason.said ?? _("Can’t reach the box.");
  }
  changed();
}

/**
 * Returns the answer of the box.
 * @throws {Error} it gave none, or a sentence that says why, which is in `said`
 */
async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw Object.assign(new Error(path), { said: (await answer.json()).problem });
  return answer;
}

/** The picture as a file that the browser can share, else null. Only pages over HTTPS can. */
async function pictureFile(query) {
  const picture = await read(`/evening.png${query}`);
  const file = new File([await picture.blob()], "evening.png", { type: "image/png" });
  return navigator.canShare({ files: [file] }) ? file : null;
}

/** The picture to look at and to save, the text to copy, and, if the browser can, both for another app. */
export function shareSheet(sheet) {
  const { query, text, file, problem, done } = sheet;
  const picture = `/evening.png${query}`;
  return frame({
    title: _("Share the evening"),
    refused: problem,
    body: html`<img class="shared" src=${picture} alt=${_("The evening as a picture")} width="1080" height="1350">
      <textarea class="shared" readonly rows="6" aria-label=${_("The evening as text")} .value=${text}></textarea>
      <p class="secondary" role="status">${done}</p>`,
    foot: html`${leaveButton(_("Close"))}
      <a class="button" href=${picture} download>${_("Save the picture")}</a>
      <button type="button" class="button" ?disabled=${!text} @click=${() => copy(sheet)}>${_("Copy the text")}</button>
      ${file ? html`<button type="button" class="main" @click=${() => send(sheet)}>${_("Send")}</button>` : nothing}`,
  });
}

async function send(sheet) {
  acted();
  try {
    await navigator.share({ files: [sheet.file], text: sheet.text });
  } catch (reason) {
    if (reason.name !== "AbortError") sheet.problem = _("The browser cannot send it. Save the picture and copy the text.");
    changed();
  }
}

/** Copies the text, also over plain HTTP, where browsers have no clipboard for pages. */
async function copy(sheet) {
  acted();
  const isCopied = navigator.clipboard ? await onClipboard(sheet.text) : copySelected();
  if (app.sheet !== sheet) return;
  sheet.done = isCopied ? _("The text is copied.") : _("Press and hold the text to copy it.");
  changed();
}

async function onClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected();
  }
}

/** Copies the text of the sheet, which stays selected; returns whether the browser did it. */
function copySelected() {
  const area = document.querySelector("textarea.shared");
  area.focus();
  area.setSelectionRange(0, area.value.length);
  return document.execCommand("copy");
}
