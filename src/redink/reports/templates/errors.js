// The error browser: sorts and filters the rows of the table in this page, and shows 50 of them at a time.
"use strict";
whenReached(document.getElementById("errors-box").closest("section"), async () => {
  const PAGE = 50;
  await fill(document.getElementById("errors-box"));
  const form = document.getElementById("errors-filters");
  const table = document.getElementById("errors-table");
  const body = table.tBodies[0];
  const count = document.getElementById("errors-count");
  const more = document.getElementById("errors-more");
  const heads = [...table.tHead.rows[0].cells];
  const number = (text) => Number.parseFloat(text);
  const rows = [...body.rows].map((node, place) => ({
    node,
    place,
    text: node.textContent.toLowerCase(),
    type: node.cells[2].textContent,
    weight: number(node.dataset.w),
    need: number(node.dataset.need),
    solved: node.dataset.solved.split(" ").filter(Boolean),
    ahead: node.dataset.ahead.split(" ").filter(Boolean),
  }));
  let order = { column: -1, down: true };
  let shown = PAGE;

  // "R:" is an operation, "VERB:SVA" a type whatever its operation.
  function hasType(type, wanted) {
    if (!wanted) return true;
    if (/^[MRU]:$/.test(wanted)) return type.startsWith(wanted);
    return type === wanted || (/^[MRU]:/.test(type) && type.slice(2) === wanted);
  }

  function fits(row, wish) {
    const hit = wish.system ? row.solved.includes(wish.system) : row.solved.length > 0;
    const outcomes = { hit, alone: hit && row.solved.length === 1, miss: !hit };
    const needs = { all: row.need >= 1, most: row.need > 0.5, few: row.need <= 0.5 };
    return (!wish.words || row.text.includes(wish.words.trim().toLowerCase()))
      && hasType(row.type, wish.type)
      && !(wish.least && row.weight < number(wish.least) - 1e-6)
      && !(wish.most && row.weight > number(wish.most) + 1e-6)
      && (!wish.need || needs[wish.need])
      && (!wish.solved || row.solved.length === Number(wish.solved))
      && (!wish.outcome || outcomes[wish.outcome])
      && (!wish.group || row.ahead.includes(wish.group));
  }

  // Numbers by size, text by the alphabet; rows that tie stay in the order of the page.
  function compare(one, other) {
    if (order.column < 0) return one.place - other.place;
    const [left, right] = [one, other].map((row) => row.node.cells[order.column].textContent);
    const difference = Number.isNaN(number(left)) || Number.isNaN(number(right))
      ? left.localeCompare(right) : number(left) - number(right);
    return (order.down ? -difference : difference) || one.place - other.place;
  }

  function draw() {
    const wish = Object.fromEntries(new FormData(form));
    const found = rows.filter((row) => fits(row, wish)).sort(compare);
    body.replaceChildren(...found.slice(0, shown).map((row) => row.node));
    more.hidden = shown >= found.length;
    const mean = found.reduce((sum, row) => sum + row.weight, 0) / found.length;
    const part = shown < found.length ? `; the first ${shown} are shown` : "";
    count.textContent = found.length
      ? `${found.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} errors, mean w ${mean.toFixed(2)}${part}.`
      : "No error fits.";
  }

  // ---- The address keeps the filters: #errors?type=DET&solved=0 ----

  function remember() {
    const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    try { history.replaceState(null, "", chosen.size ? `#errors?${chosen}` : "#errors"); } catch { /* Nothing is lost. */ }
  }

  function recall() {
    const [anchor, chosen] = location.hash.split("?", 2);
    if (anchor !== "#errors" || !chosen) return;
    for (const field of form.elements) if (field.name) field.value = "";
    for (const [name, value] of new URLSearchParams(chosen)) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    document.getElementById("errors").scrollIntoView();
  }

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head.textContent;
    button.addEventListener("click", () => {
      order = { column, down: order.column === column ? !order.down : column > 2 };
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      draw();
    });
    head.replaceChildren(button);
  });
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { shown = PAGE; draw(); remember(); }, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { shown = PAGE; draw(); remember(); }));
  more.addEventListener("click", () => { shown += PAGE; draw(); });
  window.addEventListener("hashchange", () => {
    if (location.hash.startsWith("#errors?")) { shown = PAGE; recall(); draw(); }
  });

  form.hidden = false;
  recall();
  draw();
});

// Without this script, the links of numbers lead to the table; with it, to the errors behind the number.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-wish]");
  if (link) link.hash = `${link.hash.split("?")[0]}?${link.dataset.wish}`;
}, true);
