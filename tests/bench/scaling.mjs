// How the time of each part grows with its input: each of subjects.mjs at several numbers of the same thing, each in a process of
// its own. `node tests/bench/scaling.mjs SUBJECT NUMBER` measures one in the built wasm and prints a JSON object.
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { instantiate, toJson, wasmBytes } from "../wasm/engine.mjs";
import { subjects } from "./subjects.mjs";

/** Milliseconds. A subject that takes longer is not tried with more. */
const patience = 20_000;

/** Only time ends a run. */
const limits = {
  steps: 1e12,
  millis: 2 * patience,
  files: 1e7,
  inputBytes: 1e9,
  aliasNodes: 1e9,
  outputBytes: 1e9,
  sequenceLength: 1e9,
  memoryBytes: 3e9,
};

/** A subject's own name is that of its part and its own. */
export const nameOf = ({ part, name }) => `${part}: ${name}`;

/** `{ part, name, native, wasm }` of a subject: for each number `{ number, millis, failed }`, as far as there is patience for it. */
export function measureSubject(subject, { numbers, command, wasm }) {
  const row = { part: subject.part, name: subject.name };
  // Only the wasm answers questions of an editor.
  if (command && !subject.ask) row.native = grow(subject, numbers, (number) => native(command, asked(subject, number)));
  if (wasm) row.wasm = grow(subject, numbers, (number) => inWasm(subject, number));
  return row;
}

function grow(subject, numbers, measure) {
  const runs = [];
  for (const number of numbers) {
    if (number > subject.most || runs.at(-1)?.millis > patience) break;
    runs.push({ number, ...measure(number) });
  }
  return runs;
}

/** A request of the engine: an input with limits. A mark in the text is the place of an editor's question. */
function asked(subject, number) {
  const input = subject.input(number);
  const limited = (request) => ({ ...request, limits });
  if (input.files) return limited(input);
  for (const question of ["exportSchema", "diffSchemas"])
    if (input[question]) return { [question]: { ...input[question], request: limited(input[question].request) } };
  return input;
}

/** With the start of the process, which takes a few milliseconds. */
function native(command, question) {
  const begun = performance.now();
  const { stdout, error, signal } = spawnSync(command, ["request"], {
    input: `${JSON.stringify(question)}\n`,
    maxBuffer: 2 ** 31 - 1,
    timeout: 3 * patience,
  });
  const millis = performance.now() - begun;
  if (error || signal) return { millis, failed: error?.code ?? signal };
  return { millis, failed: hasLimit(stdout) };
}

/** The message of a limit. A run that it ends looks fast. */
function hasLimit(answer) {
  const words = "(limit of Ytterby)";
  return answer.includes(words) || undefined;
}

function inWasm(subject, number) {
  const { stdout, status, signal } = spawnSync(
    process.execPath,
    ["--stack-size=3900", fileURLToPath(import.meta.url), nameOf(subject), String(number)],
    { encoding: "utf8", maxBuffer: 2 ** 30, timeout: 3 * patience, stdio: ["ignore", "pipe", "ignore"] },
  );
  return status === 0 ? JSON.parse(stdout) : { millis: 3 * patience, failed: signal ?? `exit status ${status}` };
}

async function one(name, number) {
  const subject = subjects.find((subject) => nameOf(subject) === name);
  const { module } = await instantiate(new WebAssembly.Module(wasmBytes()));
  const question = asked(subject, number);
  const begun = performance.now();
  const answer = ask(module, subject, question);
  const millis = performance.now() - begun;
  return { millis, failed: hasLimit(toJson(answer ?? null)) };
}

function ask(module, { ask }, question) {
  if (ask) {
    const { request, file, offset } = place(question);
    switch (ask) {
      case "lint":
        return module.lint(request);
      case "used":
        return module.used(request, "config.yml", 2);
      case "rename":
        return module.rename(request, file, offset, "other");
      default:
        return module[ask](request, file, offset);
    }
  }
  const { exportSchema, diffSchemas } = question;
  if (exportSchema) return module.exportSchema(exportSchema.request, exportSchema.format);
  if (diffSchemas) return module.diffSchemas(diffSchemas.request, diffSchemas.old);
  for (const name of ["importSchema", "format", "readBundle", "writeBundle"])
    if (question[name] !== undefined) return module[name](question[name]);
  return module.render(question);
}

/** The request without the mark, and where it was. */
function place(request) {
  let found = {};
  const files = request.files.map(({ path, content }) => {
    const offset = content.indexOf("§");
    if (offset < 0) return { path, content };
    found = { file: path, offset };
    return { path, content: content.replace("§", "") };
  });
  return { request: { ...request, files }, ...found };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(JSON.stringify(await one(process.argv[2], Number(process.argv[3]))));
}
