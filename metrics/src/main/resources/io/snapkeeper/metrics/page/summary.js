// The head of the page, the figures of the moment, and the servers as they are now.

import { ACTIVITIES, clock, duration, element, figure, isSnapshot, LIMITS_SHORT, megabytes, millisOfMicros, percent, SCHEDULES } from "./words.js";

const byId = (id) => document.getElementById(id);

export function showServer(store) {
  const server = store.latest.server;
  byId("server").textContent = `server ${server.sid} · ${server.role}`;
  const epoch = server.epoch < 0 ? "" : `epoch ${server.epoch} · `;
  byId("schedule").textContent = epoch + schedule(server);
  document.title = `Snapkeeper · server ${server.sid}`;
}

function schedule(server) {
  if (server.schedule !== "elsewhere") {
    return SCHEDULES[server.schedule];
  }
  const leader = server.leaderSid < 0 ? "no leader is known" : `server ${server.leaderSid} leads: its page shows all servers`;
  return `${leader} · ${server.modeReason}`;
}

export function showConnection(store, state, reason) {
  const line = byId("connection");
  const seen = store.latest?.server ? clock(store.latest.wallMillis) : null;
  line.dataset.state = state;
  const text = state === "lost" ? reason : state;
  // Only this one is read out, so it changes only when something has happened.
  if (byId("connection-text").textContent !== text) {
    byId("connection-text").textContent = text;
  }
  byId("connection-time").textContent = seen === null ? "" : state === "lost" ? `last at ${seen}` : seen;
}

export function showSummary(store, view) {
  const doc = store.latest;
  // Of the newest two seconds: without a commit there is none, and an older one would look current.
  const now = (name) => store.series[name].at(-1) ?? null;
  const items = [];
  const leads = doc.server.schedule !== "elsewhere";
  if (doc.quorumMargin !== null) {
    items.push(item("Quorum margin", String(doc.quorumMargin).replace("-", "−"), marginWords(doc.quorumMargin), doc.quorumMargin < 0));
  }
  if (leads) {
    const voters = doc.members.filter((member) => member.watched && member.voter);
    const writing = voters.filter((member) => isSnapshot(member.activity)).length;
    items.push(item("Snapshotting", String(writing), `of ${voters.length} voters`, false));
    // Of a leader that only watches the table below tells it, for the whole term.
    if (doc.shadow === null) {
      items.push(item("Overlap", ...overlapWords(store, view)));
    }
  }
  items.push(item("Commit p50", figure(millisOfMicros(now("commitP50"))), "ms, this server", false));
  items.push(item("Commit p99", figure(millisOfMicros(now("commitP99"))), "ms, this server", false));
  items.push(item("Commits", figure(store.series.commitsPerSecond.at(-1)), "per second", false));
  if (doc.pacing !== null) {
    const paced = doc.pacing.limit !== "none";
    items.push(item("Snapshot pace", paced ? figure(megabytes(doc.pacing.bytesPerSecond)) : "–", LIMITS_SHORT[doc.pacing.limit], false));
  }
  byId("summary").replaceChildren(...items);
}

function item(name, value, words, alarming) {
  const group = element("div", alarming ? "item alarming" : "item");
  const figures = element("dd");
  figures.append(element("span", "value", value), element("span", "words", words));
  group.append(element("dt", "", name), figures);
  return group;
}

function marginWords(margin) {
  if (margin < 0) {
    return "the fast voters are no quorum";
  }
  return margin === 0 ? "no voter to spare" : margin === 1 ? "voter to spare" : "voters to spare";
}

/** How long a quorum snapshotted at once, in what is shown. */
function overlapWords(store, view) {
  let millis = 0;
  for (const span of store.overlaps.values()) {
    millis += Math.max(0, Math.min(span.to, view.to) - Math.max(span.from, view.from));
  }
  return [millis === 0 ? "0" : (millis / 1000).toFixed(1), `s in ${duration(view.to - view.from)}`, millis > 0];
}

export function showShadow(store) {
  const shadow = store.latest.shadow;
  byId("shadow").hidden = shadow === null;
  if (shadow === null) {
    return;
  }
  const row = (name, was, would) => {
    const made = element("tr");
    const header = element("th", "", name);
    header.scope = "row";
    made.append(header, element("td", "number", was), element("td", "number", would));
    return made;
  };
  byId("shadow-rows").replaceChildren(
    row("Snapshots", figure(shadow.snapshots), figure(shadow.slots)),
    row("in degraded slots", "–", figure(shadow.degradedSlots)),
    row("A quorum at once", duration(shadow.actualQuorumMillis), duration(shadow.scheduledQuorumMillis)),
    row("Largest backlog", percent(shadow.largestActualBacklog), percent(shadow.largestBacklog)),
  );
}

export function showMembers(store) {
  const watched = store.latest.members.filter((member) => member.watched);
  byId("members").replaceChildren(...watched.map(memberItem));
  const leftOut = byId("left-out");
  leftOut.hidden = store.latest.membersLeftOut === 0;
  leftOut.textContent = `${store.latest.membersLeftOut} more members are not kept here.`;
}

function memberItem(member) {
  const line = element("li", "member");
  const head = element("p", "member-head");
  const kind = member.leader ? "leader" : member.voter ? "" : "observer";
  head.append(element("span", "sid", String(member.sid)), element("span", `state ${member.activity}`, stateWords(member)), element("span", "role", kind));
  const figures = element("p", "member-figures");
  figures.append(
    pair("backlog", percent(member.backlog)),
    pair("mean", withUnit(member.commitMeanMicros)),
    pair("p99", withUnit(member.commitP99Micros)),
    pair("queue", member.queue === null ? "–" : figure(member.queue)),
  );
  line.append(head, figures);
  if (member.decision) {
    line.append(element("p", "why", member.decision));
  }
  return line;
}

function pair(name, value) {
  const made = element("span", "pair");
  made.append(element("span", "name", name), element("span", "value", value));
  return made;
}

function withUnit(micros) {
  return micros === null ? "–" : `${figure(millisOfMicros(micros))} ms`;
}

export function stateWords(member) {
  const words = ACTIVITIES[member.activity].short;
  return isSnapshot(member.activity) && member.progress !== null ? `${words} ${percent(member.progress)}` : words;
}
