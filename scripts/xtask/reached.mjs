// Renders the examples as the page does when it opens one, and a longer playground, and prints which functions of the engine were called: masks of 64 bits
// in hexadecimal. Arguments: the folder of the bound engine, and that of the instrumented one. Run by reached.rs.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

Error.stackTraceLimit = 50;
process.on("uncaughtException", (error) => {
  console.error(error.stack ?? String(error));
  process.exitCode = 1;
});

const [bound, noting] = process.argv.slice(2);
const examples = new URL("../../web/examples/", import.meta.url);

let instances = 0;
/** A new instance: the module that wasm-bindgen writes has one. */
async function start(folder, module) {
  const engine = await import(`${pathToFileURL(resolve(folder, "ytterby.js"))}?${instances++}`);
  const exports = engine.initSync({ module });
  return { engine, exports };
}
const compiled = (folder) => new WebAssembly.Module(readFileSync(resolve(folder, "ytterby_bg.wasm")));

// The page's build parses the examples, so parsing is not part of the first render.
const { engine: reader } = await start(bound, compiled(bound));
const notingModule = compiled(noting);
const masks = new Map();
/** An engine with its rest, and a function that notes which functions were called. */
async function startNoting() {
  const { engine, exports } = await start(noting, notingModule);
  engine.provideRest(() => {});
  engine.loadRest();
  const note = () => {
    for (const [name, { value }] of Object.entries(exports))
      if (/^reached\d+$/.test(name)) masks.set(name, (masks.get(name) ?? 0n) | BigInt.asUintN(64, value));
  };
  return { engine, note };
}

// Sorted, because the order of a file system must not affect the build.
const names = readdirSync(examples)
  .filter((name) => name.endsWith(".yml"))
  .sort();
const texts = names.map((name) => readFileSync(new URL(name, examples), "utf8"));
const modulesOf = (text) => new Set(text.match(/@ytt:\w+/g));
/** Modules that one example loads: it waits for the rest of the engine, so that no other has to download these modules first. */
const rare = (module) => texts.filter((text) => modulesOf(text).has(module)).length === 1;
/** Users' playgrounds are longer than the examples: sorting and collections have further functions for more elements. */
function longPlayground() {
  const names = Array.from({ length: 300 }, (_, at) => `setting_number_${(at * 37) % 300}`);
  const each = (line) => names.map((name, at) => line(name, at)).join("");
  const content = {
    "schema.yml": `#@data/values-schema\n---\n${each((name, at) => `#@schema/validation max=${at}\n${name}: ${at % 2}\n`)}`,
    "values.yml": `#@data/values\n---\n${each((name, at) => (at % 4 ? "" : `${name}: ${at + 1}\n`))}`,
    "config.yml": `#@ load("@ytt:data", "data")\n${each((name) => `${name}: #@ data.values.${name}\n`)}`,
  };
  const files = Object.entries(content).map(([path, content]) => ({
    path,
    content,
  }));
  const valid = files.filter(({ path }) => path !== "values.yml");
  // The command line of a link that `ytterby link -f .` has made.
  return [valid, files].map((files) => ({
    files,
    args: "-f .",
    env: [],
    checks: [],
    steps: [],
  }));
}

function bundleOf(name, at) {
  const { bundle } = reader.readBundle(texts[at]);
  if (!bundle) throw new Error(`${name} is no bundle`);
  return bundle;
}

/** Whether the playground opens with other problems than violations: headlines and fixes are in the rest of the engine. */
function opensWithProblems({ files, args, env }) {
  const words = typeof args === "string" ? args : args.join(" ");
  const values = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return reader.render({ files, args: words, env: values }).diagnostics.some(({ code }) => code !== "violation");
}

const bundles = names
  .filter((_, at) => ![...modulesOf(texts[at])].some(rare))
  .map((name) => bundleOf(name, names.indexOf(name)))
  .filter((bundle) => !opensWithProblems(bundle));
/** Reads the parts of an answer that a page reads. */
function read(answer) {
  const head = JSON.parse(answer.head());
  head.files.forEach((_, at) => {
    const lines = answer.lines(at);
    lines.files();
    lines.origins();
    lines.more();
    lines.free();
    answer.content(at);
  });
  for (const tree of ["values", "schema", "0"]) answer.part(tree, 0, 100);
  answer.free();
}

const { engine, note } = await startNoting();
for (const bundle of [...bundles, ...longPlayground()]) {
  const { files } = bundle;
  const args = typeof bundle.args === "string" ? bundle.args : bundle.args.join(" ");
  // The page also requests the results of the steps.
  const all = [...bundle.checks, ...bundle.steps.flatMap(({ done }) => done)];
  const checks = all.length > 0 ? { checks: all } : {};
  const env = Object.fromEntries(bundle.env.map(({ name, value }) => [name, value]));
  // The same fields as in web/src/engine/session.ts, because other fields would be read by other functions.
  const limits = { millis: 10_000, steps: 1e12 };
  const opened = { files, args, env, ...checks, limits };
  // The first request of a page: the worker renders it before the page asks for the same.
  const fresh = await startNoting();
  const first = new fresh.engine.Workspace();
  for (const request of [opened, opened]) read(first.renderInParts(request));
  first.free();
  fresh.note();
  const workspace = new engine.Workspace();
  // The page renders again when the lesson is loaded, and with a change after a key press.
  const longer = files.map((file) =>
    typeof file.content === "string" ? { ...file, content: `${file.content}\n` } : file,
  );
  for (const request of [{ files, args, env, limits }, opened, { ...opened, files: longer }])
    read(workspace.renderInParts(request));
  workspace.free();
}
note();

const sorted = [...masks].sort(([one], [other]) => Number(one.slice(7)) - Number(other.slice(7)));
for (const [, mask] of sorted) console.log(mask.toString(16));
