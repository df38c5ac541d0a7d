// The page's side of the worker. Compiles the wasm once, keeps the compiled module, and gives it to every worker it starts: a worker that
// loops or has trapped is ended and its successor is ready without a second download or compilation. The wasm is two modules: the first is all that
// the first render of an example needs; the rest follows when that is done (scripts/xtask/src/split.rs).
import wasmUrl from "../../pkg/ytterby_bg.wasm?url";
import restUrl from "../../pkg/ytterby_rest.wasm?url";
import { noted } from "../core/failures";
import { editorText, placing } from "../core/line-endings";
import { type AskPart, type Parts, Response } from "./answer";
import type { Answer, Engine } from "./engine";
import { SecondEngine } from "./second-engine";
import type { FromWorker, Question, Request, ToWorker } from "./types";
import { WarmTimes } from "./warm-times";
import workerUrl from "./worker.ts?worker&url";

/** The same as it comes from the worker. */
type Given = Exclude<Answer, { response: Response }> | { parts: Parts; milliseconds: number; bytes: number };

/** Where trusted types are enforced, a worker's address must be one that the page vouches for. */
const trusted: (url: string) => string = (() => {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
  if (!types) return (url) => url;
  const policy = types.createPolicy("ytterby-worker", {
    createScriptURL: (url: string) => {
      if (url !== workerUrl) throw new TypeError(`not the engine's worker: ${url}`);
      return url;
    },
  }) as { createScriptURL(url: string): string };
  return (url) => policy.createScriptURL(url);
})();

