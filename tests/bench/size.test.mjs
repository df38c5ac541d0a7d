// The built page is not larger than the record in `budgets.json`, or the record has a reason: `scripts/build && node --test tests/bench/`.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { wrongFigures } from "./documented.mjs";
import {
  budgetsRecorded,
  comparable,
  covers,
  dist,
  firstRender,
  problems,
  sizes,
  sizeTable,
  updated,
} from "./size.mjs";

if (!existsSync(join(dist, "index.html"))) throw new Error("web/dist is not built: scripts/build");

const today = sizes();

test("the page's sizes are within their records, and those within the limits", () => {
  const { sizes: compared, note } = comparable(today);
  console.log(sizeTable(today, budgetsRecorded()));
  if (note) console.log(note);
  assert.deepEqual(problems(compared, budgetsRecorded()), []);
});

test("the sizes in docs/ are those of the build", () => {
  assert.deepEqual(wrongFigures(today), []);
});

test("with another compiler than the recorded one, only sizes without wasm are compared", () => {
  const all = Object.fromEntries(Object.keys(budgetsRecorded()).map((name) => [name, 1]));
  assert.deepEqual(comparable(all, "1.95.0", "1.95.0"), { sizes: all });
  const { sizes: compared, note } = comparable(all, "1.96.0", "1.95.0");
  assert.deepEqual(compared, { "first render without the wasm": 1, "embed.js": 1 });
  assert.match(note, /on record for rustc 1\.95\.0, and this is 1\.96\.0/);
});

test("the first render needs page, style, two fonts, worker and wasm, and no example", () => {
  const kinds = firstRender().map((path) => path.replace(/-[\w-]{8}\.(\w+)$/, ".$1"));
  for (const wanted of [
    "index.html",
    "assets/page.js",
    "assets/page.css",
    "assets/worker.js",
    "assets/ytterby_bg.wasm",
  ])
    assert.ok(kinds.includes(wanted), `${wanted}: ${kinds}`);
  const fonts = kinds.filter((path) => path.endsWith(".woff2"));
  assert.deepEqual(fonts, ["assets/geist-latin-wght-normal.woff2", "assets/geist-mono-latin-wght-normal.woff2"]);
  assert.ok(!kinds.includes("assets/ytterby_rest.wasm"), "the rest comes afterwards");
  assert.ok(kinds.length < 15, String(kinds));
});

test("a font is loaded for the characters that it is for", () => {
  assert.ok(covers("U+??,U+131", "a"));
  assert.ok(covers("U+0000-00FF, U+0131", "a"));
  assert.ok(!covers("U+100-2BA,U+A7??", "a"));
  assert.ok(!covers("U+1??", "a"));
});

test("3 % more is let pass, anything beyond needs a new record", () => {
  const budgets = { wasm: { bytes: 1000, limit: 1100, why: [] } };
  assert.deepEqual(problems({ wasm: 1030 }, budgets), []);
  const [grown, ...others] = problems({ wasm: 1031 }, budgets);
  assert.match(grown, /wasm has 1031 bytes, 3\.1 % more than the 1000 on record.*--record "why it grew"/);
  assert.deepEqual(others, []);
  assert.match(problems({ other: 1 }, budgets)[0], /other is not in/);
});

test("a record beyond the limit needs a reason that goes beyond it, too", () => {
  const budget = (why) => ({ wasm: { bytes: 1200, limit: 1100, why } });
  assert.match(problems({ wasm: 1200 }, budget([]))[0], /beyond the limit of 1100, and nothing says why/);
  assert.equal(problems({ wasm: 1200 }, budget([{ bytes: 1050, because: "a feature" }])).length, 1);
  assert.deepEqual(problems({ wasm: 1200 }, budget([{ bytes: 1150, because: "a feature" }])), []);
});

test("recording keeps the reasons for what is still there", () => {
  const start = { wasm: { bytes: 1000, limit: 1100, why: [] } };
  const grown = updated({ wasm: 1200 }, start, "a feature");
  assert.deepEqual(grown, { wasm: { bytes: 1200, limit: 1100, why: [{ bytes: 1200, because: "a feature" }] } });
  const smaller = updated({ wasm: 1150 }, grown, "half of it");
  assert.deepEqual(smaller.wasm.why, [{ bytes: 1150, because: "half of it" }], "still beyond the limit");
  assert.deepEqual(updated({ wasm: 900 }, smaller, "gone"), { wasm: { bytes: 900, limit: 1100, why: [] } });
});
