// The engine in two workers: one renders, the other answers questions (questions.ts). The first worker compiles the wasm, and the page posts the compiled
// module to each further one, so that a worker that loops or has trapped is replaced without another download or compilation. The wasm consists of two modules: the first contains everything that the first render
// of an example needs; the rest is loaded after it (scripts/xtask/src/split.rs).
import wasmUrl from "../../pkg/ytterby_bg.wasm?url";
import restUrl from "../../pkg/ytterby_rest.wasm?url";
import { noted } from "../core/failures";
import { editorText } from "../core/line-endings";
import { type AskPart, filesOf, type Parts, type Response, responseOf } from "./answer";
import { compile } from "./compile";
import type { Answer, Engine } from "./engine";
import { FIRST_TREES } from "./parts-of";
import { Questions } from "./questions";
import { newWorker, type StartedWorker, startWorker, takeStarted } from "./start-worker";
import type { FromWorker, Question, Request, ToWorker } from "./types";
import workerUrl from "./worker.ts?worker&url";

/** An answer as the worker sends it. */
type WorkerAnswer = Exclude<Answer, { response: Response }> | { parts: Parts; milliseconds: number; bytes: number };

const address = (url: string): string => new URL(url, import.meta.url).href;

const inEditor = (request: Request): Request => ({
  ...request,
  files: filesOf(request).map(({ path, content }) => ({
    path,
    content: typeof content === "string" ? editorText(content) : content,
  })),
});

/** The first response is painted by then: downloads for later do not compete with it. */
const DRAWN_MS = 100;

/** A worker with more memory than this is replaced before the next render, as wasm never frees memory. Much more than works need. */
const LARGE_BYTES = 1 << 30;

export class WorkerEngine implements Engine {
  #module: Promise<WebAssembly.Module> | undefined;
  /** The module with everything that the first render does not need. */
  #rest: Promise<WebAssembly.Module | null> | undefined;
  #worker: Worker | undefined;
  /** The worker that compiles the module, until it has. */
  #compiling: StartedWorker | undefined;
  #resolveRun: ((answer: WorkerAnswer) => void) | undefined;
  #number = 0;
  /** Requests for parts of responses, which are in the worker that has rendered them. */
  #parts = new Map<number, (part: string | null | undefined) => void>();
  #partsAsked = 0;
  #questions = new Questions((received) => this.#startQuestions(received));
  /** Memory of the worker after its last render. */
  #bytes = 0;
  #last: Response | undefined;
  /** Responses contain all nodes: for an engine that several sessions use in turn. */
  #whole: boolean;

  constructor(whole = false) {
    this.#whole = whole;
  }

  /** Whether the module is compiled, so that an answer takes only the time of its render. */
  get isCompiled(): boolean {
    return this.#worker !== undefined && this.#compiling === undefined;
  }

  warm(): void {
    this.#worker ??= this.#start();
  }

