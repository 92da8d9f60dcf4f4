// Returns what reaches beyond the window's right edge, other than inside of something that scrolls or is cut.
const width = document.documentElement.clientWidth;
const wide = [];
if (document.documentElement.scrollWidth > width) {
  wide.push(`the page is ${document.documentElement.scrollWidth} wide`);
}
for (const element of document.querySelectorAll("body *")) {
  if (!element.checkVisibility() || element.closest(".unseen, .skip")) {
    continue;
  }
  const box = element.getBoundingClientRect();
  const cut = element.parentElement.closest(".plot, .scroll, .chart-plot");
  if (box.width > 0 && box.right > width + 0.5 && cut === null) {
    wide.push(`${element.localName}.${element.getAttribute("class")} to ${box.right}`);
  }
}
for (const figure of document.querySelectorAll(".uplot")) {
  if (figure.getBoundingClientRect().right > width) {
    wide.push("a chart");
  }
}
return wide;
