"use strict";
// Everything shown comes from untrusted text: it enters the page as text nodes and attributes only.
(() => {
  const $ = (id) => document.getElementById(id);
  const PAGE = 60, WORDS = { different: "different", equivalent: "equivalent", equivalent_up_to_bound: "equivalent up to bound", unrefuted: "unrefuted", undecided: "undecided", unsupported: "unsupported", invalid: "invalid" };
  const SECTIONS = ["overview", "questions", "suspects", "ambiguous", "about"];
  let index = null, loading = null, shown = [], drawn = 0, open = -1, choice = 0, suspectRank = new Map();
  const chunks = new Map(), byId = new Map();

  // --- building elements -------------------------------------------------------------------------------------------
  function h(tag, props, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(props || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key === "class") node.className = value;
      else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : String(value));
    }
    node.append(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false));
    return node;
  }
  const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
  // Control and direction characters would hide or reorder text: show their number instead.
  const visible = (text) => String(text).replace(CONTROL, (c) => {
    const code = c.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
  const plural = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
  const seconds = (s) => s === undefined || s === null ? "" : s < 0.001 ? `${(s * 1e6).toFixed(0)} µs` : s < 1 ? `${(s * 1e3).toPrecision(2)} ms`.replace(/e\+\d+/, "") : `${s.toFixed(1)} s`;
  const methodNames = (numbers) => numbers.map((m) => visible(index.methods[m]));

  // --- data --------------------------------------------------------------------------------------------------------
  async function unpack(id) {
    const bytes = Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }
  function detailOf(position) {
    const number = Math.floor(position / index.chunk);
    if (!chunks.has(number)) chunks.set(number, unpack(`chunk-${number}`));
    return chunks.get(number).then((part) => [part.q[position % index.chunk], part.lines]);
  }
  function load() {
    loading = loading || unpack("index").then((data) => {
      index = data;
      index.questions.forEach((q, i) => byId.set(String(q[0]), i));
      index.lists.forEach((name) => index.suspects.filter((s) => s[3] === name).forEach((s, i) => { if (!suspectRank.has(s[0]) || (s[5] && !suspectRank.get(s[0])[0][5])) suspectRank.set(s[0], [s, i]); }));
      index.haystack = index.questions.map((q) => `${q[0]} ${index.dbs[q[1]]} ${q[3]} ${q[4]}`.toLowerCase());
      prepareFilters();
    });
    return loading;
  }

  // --- copying -----------------------------------------------------------------------------------------------------
  let toastTimer = 0;
  function toast(text) {
    const box = $("toast");
    box.textContent = text;
    box.classList.add("on");
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => box.classList.remove("on"), 1800);
  }
  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = h("textarea", { class: "quiet", readonly: true });
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) { toast("The browser does not allow copying."); return; }
    }
    toast(`Copied ${what}.`);
  }
  const copyButton = (label, text, what) => h("button", { type: "button", onclick: () => copy(text, what) }, label);

  // --- SQL ---------------------------------------------------------------------------------------------------------
  const TOKEN = /('(?:[^']|'')*'?)|("(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\])|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(\b\d+(?:\.\d+)?\b)|([A-Za-z_][\w$]*)|(\s+)|([\s\S])/g;
  const KEYWORDS = new Set("SELECT DISTINCT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL ON USING AS AND OR NOT IN IS NULL LIKE GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END UNION ALL INTERSECT EXCEPT WITH RECURSIVE VALUES ASC DESC CAST OVER PARTITION FILTER WINDOW ROWS RANGE ESCAPE COLLATE".split(" "));
  const BREAKS = new Set(["FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"]);
  const JOINS = new Set(["JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL"]);
  // A query with its differing spans marked; one that is all on one line is broken before its clauses.
  function sqlView(text, spans, css) {
    const pre = h("pre", { class: "sql", tabindex: 0 });
    const oneLine = !text.trim().includes("\n");
    let depth = 0, before = "", target = null, wasMarked = false, spanAt = 0;
    const sorted = (spans || []).slice().sort((a, b) => a[0] - b[0]);
    for (const found of text.matchAll(TOKEN)) {
      const token = found[0], start = found.index, end = start + token.length, word = found[5] ? token.toUpperCase() : "";
      while (spanAt < sorted.length && sorted[spanAt][1] <= start) spanAt++;
      const marked = spanAt < sorted.length && sorted[spanAt][0] < end;
      if (token === "(") depth++;
      if (token === ")") depth--;
      const breaks = oneLine && start > 0 && depth === 0 && (BREAKS.has(word) || (JOINS.has(word) && !JOINS.has(before) && before !== "OUTER"));
      if (breaks) { pre.append("\n"); target = null; }
      if (marked !== wasMarked || target === null) {
        target = marked ? h("mark", { class: css }) : pre;
        if (marked) pre.append(target);
        wasMarked = marked;
      }
      const kind = found[1] ? "str" : found[3] ? "com" : found[4] ? "num" : KEYWORDS.has(word) ? "kw" : "";
      const shownText = visible(token);
      target.append(kind ? h("span", { class: kind }, shownText) : shownText);
      if (word) before = word; else if (token.trim()) before = "";
    }
    return pre;
  }
  const sqlBox = (title, text, spans, label) => h("section", { class: "sqlbox", "aria-label": title },
    h("header", null, h("span", { dir: "auto" }, title), copyButton("Copy", text, label)), sqlView(text, spans));

  // --- tables ------------------------------------------------------------------------------------------------------
  function cell(value, css) {
    if (value === null) return h("td", { class: `null ${css}` }, "NULL");
    if (typeof value === "number") return h("td", { class: `number ${css}` }, String(value));
    if (typeof value === "object" && "i" in value) return h("td", { class: `number ${css}` }, value.i);
    if (typeof value === "object" && "b" in value) return h("td", { class: css }, `x'${value.b}${value.b.length < value.n * 2 ? "…" : ""}'`);
    if (typeof value === "object" && "t" in value) return h("td", { class: css, dir: "auto" }, visible(value.t), h("small", null, ` … (${value.n} characters)`));
    if (value === "") return h("td", { class: `null ${css}` }, "''");
    return h("td", { class: css, dir: "auto" }, visible(value));
  }
  function miniTable(title, note, columns, rows, rowClass, cellClass) {
    const body = rows.map((row, y) => h("tr", { class: rowClass(y) }, row.map((value, x) => cell(value, cellClass(y, x)))));
    return h("section", { class: "mini", "aria-label": title },
      h("header", null, h("span", { dir: "auto" }, visible(title)), h("small", null, note)),
      h("div", { class: "scroll", tabindex: rows.length ? 0 : null, role: rows.length ? "region" : null, "aria-label": rows.length ? `${title}, rows` : null },
        h("table", null, h("thead", null, h("tr", null, columns.map((c, x) => h("th", { scope: "col", class: cellClass(-1, x), dir: "auto" }, visible(c))))), h("tbody", null, body))),
      rows.length ? null : h("div", { class: "no-rows" }, "no rows"));
  }
  function witnessTable(table) {
    const marks = new Set(table.m.map(([y, x]) => `${y},${x}`));
    const edited = new Set((table.k || []).map(([y, x]) => `${y},${x}`));
    // columns that no query names are there because the schema wants them filled; many of them would hide the others
    const width = table.c.length - table.u > 3 && table.u > 0 ? table.u : table.c.length;
    const note = plural(table.r.length, "row") + (width < table.c.length ? `, ${table.c.length - width} more columns` : "");
    return miniTable(table.n, note, table.c.slice(0, width), table.r.map((row) => row.slice(0, width)), () => "", (y, x) => (x >= table.u ? "unused" : y < 0 ? (table.h.includes(x) ? "changed" : "") : edited.has(`${y},${x}`) ? "edited" : marks.has(`${y},${x}`) ? "hit" : ""));
  }
  function resultTable(result, title, css) {
    if (result.e !== undefined) return miniTable(title, "error", ["error"], [[result.e]], () => css, () => "");
    const only = new Set(result.x);
    const note = result.n > result.r.length ? `${result.r.length} of ${result.n} rows` : plural(result.n, "row");
    return miniTable(title, note, result.c, result.r, (y) => (only.has(y) ? css : ""), () => "");
  }

  // --- states ------------------------------------------------------------------------------------------------------
  function stateOf([ex, verdict, grade, refuted]) {
    const name = verdict < 0 ? "" : index.verdicts[verdict];
    if (ex === 0) return { css: "fail", text: name === "invalid" ? "invalid" : "fails EX" };
    if (refuted >= 0) {
      const word = index.grades[refuted] || "unknown grade";
      return { css: `b-${word}`, text: name === "different" && grade === refuted ? `different (${word})` : `refuted by another's witness (${word})` };
    }
    if (name === "equivalent") return { css: "good", text: "equivalent" };
    if (name === "unrefuted") return { css: "half", text: "unrefuted" };
    if (name === "equivalent_up_to_bound") return { css: "half", text: "equivalent up to bound" };
    if (name === "different") return { css: "b-degenerate", text: "different (degenerate)" };
    return { css: "unknown", text: WORDS[name] || "not verified" };
  }
  const dots = (question) => {
    const states = question[5].map(stateOf);
    const text = states.map((s, i) => `${index.methods[i]}: ${s.text}`).join("\n");
    return h("span", { class: "dots", role: "img", "aria-label": visible(text.replaceAll("\n", ", ")), title: visible(text) }, states.map((s) => h("i", { class: s.css })));
  };
  const meta = (position) => {
    const q = index.questions[position], rank = suspectRank.get(position);
    return h("span", { class: "meta" }, h("b", null, `#${visible(q[0])}`), h("span", { dir: "auto" }, visible(index.dbs[q[1]])), q[2] ? h("span", null, visible(q[2])) : null,
      rank === undefined || !rank[0][5] ? null : h("span", { class: "chip suspect" }, `${rank[0][3]} ${rank[1] + 1}`));
  };
  // The filters are part of the address: of the list, and of each question opened from it.
  const link = (position) => `#/q/${encodeURIComponent(String(index.questions[position][0]))}${chosenFilters()}`;

  // --- list and filters --------------------------------------------------------------------------------------------
  const FILTERS = ["db", "difficulty", "method", "verdict", "grade", "suspect"];
  // In an address databases and methods go by their names, verdicts and grades by their words.
  const named = () => ({ db: index.dbs, method: index.methods, verdict: index.verdicts, grade: index.grades });
  function chosenFilters() {
    const chosen = new URLSearchParams();
    if ($("search").value.trim()) chosen.set("search", $("search").value.trim());
    for (const filter of FILTERS) {
      const value = $(`f-${filter}`).value;
      if (value !== "") chosen.set(filter, named()[filter]?.[Number(value)] ?? value);
    }
    return String(chosen) ? `?${chosen}` : "";
  }
  function takeFilters(text) {
    const wanted = new URLSearchParams(text);
    if (`?${wanted}` === chosenFilters() || (!text && !chosenFilters())) return;
    $("search").value = wanted.get("search") || "";
    for (const filter of FILTERS) {
      const value = wanted.get(filter) || "", at = named()[filter] ? named()[filter].indexOf(value) : -1;
      $(`f-${filter}`).value = at >= 0 ? String(at) : value;
      if ($(`f-${filter}`).selectedIndex < 0) $(`f-${filter}`).value = "";
    }
    refresh({ keep: true });
  }
  function rememberFilters() {
    const [path] = location.hash.split("?");
    if (path !== "#/questions" && !path.startsWith("#/q/")) return;
    const wanted = path + chosenFilters();
    if (wanted !== location.hash) history.replaceState(null, "", wanted);
    for (const a of $("detail").querySelectorAll("a.back")) a.setAttribute("href", `#/questions${chosenFilters()}`);
  }
  // The predictions are in the packed parts of the page; they are read when someone searches.
  let predictions = null;
  function searchPredictions() {
    if (predictions !== null) return;
    predictions = [];
    Promise.all(index.questions.map((_, i) => detailOf(i))).then((all) => {
      predictions = all.map(([detail]) => detail.p.map((p) => p.s || "").join("\n").toLowerCase());
      refresh();
    }).catch(trouble);
  }
  function option(select, value, text) { select.append(h("option", { value }, visible(text))); }
  function prepareFilters() {
    const fill = (name, all, entries) => {
      const select = $(`f-${name}`);
      option(select, "", all);
      for (const [value, text] of entries) option(select, value, text);
      select.addEventListener("change", () => refresh());
    };
    const levels = [...new Set(index.questions.map((q) => q[2]).filter(Boolean))];
    fill("db", "all", index.dbs.map((name, i) => [i, name]));
    fill("difficulty", "all", levels.map((name) => [name, name]));
    fill("method", "any", index.methods.map((name, i) => [i, name]));
    fill("verdict", "any", [...index.verdicts.map((name, i) => [i, WORDS[name]]), ["borrowed", "refuted by borrowed witness"], ["fail", "fails EX"], ["all", "refutes all that pass EX"]]);
    fill("grade", "any", index.grades.map((name, i) => [i, name]));
    fill("suspect", "all", [["yes", "strongly suspect"], ["no", "not strongly suspect"]]);
    let timer = 0;
    $("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => refresh(), 80); });
    $("reset").addEventListener("click", () => { $("search").value = ""; FILTERS.forEach((f) => { $(`f-${f}`).value = ""; }); refresh(); $("search").focus(); });
    document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
    refresh({ keep: true });
  }
  function stateFits(state, verdict, grade) {
    const [ex, own, , refuted] = state;
    if (grade !== "" && Number(grade) !== (own === 0 && state[2] === index.grades.indexOf("degenerate") ? state[2] : refuted)) return false;
    if (verdict === "" || verdict === "all") return true;
    if (verdict === "fail") return ex === 0;
    if (verdict === "borrowed") return refuted >= 0 && own !== 0;
    return own === Number(verdict);
  }
  function refresh({ keep = false } = {}) {
    if (!keep) rememberFilters();
    const [db, difficulty, method, verdict, grade, suspect] = FILTERS.map((f) => $(`f-${f}`).value);
    const terms = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (terms.length) searchPredictions();
    const fits = (i, t) => t.startsWith("#") ? String(index.questions[i][0]).toLowerCase() === t.slice(1) : index.haystack[i].includes(t) || Boolean(predictions?.[i]?.includes(t));
    shown = [];
    index.questions.forEach((q, i) => {
      if (db !== "" && q[1] !== Number(db)) return;
      if (difficulty !== "" && q[2] !== difficulty) return;
      if (suspect !== "" && Boolean(suspectRank.get(i)?.[0][5]) !== (suspect === "yes")) return;
      if (verdict === "all") {
        const passing = q[5].filter((s) => s[0] !== 0);
        if (!passing.length || passing.some((s) => s[3] < 0)) return;
      }
      if ((verdict !== "" || grade !== "") && !(method === "" ? q[5] : [q[5][Number(method)]]).some((s) => stateFits(s, verdict, grade))) return;
      if (terms.length && !terms.every((t) => fits(i, t))) return;
      shown.push(i);
    });
    $("found").textContent = shown.length === index.questions.length ? plural(shown.length, "question") : `${shown.length.toLocaleString("en")} of ${plural(index.questions.length, "question")}`;
    $("list").replaceChildren();
    drawn = 0;
    drawMore();
  }
  function drawMore() {
    const next = shown.slice(drawn, drawn + PAGE);
    $("list").append(...next.map((i) => h("li", null, h("a", { href: link(i), "data-at": i, "aria-current": i === open ? "true" : null },
      meta(i), h("span", { class: "clamp", dir: "auto" }, visible(index.questions[i][3])), dots(index.questions[i])))));
    drawn += next.length;
    $("more").hidden = drawn >= shown.length;
  }

  // --- one question ------------------------------------------------------------------------------------------------
  const chips = (numbers) => methodNames(numbers).map((name) => h("span", { class: "chip", dir: "auto" }, name));
  function claim(p) {
    if (p.s === undefined) return ["", "no prediction", visible(p.xr || "")];
    if (p.x === false) return [p.v || "", p.v === "invalid" ? "Invalid" : "Fails EX", p.v === "invalid" ? visible(p.r || "") : visible(p.xr || "different result on the test database")];
    const rows = plural(p.b || 0, "row");
    switch (p.v) {
      case "different": return ["different", `Different: ${p.g}`, `The two queries differ ${index.meanings[index.grades.indexOf(p.g)]}, with at most ${rows} per table.`];
      case "equivalent": return ["equivalent", "Equivalent", `On every database: ${visible(p.r || "")}.`];
      case "equivalent_up_to_bound": return ["equivalent_up_to_bound", "Equivalent up to the bound", `On every database with at most ${rows} per table.`];
      case "unrefuted": return ["unrefuted", "Unrefuted", `${visible(p.r || "")}, with at most ${rows} per table.`];
      case "undecided": return ["undecided", "Undecided", `${visible(p.r || "")}${p.b ? `; proved up to ${rows} per table` : ""}.`];
      case "unsupported": return ["unsupported", "Unsupported", visible(p.r || "")];
      case "invalid": return ["invalid", "Invalid", visible(p.r || "")];
      default: return ["", "Not verified", ""];
    }
  }
  const swatchOf = (p) => p.x === false || p.s === undefined ? "" : p.v === "different" ? `b-${p.g}` : p.c && p.c.length ? `b-${p.cg || "degenerate"}` : `b-${p.v}`;
  function strength(p) {
    if (p.x === false || p.s === undefined) return 50;
    const grade = p.v === "different" ? p.g : p.c && p.c.length ? p.cg : null;
    return grade ? index.grades.indexOf(grade) - (p.v === "different" ? 0.5 : 0) : p.v === "different" ? 20 : 30;
  }
  function backticks(text) {
    return visible(text).split("`").map((part, i) => (i % 2 ? h("code", null, part) : part));
  }
  // An answer in one line: its first rows as tuples.
  function inlineAnswer(result) {
    if (result.e !== undefined) return h("code", { class: "answer" }, visible(result.e));
    const value = (v) => v === null ? "NULL" : typeof v === "object" ? (v.i ?? (v.b !== undefined ? `x'${v.b}'` : `${v.t}…`)) : typeof v === "string" ? `'${v}'` : String(v);
    const rows = result.r.slice(0, 3).map((row) => `(${row.map(value).join(", ")})`);
    const more = result.n > rows.length ? ` and ${result.n - rows.length} more` : "";
    return h("code", { class: "answer", dir: "auto" }, visible(rows.length ? rows.join(" ") + more : "no rows"));
  }
  function livePart(w, script, queries) {
    if (!window.spotitLive) return null;
    const box = h("div", { class: "live" });
    const button = h("button", { type: "button", onclick: () => {
      button.hidden = true;
      box.replaceChildren(h("p", { class: "muted" }, "Starting SQLite …"));
      const plain = index.columns === "exact" && ["set", "bag", "list"].includes(index.semantics);
      const [ddl] = script.split(/^-- left/m);
      window.spotitLive(box, (tag, props, ...children) => h(tag, props, ...children.flat(9).map((c) => (typeof c === "string" ? visible(c) : c))), { script: ddl, queries, tables: w.t.map((t) => t.n), semantics: plain ? index.semantics : "", engine: index.engine })
        .catch((error) => box.replaceChildren(h("p", { class: "trouble" }, error.message)));
    } }, "Run it here");
    return [h("h3", null, "Try it"), button, box];
  }
  function witnessView(w, borrowed, script, queries) {
    const own = methodNames(w.m).join(", ");
    const shareRows = w.a.map(([gold, failed, methods, result]) => h("li", null, h("span", { class: "label" }, gold ? "answer as gold" : failed ? "fail on it" : methods.length > 1 ? "answer alike, not as gold" : "answers otherwise"), chips(methods), result ? inlineAnswer(result) : null));
    return h("section", null,
      h("h3", null, borrowed ? `Refuted by the witness of ${own}` : w.as ? "Witness (shown beside EX, no part of any score)" : "Witness"),
      w.x ? h("p", { class: "explain", dir: "auto" }, backticks(w.x)) : null,
      h("div", { class: "meta" }, h("span", { class: "chip different" }, h("i", { class: `swatch b-${w.g}` }), w.g), h("span", null, `${plural(w.b, "row")} per table at most`),
        w.min ? h("span", { class: "chip equivalent" }, "minimal: proved") : null, w.ok ? null : h("span", { class: "chip" }, "a stronger grade was not excluded"),
        w.now ? h("span", { class: "chip" }, `clock at ${w.now}`) : null, w.tags.map((tag) => h("span", { class: "chip" }, visible(tag)))),
      w.h ? h("p", { class: "note", dir: "auto" }, visible(w.h)) : null,
      h("div", { class: "actions" }, copyButton("Copy witness script", script, "the witness script"), h("span", { class: "muted" }, visible(w.n))),
      h("div", { class: "witness" }, w.t.map(witnessTable)),
      h("h3", null, "Results on it"),
      h("div", { class: "witness" }, resultTable(w.r[0], "gold (left)", "only-gold"), resultTable(w.r[1], borrowed ? `prediction of ${own} (right)` : "prediction (right)", "only-pred")),
      shareRows.length ? [h("h3", null, "Who answers what on this witness"), h("ul", { class: "groups" }, shareRows)] : null,
      borrowed ? null : livePart(w, script, w.q || queries));
  }
  function predictionView(q, detail, lines, p) {
    const [css, title, text] = claim(p);
    const script = (w) => w.z.map((n) => lines[n]).join("\n");
    const parts = [h("div", { class: `verdict ${css}` }, h("strong", null, title), p.t === undefined ? null : h("span", { class: "muted" }, `in ${seconds(p.t)}`),
      p.sp ? h("span", { class: "chip different" }, `${plural(p.sp, "spurious model")}: a bug of SpotIt`) : null,
      p.x === true ? h("span", { class: "chip" }, "passes EX") : null,
      p.xc ? h("span", { class: "chip", dir: "auto" }, visible(`extra columns: ${p.xc.join(", ")}`)) : null,
      p.ar ? h("span", { class: "chip" }, `columns in the order ${p.ar.join(", ")}`) : null,
      p.c && p.c.length ? h("span", { class: "chip different" }, `${plural(p.c.length, "borrowed witness").replace("witnesss", "witnesses")} ${p.c.length === 1 ? "refutes" : "refute"} it${p.cg ? ` (${p.cg})` : ""}`) : null,
      h("p", { dir: "auto" }, text))];
    if (p.s !== undefined) {
      const [goldSpans, predSpans] = p.d || [[], []];
      const at = p.at && p.at[0] === "right" ? [[p.at[1], p.at[2]]] : [];
      const goldAt = p.at && p.at[0] === "left" ? [[p.at[1], p.at[2]]] : [];
      parts.push(h("div", { class: "two" }, sqlBox("Gold (left)", q[4], at.length ? goldSpans : goldSpans.concat(goldAt), "the gold query"), sqlBox("Prediction (right)", p.s, at.length ? at : predSpans, "the prediction")));
      if (p.s === q[4]) parts.push(h("p", { class: "note" }, "The prediction is the gold query, word for word."));
    }
    if (p.w !== undefined) parts.push(witnessView(detail.w[p.w], false, script(detail.w[p.w]), [q[4], p.s]));
    else if (p.c && p.c.length) parts.push(witnessView(detail.w[p.c[0]], true, script(detail.w[p.c[0]]), null));
    if (p.pf) parts.push(h("h3", null, "The proof"), h("ul", { class: "plainlist" }, p.pf.map((step) => h("li", null, visible(step)))));
    if (p.a && p.a.length) parts.push(h("h3", null, "The claim assumes"), h("ul", { class: "plainlist" }, p.a.map((a) => h("li", { dir: "auto" }, visible(a)))));
    return parts;
  }
  function groupLabel(g) {
    if (g.g) return "as gold";
    const where = { proof: "proved", probes: "on every witness and probe", witnesses: "on every witness", database: "on the database", "same text": "same text" }[g.b];
    return `${g.p ? "pass EX" : "fail EX"}, ${g.m.length > 1 ? `alike ${where}` : "alone"}`;
  }
  async function showQuestion(position) {
    const moved = position !== open;
    open = position;
    const [detail, lines] = await detailOf(position);
    if (open !== position) return;
    const q = index.questions[position], suspect = suspectRank.get(position);
    const method = $("f-method").value;
    if (moved) {
      const wanted = method === "" ? -1 : detail.p.findIndex((p) => p.m.includes(Number(method)));
      choice = wanted >= 0 ? wanted : detail.p.reduce((best, p, i) => (strength(p) < strength(detail.p[best]) ? i : best), 0);
    }
    const body = h("div", { id: "prediction" });
    const tabs = detail.p.map((p, i) => h("button", { type: "button", "aria-pressed": String(i === choice), onclick: () => choose(i) },
      h("i", { class: `swatch ${swatchOf(p)}` }), h("span", { class: "who", dir: "auto" }, methodNames(p.m).join(", ")), h("small", null, claim(p)[1])));
    function choose(i) {
      choice = (i + detail.p.length) % detail.p.length;
      tabs.forEach((tab, n) => tab.setAttribute("aria-pressed", String(n === choice)));
      body.replaceChildren(...predictionView(q, detail, lines, detail.p[choice]).flat(9).filter(Boolean));
    }
    $("detail").replaceChildren(
      h("a", { class: "back", href: `#/questions${chosenFilters()}` }, "← All questions"),
      meta(position),
      h("h2", { dir: "auto" }, visible(q[3])),
      ...(detail.e ? [h("p", { class: "evidence", dir: "auto" }, visible(detail.e))] : []),
      ...(suspect === undefined ? [] : [h("section", null, h("div", { class: "actions" }, h("span", { class: "chip suspect" }, `suspect gold (${suspect[0][3]}), rank ${suspect[1] + 1}, ${suspect[0][1]} points`), judge(position)),
        h("ul", { class: "plainlist" }, suspect[0][2].map((r) => h("li", { dir: "auto" }, backticks(r)))), note(position))]),
      ...(detail.l.length ? [h("details", { class: "as-table" }, h("summary", null, `${plural(detail.l.length, "remark")} on the gold query`),
        h("section", { class: "sqlbox" }, sqlView(q[4], detail.l.map((l) => [l[3], l[4]]), "lint")),
        h("ul", { class: "plainlist" }, detail.l.map((l) => h("li", null, h("span", { class: "chip" }, `${l[1]}: ${l[0]}`), " ", backticks(l[2])))))] : []),
      h("div", { class: "tabs", role: "group", "aria-label": "Predictions" }, tabs), body,
      ...(detail.g.length > 1 ? [h("h3", null, "Who agrees with whom"), h("ul", { class: "groups" }, detail.g.map((g) => h("li", null, h("span", { class: "label" }, groupLabel(g)), g.r ? h("i", { class: `swatch b-${g.r}`, title: g.r }) : null, chips(g.m))))] : []));
    choose(choice);
    $("detail").chooseNext = (step) => choose(choice + step);
    for (const a of $("list").querySelectorAll("a")) {
      if (Number(a.dataset.at) === position) { a.setAttribute("aria-current", "true"); a.scrollIntoView({ block: "nearest" }); } else a.removeAttribute("aria-current");
    }
    if (moved) window.scrollTo(0, 0);
  }

  // --- judgements --------------------------------------------------------------------------------------------------
  const KEY = () => `spotit-judgements-${index.run}`;
  let judgements = null;
  function judged() {
    if (judgements === null) {
      try { judgements = JSON.parse(localStorage.getItem(KEY()) || "{}"); } catch { judgements = {}; }
    }
    return judgements;
  }
  function judge(position) {
    const id = String(index.questions[position][0]), group = h("span", { class: "judge", role: "group", "aria-label": "Your judgement of gold" });
    for (const word of ["wrong", "unclear", "fine"]) {
      group.append(h("button", { type: "button", "aria-pressed": String(judged()[id] === word), onclick: () => {
        if (judged()[id] === word) delete judged()[id]; else judged()[id] = word;
        try { localStorage.setItem(KEY(), JSON.stringify(judged())); } catch { toast("Judgements are kept until the page is closed."); }
        for (const b of group.children) b.setAttribute("aria-pressed", String(judged()[id] === b.textContent));
        countJudged();
      } }, word));
    }
    return group;
  }
  let written = null;
  function notes() {
    if (written === null) {
      try { written = JSON.parse(localStorage.getItem(`${KEY()}-notes`) || "{}"); } catch { written = {}; }
    }
    return written;
  }
  const countJudged = () => { $("judged").textContent = `${Object.keys(judged()).length} judged`; };
  const csvCell = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? "'" : "") + text.replaceAll('"', '""')}"`;
  function exportJudgements() {
    const ids = [...new Set([...Object.keys(judged()), ...Object.keys(notes())])];
    const rows = ids.map((id) => [id, judged()[id] || "", notes()[id] || "", index.questions[byId.get(id)]?.[3] || ""].map(csvCell).join(","));
    copy(["question_id,judgement,note,question", ...rows].join("\r\n"), plural(rows.length, "judgement"));
  }

  function note(position) {
    const id = String(index.questions[position][0]), area = h("textarea", { rows: 2, placeholder: "A note of your own; it stays in this browser.", "aria-label": `Note on question ${visible(id)}`, class: "own-note" });
    area.value = notes()[id] || "";
    area.addEventListener("input", () => {
      if (area.value) notes()[id] = area.value; else delete notes()[id];
      try { localStorage.setItem(`${KEY()}-notes`, JSON.stringify(notes())); } catch { /* kept until the page is closed */ }
    });
    return area;
  }

  // --- rankings ----------------------------------------------------------------------------------------------------
  const drawnOf = new Map();
  function drawSuspects(name) {
    const at = index.lists.indexOf(name), list = $(`suspects-${at}`), all = index.suspects.filter((s) => s[3] === name), done = drawnOf.get(name) || 0;
    const top = all.length ? all[0][1] || 1 : 1, next = all.slice(done, done + 20);
    list.append(...next.map((suspect, i) => suspectCard(suspect, done + i + 1, top)));
    drawnOf.set(name, done + next.length);
    $(`more-suspects-${at}`).hidden = done + next.length >= all.length;
    if (!all.length) list.replaceChildren(h("li", { class: "none" }, "No gold query of this run is on this list."));
    countJudged();
  }
  function suspectCard(suspect, rank, top) {
    const [position, points, reasons] = suspect, bar = h("i"), evidence = h("div", { class: "case" }, sqlView(index.questions[position][4], []));
    bar.style.width = `${Math.max(3, 100 * points / top)}%`;
    const card = h("li", null, h("div", { class: "rank" }, String(rank), h("span", { class: "points" }, `${points} points`), h("div", { class: "meter" }, bar)),
      h("div", null, meta(position), h("a", { class: "title", href: link(position), dir: "auto" }, visible(index.questions[position][3])),
        h("ul", { class: "plainlist" }, reasons.map((r) => h("li", { dir: "auto" }, backticks(r)))), evidence, note(position), h("div", { class: "actions" }, judge(position), dots(index.questions[position]))));
    cards.observe(card);
    card.fill = () => fillCase(suspect, evidence).catch(trouble);
    return card;
  }
  const cards = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => { cards.unobserve(e.target); e.target.fill(); }), { rootMargin: "600px" });
  // The majority's query beside gold, what tells them apart, what each group answers, and the lints of gold.
  async function fillCase([position, , , , majority], box) {
    const [detail] = await detailOf(position), q = index.questions[position];
    const p = detail.p.find((one) => one.m.includes(majority)), w = p === undefined ? undefined : detail.w[p.w ?? (p.c || [])[0]];
    const [goldSpans, otherSpans] = (p && p.d) || [[], []];
    const agreeing = detail.g.find((g) => g.m.includes(majority));
    const several = agreeing && agreeing.m.length > 1, other = several ? "the majority" : "the other answer";
    const who = agreeing ? plural(agreeing.m.length, "method") : "";
    box.replaceChildren(...[
      detail.e ? h("p", { class: "evidence", dir: "auto" }, visible(detail.e)) : null,
      h("div", { class: "two" }, sqlBox("Gold", q[4], goldSpans, "the gold query"), p && p.s !== undefined ? sqlBox(several ? `The majority (${who})` : "Another answer", p.s, otherSpans, "the other query") : null),
      detail.l.length ? h("ul", { class: "plainlist" }, detail.l.map((l) => h("li", null, h("span", { class: "chip" }, `${l[1]}: ${l[0]}`), " ", backticks(l[2])))) : null,
      w ? [w.x ? h("p", { class: "explain", dir: "auto" }, backticks(w.x)) : null, h("div", { class: "witness" }, w.t.map(witnessTable)),
        h("div", { class: "witness" }, resultTable(w.r[0], "gold", "only-gold"), resultTable(w.r[1], other, "only-pred")),
        w.a.length ? h("ul", { class: "groups" }, w.a.map(([gold, failed, methods, result]) => h("li", null, h("span", { class: "label" }, gold ? "as gold" : failed ? "fails" : "otherwise"), chips(methods), result ? inlineAnswer(result) : null))) : null]
        : h("p", { class: "muted" }, `The run has no witness that tells gold from ${other}.`),
      detail.g.length > 1 ? h("ul", { class: "groups" }, detail.g.map((g) => h("li", null, h("span", { class: "label" }, groupLabel(g)), chips(g.m)))) : null,
    ].flat(9).filter(Boolean));
  }
  function drawAmbiguous() {
    if (!index.ambiguous.length) { $("ambiguous-list").replaceChildren(h("li", { class: "none" }, "No question of this run splits the methods into large groups.")); return; }
    $("ambiguous-list").append(...index.ambiguous.map(([position, , groups], i) => h("li", null, h("div", { class: "rank" }, String(i + 1), h("span", { class: "points" }, groups.map((g) => g[0].length).join(" : "))),
      h("div", null, meta(position), h("a", { class: "title", href: link(position), dir: "auto" }, visible(index.questions[position][3])),
        h("ul", { class: "groups" }, groups.map(([methods, gold]) => h("li", null, h("span", { class: "label" }, gold ? "as gold" : "alike, not as gold"), chips(methods))))))));
  }

  // --- pages and keys ----------------------------------------------------------------------------------------------
  async function route() {
    const [place, query] = location.hash.split(/\?(.*)/s), [, name, rest] = place.split("/");
    const page = name === "q" ? "questions" : SECTIONS.includes(name) ? name : "overview";
    for (const section of SECTIONS) $(`page-${section}`).hidden = section !== page;
    for (const a of document.querySelectorAll(".top nav a")) {
      if (a.getAttribute("href") === `#/${page}`) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
    }
    if (page === "overview" || page === "about") return;
    try { await load(); } catch (error) { trouble(error); return; }
    if (page === "suspects" && !drawnOf.size) index.lists.forEach(drawSuspects);
    if (page === "ambiguous" && !$("ambiguous-list").childElementCount) drawAmbiguous();
    if (page !== "questions") return;
    takeFilters(query || "");
    const position = name === "q" ? byId.get(decodeURIComponent(rest || "")) : undefined;
    $("page-questions").classList.toggle("open", position !== undefined);
    if (position !== undefined) await showQuestion(position).catch(trouble);
    else { open = -1; $("detail").replaceChildren(h("p", { class: "empty-detail" }, "Choose a question to see its witness.")); for (const a of $("list").querySelectorAll("[aria-current]")) a.removeAttribute("aria-current"); }
  }
  function trouble(error) {
    $("trouble").textContent = `This part of the report cannot be shown: ${error.message}`;
    $("trouble").hidden = false;
  }
  function step(by) {
    const at = shown.indexOf(open), next = shown[at < 0 ? 0 : at + by];
    if (next === undefined) return;
    while (drawn < shown.length && shown.indexOf(next) >= drawn) drawMore();
    location.hash = link(next);
  }
  function focusStep(by) {
    const links = [...$("list").querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (at + by >= links.length && drawn < shown.length) { drawMore(); focusStep(by); return; }
    const next = links[at + by];
    if (next) next.focus(); else if (at + by < 0) $("search").focus();
  }
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !typing) { event.preventDefault(); location.hash = $("page-questions").hidden ? "#/questions" : location.hash; setTimeout(() => $("search").focus(), 30); return; }
    if ($("page-questions").hidden || index === null) return;
    const inList = $("list").contains(document.activeElement);
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (inList || event.target.id === "search")) { event.preventDefault(); focusStep(event.key === "ArrowDown" ? 1 : -1); }
    else if (event.key === "Escape" && event.target.id !== "search") { location.hash = `#/questions${chosenFilters()}`; setTimeout(() => ($("list").querySelector(`a[data-at="${open}"]`) || $("search")).focus(), 30); }
    else if (typing) return;
    else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if ((event.key === "[" || event.key === "]") && $("detail").chooseNext) $("detail").chooseNext(event.key === "]" ? 1 : -1);
  });

  const THEMES = [["", "◐", "as the system"], ["light", "☀", "light"], ["dark", "☾", "dark"]];
  function setTheme(name) {
    const [value, sign, label] = THEMES.find((t) => t[0] === name) || THEMES[0];
    if (value) document.documentElement.dataset.theme = value; else delete document.documentElement.dataset.theme;
    $("theme").textContent = sign;
    $("theme").setAttribute("aria-label", `Colour theme: ${label}`);
    $("theme").title = `Colour theme: ${label}`;
    $("theme").onclick = () => {
      const next = THEMES[(THEMES.findIndex((t) => t[0] === value) + 1) % THEMES.length][0];
      try { localStorage.setItem("spotit-theme", next); } catch { /* the choice then lasts as long as the page */ }
      setTheme(next);
    };
  }
  let saved = "";
  try { saved = localStorage.getItem("spotit-theme") || ""; } catch { /* storage is switched off */ }
  setTheme(saved);
  $("more").addEventListener("click", drawMore);
  document.querySelectorAll(".more-suspects").forEach((button) => button.addEventListener("click", () => drawSuspects(button.dataset.list)));
  $("export").addEventListener("click", exportJudgements);
  new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) drawMore(); }, { rootMargin: "400px" }).observe($("more"));
  window.addEventListener("hashchange", route);
  if (typeof DecompressionStream === "undefined") trouble(new Error("this browser is too old to unpack the data (it needs DecompressionStream, 2023 or later). The overview works."));
  route();
})();
