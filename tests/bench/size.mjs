// The sizes of downloads, compared with `budgets.json`: `node tests/bench/size.mjs` prints them, after `scripts/build`.
//   --record "REASON"   writes today's sizes into budgets.json; sizes that grew, or are beyond their limit, get the reason
// A size may be 3 % over its record; beyond that size.test.mjs fails, as it does when nothing explains why a limit is passed. With another compiler than
// the recorded one, only sizes without wasm are compared.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { table } from "./tables.mjs";

export const dist = fileURLToPath(new URL("../../web/dist", import.meta.url));
const record = new URL("budgets.json", import.meta.url);

/** The share by which a size may grow without a reason. */
const GROWTH = 0.03;

/** Sizes that do not depend on the compiler of the wasm. */
const WITHOUT_WASM = ["first render without the wasm", "embed.js"];

/** The sizes of a built page in bytes, by the names of budgets.json; in brotli unless it says otherwise. */
export function sizes(folder = dist) {
  const sent = memory((path) => packed(readFileSync(join(folder, path))));
  const first = firstRender(folder);
  const sum = (paths) => paths.reduce((all, path) => all + sent(path), 0);
  const isWasm = (path) => path.endsWith(".wasm");
  const [wasm] = first.filter(isWasm);
  if (!wasm) throw new Error(`nothing in ${folder} asks for a wasm`);
  const [rest] = readdirSync(join(folder, "assets")).filter((name) => name.startsWith("ytterby_rest-"));
  if (!rest) throw new Error(`the rest of the wasm is not in ${folder}`);
  return {
    "first render": sum(first),
    wasm: sent(wasm),
    "wasm, not packed": readFileSync(join(folder, wasm)).length,
    "rest of the wasm": sent(join("assets", rest)),
    "first render without the wasm": sum(first.filter((path) => !isWasm(path))),
    "embed.js": sent("embed.js"),
  };
}

/** The files that a browser requests until the first output is shown, for a page in English. */
export function firstRender(folder = dist) {
  const found = ["index.html"];
  const assets = readdirSync(join(folder, "assets"));
  for (const path of found) {
    const named = namedIn(path, () => readFileSync(join(folder, path), "utf8"), assets);
    for (const name of named) if (!found.includes(name)) found.push(name);
  }
  return found;
}

