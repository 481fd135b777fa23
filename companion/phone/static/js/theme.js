// Dark or light: as the system has it, until somebody switches here.

const system = matchMedia("(prefers-color-scheme: light)");
const changes = new EventTarget();

/** "dark" or "light", as the page is drawn now. */
export function theme() {
  return document.documentElement.dataset.theme ?? (system.matches ? "light" : "dark");
}

/** Turns to the other one, and remembers it on this phone. */
export function switchTheme() {
  const other = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = other;
  try {
    localStorage.setItem("theme", other);
  } catch {
    // Then it holds until the page is left.
  }
  follow();
}

/** `then()` is called whenever the colours have changed. Returns what ends that. */
export function onTheme(then) {
  changes.addEventListener("change", then);
  return () => changes.removeEventListener("change", then);
}

/** A colour of the theme in force, by its token's name ("--chalk"). */
export function colour(token) {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

function follow() {
  document.querySelector('meta[name="theme-color"]').content = colour("--cloth");
  changes.dispatchEvent(new Event("change"));
}

if (system.addEventListener) system.addEventListener("change", follow);
follow();
