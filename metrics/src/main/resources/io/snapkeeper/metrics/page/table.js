// The timeline for those who read rather than look.

import { ACTIVITIES, clock, element } from "./words.js";

const ROWS_MAX = 200;

export class SpanTable {
  #details;
  #rows;

  constructor(details) {
    this.#details = details;
    this.#rows = details.querySelector("tbody");
  }

  /** Made only while it is open. */
  show(store, view) {
    if (!this.#details.open) {
      return;
    }
    const rows = [];
    for (const [sid, spans] of store.spans) {
      for (const span of spans.values()) {
        rows.push({ server: String(sid), span });
      }
    }
    for (const span of store.overlaps.values()) {
      rows.push({ server: "quorum", span });
    }
    const shown = rows
      .filter((row) => (row.span.to ?? view.to) > view.from)
      .sort((one, other) => other.span.from - one.span.from)
      .slice(0, ROWS_MAX);
    this.#rows.replaceChildren(...shown.map((row) => tableRow(row, view)));
  }
}

function tableRow({ server, span }, view) {
  const row = element("tr");
  const header = element("th", "number", server);
  header.scope = "row";
  row.append(
    header,
    element("td", "", ACTIVITIES[span.activity].label),
    element("td", "number", clock(span.from + view.wallOffset)),
    element("td", "number", span.to === null ? "now" : clock(span.to + view.wallOffset)),
    element("td", "number", (((span.to ?? view.to) - span.from) / 1000).toFixed(1)),
  );
  return row;
}
