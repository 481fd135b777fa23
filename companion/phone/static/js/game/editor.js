// A user's variant while it is edited: the text of its file, the box's report on it, and every change. No drawing here.

import { ngettext, _ } from "/shared/js/language.js";
import { changed, drawNow, interrupt, post, say } from "/phone/js/app.js";
import { acted } from "/phone/js/rule/twice.js";
import { Asking, loadShelf } from "./asking.js";
import { choose, commonest, lay, setUp } from "./set-up.js";

const CLOSED = { text: null, name: "", first: "", report: null, playable: null, trouble: "", exists: "", saving: false, open: "", all: false, asks: "" };
const TITLE = /^title *= *(.*?) *$/m;
const EXTENDS = /^extends *= *["'](.*?)["']/m;

/**
 * `text` is null while no variant is edited; `name` is that of the user's variant, "" for a new one, and `first` the text
 * as it was opened. `report` is what the box said last, `playable` what it said of the last text without mistakes. `trouble`
 * is why the last change was not made, `open` the card whose row is open, and `all` shows every add-on. `asks` is "leave"
 * or "delete" before what cannot be undone.
 */
export const editor = { ...CLOSED };

let sent = "";

const asking = new Asking("/games/check", (answer) => {
  if (answer.status === 200) heard(answer);
  else editor.trouble = answer.problem;
});

function heard(report) {
  const { text, refused, problems } = report;
  Object.assign(editor, { report, trouble: refused });
  if (refused) interrupt(refused);
  if (editor.text === sent) editor.text = text;
  if (!problems.length) editor.playable = report;
}

function ask(how, change = null) {
  sent = editor.text;
  Object.assign(editor, { exists: "", asks: "" });
  return asking[how]({ text: sent, name: editor.name, change });
}

/** Opens a new file that is built on a variant with house rules, or one of the user's own `itself`. */
export async function openEditor(variant, house, { itself = false } = {}) {
  const answer = await post("/games/open", { variant, house, itself });
  if (answer.status !== 200) {
    interrupt(answer.problem);
    return;
  }
  const text = answer.text.replace(/\r\n?/g, "\n");
  Object.assign(editor, CLOSED, { text, first: text, name: itself ? variant : "" });
  sent = text;
  heard({ ...answer, text });
  window.scrollTo(0, 0);
  changed();
}

/** Takes the text as it is typed. */
export function write(text) {
  editor.text = text;
  ask("soon");
  changed();
}

/** The title in the text. */
export function titleOf() {
  try {
    return JSON.parse(editor.text.match(TITLE)[1]);
  } catch {
    return editor.playable?.title ?? "";
  }
}

/** Writes the title into the text. */
export function setTitle(title) {
  const line = `title = ${JSON.stringify(title)}`;
  write(TITLE.test(editor.text) ? editor.text.replace(TITLE, () => line) : `${line}\n${editor.text}`);
}

let tapped = Promise.resolve();

/** Has the box change the text: one tap after the other, however fast they come. */
function change(what) {
  if (blocked()) explain();
  else tapped = tapped.then(() => ask("now", what));
}

/** Uses an add-on, or removes it. */
export const tapAddOn = (name) => change({ add_on: name });

/** Changes what a card does; null for what it does in the variant below. */
export const setCard = (card, entry) => change({ card, entry });

/** Opens the row of a card, or closes it. */
export function openRow(card) {
  editor.open = editor.open === card ? "" : card;
  drawNow();
  document.getElementById(editor.open ? "opened" : `card-${card}`)?.focus({ preventScroll: true });
}

export function showAll() {
  editor.all = !editor.all;
  changed();
}

/** Marks a line in the text, from 1. */
export function selectLine(number) {
  const field = document.getElementById("file-text");
  const lines = editor.text.split("\n");
  const from = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  field.setSelectionRange(from, from + lines[number - 1].length);
  field.scrollTop = (field.scrollHeight * (number - 1)) / lines.length - field.clientHeight / 3;
}

/** Why the variant cannot be saved, for the button; "" if it can. */
export function blocked() {
  const { length } = editor.report.problems;
  return length ? ngettext("Correct the mistake first", "Correct the {n} mistakes first", length) : "";
}

/** Shows the mistakes. */
function explain() {
  interrupt(editor.report.problems.map(({ text }) => text).join(". "));
  document.getElementById("mistakes")?.scrollIntoView({ block: "center" });
}

/** Saves; `replace` allows replacing another of the user's variants. */
export async function save(replace = false) {
  if (editor.saving) return;
  editor.saving = true;
  changed();
  await tapped;
  if (editor.report.text !== editor.text) await ask("now");
  if (blocked()) {
    editor.saving = false;
    changed();
    explain();
    return;
  }
  const { text, name } = editor;
  const answer = await post("/games/save", { text, file: name, replace: replace || Boolean(name) });
  if (answer.status === 200) await loadShelf();
  editor.saving = false;
  if (answer.status === 200) {
    const { last_card: good } = setUp.house;
    close();
    choose(answer.name);
    if (good) lay("last_card", good);
    say(_("Saved."));
  } else {
    [editor.trouble, editor.exists] = answer.exists ? ["", answer.problem] : [answer.problem, ""];
    interrupt(answer.problem);
  }
  changed();
}

/** Leaves without saving; after a change a first tap says so. */
export function leave() {
  if (editor.text === editor.first || editor.asks === "leave") close();
  else editor.asks = "leave";
  changed();
}

export function stay() {
  editor.asks = "";
  changed();
}

/** Deletes the file; a first tap asks. */
export async function erase() {
  acted();
  if (editor.asks !== "delete") {
    editor.asks = "delete";
    changed();
    return;
  }
  if (editor.saving) return;
  editor.saving = true;
  const answer = await post("/games/delete", { name: editor.name });
  editor.saving = false;
  if (answer.status === 200) {
    const [, base] = editor.first.match(EXTENDS) ?? [];
    await loadShelf();
    close();
    choose(base ?? commonest());
    say(_("Deleted."));
  } else {
    Object.assign(editor, { asks: "", trouble: answer.problem });
    interrupt(answer.problem);
  }
  changed();
}

function close() {
  Object.assign(editor, CLOSED);
  window.scrollTo(0, 0);
}
