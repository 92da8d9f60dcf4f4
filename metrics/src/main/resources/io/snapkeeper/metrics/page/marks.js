// How each activity looks. Each has a shape or a pattern of its own: colour is never all there is.

const SVG = "http://www.w3.org/2000/svg";

export const LANE_HEIGHT = 30;

/** By activity: where the mark lies in the lane, and the pattern on it. */
const MARKS = {
  "snapshot-slot": { y: 5, height: 20, pattern: null },
  "snapshot-degraded-slot": { y: 5, height: 20, pattern: "diagonal" },
  "snapshot-hard-limit": { y: 5, height: 20, pattern: "vertical" },
  "snapshot-stock-rule": { y: 5, height: 20, pattern: "dots" },
  "snapshot-other": { y: 5, height: 20, pattern: "horizontal" },
  "snapshot-unscheduled": { y: 5, height: 20, pattern: "cross" },
  "slot-outstanding": { y: 10, height: 10, pattern: null },
  draining: { y: 21, height: 6, pattern: "vertical" },
  silent: { y: 13, height: 4, pattern: "dots" },
  disconnected: { y: 9, height: 12, pattern: "cross" },
  unwatched: { y: 14, height: 2, pattern: null },
  overlap: { y: 3, height: 24, pattern: null },
  "overlap-degraded": { y: 3, height: 24, pattern: "diagonal" },
};

const PATTERNS = {
  diagonal: { size: 6, path: "M-1 1l2-2M0 6l6-6M5 7l2-2" },
  vertical: { size: 4, path: "M1 0v4" },
  horizontal: { size: 5, path: "M0 1.5h5" },
  dots: { size: 5, path: "M1.5 1.5h1.6v1.6h-1.6z", filled: true },
  cross: { size: 6, path: "M0 0l6 6M6 0l-6 6" },
};

function node(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

/** The patterns, once for the page. */
export function definitions() {
  const patterns = Object.entries(PATTERNS).map(([name, { size, path, filled }]) =>
    node("pattern", { id: `pattern-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" }, node("path", { d: path, class: filled ? "pattern filled" : "pattern" })),
  );
  return node("svg", { width: 0, height: 0, class: "definitions", "aria-hidden": "true" }, node("defs", {}, ...patterns));
}

function shapes(activity) {
  const { y, height, pattern } = MARKS[activity];
  const made = [node("rect", { class: `body ${activity}`, y, height, rx: 1.5 })];
  if (pattern !== null) {
    made.push(node("rect", { class: "texture", y, height, fill: `url(#pattern-${pattern})` }));
  }
  return made;
}

/** A span of a lane, without its place. */
export function spanNode(span, id) {
  const made = node("g", { class: "span", role: "option", id: `span-${id}` }, ...shapes(span.activity));
  made.dataset.activity = span.activity;
  return made;
}

/** Puts a span or a rectangle into its place. */
export function markSpan(made, x, width) {
  const rects = made.localName === "rect" ? [made] : made.children;
  for (const rect of rects) {
    rect.setAttribute("x", x.toFixed(1));
    rect.setAttribute("width", width.toFixed(1));
  }
}

export function legendSwatch(activity) {
  const made = node("svg", { width: 22, height: LANE_HEIGHT, viewBox: `0 0 22 ${LANE_HEIGHT}`, "aria-hidden": "true" }, ...shapes(activity));
  for (const rect of made.children) {
    rect.setAttribute("x", 1);
    rect.setAttribute("width", 20);
  }
  return made;
}
