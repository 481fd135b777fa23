// Enters the points of a whole round: a stepper for each player; the last one follows from the others.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { app, changed } from "/phone/js/app.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { frame, leaveButton } from "./frame.js";

const MOST = 9999;

/** The points of each player in the round. */
export function scoreSheet(sheet) {
  sheet.given ??= {};
  const { step, due, costs } = app.game;
  const points = everybodys(sheet);
  return frame({
    title: _("Points of round {round}", { round: app.state.round }),
    text: costs ?? "",
    refused: sheet.refused,
    body: html`<ul class="steppers">${app.state.players.map(({ name }) => stepper(sheet, name, points[name], step ?? 1))}</ul>
      <p class="left" role="status">${due === null ? nothing : left(due - sum(points))}</p>`,
    foot: html`${leaveButton(_("Not yet"))}<button type="button" class=${pressed("main", "score")} aria-disabled=${blocked()}
      @click=${() => send({ cmd: "score", points }, "score", { stays: true })}>${_("Score")}</button>`,
  });
}

/** All players' points as entered; a single missing one follows from the others. */
function everybodys({ given }) {
  const names = app.state.players.map(({ name }) => name);
  const open = names.filter((name) => given[name] === undefined);
  const points = Object.fromEntries(names.map((name) => [name, given[name] ?? 0]));
  if (open.length === 1 && app.game.due !== null) points[open[0]] = Math.max(0, app.game.due - sum(points));
  return points;
}

const sum = (points) => Object.values(points).reduce((all, paid) => all + paid, 0);

function left(missing) {
  if (missing > 0) return _("{points} left", { points: missing });
  return missing < 0 ? _("{points} too many", { points: -missing }) : _("That adds up");
}

function stepper(sheet, name, points, step) {
  const give = (value) => {
    sheet.given = { ...sheet.given, [name]: Math.min(MOST, Math.max(0, value)) };
    sheet.refused = "";
    changed();
  };
  const read = ({ target }) => {
    const figures = target.value.replace(/\D/g, "").slice(0, 4);
    if (figures) give(Number(figures));
    else {
      const { [name]: _gone, ...others } = sheet.given;
      sheet.given = others;
      changed();
    }
  };
  return html`<li><span class="name">${name}</span>
    <button type="button" class="button" aria-label=${_("{player}: {points} less", { player: name, points: step })} @click=${() => give(points - step)}>−</button>
    <input type="text" inputmode="numeric" autocomplete="off" aria-label=${_("Points of {player}", { player: name })} .value=${unlessTyping(String(points))} @input=${read} @change=${changed}>
    <button type="button" class="button" aria-label=${_("{player}: {points} more", { player: name, points: step })} @click=${() => give(points + step)}>+</button></li>`;
}