  run(request: Request, started: () => void): Promise<Answer> {
    if (this.#bytes > LARGE_BYTES) this.replace();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#number;
    const post = () =>
      worker.postMessage({
        id,
        request,
        trees: this.#whole ? undefined : (this.#last?.readTrees ?? FIRST_TREES),
      } satisfies ToWorker);
    // A worker that compiles the module continues with the request. Any other must have the module first.
    const compiles = this.#compiling !== undefined;
    if (compiles) post();
    // #start reports a failed compilation.
    this.#module?.then(
      () => {
        if (!compiles) post();
        if (this.#worker === worker) started();
      },
      () => {},
    );
    return new Promise((resolve) => {
      this.#resolveRun = (answer) => {
        if (!("parts" in answer)) return resolve(answer);
        const { parts, milliseconds, bytes } = answer;
        this.#bytes = bytes;
        const ask: AskPart = (tree, from, count) => this.#askPart({ kind: "part", of: id, tree, from, count });
        this.#last = responseOf(request, parts, ask);
        resolve({ response: this.#last, milliseconds });
      };
    });
  }

  async render(request: Request, signal?: AbortSignal): Promise<Response | undefined> {
    const parts = await this.#questions.ask<Parts>({ kind: "render", request }, signal);
    return parts && responseOf(request, parts);
  }

  /** The editor asks about its own texts, and expects positions in them. */
  ask<T>(question: Question, signal?: AbortSignal): Promise<T | undefined> {
    const asked = "request" in question ? { ...question, request: inEditor(question.request) } : question;
    return this.#questions.ask(asked, signal);
  }

  #askPart(question: Question): Promise<string | null | undefined> {
    const worker = this.#worker;
    if (!worker) return Promise.resolve(undefined);
    const ask = ++this.#partsAsked;
    worker.postMessage({ ask, question } satisfies ToWorker);
    return new Promise((resolve) => this.#parts.set(ask, resolve));
  }

  #answerPart(ask: number, part: string | null | undefined): void {
    this.#parts.get(ask)?.(part);
    this.#parts.delete(ask);
  }

  /** Loads the rest after the first render, or for the first question, and posts it to every worker. */
  #postRest(worker: Worker): Promise<void> {
    this.#rest ??= new Promise((resolve) => setTimeout(resolve, DRAWN_MS))
      .then(() => compile(new URL(address(restUrl))))
      .catch((error) => {
        noted("loading the rest of the engine")(error);
        this.#rest = undefined;
        return null;
      });
    // The first module must reach the worker before.
    const loaded = Promise.all([this.#rest, this.#module]);
    return loaded.then(([rest]) => worker.postMessage({ rest } satisfies ToWorker));
  }

  replace(): void {
    this.#endWorker();
    this.warm();
  }

  end(): void {
    this.#questions.end();
    this.#endWorker();
  }

  #endWorker(): void {
    // Without its module, the next worker compiles another one.
    if (this.#compiling) this.#module = undefined;
    this.#compiling?.end();
    this.#compiling = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#bytes = 0;
    this.#resolveRun = undefined;
    for (const ask of [...this.#parts.keys()]) this.#answerPart(ask, undefined);
  }

  #start(): Worker {
    const started = this.#firstWorker();
    const worker = started?.worker ?? newWorker(address(workerUrl));
    let hasRest = false;
    const postRest = () => {
      if (hasRest) return;
      hasRest = true;
      this.#postRest(worker).catch(noted("loading the rest of the engine"));
    };
    const fail = (failed: string) => {
      if (this.#worker !== worker) return;
      const answered = this.#resolveRun;
      this.#endWorker();
      // So that the next request downloads it again.
      this.#module = undefined;
      answered?.({ failed });
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker !== worker) return;
      // startWorker() has both.
      if ("module" in data || ("failed" in data && started)) return;
      if ("failed" in data) return fail(data.failed);
      if ("ask" in data) {
        if ("reply" in data) return this.#answerPart(data.ask, data.reply as string | null);
        // A render that waits for it is lost with the worker.
        const answered = this.#resolveRun;
        this.replace();
        answered?.({ trap: data.trap });
        return;
      }
      postRest();
      if (data.id !== this.#number) return;
      const answered = this.#resolveRun;
      this.#resolveRun = undefined;
      if ("trap" in data) this.replace();
      answered?.(data);
    });
    worker.addEventListener("error", (event) => fail(event.message || "the worker did not start"));
    this.#module?.then(
      (module) => {
        if (this.#compiling === started) this.#compiling = undefined;
        if (!started) worker.postMessage({ module } satisfies ToWorker);
      },
      (error) => fail(error instanceof Error ? error.message : String(error)),
    );
    // `fail` reports a module that cannot be loaded.
    if (this.#rest) postRest();
    return worker;
  }

  #startQuestions(received: (message: FromWorker) => void) {
    // The first worker compiles the module.
    this.warm();
    const worker = newWorker(address(workerUrl));
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => received(data));
    worker.addEventListener("error", ({ message }) => received({ failed: message }));
    const loaded = Promise.resolve(this.#module).then((module) => {
      if (module) worker.postMessage({ module } satisfies ToWorker);
      return this.#postRest(worker);
    });
    return { worker, loaded };
  }

  /** The worker that compiles the module, if there is none yet. */
  #firstWorker(): StartedWorker | undefined {
    if (this.#module) return undefined;
    const started = takeStarted() ?? startWorker(address(workerUrl), address(wasmUrl));
    this.#compiling = started;
    this.#module = started.module;
    return started;
  }
}
