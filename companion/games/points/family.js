// The points games on the page: the sheet with the rounds, and below it the round to be entered, a call to be checked, the end.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { figures, parted } from "/shared/js/words.js";
import { app, changed, goTo } from "/phone/js/app.js";
import { moveView } from "/phone/js/move.js";
import { ownName } from "/phone/js/owner.js";
import { askFor, send } from "/phone/js/rule/keying.js";
import { blocked, pressed } from "/phone/js/rule/keys.js";
import { correctRound } from "/phone/js/rule/openers.js";
import { checkPoints, overActs, overArea } from "/phone/js/rule/over.js";
import { frame, leaveButton } from "/phone/js/rule/sheets/frame.js";
import { overNext, overSides } from "/phone/js/table/over.js";
import { playsView } from "/phone/js/table/plays.js";
import { sidesOf, signed } from "/phone/js/words.js";

const FEW = 2; // rounds that leave the keys below in sight
let dealt = 0; // the command of this page that dealt the round whose points are to be entered, once the page shows it

export const points = {
  board,
  sides,
  where,
  area: () => (app.now.result ? overArea() : html`<div class="group over">${roundsView(FEW)}</div>`),
  acts,
  cards: null,
  hasTotal: false,
  shortcuts: () => ({ "=": checkPoints }),
  help: () => ["=", _("check points")],
  call: { figures: 5, ofAllRounds: true, belowZero: true },
  group: _("Points"),
  rules: _("The rules"),
  ways: (count) => ngettext("One points game", "{n} points games", count),
  starts: ({ dealer }) => _("Start: {player} deals", { player: dealer }),
  cardTable: false,
  mends: "rounds",
  setsByHand: true,
};

/** The felt: the round, what is special about it, and how far the end is. */
function board() {
  const { game, link, now } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt points-board ${isOld ? "old" : ""}`} aria-label=${_("The table")}>
    <p class="where">${[game.rounds === null ? "" : now.where, game.says].filter(Boolean).join(", ")}</p>
    <h2 class="heading">${moveView(app)}</h2>
    ${about().map((words) => html`<p>${words}</p>`)}
  </section>`;
}

function about() {
  const { state, game, now } = app;
  const bids = state.players.filter(({ bid }) => bid !== null && bid !== undefined);
  const said = bids.length ? _("Bids: {bids}", { bids: bids.map(({ name, bid }) => `${parted(name)} ${bid}`).join(", ") }) : "";
  const round = state.phase === "play" ? [...game.about, now.dealt, said] : [];
  return [...round, farWords(state, game)].filter(Boolean);
}

/** How many points are missing to the target, for the one who is nearest. */
function farWords(state, { target }) {
  const { phase, round } = state;
  if (target === null || phase === "game-over" || (phase === "play" && round === 1)) return "";
  const players = sidesOf(state);
  const most = Math.max(...players.map((player) => player.points));
  const first = players.find((player) => player.points === most);
  return _("{player} is {points} from the end.", { player: first.label, points: target - most });
}

function sides() {
  if (app.now.result) return overSides(app, [roundsView(), playsView(app)]);
  return { left: [roundsView(), overNext(app, acts)], right: [playsView(app)] };
}

/**
 * The sheet: rounds downwards, the running total large, the round's points small, a dot where somebody dealt; with `few` only
 * so many of the newest rounds, and below them the standing.
 */
