// One lane for each server and one for the quorum: spans of snapshots, slots and what keeps a server from
// committing at once. A lane takes the focus; arrow keys move along its spans and between lanes.

import { definitions, LANE_HEIGHT, legendSwatch, markSpan, spanNode } from "./marks.js";
import { axisTicks } from "./ticks.js";
import { ACTIVITIES, clock, duration, element, isSnapshot, percent } from "./words.js";
import { stateWords } from "./summary.js";

const QUORUM = "quorum";
const LABEL_CHARACTER_PIXELS = 6.6;
const SVG = "http://www.w3.org/2000/svg";

export class Lanes {
  #root;
  #legend;
  #detail = document.getElementById("detail");
  #tip = document.getElementById("tip");
  #rows = new Map();
  #axis;
  #width = 0;
  #view = null;
  #store = null;
  #active = null; // {lane, id}
  #said = "";

  constructor(root, legend) {
    this.#root = root;
    this.#legend = legend;
    this.#axis = this.#makeAxis();
    root.append(definitions(), this.#axis.row);
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointermove", (event) => this.#point(event));
    root.addEventListener("pointerleave", () => this.#hideTip());
  }

  onResize(redraw) {
    new ResizeObserver(() => {
      if (this.#axis.plot.clientWidth !== this.#width) {
        redraw();
      }
    }).observe(this.#axis.plot);
  }

  show(store, view) {
    this.#store = store;
    this.#view = view;
    const leads = store.latest.server.schedule !== "elsewhere";
    const wanted = store.latest.members.map((member) => String(member.sid));
    if (leads || store.overlaps.size > 0) {
      wanted.push(QUORUM);
    }
    this.#arrange(wanted);
    this.#width = this.#axis.plot.clientWidth;
    const ticks = axisTicks(view, this.#width);
    for (const member of store.latest.members) {
      const row = this.#rows.get(String(member.sid));
      describeMember(row, member);
      this.#draw(row, store.spans.get(member.sid), ticks);
    }
    if (this.#rows.has(QUORUM)) {
      const row = this.#rows.get(QUORUM);
      describeQuorum(row, store, view);
      this.#draw(row, store.overlaps, ticks);
    }
    this.#drawAxis(ticks);
    this.#showLegend();
    this.#showActive();
  }

  #arrange(wanted) {
    for (const [key, row] of this.#rows) {
      if (!wanted.includes(key)) {
        row.row.remove();
        this.#rows.delete(key);
      }
    }
    let after = null;
    for (const key of wanted) {
      if (!this.#rows.has(key)) {
        this.#rows.set(key, makeRow(key));
      }
      const { row } = this.#rows.get(key);
      const next = after === null ? this.#root.querySelector(".lane") : after.nextElementSibling;
      if (next !== row) {
        this.#root.insertBefore(row, next ?? this.#axis.row);
      }
      after = row;
    }
  }

  #draw(row, spans, ticks) {
    const { svg } = row;
    svg.setAttribute("width", this.#width);
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, this.#width)} ${LANE_HEIGHT}`);
    row.grid.replaceChildren(...this.#bands(), ...ticks.map((tick) => line("grid-line", tick.x, 0, tick.x, LANE_HEIGHT)), line("base-line", 0, LANE_HEIGHT / 2, this.#width, LANE_HEIGHT / 2));
    const shown = new Map();
    for (const span of spans?.values() ?? []) {
      if ((span.to ?? this.#view.to) > this.#view.from) {
        shown.set(span.id, span);
      }
    }
    for (const [id, node] of row.nodes) {
      if (!shown.has(id) || node.dataset.activity !== shown.get(id).activity) {
        node.remove();
        row.nodes.delete(id);
      }
    }
    for (const span of shown.values()) {
      if (!row.nodes.has(span.id)) {
        const node = spanNode(span, `${row.key}-${span.id}`);
        row.nodes.set(span.id, node);
        row.marks.append(node);
      }
      const node = row.nodes.get(span.id);
      const left = Math.max(0, this.#x(span.from));
      markSpan(node, left, Math.max(2, this.#x(span.to ?? this.#view.to) - left));
      node.setAttribute("aria-label", this.#words(row.key, span));
      node.classList.toggle("open", span.to === null);
    }
    row.shown = [...shown.keys()].sort((one, other) => one - other);
  }

  /** Where a quorum snapshotted at once, across all lanes. */
  #bands() {
    const bands = [];
    for (const span of this.#store.overlaps.values()) {
      if (span.to > this.#view.from) {
        const band = document.createElementNS(SVG, "rect");
        band.setAttribute("class", "overlap-band");
        band.setAttribute("y", 0);
        band.setAttribute("height", LANE_HEIGHT);
        markSpan(band, Math.max(0, this.#x(span.from)), Math.max(2, this.#x(span.to) - this.#x(span.from)));
        bands.push(band);
      }
    }
    return bands;
  }

  #x(millis) {
    return ((millis - this.#view.from) / (this.#view.to - this.#view.from)) * this.#width;
  }

  #makeAxis() {
    const row = element("div", "axis");
    const plot = element("div", "plot");
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("height", 18);
    svg.setAttribute("aria-hidden", "true");
    plot.append(svg);
    row.append(element("span"), plot, element("span"));
    return { row, plot, svg };
  }

  #drawAxis(ticks) {
    const { svg } = this.#axis;
    svg.setAttribute("width", this.#width);
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, this.#width)} 18`);
    svg.replaceChildren(
      ...ticks.map((tick) => {
        const text = document.createElementNS(SVG, "text");
        // Whole at both ends; SVG text has no width before it is drawn.
        const half = (tick.label.length * LABEL_CHARACTER_PIXELS) / 2;
        text.setAttribute("x", Math.min(Math.max(tick.x, half), this.#width - half));
        text.setAttribute("y", 13);
        text.setAttribute("text-anchor", "middle");
        text.textContent = tick.label;
        return text;
      }),
    );
  }

  /** Only of what is there to be seen. */
  #showLegend() {
    const present = new Set();
    for (const row of this.#rows.values()) {
      row.nodes.forEach((node) => present.add(node.dataset.activity));
    }
    const wanted = Object.keys(ACTIVITIES).filter((activity) => present.has(activity));
    if (this.#legend.dataset.shown === wanted.join()) {
      return;
    }
    this.#legend.dataset.shown = wanted.join();
    this.#legend.replaceChildren(
      ...wanted.map((activity) => {
        const entry = element("li");
        entry.append(legendSwatch(activity), element("span", "", ACTIVITIES[activity].label));
        return entry;
      }),
    );
  }

  #words(key, span) {
    const what = ACTIVITIES[span.activity].label;
    const from = clock(span.from + this.#view.wallOffset);
    const lasted = duration((span.to ?? this.#view.to) - span.from);
    const when = span.to === null ? `since ${from}, ${lasted} so far` : `${from} to ${clock(span.to + this.#view.wallOffset)}, ${lasted}`;
    const who = key === QUORUM ? "" : `server ${key}: `;
    const reason = this.#reason(key, span);
    return `${who}${what}, ${when}${reason === null ? "" : `. Granted because ${reason}`}`;
  }

  /** Why the slot was granted that a span is in. */
  #reason(key, span) {
    if (span.activity !== "slot-outstanding" && span.activity !== "snapshot-slot" && span.activity !== "snapshot-degraded-slot") {
      return null;
    }
    let found = null;
    for (const decision of this.#store.decisions.values()) {
      if (String(decision.sid) === key && decision.kind.startsWith("granted") && decision.at <= span.from + 1000) {
        found = decision;
      }
    }
    return found !== null && span.from - found.at < 60_000 ? found.text : null;
  }

  #key(event) {
    const row = [...this.#rows.values()].find((each) => each.lane === event.target);
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const at = this.#active?.lane === row.key ? row.shown.indexOf(this.#active.id) : -1;
    const last = row.shown.length - 1;
    const moves = {
      ArrowLeft: () => this.#activate(row, at < 0 ? last : Math.max(0, at - 1)),
      ArrowRight: () => this.#activate(row, at < 0 ? last : Math.min(last, at + 1)),
      Home: () => this.#activate(row, 0),
      End: () => this.#activate(row, last),
      ArrowUp: () => this.#focusBeside(row, -1),
      ArrowDown: () => this.#focusBeside(row, 1),
      Escape: () => this.#activate(row, -1),
    };
    if (moves[event.key]) {
      event.preventDefault();
      moves[event.key]();
    }
  }

  #activate(row, index) {
    this.#active = row.shown[index] === undefined ? null : { lane: row.key, id: row.shown[index] };
    this.#showActive();
  }

  #focusBeside(row, step) {
    const keys = [...this.#root.querySelectorAll(".lane")];
    const beside = keys[keys.indexOf(row.row) + step];
    beside?.querySelector(".plot").focus();
  }

  #showActive() {
    for (const row of this.#rows.values()) {
      const isHere = this.#active?.lane === row.key && row.nodes.has(this.#active.id);
      row.nodes.forEach((node, id) => {
        const selected = isHere && id === this.#active.id;
        node.classList.toggle("active", selected);
        node.setAttribute("aria-selected", String(selected));
      });
      if (isHere) {
        row.lane.setAttribute("aria-activedescendant", row.nodes.get(this.#active.id).id);
        this.#say(row.nodes.get(this.#active.id));
      } else {
        row.lane.removeAttribute("aria-activedescendant");
      }
    }
    if (this.#active === null) {
      this.#said = "";
      this.#detail.textContent = "";
    }
  }

  /** Once for each span, and again when it is over: it is read out. */
  #say(node) {
    const about = `${node.id} ${node.classList.contains("open")}`;
    if (this.#said !== about) {
      this.#said = about;
      this.#detail.textContent = node.getAttribute("aria-label");
    }
  }

  #point(event) {
    const words = event.target.closest?.(".span")?.getAttribute("aria-label");
    if (!words) {
      this.#hideTip();
      return;
    }
    this.#tip.textContent = words;
    this.#tip.hidden = false;
    const box = this.#tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(event.clientX + 12, document.documentElement.clientWidth - box.width - 8));
    this.#tip.style.left = `${left}px`;
    this.#tip.style.top = `${Math.max(8, event.clientY - box.height - 12)}px`;
  }

  #hideTip() {
    this.#tip.hidden = true;
  }
}

function makeRow(key) {
  const row = element("div", key === QUORUM ? "lane quorum" : "lane");
  const label = element("div", "lane-label");
  const plot = element("div", "plot");
  plot.tabIndex = 0;
  plot.setAttribute("role", "listbox");
  plot.setAttribute("aria-orientation", "horizontal");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("height", LANE_HEIGHT);
  svg.setAttribute("role", "presentation");
  const grid = document.createElementNS(SVG, "g");
  const marks = document.createElementNS(SVG, "g");
  svg.append(grid, marks);
  plot.append(svg);
  const now = element("div", "lane-now");
  row.append(label, plot, now);
  return { key, row, label, lane: plot, svg, grid, marks, now, nodes: new Map(), shown: [] };
}

function describeMember(row, member) {
  const role = member.leader ? "leader" : member.voter ? "" : "observer";
  row.lane.setAttribute("aria-label", `Server ${member.sid}${role ? `, ${role}` : ""}: ${stateWords(member)}`);
  row.label.replaceChildren(element("span", "sid", String(member.sid)), element("span", "role", role));
  const meter = element("span", "meter");
  const fill = element("span", isSnapshot(member.activity) ? "fill writing" : "fill");
  fill.style.width = `${Math.min(100, (member.backlog ?? 0) * 100)}%`;
  meter.append(fill);
  meter.title = "backlog, of its snapshot limit; a slot from half on";
  row.now.replaceChildren(element("span", `state ${member.activity}`, stateWords(member)), meter, element("span", "number", percent(member.backlog)));
}

function describeQuorum(row, store, view) {
  const shown = [...store.overlaps.values()].filter((span) => span.to > view.from);
  const words = shown.length === 0 ? "never" : shown.length === 1 ? "once" : `${shown.length} times`;
  row.lane.setAttribute("aria-label", `A quorum snapshots at once: ${words} in what is shown`);
  row.label.replaceChildren(element("span", "quorum-label", "overlap"));
  row.now.replaceChildren(element("span", shown.length === 0 ? "state" : "state overlap", words === "never" ? "no quorum at once" : `a quorum at once, ${words}`));
}

function line(className, x1, y1, x2, y2) {
  const made = document.createElementNS(SVG, "line");
  made.setAttribute("class", className);
  made.setAttribute("x1", x1);
  made.setAttribute("y1", y1);
  made.setAttribute("x2", x2);
  made.setAttribute("y2", y2);
  return made;
}
