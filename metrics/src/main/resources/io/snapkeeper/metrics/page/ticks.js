// Where the times are marked.

import { clock, clockMinutes } from "./words.js";

const SECOND = 1_000;
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * SECOND);
const MINUTE = 60 * SECOND;
const SPACE_PIXELS = 74;

/** The step between two ticks of a time axis of this width. */
export function timeStep(rangeMillis, width) {
  const most = Math.max(2, Math.floor(width / SPACE_PIXELS));
  return STEPS.find((step) => rangeMillis / step <= most) ?? STEPS[STEPS.length - 1];
}

export function timeLabel(wallMillis, step) {
  return step < MINUTE ? clock(wallMillis) : clockMinutes(wallMillis);
}

/** Ticks at round times of the day, as {x, label}. */
export function axisTicks(view, width) {
  const range = view.to - view.from;
  const step = timeStep(range, width);
  // Round in local time, where the offset from UTC may be half an hour.
  const zone = new Date(view.to + view.wallOffset).getTimezoneOffset() * MINUTE;
  const from = view.from + view.wallOffset - zone;
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= from + range; at += step) {
    ticks.push({ x: ((at - from) / range) * width, label: timeLabel(at + zone, step) });
  }
  return ticks;
}
