// The hour as curves: commits of this server and of all, the quorum's margin, the pace of snapshots.

import { timeLabel, timeStep } from "./ticks.js";
import { element, figure, LIMITS, megabytes, millisOfMicros } from "./words.js";

const HEIGHT = 150;
const SYNC = "time";
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Okabe and Ito's order, and a dash for each: two servers never share both. */
const MEMBER_COLOURS = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6", "series-7"];
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

const CHARTS = [
  {
    key: "commits",
    title: "Commit latency of this server",
    unit: "ms",
    log: true,
    empty: "No commits yet.",
    data: (store) => [store.series.commitP50.map(millisOfMicros), store.series.commitP99.map(millisOfMicros)],
    series: () => [
      { label: "p50", stroke: colour("series-1"), width: 1.5 },
      { label: "p99", stroke: colour("series-2"), width: 1.5, dash: [5, 3] },
    ],
  },
  {
    key: "means",
    title: "Mean commit of each server",
    unit: "ms",
    log: true,
    empty: "No server has reported commits.",
    hidden: (store) => store.latest.server.schedule === "elsewhere",
    data: (store) => [...store.means.values()].map((mean) => mean.map(millisOfMicros)),
    series: (store) =>
      [...store.means.keys()].map((sid, i) => ({
        label: String(sid),
        stroke: colour(MEMBER_COLOURS[i % MEMBER_COLOURS.length]),
        width: 1.25,
        dash: DASHES[Math.floor(i / MEMBER_COLOURS.length) % DASHES.length],
      })),
  },
  {
    key: "margin",
    title: "Quorum margin",
    unit: "voters",
    step: true,
    whole: true,
    empty: "Only a leader that schedules knows it.",
    hidden: (store) => store.series.quorumMargin.every((value) => value === null),
    data: (store) => [store.series.quorumMargin],
    series: () => [{ label: "voters to spare", stroke: colour("series-1"), fill: colour("series-1-soft"), fillTo: 0, width: 1.5 }],
  },
  {
    key: "pace",
    title: "Pace of this server’s snapshots",
    unit: "MB/s",
    filled: true,
    empty: "No snapshot was paced yet.",
    data: (store) => limitsIn(store).map((limit) => paceBy(store, limit)),
    series: (store) => limitsIn(store).map((limit) => ({ label: LIMITS[limit], stroke: colour(PACES[limit].stroke), fill: texture(PACES[limit]), width: 0 })),
  },
];

/** What has limited the pace, each with a colour and a texture of its own. */
const PACES = {
  "commit-latency": { stroke: "series-1", path: null },
  deadline: { stroke: "series-2", path: [[0, 6, 6, 0]] },
  disk: { stroke: "series-3", path: [[3, 0, 3, 6]] },
  unpaced: { stroke: "series-4", path: [[0, 3, 6, 3]] },
};

function limitsIn(store) {
  const found = Object.keys(PACES).filter((limit) => store.series.limit.includes(limit));
  return found.length === 0 ? ["commit-latency"] : found;
}

function paceBy(store, limit) {
  return store.series.pace.map((bytes, i) => (store.series.limit[i] === limit && bytes > 0 ? megabytes(bytes) : null));
}

/** A pattern to fill with: colour is not all that tells one from another. */
function texture({ stroke, path }) {
  if (path === null) {
    return colour(stroke);
  }
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const pen = tile.getContext("2d");
  pen.globalAlpha = 0.35;
  pen.fillStyle = colour(stroke);
  pen.fillRect(0, 0, 6, 6);
  pen.globalAlpha = 1;
  pen.strokeStyle = colour(stroke);
  pen.lineWidth = 2;
  for (const [x1, y1, x2, y2] of path) {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }
  return pen.createPattern(tile, "repeat");
}

export class Charts {
  #root;
  #made = new Map();
  #shown = null;

  constructor(root) {
    this.#root = root;
  }

  show(store, view) {
    this.#shown = [store, view];
    for (const chart of CHARTS) {
      const hidden = chart.hidden?.(store) ?? false;
      const box = this.#box(chart);
      box.figure.hidden = hidden;
      if (!hidden) {
        this.#draw(chart, box, store, view);
      }
    }
  }

  /** The colours of the page have changed. */
  recolour() {
    this.#made.forEach((box) => this.#drop(box));
  }

