// The worker that runs the engine. Gets the compiled module, then requests and questions, and answers each with a result or with the trap that ended
// it. After a trap the engine's memory is not reliable: the page replaces this worker.
import {
  type Answer,
  complete,
  costs,
  definition,
  diffSchemas,
  exportSchema,
  flagDescriptions,
  format,
  hover,
  importSchema,
  initSync,
  lint,
  loadRest,
  phases,
  provideRest,
  readBundle,
  refactorings,
  rename,
  renameFile,
  renameTarget,
  renderInParts,
  used,
  usesAt,
  usesOf,
  usesOfName,
  valuesInCode,
  Workspace,
  writeBundle,
} from "../../pkg/ytterby.js";
import restUrl from "../../pkg/ytterby_rest.wasm?url";
import { CONTENTS, type Content, type Head, knows, type Parts } from "./answer";
import { compile } from "./compile";
import { endsEngine } from "./ends-engine";
import { allPartsOf, partsOf } from "./parts-of";
import type { FromWorker, Question, ToWorker } from "./types";

const answer = (message: FromWorker, handedOver: Transferable[] = []) => postMessage(message, handedOver);
let ready: Promise<unknown> | undefined;
/** The engine's memory, which never shrinks. */
let memory: WebAssembly.Memory | undefined;
/** The module with the rest of the engine; null if it could not be downloaded. */
let rest: WebAssembly.Module | null = null;
let resolveRest = () => {};
const restArrived = new Promise<void>((resolve) => {
  resolveRest = resolve;
});
/** Caches the parts that the next edit does not change. */
let workspace: Workspace | undefined;

/** Loads the rest synchronously, for a function that is called before the page has sent it: the engine cannot wait in the middle of a call. */
function restNow(): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(restUrl, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200)
    throw new WebAssembly.LinkError(`the rest of the engine could not be loaded: ${request.status}`);
  return new WebAssembly.Module(request.response);
}

/** Responses that the page may request trees of: the latest, and the latest with some content, from which the page offers it. */
const responses = new Map<"newest" | Content, { id: number; answer: Answer }>();

function keepResponse(id: number, answer: Answer, head: Head): void {
  const now = { id, answer };
  const previous = new Set(responses.values());
  responses.set("newest", now);
  for (const content of CONTENTS) if (knows(head, content)) responses.set(content, now);
  for (const old of previous) if (![...responses.values()].includes(old)) old.answer.free();
}

const answerTo = (id: number): Answer | undefined => [...responses.values()].find((one) => one.id === id)?.answer;

const buffersOf = ({ lines }: Parts): Transferable[] =>
  lines.flatMap(({ origins, more }) => [origins.buffer, more.buffer]);

const ABOUT = { complete, hover, definition, renameTarget, refactorings, usesAt, usesOfName };
function reply(question: Question): unknown {
  switch (question.kind) {
    case "lint":
      return lint(question.request);
    case "render": {
      const rendered = renderInParts(question.request);
      const { parts } = allPartsOf(rendered);
      rendered.free();
      return parts;
    }
    case "phases":
      return phases(question.request);
    case "part":
      return answerTo(question.of)?.part(question.tree, question.from, question.count) ?? null;
    case "exportSchema":
      return exportSchema(question.request, question.format);
    case "diffSchemas":
      return diffSchemas(question.request, question.old);
    case "flags":
      return flagDescriptions();
    case "importSchema":
      return importSchema(question.text, question.format);
    case "format":
      return format(question.text);
    case "readBundle":
      return readBundle(question.text);
    case "writeBundle":
      return writeBundle(question.bundle);
    case "used":
      return used(question.request, question.file, question.line);
    case "costs":
      return costs(question.request);
    case "valuesInCode":
      return valuesInCode(question.request, question.files);
    case "usesOf":
      return usesOf(question.request, question.file, question.path);
    case "renameFile":
      return renameFile(question.request, question.from, question.to);
    case "rename":
      return rename(question.request, question.file, question.offset, question.newName);
    default:
      return ABOUT[question.kind](question.request, question.file, question.offset);
  }
}

/** The page has sent a request. */
let isAsked = false;
/** The first request, rendered before the page asks: its JSON, how long it took, or the trap that ended it. */
let early: { text: string; milliseconds: number; trap?: unknown } | undefined;

/** The page asks for the same with its first request, and gets the answer from the workspace. */
async function renderEarly(address: string): Promise<void> {
  const response = fetch(address);
  await ready;
  const text = await (await response).text();
  if (isAsked) return;
  const start = performance.now();
  try {
    workspaceNow().renderInParts(JSON.parse(text)).free();
    early = { text, milliseconds: performance.now() - start };
  } catch (trap) {
    early = { text, milliseconds: 0, trap };
  }
}

function workspaceNow(): Workspace {
  workspace ??= new Workspace();
  return workspace;
}

function begin(module: Promise<WebAssembly.Module>): void {
  ready = module.then((module) => {
    // Asynchronously, V8 takes ten times as long for the same.
    const instance = initSync({ module });
    memory = instance.memory;
    const imports = { first: instance as unknown as WebAssembly.ModuleImports };
    provideRest(() => void new WebAssembly.Instance(rest ?? restNow(), imports));
  });
  ready.catch((error) => answer({ failed: String(error) }));
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) return begin(Promise.resolve(data.module));
  if ("compile" in data) {
    const module = compile(new URL(data.compile));
    module.then(
      (module) => answer({ module }),
      () => {},
    );
    begin(module);
    // Without it, the page's own request is the first.
    if (data.first) renderEarly(data.first).catch(() => {});
    return;
  }
  try {
    await ready;
  } catch {
    // `begin` has reported it.
    return;
  }
  if ("rest" in data) {
    rest = data.rest;
    if (rest) loadRest();
    resolveRest();
    return;
  }
  if ("ask" in data) {
    await restArrived;
    try {
      answer({ ask: data.ask, reply: reply(data.question) });
    } catch (error) {
      if (endsEngine(error)) answer({ ask: data.ask, trap: String(error) });
      // The request could not be read, for example because a quote is left open in the command line. The render reports that.
      else if (data.question.kind in ABOUT) answer({ ask: data.ask, reply: null });
      else answer({ ask: data.ask, reply: undefined, error: String(error) });
    }
    return;
  }
  isAsked = true;
  const start = performance.now();
  try {
    if (early?.trap) throw early.trap;
    const rendered = workspaceNow().renderInParts(data.request);
    const isSame = early?.text === JSON.stringify(data.request);
    const milliseconds = early && isSame ? early.milliseconds : performance.now() - start;
    early = undefined;
    const { parts, head } = data.trees ? partsOf(rendered, data.trees) : allPartsOf(rendered);
    keepResponse(data.id, rendered, head);
    const bytes = memory?.buffer.byteLength ?? 0;
    answer({ id: data.id, parts, milliseconds, bytes }, buffersOf(parts));
  } catch (error) {
    answer({ id: data.id, trap: String(error) });
  }
});
