// Choices that this phone keeps. Without storage each of them lasts until the page is closed.

/** The choice kept under `name`, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a choice; null forgets it. */
export function keep(name, choice) {
  try {
    if (choice === null) localStorage.removeItem(name);
    else localStorage.setItem(name, choice);
  } catch {
    // It lasts until the page is closed.
  }
}
