"use strict";
// Runs a witness in the browser: SQLite as WebAssembly in a worker that can be ended. Nothing leaves the page.
(() => {
  const SECONDS = 5;
  const WORKER = `
    let SQL = null, db = null;
    const names = (t) => '"' + t.replaceAll('"', '""') + '"';
    function run(sql) {
      try {
        const statement = db.prepare(sql), rows = [];
        while (rows.length < 200 && statement.step()) rows.push(statement.get());
        const columns = statement.getColumnNames();
        statement.free();
        return { columns, rows };
      } catch (error) { return { error: String(error.message || error) }; }
    }
    function tables(names_) {
      return names_.map((name) => {
        const found = run("SELECT rowid, * FROM " + names(name));
        return found.error ? { name, columns: [], rows: [], error: found.error } : { name, columns: found.columns.slice(1), rows: found.rows };
      });
    }
    onmessage = async ({ data }) => {
      try {
        if (data.wasm) {
          SQL = await initSqlJs({ wasmBinary: data.wasm });
          db = new SQL.Database();
          db.exec("PRAGMA foreign_keys = ON");
          db.exec(data.script);
        }
        let refused = null;
        if (data.edit) {
          const { table, column, row, value } = data.edit;
          try { db.run("UPDATE " + names(table) + " SET " + names(column) + " = ? WHERE rowid = ?", [value, row]); } catch (error) { refused = String(error.message || error); }
        }
        const version = run("SELECT sqlite_version()").rows[0][0];
        postMessage({ version, refused, tables: tables(data.tables), results: data.queries.map(run) });
      } catch (error) { postMessage({ fatal: String(error.message || error) }); }
    };`;

  async function bytes(id) {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }
  const literal = (value) => value === null ? "NULL" : value instanceof Uint8Array ? `x'${[...value].map((b) => b.toString(16).padStart(2, "0")).join("")}'` : typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  // What a person types: NULL, a number, 'text' in quotes; anything else is text as it stands.
  function parsed(text) {
    const trimmed = text.trim();
    if (/^null$/i.test(trimmed)) return null;
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
    const quoted = /^'((?:[^']|'')*)'$/.exec(trimmed);
    return quoted ? quoted[1].replaceAll("''", "'") : text;
  }
  const key = (row) => JSON.stringify(row.map((v) => v instanceof Uint8Array ? [...v] : v));
  function agree(semantics, [left, right]) {
    if (left.error || right.error) return Boolean(left.error && right.error);
    const here = left.rows.map(key), there = right.rows.map(key);
    if (semantics === "list") return here.join("\n") === there.join("\n");
    const plain = (keys) => (semantics === "set" ? [...new Set(keys)] : keys).sort().join("\n");
    return plain(here) === plain(there);
  }

  // Fills a box with editable tables and both results; `h` builds elements, `semantics` is empty where no claim is made.
  window.spotitLive = async (box, h, { script, queries, tables, semantics, engine }) => {
    const wasm = await bytes("live-wasm"), code = new TextDecoder().decode(await bytes("live-code"));
    let worker = null, busy = 0;
    function start() {
      worker = new Worker(URL.createObjectURL(new Blob([code, WORKER], { type: "text/javascript" })));
      worker.onmessage = ({ data }) => { clearTimeout(busy); show(data); };
      worker.onerror = (event) => { clearTimeout(busy); show({ fatal: event.message }); };
    }
    function ask(message) {
      clearTimeout(busy);
      busy = setTimeout(() => { worker.terminate(); worker = null; show({ fatal: `A query did not end within ${SECONDS} seconds.` }); }, SECONDS * 1000);
      if (worker === null) { start(); message = { ...message, wasm, script }; }
      worker.postMessage({ tables, queries, ...message });
    }
    function edit(table, column, row, input, before) {
      const value = parsed(input.value);
      if (literal(value) !== before) ask({ edit: { table, column, row, value } });
    }
    function show(state) {
      if (state.fatal) { box.replaceChildren(h("p", { class: "trouble", role: "alert" }, state.fatal), h("button", { type: "button", onclick: () => ask({}) }, "Start again")); return; }
      const [left, right] = state.results, same = semantics ? agree(semantics, state.results) : null;
      const grid = (columns, rows, cells) => h("div", { class: "scroll", tabindex: 0 }, h("table", null, h("thead", null, h("tr", null, columns.map((c) => h("th", { scope: "col" }, c)))), h("tbody", null, rows.map((row, y) => h("tr", null, cells(row, y))))));
      const result = (title, found) => h("section", { class: "mini", "aria-label": title }, h("header", null, h("span", null, title), h("small", null, found.error ? "error" : `${found.rows.length} row${found.rows.length === 1 ? "" : "s"}`)),
        found.error ? h("p", { class: "no-rows" }, found.error) : grid(found.columns, found.rows, (row) => row.map((v) => h("td", { class: v === null ? "null" : "" }, literal(v)))));
      box.replaceChildren(
        h("p", { class: "note" }, `Change a cell: NULL, a number, or 'text'. This runs SQLite ${state.version} in your browser; the verdict is of ${engine}.`),
        state.refused ? h("p", { class: "trouble", role: "alert" }, `Not stored: ${state.refused}`) : "",
        h("div", { class: "witness" }, state.tables.map((t) => h("section", { class: "mini", "aria-label": t.name }, h("header", null, h("span", null, t.name), h("small", null, t.error || `${t.rows.length} row${t.rows.length === 1 ? "" : "s"}`)),
          grid(t.columns, t.rows, (row) => row.slice(1).map((v, x) => {
            const input = h("input", { type: "text", "aria-label": `${t.name}.${t.columns[x]}`, size: Math.max(4, Math.min(24, literal(v).length)) });
            input.value = literal(v);
            input.addEventListener("change", () => edit(t.name, t.columns[x], row[0], input, literal(v)));
            return h("td", null, input);
          }))))),
        h("div", { class: "witness" }, result("gold (left)", left), result("prediction (right)", right)),
        same === null ? "" : h("p", { class: `verdict ${same ? "equivalent" : "different"}`, role: "status" }, h("strong", null, same ? "The results agree." : "The results differ.")),
        h("div", { class: "actions" }, h("button", { type: "button", onclick: () => { worker.terminate(); worker = null; ask({}); } }, "As it was")));
    }
    ask({});
  };
})();