  #box(chart) {
    if (!this.#made.has(chart.key)) {
      const figureElement = element("figure", chart.filled ? "panel chart filled" : "panel chart");
      figureElement.id = `chart-${chart.key}`;
      const head = element("figcaption", "panel-head");
      const title = element("h2", "", chart.title);
      head.append(title, element("span", "hint", chart.unit));
      const plot = element("div", "chart-plot");
      const empty = element("p", "empty chart-empty", chart.empty);
      figureElement.append(head, plot, empty);
      this.#root.append(figureElement);
      const box = { figure: figureElement, plot, empty, uplot: null, signature: "" };
      this.#made.set(chart.key, box);
      new ResizeObserver(() => {
        if (box.uplot !== null && box.plot.clientWidth > 0 && box.uplot.width !== box.plot.clientWidth) {
          box.uplot.setSize({ width: box.plot.clientWidth, height: HEIGHT });
        }
      }).observe(plot);
    }
    return this.#made.get(chart.key);
  }

  #draw(chart, box, store, view) {
    const seconds = store.at.map((at) => (at + view.wallOffset) / 1000);
    const series = chart.series(store);
    const values = chart.data(store);
    const isEmpty = values.every((each) => each.every((value) => value === null || value === 0)) && !chart.whole;
    box.empty.hidden = !isEmpty;
    box.plot.classList.toggle("none", isEmpty);
    box.figure.setAttribute("aria-label", describe(chart, series, values));
    const signature = series.map((each) => each.label).join();
    if (box.uplot !== null && box.signature !== signature) {
      this.#drop(box);
    }
    if (box.uplot === null) {
      box.signature = signature;
      box.range = [0, 1];
      box.uplot = new uPlot(options(chart, series, box), [seconds, ...values], box.plot);
    }
    box.range = [(view.from + view.wallOffset) / 1000, (view.to + view.wallOffset) / 1000];
    box.uplot.setData([seconds, ...values]);
    // Without a pointer in it the legend tells the newest values; uPlot clears it in a microtask of its own.
    queueMicrotask(() => (box.uplot?.cursor.idx ?? null) === null && box.uplot?.setLegend({ idx: seconds.length - 1 }));
  }

  #drop(box) {
    box.uplot?.destroy();
    box.uplot = null;
  }
}

function describe(chart, series, values) {
  const now = series.map((each, i) => [each.label, values[i].at(-1) ?? null]).filter(([, value]) => value !== null);
  return `${chart.title}: ${now.map(([label, value]) => `${label} ${figure(value)} ${chart.unit}`).join(", ") || chart.empty}`;
}

function options(chart, series, box) {
  const axis = { stroke: colour("muted"), font: "11px system-ui, sans-serif", grid: { stroke: colour("grid"), width: 1 }, ticks: { show: false } };
  return {
    width: box.plot.clientWidth || 300,
    height: HEIGHT,
    padding: [8, 28, 0, 0],
    cursor: { sync: { key: SYNC, setSeries: false }, drag: { x: false, y: false }, points: { size: 6 } },
    legend: { live: true, markers: { dash: (u, i) => (u.series[i].dash?.length ? "dashed" : "solid"), fill: (u, i) => (chart.filled ? u.series[i].stroke() : "transparent") } },
    scales: {
      x: { time: true, range: () => box.range },
      y: chart.log ? { distr: 3, range: (u, low, high) => niceRange(low, high) } : { range: (u, low, high) => span(chart, low, high) },
    },
    axes: [
      { ...axis, size: 24, gap: 4, splits: (u) => timeSplits(u), values: (u, splits) => splits.map((at) => timeLabel(at * 1000, u.step)) },
      {
        ...axis,
        size: 44,
        gap: 4,
        incrs: chart.whole ? [1, 2, 5, 10] : undefined,
        splits: chart.log ? (u) => niceSplits(u.scales.y.min, u.scales.y.max) : undefined,
        filter: (u, splits) => splits,
        values: (u, splits) => splits.map((value) => String(Number(value.toPrecision(3)))),
      },
    ],
    series: [
      { label: "time", value: (u, at) => (at === null ? "" : timeLabel(at * 1000, 0)) },
      ...series.map((each) => ({
        ...each,
        points: { show: false },
        spanGaps: false,
        paths: chart.step ? uPlot.paths.stepped({ align: -1 }) : chart.filled ? uPlot.paths.bars({ size: [1, Infinity], gap: 0 }) : undefined,
        value: (u, value) => figure(value),
      })),
    ],
  };
}

const STEPS = [1, 2, 5];

/** The steps of 1, 2 and 5 between these; only the whole decades where they are many. */
function niceSplits(low, high) {
  const inside = stepsAround(low, high).filter((value) => value >= low * 0.999 && value <= high * 1.001);
  return inside.length <= 6 ? inside : inside.filter((value) => Math.abs(Math.log10(value) % 1) < 1e-9);
}

/** From a step to a step, and wide enough that noise does not look like a change. */
function niceRange(low, high) {
  const steps = stepsAround(low > 0 ? low : 0.1, high > 0 ? high : 1);
  const from = steps.findLast((step) => step <= (low > 0 ? low : 0.1));
  const to = steps.find((step) => step >= (high > 0 ? high : 1) && step >= 5 * from);
  return [from, to];
}

function stepsAround(low, high) {
  const found = [];
  for (let exponent = Math.floor(Math.log10(low)) - 1; exponent <= Math.ceil(Math.log10(high)) + 1; exponent++) {
    found.push(...STEPS.map((step) => Number((step * 10 ** exponent).toPrecision(3))));
  }
  return found;
}

function span(chart, low, high) {
  if (chart.whole) {
    return [Math.min(0, low ?? 0) - 0.2, Math.max(1, high ?? 1) + 0.3];
  }
  return [0, Math.max(1, (high ?? 1) * 1.15)];
}

function timeSplits(u) {
  const [from, to] = [u.scales.x.min, u.scales.x.max];
  u.step = timeStep((to - from) * 1000, u.bbox.width / devicePixelRatio);
  const zone = new Date(to * 1000).getTimezoneOffset() * 60;
  const step = u.step / 1000;
  const splits = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at <= to; at += step) {
    splits.push(at);
  }
  return splits;
}
