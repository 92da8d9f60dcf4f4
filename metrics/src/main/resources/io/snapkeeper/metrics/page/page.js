// Puts the parts of the page together.

import { Charts } from "./charts.js";
import { Decisions } from "./decisions.js";
import { Lanes } from "./lanes.js";
import { Poll } from "./poll.js";
import { Store } from "./store.js";
import { showConnection, showMembers, showServer, showShadow, showSummary } from "./summary.js";
import { SpanTable } from "./table.js";

const MINUTE = 60_000;
const RANGES = [5, 15, 60];

const store = new Store();
const lanes = new Lanes(document.getElementById("timeline"), document.getElementById("legend"));
const charts = new Charts(document.getElementById("charts"));
const decisions = new Decisions();
const spanTable = new SpanTable(document.getElementById("table-details"));
let chosen = RANGES.find((minutes) => location.hash === `#${minutes}min`) ?? null;

function view() {
  const minutes = chosen ?? fittingRange();
  const to = store.latest.nowMillis;
  // A server that has just started fills the width with what there is.
  const from = Math.max(to - minutes * MINUTE, Math.min(store.at[0] ?? to, to - MINUTE));
  return { minutes, from, to, wallOffset: store.wallOffset };
}

/** The shortest one that shows everything there is. */
function fittingRange() {
  const known = store.at.length === 0 ? 0 : store.latest.nowMillis - store.at[0];
  return RANGES.find((minutes) => known <= minutes * MINUTE) ?? RANGES[RANGES.length - 1];
}

function show() {
  if (!store.latest?.server) {
    return;
  }
  document.querySelectorAll("[data-waiting]").forEach((part) => part.removeAttribute("data-waiting"));
  const now = view();
  document.querySelector(`#ranges input[value="${now.minutes}"]`).checked = true;
  showServer(store);
  showSummary(store, now);
  showShadow(store);
  showMembers(store);
  lanes.show(store, now);
  charts.show(store, now);
  decisions.show(store);
  spanTable.show(store, now);
}

document.getElementById("ranges").addEventListener("change", (event) => {
  chosen = Number(event.target.value);
  history.replaceState(null, "", `#${chosen}min`);
  show();
});
lanes.onResize(() => store.latest?.server && lanes.show(store, view()));
document.getElementById("table-details").addEventListener("toggle", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  charts.recolour();
  show();
});

new Poll(store, show, (state, reason) => showConnection(store, state, reason)).start();
