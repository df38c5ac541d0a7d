// The built wasm (web/pkg, or the folder that WASM_PKG names) in Node: takes requests and returns responses, as JavaScript objects.
// After a trap the instance is dropped, as the page drops its worker, and the next request gets a fresh one.
import { existsSync, readFileSync } from "node:fs";

const folder = process.env.WASM_PKG ?? "web/pkg";
const pkg = new URL(`../../${folder}/`, import.meta.url);
let instances = 0;
/** The second module of the engine, compiled when it is first needed. */
let rest;
let engine;

/** The built wasm. */
export function wasmBytes() {
  if (!existsSync(new URL("ytterby_bg.wasm", pkg))) throw new Error(`${folder} is not built: cargo wasm`);
  return readFileSync(new URL("ytterby_bg.wasm", pkg));
}

/** A fresh instance of the wasm, from bytes or compiled: the exports of its JavaScript, and its memory. */
export async function instantiate(wasm) {
  // A new address makes a new module, and with it a new memory.
  const module = await import(new URL(`ytterby.js?${++instances}`, pkg));
  const first = module.initSync({ module: wasm });
  module.provideRest(() => {
    rest ??= new WebAssembly.Module(readFileSync(new URL("ytterby_rest.wasm", pkg)));
    new WebAssembly.Instance(rest, { first });
  });
  return { module, memory: first.memory };
}

const start = async () => (await instantiate(wasmBytes())).module;

/** One run. An exception of the engine becomes a response with its message. */
export async function render(request) {
  engine ??= await start();
  try {
    return engine.render(request);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      engine = undefined;
      return failure("trap", `The engine stopped: ${error.message}`);
    }
    return failure("request", String(error?.message ?? error));
  }
}

/** Questions beside requests: an object with the name of an export, as in crate/cli/src/question.rs. */
const QUESTIONS = {
  exportSchema: ({ request, format }) => ask("exportSchema", request, format),
  diffSchemas: ({ request, old }) => ask("diffSchemas", request, old),
  phases: (request) => ask("phases", request),
  valuesInCode: ({ request, files }) => ask("valuesInCode", request, files),
  importSchema: (text) => ask("importSchema", text),
  format: (text) => ask("format", text),
  readBundle: (text) => ask("readBundle", text),
  writeBundle: (bundle) => ask("writeBundle", bundle),
};

/** A response to a request, or the answer to a question. */
export function answer(asked) {
  const name = Object.keys(QUESTIONS).find((question) => asked[question] !== undefined);
  return name === undefined ? render(asked) : QUESTIONS[name](asked[name]);
}

/** Calls any export of the engine. Throws its exceptions. */
export async function ask(name, ...given) {
  engine ??= await start();
  return engine[name](...given);
}

/** The shape of `Response::failure` in crate/api/src/boundary.rs. */
function failure(code, message) {
  return {
    exitStatus: 1,
    files: [],
    stdout: "",
    prints: [],
    report: `ytt: Error: ${message}\n`,
    diagnostics: [
      {
        severity: "error",
        code,
        headline: message,
        message,
        path: null,
        primary: null,
        argument: null,
        related: [],
        found: null,
        expected: null,
        hints: [],
        fixes: [],
        frames: [],
        afterViolations: false,
      },
    ],
    inputs: [],
    values: null,
    libraries: [],
    schema: null,
    checks: [],
    timings: { schema: 0, values: 0, templates: 0, overlays: 0, output: 0, total: 0 },
    usage: { steps: 0, outputBytes: 0 },
  };
}

/** Bytes as JSON has them, a list of numbers, the same as the native command writes. */
export function toJson(response) {
  return JSON.stringify(response, (_, value) => (value instanceof Uint8Array ? [...value] : value));
}
