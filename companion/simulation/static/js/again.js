// The page loads itself again when the box changes its language, and stays as somebody has set it.

const KEPT = "again";

/** Loads the page again, which then gets `more`, its switches and its focus from `keptBefore`. */
export function again(more) {
  const { id, dataset: { key, label } } = document.activeElement;
  const focus = id ? `#${id}` : key ? `[data-key="${key}"]` : `[data-label="${label}"]`;
  const on = document.querySelectorAll("#sound[aria-checked=true], #dim[aria-checked=true], #show-deck[aria-pressed=true]");
  const opened = document.querySelector("dialog[open]") ? ["keys"] : [];
  sessionStorage.setItem(KEPT, JSON.stringify({ ...more, focus, clicked: [...Array.from(on, (each) => each.id), ...opened] }));
  location.reload();
}

/** What the page has kept that loaded itself again as this one, or null. */
export function keptBefore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT));
  sessionStorage.removeItem(KEPT);
  return kept;
}
