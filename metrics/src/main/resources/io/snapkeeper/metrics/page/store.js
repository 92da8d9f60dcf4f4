// The last hour as the page knows it: one whole document, and what later ones add to it.

const SERIES = ["commitP50", "commitP99", "commitsPerSecond", "quorumMargin", "pace", "limit"];

export class Store {
  latest = null;
  spans = new Map(); // by server id, then by number: {id, activity, from, to}
  overlaps = new Map();
  decisions = new Map(); // by number
  at = [];
  series = {};
  means = new Map(); // by server id

  /** Whether a document of recent changes can be joined to what is here. */
  isAdjacent(doc) {
    return this.latest !== null && doc.run === this.latest.run && doc.sinceMillis <= this.latest.nowMillis;
  }

  replace(doc) {
    this.spans.clear();
    this.overlaps.clear();
    this.decisions.clear();
    this.means.clear();
    this.at = [];
    this.series = Object.fromEntries(SERIES.map((name) => [name, []]));
    this.add(doc);
  }

  /** Returns whether there was something new. */
  add(doc) {
    if (this.latest !== null && this.latest.run === doc.run && this.latest.version === doc.version && this.at.length > 0) {
      return false;
    }
    this.latest = doc;
    if (!doc.server) {
      return true; // nothing was seen yet
    }
    const oldest = doc.nowMillis - doc.keptMillis;
    for (const member of doc.members) {
      if (!this.spans.has(member.sid)) {
        this.spans.set(member.sid, new Map());
      }
      addSpans(this.spans.get(member.sid), member.spans, oldest);
    }
    const present = new Set(doc.members.map((member) => member.sid));
    for (const sid of [...this.spans.keys()]) {
      if (!present.has(sid)) {
        this.spans.delete(sid);
        this.means.delete(sid);
      }
    }
    addSpans(this.overlaps, doc.overlapSpans, oldest);
    for (const [number, at, kind, sid, slot, text] of doc.decisions) {
      this.decisions.set(number, { number, at, kind, sid, slot, text });
    }
    for (const [number, decision] of this.decisions) {
      if (decision.at < oldest) {
        this.decisions.delete(number);
      }
    }
    this.#addSamples(doc, oldest);
    return true;
  }

  #addSamples(doc, oldest) {
    const newest = this.at.length === 0 ? -Infinity : this.at[this.at.length - 1];
    const before = this.at.length;
    doc.samples.atMillis.forEach((at, i) => {
      if (at > newest) {
        this.at.push(at);
        SERIES.forEach((name) => this.series[name].push(doc.samples[name][i]));
      }
    });
    const added = this.at.length - before;
    for (const member of doc.members) {
      if (!this.means.has(member.sid)) {
        this.means.set(member.sid, new Array(before).fill(null));
      }
      const mean = member.commitMean;
      this.means.get(member.sid).push(...mean.slice(mean.length - added));
    }
    let old = 0;
    while (old < this.at.length && this.at[old] < oldest) {
      old++;
    }
    if (old > 0) {
      this.at.splice(0, old);
      SERIES.forEach((name) => this.series[name].splice(0, old));
      this.means.forEach((mean) => mean.splice(0, old));
    }
  }

  /** What is to be added to a time of the server to get a time of the day. */
  get wallOffset() {
    return this.latest.wallMillis - this.latest.nowMillis;
  }
}

function addSpans(into, spans, oldest) {
  for (const [id, activity, from, to] of spans) {
    into.set(id, { id, activity, from, to });
  }
  for (const [id, span] of into) {
    if (span.to !== null && span.to < oldest) {
      into.delete(id);
    }
  }
}