/** The files that a file makes a browser request at once. A script may name much more, for later: of that, the engine alone. */
function namedIn(path, text, assets) {
  const beside = (name) => posix.normalize(posix.join(posix.dirname(path), name));
  switch (extname(path)) {
    case ".html":
      return [...text().matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, name]) => beside(name));
    case ".css":
      return [...text().matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([face]) => {
        const [, name] = /url\(["']?([^)"']+)/.exec(face) ?? [];
        const [, range = "U+0-10FFFF"] = /unicode-range:([^;}]+)/.exec(face) ?? [];
        return name && covers(range, "a") ? [beside(name)] : [];
      });
    case ".js": {
      const imports = [...text().matchAll(/(?:^|[;}])(?:import|export)(?:[^"'()]*from)?["'](\.\/[^"']+)["']/g)];
      const engine = assets.filter(
        (name) => /^worker-.*\.js$|^ytterby_bg-.*\.wasm$/.test(name) && text().includes(name),
      );
      return [...imports.map(([, name]) => beside(name)), ...engine.map(beside)];
    }
    default:
      return [];
  }
}

/** Whether a `unicode-range` has a character. */
export function covers(range, character) {
  const code = character.codePointAt(0);
  return range.split(",").some((part) => {
    const [from, to = from] = part.trim().replace(/^U\+/i, "").split("-");
    return (
      Number.parseInt(from.replaceAll("?", "0"), 16) <= code && code <= Number.parseInt(to.replaceAll("?", "F"), 16)
    );
  });
}

/** The bytes that a good host sends; packed files are sent as they are. */
function packed(bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return Math.min(bytes.length, brotliCompressSync(bytes, { params }).length);
}

function memory(make) {
  const known = new Map();
  return (key) => known.get(key) ?? known.set(key, make(key)).get(key);
}

/** `rustc` is the version of the compiler for which the sizes were recorded. */
const recorded = () => JSON.parse(readFileSync(record, "utf8"));

/** Sizes by name: `{ bytes, limit?, why: [{ bytes, because }] }`. */
export const budgetsRecorded = () => recorded().sizes;

/** The version of the compiler that made the wasm of a built page. */
export function rustcOf(folder = dist) {
  const licences = readFileSync(join(folder, "licenses.txt"), "utf8");
  const version = /^Rust's standard library (\S+):/m.exec(licences)?.[1];
  if (!version) throw new Error(`licenses.txt in ${folder} does not name the version of Rust`);
  return version;
}

export const isRecordedCompiler = () => rustcOf() === recorded().rustc;

/** The sizes that can be compared with their records. Another compiler makes a wasm of another size; then `note` says so. */
export function comparable(today, rustc = rustcOf(), of = recorded().rustc) {
  if (rustc === of) return { sizes: today };
  const sizes = Object.fromEntries(Object.entries(today).filter(([name]) => WITHOUT_WASM.includes(name)));
  return {
    sizes,
    note: `The sizes with wasm in them are not compared: they are on record for rustc ${of}, and this is ${rustc}.`,
  };
}

/** The problems of today's sizes, in sentences with advice. */
export function problems(today, budgets) {
  const wrong = [];
  for (const [name, bytes] of Object.entries(today)) {
    const budget = budgets[name];
    if (!budget) {
      wrong.push(`${name} is not in tests/bench/budgets.json: node tests/bench/size.mjs --record "why it is there"`);
      continue;
    }
    const { bytes: recorded, limit, why } = budget;
    if (bytes > recorded * (1 + GROWTH))
      wrong.push(
        `${name} has ${bytes} bytes, ${percent(bytes, recorded)} more than the ${recorded} on record. See scripts/bench --only size; ` +
          'leave out what need not be there, or record the new size: node tests/bench/size.mjs --record "why it grew"',
      );
    if (limit !== undefined && recorded > limit && !why.some((reason) => reason.bytes > limit && reason.because))
      wrong.push(
        `${name} is on record with ${recorded} bytes, beyond the limit of ${limit}, and nothing says why: ` +
          'make it smaller, then node tests/bench/size.mjs --record "why it is still beyond the limit"',
      );
  }
  return wrong;
}

/** The budgets with today's sizes. Reasons for more than there is now are dropped. */
export function updated(today, budgets, because) {
  const next = {};
  for (const [name, bytes] of Object.entries(today)) {
    const { bytes: before, limit, why = [] } = budgets[name] ?? {};
    const kept = why.filter((reason) => reason.bytes <= bytes);
    const unexplained = limit !== undefined && bytes > limit && !kept.some((reason) => reason.bytes > limit);
    if ((before !== undefined && bytes > before) || unexplained) kept.push({ bytes, because });
    next[name] = { bytes, ...(limit !== undefined && { limit }), why: kept };
  }
  return next;
}

const percent = (bytes, recorded) => `${((100 * (bytes - recorded)) / recorded).toFixed(1)} %`;

/** A table of sizes beside their records and limits, with the reasons. */
export function sizeTable(today, budgets) {
  const rows = Object.entries(today).map(([name, bytes]) => {
    const { bytes: recorded, limit } = budgets[name] ?? {};
    const change = recorded === undefined ? "-" : `${bytes > recorded ? "+" : ""}${percent(bytes, recorded)}`;
    const verdict = limit === undefined ? "" : bytes <= limit ? "met" : "NOT met";
    return [name, String(bytes), String(recorded ?? "-"), change, String(limit ?? "-"), verdict];
  });
  const reasons = Object.entries(budgets).flatMap(([name, { why }]) =>
    why.map(({ bytes, because }) => `  ${name}: ${bytes}: ${because}`),
  );
  return [table(["bytes in brotli", "today", "on record", "change", "limit", ""], rows), ...reasons].join("\n");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { record: { type: "string" } } });
  if (!existsSync(join(dist, "index.html"))) throw new Error("web/dist is not built: scripts/build");
  if (values.record === "") throw new Error('a reason is needed: --record "why it grew"');
  const today = sizes();
  if (values.record) {
    const next = { rustc: rustcOf(), sizes: updated(today, budgetsRecorded(), values.record) };
    writeFileSync(record, `${JSON.stringify(next, null, 2)}\n`);
  }
  const { sizes: compared, note } = comparable(today);
  console.log(sizeTable(today, budgetsRecorded()));
  if (note) console.log(note);
  for (const problem of problems(compared, budgetsRecorded())) console.log(problem);
}