async function compile(url: string): Promise<WebAssembly.Module> {
  const address = new URL(url, import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch (error) {
    // Some static hosts serve .wasm with another media type, which streaming refuses.
    if (!(error instanceof TypeError)) throw error;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

const filesOf = ({ files = [] }: Request) => files.map(({ path, content = "" }) => ({ path, content }));

const responseOf = (request: Request, parts: Parts, ask?: AskPart): Response =>
  new Response(parts, placing(filesOf(request)), ask);

const inEditor = (request: Request): Request => ({
  ...request,
  files: filesOf(request).map(({ path, content }) => ({
    path,
    content: typeof content === "string" ? editorText(content) : content,
  })),
});

/** By then the first answer is drawn: what is fetched for later does not compete with it. */
const DRAWN_MS = 100;

/** A worker whose memory has grown beyond this is replaced before the next render: wasm never gives memory back. Far more than works need. */
const LARGE_BYTES = 1 << 30;

/** While renders take longer than this, a second engine answers these questions: renders would wait behind them. */
const LONG_MS = 150;
const ASIDE: ReadonlySet<Question["kind"]> = new Set([
  "complete",
  "hover",
  "definition",
  "renameTarget",
  "used",
  "rename",
  "exportSchema",
  "diffSchemas",
]);

/** A question without an answer. */
interface Asking {
  question: Question;
  answer: (reply: unknown) => void;
  /** Its first worker was replaced. */
  again: boolean;
}

export class WorkerEngine implements Engine {
  #module: Promise<WebAssembly.Module> | undefined;
  /** What the first render does not need, from then on. */
  #rest: Promise<WebAssembly.Module | null> | undefined;
  #worker: Worker | undefined;
  #answered: ((answer: Given) => void) | undefined;
  #number = 0;
  #asking = new Map<number, Asking>();
  #questions = 0;
  #renders = new WarmTimes(LONG_MS);
  #second = new SecondEngine(() => this.another());
  #generation = 0;
  /** The worker's memory after its last render. */
  #bytes = 0;
  /** Answers come with all that belongs to them: for an engine that answers several in turn. */
  #whole: boolean;

  constructor(whole = false) {
    this.#whole = whole;
  }

  get generation(): number {
    return this.#generation;
  }

  another(): WorkerEngine {
    const other = new WorkerEngine();
    other.#module = this.#module;
    other.#rest = this.#rest;
    return other;
  }

  warm(): void {
    this.#worker ??= this.#start();
  }

  async ready(): Promise<void> {
    this.warm();
    await this.#module?.then(
      () => {},
      () => {},
    );
  }

  async loaded(): Promise<void> {
    await Promise.allSettled([this.#module, this.#rest]);
  }

  run(request: Request): Promise<Answer> {
    if (this.#bytes > LARGE_BYTES) this.replace();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#number;
    // The worker's first message is the module; a request must not overtake it. A failed compilation is told by #start.
    this.#module?.then(
      () => worker.postMessage({ id, request, whole: this.#whole } satisfies ToWorker),
      () => {},
    );
    return new Promise((resolve) => {
      this.#answered = (answer) => {
        if (!("parts" in answer)) return resolve(answer);
        const { parts, milliseconds, bytes } = answer;
        this.#bytes = bytes;
        this.#renders.add(milliseconds);
        if (!this.#renders.long) this.#second.retire();
        const ask = (tree: string, from: number, count: number) =>
          this.ask<string | null>({ kind: "part", of: id, tree, from, count });
        resolve({ response: responseOf(request, parts, ask), milliseconds });
      };
    });
  }

  async render(request: Request): Promise<Response | undefined> {
    const parts = await this.ask<Parts>({ kind: "render", request });
    return parts && responseOf(request, parts);
  }

  ask<T>(question: Question): Promise<T | undefined> {
    if (this.#renders.long && ASIDE.has(question.kind)) return this.#second.ask(question);
    return new Promise((resolve) => {
      this.#send({ question, answer: (reply) => resolve(reply as T | undefined), again: false });
    });
  }

  #send(asking: Asking): void {
    const { question } = asking;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const ask = ++this.#questions;
    this.#asking.set(ask, asking);
    // What the editor asks is about its texts, and answered in places of these.
    const asked =
      "request" in question && question.kind !== "render"
        ? { ...question, request: inEditor(question.request) }
        : question;
    if (!this.#rest) this.#giveRest(worker);
    this.#module?.then(
      () => worker.postMessage({ ask, question: asked } satisfies ToWorker),
      () => {},
    );
  }

  #answerQuestion(ask: number, reply: unknown): void {
    this.#asking.get(ask)?.answer(reply);
    this.#asking.delete(ask);
  }

  /** Downloads it when a first render is done, or when a question is asked, and gives it to every worker. */
  #giveRest(worker: Worker): void {
    this.#rest ??= new Promise((resolve) => setTimeout(resolve, DRAWN_MS))
      .then(() => compile(restUrl))
      .catch((error) => {
        noted("loading the rest of the engine")(error);
        this.#rest = undefined;
        return null;
      });
    // The first module must arrive first, and may have to be downloaded again. #start reports it if that fails.
    Promise.all([this.#rest, this.#module]).then(
      ([rest]) => worker.postMessage({ rest } satisfies ToWorker),
      () => {},
    );
  }

  /** Ends whatever runs, without an answer, and makes a fresh worker ready. Not the second engine: while somebody types, slow renders are ended one
      after the other, and what the second engine is asked is about the newest text. */
  replace(): void {
    // The editor's questions are about the text, and were waiting behind the render that is given up. Once: one of them may be what takes long.
    const open = [...this.#asking].filter(([, { question, again }]) => ASIDE.has(question.kind) && !again);
    for (const [ask] of open) this.#asking.delete(ask);
    this.#endWorker();
    this.warm();
    const worker = this.#worker;
    // After the render that takes the place of the one given up.
    setTimeout(() => {
      for (const [, asking] of open)
        if (this.#worker === worker) this.#send({ ...asking, again: true });
        else asking.answer(undefined);
    });
  }

  end(): void {
    this.#second.end();
    this.#endWorker();
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#renders.restarted();
    this.#bytes = 0;
    this.#answered = undefined;
    for (const ask of [...this.#asking.keys()]) this.#answerQuestion(ask, undefined);
  }

  #start(): Worker {
    const worker = new Worker(trusted(workerUrl), { type: "module" });
    this.#generation++;
    const fail = (failed: string) => {
      if (this.#worker !== worker) return;
      const answered = this.#answered;
      this.#endWorker();
      // Forgotten, so that the next request tries again from the download on.
      this.#module = undefined;
      answered?.({ failed });
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker !== worker) return;
      if ("failed" in data) return fail(data.failed);
      if ("ask" in data) {
        if ("reply" in data) {
          if (data.error) noted("asking the engine")(data.error);
          return this.#answerQuestion(data.ask, data.reply);
        }
        // A render that waits behind the question is lost with the worker.
        const answered = this.#answered;
        this.#answerQuestion(data.ask, undefined);
        this.replace();
        answered?.({ trap: data.trap });
        return;
      }
      if (!this.#rest) this.#giveRest(worker);
      if (data.id !== this.#number) return;
      const answered = this.#answered;
      this.#answered = undefined;
      if ("trap" in data) this.replace();
      answered?.(data);
    });
    worker.addEventListener("error", (event) => fail(event.message || "the worker did not start"));
    this.#module ??= compile(wasmUrl);
    this.#module.then(
      (module) => worker.postMessage({ module } satisfies ToWorker),
      (error) => fail(String(error)),
    );
    if (this.#rest) this.#giveRest(worker);
    return worker;
  }
}