function roundsView(few = Infinity) {
  const { state, rounds, game } = app;
  const shown = rounds.slice(Math.max(0, rounds.length - few));
  return html`<section class="rounds" aria-labelledby="rounds-title">
    <div class="row"><h2 class="heading large" id="rounds-title">${_("Points")}</h2><p class="secondary">${game.aim}</p></div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="rounds-title"><table>
      <thead><tr><th scope="col"><span class="unseen">${_("Round")}</span></th>${sidesOf(state).map(({ name, label }) => html`
        <th scope="col" class=${ownName(app, name)} title=${label}>${label}</th>`)}</tr></thead>
      <tbody>${shown.map((round) => html`<tr><th scope="row">${number(round)}</th>${sidesOf(state).map((side) => cell(round, side))}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${pgettext("sheet", "total")}</th>${sidesOf(state).map(standing)}</tr></tfoot>
    </table></div>
    ${few === Infinity && shown.length ? html`<p class="secondary"><i class="dealt" aria-hidden="true"></i>${_("dealt")}</p>` : nothing}
  </section>`;
}

/** The number of a round; on a phone that may rule a tap on it corrects the round. */
function number({ round }) {
  if (!app.me.rules) return round;
  return html`<button type="button" class="round" aria-label=${_("Correct round {round}", { round })} @click=${() => correctRound(round)}>${round}</button>`;
}

/** Somebody who has left has no figures from then on. */
function cell({ dealer, points: brought, standings }, { names }) {
  const name = names.find((each) => brought[each] !== undefined);
  if (name === undefined) return html`<td><span aria-hidden="true">·</span></td>`;
  return html`<td><b>${figures(standings[name])}</b> <small>${names.includes(dealer) ? html`<i class="dealt" aria-hidden="true"></i><span class="unseen">${_("dealt")}, </span>` : nothing}${signed(brought[name])}</small></td>`;
}

/** The total, and below it how far it is from the best one, in words: "+4" is always what a round brought. */
function standing(player) {
  const { state, now } = app;
  const best = state.players.find(({ name }) => name === now.best[0]).points;
  const leads = now.leads[player.name];
  const won = state.winners.includes(player.name);
  const below = won || !player.in ? now.beside[player.name] : leads ?? (player.points === best ? "" : _("{points} behind", { points: Math.abs(player.points - best) }));
  return html`<td class=${won || (leads && !state.winners.length) ? "mark" : ""}><b>${figures(player.points)}</b> <small>${below}</small></td>`;
}

/** Above the sheet: what the round that is played is called, and who dealt. */
function where() {
  const { state, game, now } = app;
  const round = { play: [game.says, now.dealt].filter(Boolean).join(", "), "round-over": _("Round {round}", { round: state.round + 1 }) }[state.phase] ?? now.where;
  return html`<span>${round}</span>`;
}

/** Enter the round, which deals it if it is not yet; check and end in every round. */
function acts() {
  const { state } = app;
  if (state.phase === "game-over") return overActs();
  const isDealt = state.phase === "play";
  openDealt(isDealt);
  return html`<div class="rule-acts"><button type="button" class=${pressed("main", "deal")} id="enter-points" aria-disabled=${blocked({ cmd: isDealt ? "score" : "deal" })}
      @click=${isDealt ? enter : dealAndEnter}>${isBidding() ? _("Enter the bids") : _("Enter round {round}", { round: isDealt ? state.round : state.round + 1 })}</button></div>
    <div class="rule-acts">
      <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })} @click=${checkPoints}>${_("Check points")}</button>
      <button type="button" class="button" id="end" aria-disabled=${blocked({ cmd: "end" })} @click=${() => askFor("end", { kind: "end", draw: endSheet })}>${_("End the game")}</button>
    </div>`;
}

/** Whether the next thing to be entered are bids. */
const isBidding = () => app.game.entry === "bids" && (app.state.phase !== "play" || app.state.players.every(({ bid }) => bid === null));

const enter = () => askFor("score", { kind: { winners: "winners", bids: "bids" }[app.game.entry] ?? "round" });

/** Nobody deals at the box in a game of which it has only the points: the round is dealt when its points are entered. */
async function dealAndEnter() {
  const answer = await send({ cmd: "deal" }, "deal");
  if (!answer?.done) return;
  dealt = answer.done;
  goTo("rule");
  changed();
}

/** Opens the sheet as soon as the page shows the round that this phone has dealt, unless others have gone on. */
function openDealt(isDealt) {
  if (!dealt || app.now.sequence < dealt) return;
  const isNewest = app.now.sequence === dealt;
  dealt = 0;
  if (isDealt && isNewest) queueMicrotask(enter);
}

/** "End the game here?", with everybody's points: the best of those still in wins. */
function endSheet({ refused }) {
  return frame({
    title: _("End the game here?"),
    text: sidesOf(app.state).map((player) => `${parted(player.label)} ${figures(player.points)}`).join(", "),
    refused,
    body: html`<div class="answers"><button type="button" class=${pressed("button bust", "end")} data-first aria-disabled=${blocked({ cmd: "end" })}
      @click=${() => send({ cmd: "end" }, "end", { stays: true })}>${_("End the game")}</button></div>`,
    foot: leaveButton(_("Play on")),
  });
}
