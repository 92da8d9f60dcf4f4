// Figures and labels in words. Everything here is pure.

const pad = (n) => String(n).padStart(2, "0");

export function clock(wallMillis) {
  const d = new Date(wallMillis);
  return `${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
}

export function clockMinutes(wallMillis) {
  const d = new Date(wallMillis);
  return `${pad(d.getHours())}:${pad(d.getMinutes())}`;
}

/** Two significant digits or the whole number, without an exponent. */
export function figure(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return "–";
  }
  const size = Math.abs(value);
  if (size >= 9.95 || Number.isInteger(value)) {
    return Math.round(value).toLocaleString("en");
  }
  return size >= 0.995 ? value.toFixed(1) : value.toFixed(2);
}

export const millisOfMicros = (micros) => (micros === null || micros === undefined ? null : micros / 1000);

export const megabytes = (bytes) => (bytes === null || bytes === undefined ? null : bytes / 1e6);

export function percent(ratio) {
  return ratio === null || ratio === undefined ? "–" : `${Math.round(ratio * 100)}%`;
}

export function duration(millis) {
  if (millis < 10_000) {
    return `${(millis / 1000).toFixed(millis < 995 ? 2 : 1)} s`;
  }
  const seconds = Math.round(millis / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** What a lane shows, in the order of the legend. */
export const ACTIVITIES = {
  "snapshot-slot": { label: "snapshot in a slot", short: "snapshot" },
  "snapshot-degraded-slot": { label: "snapshot in a degraded slot", short: "degraded slot" },
  "snapshot-hard-limit": { label: "snapshot at the hard limit", short: "hard limit" },
  "snapshot-stock-rule": { label: "snapshot by ZooKeeper’s own rule", short: "stock rule" },
  "snapshot-other": { label: "other snapshot (leader start, sync, admin)", short: "other snapshot" },
  "snapshot-unscheduled": { label: "snapshot outside a slot", short: "outside a slot" },
  "slot-outstanding": { label: "slot granted, waits for a write", short: "slot granted" },
  draining: { label: "draining: slow log or long queue", short: "draining" },
  silent: { label: "no fresh report", short: "silent" },
  disconnected: { label: "away", short: "away" },
  unwatched: { label: "not seen by this server", short: "not seen" },
  fast: { label: "fast", short: "fast" },
  overlap: { label: "a quorum snapshots at once", short: "overlap" },
  "overlap-degraded": { label: "a quorum snapshots at once, in a degraded slot", short: "overlap, degraded" },
};

export const isSnapshot = (activity) => activity.startsWith("snapshot-");

export const DECISIONS = {
  granted: { mark: "●", label: "slot" },
  "granted-degraded": { mark: "◐", label: "degraded slot" },
  done: { mark: "✓", label: "done" },
  declined: { mark: "✕", label: "declined" },
  expired: { mark: "⌛", label: "expired" },
  aborted: { mark: "✕", label: "aborted" },
  failed: { mark: "✕", label: "failed" },
  left: { mark: "✕", label: "left" },
  held: { mark: "‖", label: "held back" },
  refused: { mark: "!", label: "refused" },
};

export const SCHEDULES = {
  scheduling: "grants the slots",
  paused: "schedule paused by an operator",
  off: "schedule switched off by an operator",
  watching: "only watches: every server follows ZooKeeper’s own rule",
  failed: "its scheduler has failed: every server follows ZooKeeper’s own rule",
  elsewhere: "",
};

export const LIMITS = {
  none: "no snapshot is paced",
  "commit-latency": "limited by commit latency",
  deadline: "held up to its deadline",
  disk: "limited by the disk",
  unpaced: "unpaced after a fault",
};

/** The same for where there is little room. */
export const LIMITS_SHORT = {
  none: "none is paced",
  "commit-latency": "MB/s · commit latency",
  deadline: "MB/s · deadline",
  disk: "MB/s · disk",
  unpaced: "unpaced after a fault",
};

/** One element with its text; text of the server goes into the page in no other way. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}
