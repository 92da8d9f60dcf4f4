// Loads the page's parts, and the page again if one of them did not arrive: a busy server closes connections on which
// a request or an answer takes too long.

const AGAIN_MILLIS = 5_000;

async function start() {
  if (window.uPlot === undefined) {
    throw new Error("uPlot is missing");
  }
  await import("./page.js");
}

start().catch(() => {
  document.getElementById("connection").dataset.state = "lost";
  document.getElementById("connection-text").textContent = "the page has not loaded completely; it will be loaded again";
  setTimeout(() => location.reload(), AGAIN_MILLIS);
});
