// Why no order is possible now, as one sentence.

import { figures } from "/shared/js/words.js";

/** "" if `order` may be sent; else the reason for its key. */
export function whyNot(app, order = null) {
  if (app.link.is === "off" || app.box?.off) return "The box is off.";
  if (app.link.is === "asking" || !app.now) return "The box has not answered yet.";
  if (app.link.is !== "live") return "No word from the box. Keys work again when it is back.";
  const mends = order?.cmd === "undo" || order?.cmd === "reopen" || order?.cmd === "new";
  if (app.box?.stopped && !mends) return "The game is stopped: take the last play back.";
  return "";
}

/** The player to act and the total, which a refusal leaves unchanged: "Bo still to play at 97." */
export function stillSo(app) {
  const { state } = app;
  if (!state) return "";
  if (state.turn) {
    return state.total === undefined ? `${state.turn} still to play.` : `${state.turn} still to play at ${figures(state.total)}.`;
  }
  return app.now.deals ? `${app.now.deals} deals.` : "";
}
