// Dark or light theme: the system's, until the user switches here.

import { pgettext } from "/shared/js/language.js";
import { keep, kept } from "./kept.js";
import { switchButton } from "./switch.js";

const system = matchMedia("(prefers-color-scheme: light)");
const followers = new Set();

/** The current theme, "dark" or "light". */
function theme() {
  return document.documentElement.dataset.theme ?? (system.matches ? "light" : "dark");
}

/** Dark, or light. */
export function themeSwitch() {
  return switchButton({ label: pgettext("theme", "Dark"), isOn: theme() === "dark", turn: switchTheme });
}

/** Switches the theme, and stores the choice on this phone. */
function switchTheme() {
  const other = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = other;
  keep("theme", other);
  follow();
}

/** Shows the page dark, whatever was chosen, as on the wall; or again as it was chosen. */
export function darken(isDark) {
  const now = document.documentElement.dataset;
  const wanted = isDark ? "dark" : kept("theme");
  if ((now.theme ?? null) === wanted) return;
  if (wanted) now.theme = wanted;
  else delete now.theme;
  follow();
}

/** Calls `then()` whenever the colours change. Returns a function that stops this. */
export function onTheme(then) {
  followers.add(then);
  return () => followers.delete(then);
}

/** A colour of the current theme, by its token's name ("--chalk"). */
export function colour(token) {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

function follow() {
  document.querySelector('meta[name="theme-color"]').content = colour("--cloth");
  for (const then of [...followers]) then();
}

if (system.addEventListener) system.addEventListener("change", follow);
follow();
