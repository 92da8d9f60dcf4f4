// What the scheduler decided and why. A slot and its end are one row.

import { clock, DECISIONS, duration, element } from "./words.js";

const ROWS_MAX = 100;
const ENDS = new Set(["done", "declined", "expired", "aborted", "failed", "left"]);

export class Decisions {
  #rows = document.querySelector("#decisions tbody");
  #empty = document.getElementById("decisions-empty");
  #count = document.getElementById("decisions-count");
  #shown = "";

  show(store) {
    const merged = merge([...store.decisions.values()]);
    const signature = JSON.stringify(merged.slice(-ROWS_MAX)) + store.wallOffset;
    this.#count.textContent = merged.length === 0 ? "" : `${merged.length} in the last hour`;
    this.#empty.hidden = merged.length > 0;
    this.#empty.textContent = whyNone(store.latest.server);
    if (signature !== this.#shown) {
      this.#shown = signature;
      const newest = merged.slice(-ROWS_MAX).reverse();
      this.#rows.replaceChildren(...newest.map((decision) => tableRow(decision, store.wallOffset)));
    }
  }
}

function merge(decisions) {
  const bySlot = new Map();
  const merged = [];
  for (const decision of decisions) {
    const granted = decision.slot === null ? undefined : bySlot.get(decision.slot);
    if (granted !== undefined && ENDS.has(decision.kind)) {
      granted.end = decision;
    } else {
      const row = { ...decision, end: null };
      merged.push(row);
      if (decision.slot !== null) {
        bySlot.set(decision.slot, row);
      }
    }
  }
  return merged;
}

function tableRow(decision, wallOffset) {
  const kind = DECISIONS[decision.kind];
  const row = element("tr", `decision ${decision.kind}`);
  row.dataset.number = decision.number;
  row.append(element("td", "number time", clock(decision.at + wallOffset)));
  const server = element("th", "number sid", String(decision.sid));
  server.scope = "row";
  const what = element("td", "what");
  const mark = element("span", "mark", kind.mark);
  mark.setAttribute("aria-hidden", "true");
  what.append(mark, element("span", "kind", kind.label));
  if (decision.end !== null) {
    const end = DECISIONS[decision.end.kind];
    what.append(element("span", `end ${decision.end.kind}`, `${end.mark} ${end.label}, ${duration(decision.end.at - decision.at)}`));
  } else if (decision.kind.startsWith("granted")) {
    what.append(element("span", "end open", "outstanding"));
  }
  const why = decision.end?.text ? `${decision.text}; ${decision.end.text}` : decision.text;
  row.append(server, what, element("td", "why", why));
  return row;
}

function whyNone(server) {
  if (server.schedule === "elsewhere") {
    return server.leaderSid < 0
      ? "No leader is known."
      : `Server ${server.leaderSid} leads and decides: its page lists the decisions.`;
  }
  if (server.schedule === "watching") {
    return "None: this leader only watches. ZooKeeper’s own rule decides on every server.";
  }
  return "None yet. A server is ready for a slot from half of its limit on.";
}
