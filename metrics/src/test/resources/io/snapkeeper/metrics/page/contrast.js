// Returns what has too little contrast by WCAG 2.2 AA: texts, and the marks of the timeline.
const canvas = document.createElement("canvas");
canvas.width = canvas.height = 1;
const pen = canvas.getContext("2d", { willReadFrequently: true });

function rgba(text) {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = text;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

function over(front, back) {
  return [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
}

function background(element) {
  const layers = [];
  for (let at = element; at !== null; at = at.parentElement) {
    const colour = rgba(getComputedStyle(at).backgroundColor);
    if (colour[3] > 0) {
      layers.push(colour);
    }
    if (colour[3] === 1) {
      break;
    }
  }
  return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
}

function luminance(colour) {
  const [r, g, b] = colour.slice(0, 3).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const poor = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let texts = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  const text = walker.currentNode.textContent.trim();
  if (text === "" || !element.checkVisibility({ visibilityProperty: true }) || element.closest("noscript, script")) {
    continue;
  }
  texts++;
  const style = getComputedStyle(element);
  const isSvg = element.namespaceURI.endsWith("svg");
  const back = background(element);
  const ratio = contrast(over(rgba(isSvg ? style.fill : style.color), back), back);
  const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (isLarge ? 3 : 4.5)) {
    poor.push(`text "${text.slice(0, 40)}" ${ratio.toFixed(2)}`);
  }
}
let marks = 0;
for (const body of document.querySelectorAll(".body:not(.unwatched)")) {
  marks++;
  const style = getComputedStyle(body);
  const back = background(body.closest("div, li"));
  const best = Math.max(...[style.fill, style.stroke].filter((colour) => colour !== "none").map((colour) => contrast(over(rgba(colour), back), back)));
  if (best < 3) {
    poor.push(`mark ${body.getAttribute("class")} ${best.toFixed(2)}`);
  }
}
return { poor: [...new Set(poor)], texts, marks };
