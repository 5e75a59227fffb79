// Sends the texts when they change, and shows what comes back; drops of text files fill a field. Without this script, the
// button "Explain" does the same.
"use strict";
(() => {
  const form = document.getElementById("texts");
  const shown = document.getElementById("shown");
  let waiting = 0;
  let latest = 0;

  async function look() {
    latest += 1;
    const mine = latest;
    const answer = await fetch("/", { method: "POST", headers: { "X-Part": "yes" }, body: new URLSearchParams(new FormData(form)) });
    const text = await answer.text();
    if (mine !== latest) return;   // something newer was typed meanwhile
    if (answer.ok) shown.innerHTML = text;
    else shown.textContent = text;
  }

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => look().catch(() => { shown.textContent = "The server does not answer. Was it stopped?"; }), 250);
  });

  for (const area of form.querySelectorAll("textarea")) {
    area.addEventListener("dragover", (event) => { event.preventDefault(); area.classList.add("over"); });
    area.addEventListener("dragleave", () => area.classList.remove("over"));
    area.addEventListener("drop", async (event) => {
      area.classList.remove("over");
      const file = event.dataTransfer.files[0];
      if (!file) return;
      event.preventDefault();
      area.value = await file.text();
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
})();
