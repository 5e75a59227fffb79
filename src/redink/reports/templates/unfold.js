// Fills folds when they are opened, starts long lists when they are reached, and marks boxes that are cut off at a side.
// What a fold holds waits in a noscript element: readers without scripts see it at once, and to others it costs nothing.
"use strict";

const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
};

// Put what waits in an element in its place: its packed content, or what its noscript element holds.
async function fill(place) {
  const waiting = place.querySelector(":scope > noscript");
  if (!waiting || place.dataset.filled) return;
  place.dataset.filled = "yes";
  const content = document.createElement("template");
  content.innerHTML = place.dataset.packed ? await unpack(place.dataset.packed) : waiting.textContent;
  place.removeAttribute("data-packed");
  waiting.replaceWith(content.content);
  watchBoxes(place);
  drawForPhones();
}

// Start a list when its section comes near the window, or when a link leads to it.
function whenReached(section, start) {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    observer.disconnect();
    start();
  };
  const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && begin(), { rootMargin: "800px" });
  const wanted = () => location.hash.split("?")[0] === `#${section.id}`;
  observer.observe(section);
  window.addEventListener("hashchange", () => wanted() && begin());
  if (wanted()) begin();
}

// A box that is wider than the window fades at the side where it goes on.
function markSides(box) {
  box.classList.toggle("more-left", box.scrollLeft > 1);
  box.classList.toggle("more-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}
const sizes = new ResizeObserver((changed) => changed.forEach((one) => markSides(one.target)));
function watchBoxes(place) {
  for (const box of place.querySelectorAll(".redink-table, .redink-chart > div, nav ul")) sizes.observe(box);
}

// On a narrow screen, a chart gets its drawing for phones. The attribute that holds it stays until the chart has it.
const phone = matchMedia("(max-width: 40rem)");
async function drawForPhones() {
  if (!phone.matches) return;
  for (const box of document.querySelectorAll("[data-phone]")) {
    const drawing = box.dataset.phone;
    if (!drawing) continue;  // another call, after a fold was filled, unpacks it already
    box.dataset.phone = "";
    box.insertAdjacentHTML("beforeend", await unpack(drawing));
    box.removeAttribute("data-phone");
    markSides(box);
  }
}
phone.addEventListener("change", drawForPhones);

document.addEventListener("toggle", (event) => event.target.open && fill(event.target), true);
document.addEventListener("scroll", (event) => event.target instanceof Element && markSides(event.target), true);
document.addEventListener("DOMContentLoaded", () => (watchBoxes(document), drawForPhones()));
