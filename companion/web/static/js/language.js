// The language of this page: messages of the catalogue with their places filled, and the letters on court cards.

import { language, languages, messages, names } from "../messages.js"; // of the panel in the box's language, else the phone's

export { language, languages };

const COURT = [..."AJQK"];

/** The letters of ace, jack, queen and king on the table's deck. */
export let court = COURT;

/** Takes the letters that the box tells: somebody may change them at its menu. */
export function printedWith(letters) {
  court = [...letters.padStart(COURT.length, "A")];
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"]; // in the order of a catalogue's forms
const CONTEXT = "\u0004"; // between a context and its message, as in compiled catalogues

const plurals = new Intl.PluralRules(language);
const categories = CATEGORIES.filter((each) => plurals.resolvedOptions().pluralCategories.includes(each));

/** The message in this page's language; each `{name}` is replaced by the field of that name. */
export function _(message, fields = {}) {
  return filled(messages[message]?.[0] ?? message, fields);
}

/** The message for `n` things, which `{n}` stands for. */
export function ngettext(one, many, n, fields = {}) {
  const forms = messages[one];
  const message = forms ? forms[Math.min(categories.indexOf(plurals.select(n)), forms.length - 1)] : n === 1 ? one : many;
  return filled(message, { n, ...fields });
}

/** A message whose words alone are ambiguous; `context` says where it stands. */
export function pgettext(context, message, fields = {}) {
  return filled(messages[context + CONTEXT + message]?.[0] ?? message, fields);
}

let sounds = []; // patterns with their replacements: "de Ann" is written "d'Ann"
sounds = pgettext("what is written differently before a sound: /pattern/replacement/, one a line, or -", "-")
  .split("\n").filter((rule) => rule.startsWith("/"))
  .map((rule) => rule.split("/")).map(([, pattern, replacement]) => [new RegExp(pattern, "gu"), replacement]);

/** The colon between two texts, with the spaces of the language: "Ann: 5", in French "Ann : 5". */
export const colon = filled("{a}: {b}", { a: "x", b: "x" }).slice(1, -1);

/** The letters that are typed for clubs, diamonds, hearts and spades. */
export const suitLetters = pgettext("typed for clubs, diamonds, hearts, spades: four different letters", "CDHS");

/** A text in parts, for drawing: each `{name}` of it is the field of that name, an element or a text. */
export function drawn(text, fields) {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? fields[part] : part));
}

/** The rank of a card as the table's deck prints it; a joker is the word. */
export const rankLetter = (rank) => (rank === "JK" ? names.joker : court[COURT.indexOf(rank)] ?? rank);

/** The rank that a letter of the table's deck prints, in the box's notation. */
export const rankPrinted = (letter) => COURT[court.indexOf(letter)] ?? letter;

function filled(text, fields) {
  const words = text.replace(/\{(\w+)\}/g, (place, name) => fields[name] ?? place);
  return sounds.reduce((written, [pattern, replacement]) => written.replace(pattern, replacement), words);
}
