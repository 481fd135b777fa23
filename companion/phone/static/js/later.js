// What is loaded when it is first needed, and what happens if it cannot be.

import { app, changed } from "./app.js";

let late = null;

const load = async () => (late ??= await import("./late.js"));

/** The view of that name, for which `loaded` gets the module: it draws nothing, which is null, before. */
export function later(name, loaded = () => {}) {
  let view = null;
  let comes = null;
  let isLost = false;
  return (about) => {
    if (view) return view(about);
    if (isLost && app.link.is === "live") loadAgain();
    comes ??= load().then(
      (module) => {
        view = module[name];
        loaded(module);
        changed();
      },
      () => { isLost = true; },
    );
    return null;
  };
}

/** Calls the function of that name: at once if it is loaded, else unless another sheet is open by then, or this one closed. */
export async function callLater(name, ...about) {
  const { sheet } = app;
  try {
    if (!late) await load();
  } catch {
    if (app.link.is === "live") loadAgain();
    return;
  }
  if (app.sheet === sheet) late[name](...about);
}

/** Loads the page anew, once: the box was away, or has other files by now. */
function loadAgain() {
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") location.reload();
}
