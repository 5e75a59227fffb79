// Keys for everything a button can do. The page works without this file: answers are plain forms.
"use strict";

const remembered = ["others", "around"];

function remember(box) {
  try {
    localStorage.setItem(`redink-${box.id}`, box.checked ? "1" : "");
  } catch {
    // A browser that keeps nothing: the box is off again on the next page.
  }
}

for (const id of remembered) {
  const box = document.getElementById(id);
  if (!box) continue;
  try {
    box.checked = localStorage.getItem(`redink-${id}`) === "1";
  } catch {
    // As above.
  }
  box.addEventListener("change", () => remember(box));
}

// One answer a page: a second press while the first is on its way does nothing.
let sent = false;
document.addEventListener("submit", (event) => {
  if (sent) {
    event.preventDefault();
    return;
  }
  sent = true;
  document.body.classList.add("busy");
});
window.addEventListener("pageshow", () => {
  sent = false;
  document.body.classList.remove("busy");
});

const actions = new Map();
for (const element of document.querySelectorAll("[data-keys]")) {
  for (const key of element.dataset.keys.split(" ")) actions.set(key, element);
}

function toggle(id, focus) {
  const details = document.getElementById(id);
  if (!details) return false;
  details.open = !details.open;
  if (details.open && focus) details.querySelector("textarea").focus();
  return true;
}

function isTyping(target) {
  return target.tagName === "TEXTAREA" || (target.tagName === "INPUT" && !["checkbox", "radio"].includes(target.type));
}

document.addEventListener("keydown", (event) => {
  const name = (event.ctrlKey ? "Ctrl+" : "") + event.key;
  if (event.key === "Escape" && isTyping(event.target)) {
    event.target.blur();
    return;
  }
  // A key held down must not answer page after page.
  if (event.repeat || event.metaKey || event.altKey) return;
  if (isTyping(event.target) && name !== "Ctrl+Enter") return;
  // Arrows move between the criteria while one of them has the focus.
  if (event.target.type === "radio" && event.key.startsWith("Arrow")) return;
  const element = actions.get(name);
  if (element) {
    event.preventDefault();
    if (element.type === "radio" && element.checked) element.checked = false;
    else element.click();
  } else if (name === "h") {
    if (toggle("card", false)) event.preventDefault();
  } else if (name === "n") {
    if (toggle("note", true)) event.preventDefault();
  }
});

// The organiser's numbers stay fresh.
if (document.getElementById("live")) {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch("/organiser");
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      if (fresh) document.getElementById("live").replaceChildren(...fresh.childNodes);
    } catch {
      // The server is away: try again next time.
    }
  }, 10000);
}
