// The examples browser: reads the JSON in this page, and draws the sentences that fit the filters, 25 at a time.
// Text is only ever put in as text (textContent), never as markup.
"use strict";
whenReached(document.getElementById("examples-browser").closest("section"), async () => {
  const PAGE = 25;
  const LAST_SHADE = 8;
  const data = JSON.parse(await unpack(document.getElementById("examples-data").textContent));
  const form = document.getElementById("examples-filters");
  const list = document.getElementById("examples-list");
  const count = document.getElementById("examples-count");
  const more = document.getElementById("examples-more");
  let found = [];
  let shown = 0;

  // ---- What the numbers in the JSON mean ----

  const sentences = data.sentences.map(([essay, tokens, errors, proposals], index) => ({
    number: index + 1,
    essay: data.essays[essay],
    tokens,
    errors: errors.map(([start, end, ways, type, references]) => (
      { start, end, ways, type: data.types[type], references })),
    proposals: proposals.map(([start, end, text, type, systems, shares]) => (
      { start, end, text, type: data.types[type], systems, shares })),
    words: null,   // lower-case text for the search, made when first searched
    views: [],     // by reference, made when first looked at
  }));

  const same = (one, other) => one.start === other.start && one.end === other.end;
  const overlap = (one, other) => same(one, other) || (one.start < other.end && other.start < one.end);
  const isRight = (proposal, error) => same(proposal, error) && error.ways.includes(proposal.text);
  // Chinese and Japanese are written without blanks, as `closed_up` in escape.py.
  const unspaced = "[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef\\u{20000}-\\u{3ffff}]";
  const inside = new RegExp(`(${unspaced}) (?=${unspaced})`, "gu");
  const closedUp = (text) => text.replace(inside, "$1");
  const words = (sentence, from, to) => closedUp(sentence.tokens.slice(from, to).join(" "));
  const names = (systems) => systems.map((system) => data.systems[system]).join(", ") || "none";
  const everyone = data.systems.map((_, system) => system);

  // A sentence as one reference sees it: its errors with who solved them, and changes of correct text.
  function view(sentence, reference) {
    if (!sentence.views[reference]) {
      const errors = sentence.errors.filter((error) => error.references.includes(reference)).map((error) => {
        const right = sentence.proposals.filter((proposal) => isRight(proposal, error));
        const solved = new Set(right.flatMap((proposal) => proposal.systems));
        return { ...error, solved, others: [] };
      });
      const wrong = sentence.proposals.filter((proposal) => !errors.some((error) => isRight(proposal, error)));
      const needless = [];
      for (const proposal of wrong) {
        const error = errors.find((one) => overlap(one, proposal));
        if (error) error.others.push(proposal);
        else needless.push(proposal);
      }
      sentence.views[reference] = { errors, wrong, needless };
    }
    return sentence.views[reference];
  }

  // ---- Filters ----

  function wishes() {
    const chosen = Object.fromEntries(new FormData(form));
    const number = (value) => (value === "" ? null : Number(value));
    return {
      words: chosen.words.trim().toLowerCase(),
      type: chosen.type,
      solved: number(chosen.solved),
      system: number(chosen.system),
      outcome: chosen.outcome,
      reference: Number(chosen.reference || 0),
    };
  }

  // "R:" is an operation, "VERB:SVA" a type whatever its operation.
  function hasType(type, wanted) {
    if (!wanted) return true;
    if (/^[MRU]:$/.test(wanted)) return type.startsWith(wanted);
    return type === wanted || (/^[MRU]:/.test(type) && type.slice(2) === wanted);
  }

  function fitsError(error, wish) {
    if (!hasType(error.type, wish.type)) return false;
    if (wish.solved !== null && error.solved.size !== wish.solved) return false;
    const own = wish.system === null ? null : error.solved.has(wish.system);
    if (wish.outcome === "hit") return own ?? error.solved.size > 0;
    if (wish.outcome === "miss") return own === null ? error.solved.size < data.systems.length : !own;
    return wish.outcome === "";
  }

  function fitsNeedless(proposal, wish) {
    if (wish.outcome !== "needless" || wish.solved !== null) return false;
    return hasType(proposal.type, wish.type) && (wish.system === null || proposal.systems.includes(wish.system));
  }

  const asks = (wish) => wish.type !== "" || wish.solved !== null || wish.outcome !== "";

  function hasWords(sentence, words) {
    if (!words) return true;
    if (sentence.words === null) {
      const parts = [sentence.tokens.join(" "), ...sentence.errors.flatMap((error) => error.ways),
        ...sentence.proposals.map((proposal) => proposal.text), sentence.essay];
      sentence.words = closedUp(parts.join("\n")).toLowerCase();
    }
    return sentence.words.includes(words);
  }

  // What in a sentence fits the filters: null when the sentence is not to be shown.
  function fitting(sentence, wish) {
    if (!hasWords(sentence, wish.words)) return null;
    const { errors, wrong } = view(sentence, wish.reference);
    if (!asks(wish)) {
      const changed = wish.system === null || sentence.proposals.some((one) => one.systems.includes(wish.system));
      return changed ? new Set() : null;
    }
    const fit = [...errors.filter((error) => fitsError(error, wish)), ...wrong.filter((one) => fitsNeedless(one, wish))];
    return fit.length ? new Set(fit) : null;
  }

  // ---- Drawing ----

  function make(name, className, text, ...children) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text) node.textContent = text;
    node.append(...children);
    return node;
  }

  const signed = (share) => `${share < 0 ? "−" : "+"}${Math.abs(share).toFixed(3)}`;
  const orNothing = (text) => closedUp(text) || "(nothing)";

  // A marked word whose details open by pointing, by a tap and by the Tab key, as in the heat maps.
  function marked(kind, text, lines, fits) {
    const node = make("span", `chunk ${kind}${fits ? " fits" : ""}`, text);
    node.tabIndex = 0;
    node.setAttribute("role", "note");
    const detail = make("span", "detail");
    lines.forEach((line, index) => detail.append(...(index ? [document.createElement("br")] : []), line));
    node.append(detail);
    return node;
  }

  function drawError(sentence, error, fit) {
    const total = data.systems.length;
    const weight = (total - error.solved.size) / total;
    const original = words(sentence, error.start, error.end);
    const lines = [
      `${orNothing(original)} → ${error.ways.map(orNothing).join(" / ")}`,
      `Weight ${weight.toFixed(2)}${error.type ? `; ${error.type}` : ""}`,
      `Corrected by: ${names([...error.solved].sort((one, other) => one - other))}`,
      `Missed by: ${names(everyone.filter((system) => !error.solved.has(system)))}`,
      ...error.others.map((one) => `Instead: ${orNothing(one.text)} (${names(one.systems)})`),
    ];
    const fits = fit.has(error) || error.others.some((one) => fit.has(one));
    const shade = Math.min(LAST_SHADE, Math.floor(weight * (LAST_SHADE + 1)));
    const node = marked(`error difficulty-${shade}`, "", lines, fits);
    // "Show corrections" above the heat maps holds here too.
    const fix = closedUp(error.ways[0]);
    node.prepend(...(original ? [make("s", "", original), make("ins", "fix", ` ${fix}`)] : [`‸${fix}`]));
    return node;
  }

  function drawNeedless(sentence, proposals, start, end, fit) {
    const original = words(sentence, start, end);
    const lines = [original ? `${original} is correct` : "Nothing is missing here"];
    for (const one of proposals) {
      lines.push(`${orNothing(words(sentence, one.start, one.end))} → ${orNothing(one.text)}: ${names(one.systems)}`);
    }
    return marked(`false-positive score-1${original ? "" : " gap"}`, original || "‸", lines, proposals.some((one) => fit.has(one)));
  }

  // Changes of correct text that touch each other become one marked stretch.
  function stretches(proposals) {
    const merged = [];
    for (const one of [...proposals].sort((left, right) => left.start - right.start || left.end - right.end)) {
      const last = merged.at(-1);
      if (last && overlap(last, one)) {
        last.end = Math.max(last.end, one.end);
        last.proposals.push(one);
      } else merged.push({ start: one.start, end: one.end, proposals: [one] });
    }
    return merged;
  }

  function drawSource(sentence, { errors, needless }, fit) {
    const line = make("p", "sentence");
    line.dir = "auto";
    line.append(make("span", "number", sentence.essay ? `${sentence.number} · ${sentence.essay}` : `${sentence.number}`), document.createElement("br"));
    const marks = [
      ...errors.map((error) => ({ start: error.start, end: error.end, draw: () => drawError(sentence, error, fit) })),
      ...stretches(needless).map(({ start, end, proposals }) => (
        { start, end, draw: () => drawNeedless(sentence, proposals, start, end, fit) })),
    ].sort((one, other) => one.start - other.start || one.end - other.end);
    let done = 0;
    for (const mark of marks) {
      if (mark.start < done) continue;   // overlaps what is drawn already
      if (mark.start > done) line.append(words(sentence, done, mark.start), " ");
      line.append(mark.draw(), " ");
      done = mark.end;
    }
    line.append(words(sentence, done));
    return line;
  }

  // One version of the sentence: deleted words struck out, new ones underlined by whether they are right.
  function drawVersion(sentence, edits) {
    const line = make("dd");
    line.dir = "auto";
    let done = 0;
    for (const { start, end, text, kind, share } of edits) {
      if (start < done) continue;
      if (start > done) line.append(words(sentence, done, start), " ");
      if (end > start) line.append(make("del", kind, words(sentence, start, end)), " ");
      if (text) line.append(make("ins", kind, closedUp(text)), " ");
      if (typeof share === "number") line.append(make("small", "quiet", signed(share)), " ");
      done = end;
    }
    line.append(words(sentence, done));
    return line;
  }

  function drawOutputs(sentence, reference) {
    const { errors, wrong } = view(sentence, reference);
    const rows = make("dl");
    const gold = errors.map((error) => ({ ...error, text: error.ways[0], kind: "right" }));
    rows.append(make("dt", "", `${data.references[reference]} (reference)`), drawVersion(sentence, gold));
    for (const system of everyone) {
      const own = sentence.proposals.filter((one) => one.systems.includes(system));
      const edits = own.map((one) => ({
        ...one, kind: wrong.includes(one) ? "wrong" : "right", share: one.shares?.[one.systems.indexOf(system)] }));
      rows.append(make("dt", "", data.systems[system]));
      rows.append(own.length ? drawVersion(sentence, edits) : make("dd", "quiet", "(unchanged)"));
    }
    return rows;
  }

  function drawExample({ sentence, fit }, reference) {
    const item = make("li", "example", "", drawSource(sentence, view(sentence, reference), fit));
    const fold = make("details", "outputs", "", make("summary", "", "What each system wrote"));
    fold.addEventListener("toggle", () => fold.append(drawOutputs(sentence, reference)), { once: true });
    item.append(fold);
    return item;
  }

  function drawMore() {
    const { reference } = wishes();
    list.append(...found.slice(shown, shown + PAGE).map((one) => drawExample(one, reference)));
    shown = Math.min(found.length, shown + PAGE);
    more.hidden = shown === found.length;
    const fits = found.reduce((sum, one) => sum + one.fit.size, 0);
    const what = asks(wishes()) ? `, ${fits.toLocaleString("en")} matching places` : "";
    const part = shown < found.length ? `; the first ${shown} are shown` : "";
    count.textContent = `${found.length.toLocaleString("en")} of ${sentences.length.toLocaleString("en")} sentences${what}${part}.`;
  }

  function draw() {
    const wish = wishes();
    found = [];
    for (const sentence of sentences) {
      const fit = fitting(sentence, wish);
      if (fit) found.push({ sentence, fit });
    }
    shown = 0;
    list.replaceChildren();
    drawMore();
  }

  // ---- The address keeps the filters: #examples?type=DET&outcome=miss ----

  function remember() {
    const chosen = new URLSearchParams([...new FormData(form)].filter(([name, value]) => (
      value !== "" && !(name === "reference" && value === "0"))));
    const hash = chosen.size ? `#examples?${chosen}` : "#examples";
    try { history.replaceState(null, "", hash); } catch { /* Some viewers do not allow it; nothing is lost. */ }
  }

  function recall() {
    const [anchor, chosen] = location.hash.split("?", 2);
    if (anchor !== "#examples" || !chosen) return;
    for (const [name, value] of new URLSearchParams(chosen)) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    document.getElementById("examples").scrollIntoView();
  }

  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { draw(); remember(); }, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { draw(); remember(); }));
  more.addEventListener("click", () => {
    const first = shown;
    drawMore();
    list.children[first]?.querySelector("summary")?.focus();   // go on reading where the new ones begin
  });
  window.addEventListener("hashchange", () => {
    if (location.hash.startsWith("#examples?")) { recall(); draw(); }
  });

  document.getElementById("examples-browser").hidden = false;
  recall();
  draw();
});
