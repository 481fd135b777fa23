// Why no order is possible now, as one sentence.

import { _ } from "/shared/js/language.js";

/** "" if `order` may be sent; else the reason for its key. */
export function whyNot(app, order = null) {
  if (app.link.is === "off" || app.box?.off) return _("The box is off.");
  if (app.link.is === "asking" || !app.now) return _("The box has not answered yet.");
  if (app.link.is !== "live") return _("Can’t reach the box. The keys work again when it is back.");
  const mends = order?.cmd === "undo" || order?.cmd === "reopen" || order?.cmd === "new";
  return app.box?.stopped && !mends ? app.now.refused.play : "";
}

/** The same for a key: also why the rules refuse its order now. */
export const whyNotKey = (app, order) => whyNot(app, order) || (app.now.refused[order?.cmd] ?? "");
