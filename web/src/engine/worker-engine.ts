// An engine in a worker. The first worker compiles the wasm, and the page posts the compiled module to each further one, so that a worker that loops or has
// trapped is replaced without another download or compilation. The wasm consists of two modules: the first contains everything that the first render
// of an example needs; the rest is loaded after it (scripts/xtask/src/split.rs).
import wasmUrl from "../../pkg/ytterby_bg.wasm?url";
import restUrl from "../../pkg/ytterby_rest.wasm?url";
import { noted } from "../core/failures";
import { editorText, placing } from "../core/line-endings";
import { type AskPart, type Parts, Response } from "./answer";
import { compile } from "./compile";
import type { Answer, Engine } from "./engine";
import { SecondEngine } from "./second-engine";
import { newWorker, type StartedWorker, startWorker, takeStarted } from "./start-worker";
import type { FromWorker, Question, Request, ToWorker } from "./types";
import { WarmTimes } from "./warm-times";
import workerUrl from "./worker.ts?worker&url";

/** An answer as the worker sends it. */
type WorkerAnswer = Exclude<Answer, { response: Response }> | { parts: Parts; milliseconds: number; bytes: number };

const address = (url: string): string => new URL(url, import.meta.url).href;

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

/** The first response is painted by then: downloads for later do not compete with it. */
const DRAWN_MS = 100;

/** A worker with more memory than this is replaced before the next render, as wasm never frees memory. Much more than works need. */
const LARGE_BYTES = 1 << 30;

/** If renders take longer than this, a second engine answers these questions, which would otherwise delay renders. */
const LONG_MS = 150;
const FOR_SECOND_ENGINE: ReadonlySet<Question["kind"]> = new Set([
  "complete",
  "hover",
  "definition",
  "renameTarget",
  "used",
  "valuesInCode",
  "costs",
  "usesAt",
  "usesOf",
  "rename",
  "exportSchema",
  "diffSchemas",
  "phases",
]);

/** Asked again in the next worker if theirs is replaced: they are about the current text, or about none. */
const ASKED_AGAIN: ReadonlySet<Question["kind"]> = new Set([...FOR_SECOND_ENGINE, "flags"]);

/** An unanswered question. */
interface Unanswered {
  question: Question;
  answer: (reply: unknown) => void;
  /** It was asked again in a new worker. */
  again: boolean;
}

export class WorkerEngine implements Engine {
  #module: Promise<WebAssembly.Module> | undefined;
  /** The module with everything that the first render does not need. */
  #rest: Promise<WebAssembly.Module | null> | undefined;
  #worker: Worker | undefined;
  /** The worker that compiles the module, until it has. */
  #compiling: StartedWorker | undefined;
  #resolveRun: ((answer: WorkerAnswer) => void) | undefined;
  #number = 0;
  #open = new Map<number, Unanswered>();
  #questions = 0;
  #renders = new WarmTimes(LONG_MS);
  #second = new SecondEngine(() => this.another());
  #generation = 0;
  /** Memory of the worker after its last render. */
  #bytes = 0;
  /** Responses contain all nodes: for an engine that several sessions use in turn. */
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

  async loaded(): Promise<void> {
    await Promise.allSettled([this.#module, this.#rest]);
  }

  run(request: Request, started: () => void): Promise<Answer> {
    if (this.#bytes > LARGE_BYTES) this.replace();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#number;
    const post = () => worker.postMessage({ id, request, whole: this.#whole } satisfies ToWorker);
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
    if (this.#renders.long && FOR_SECOND_ENGINE.has(question.kind)) return this.#second.ask(question);
    return new Promise((resolve) => {
      this.#send({ question, answer: (reply) => resolve(reply as T | undefined), again: false });
    });
  }

  #send(unanswered: Unanswered): void {
    const { question } = unanswered;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const ask = ++this.#questions;
    this.#open.set(ask, unanswered);
    // The editor asks about its own texts, and expects positions in them.
    const asked =
      "request" in question && question.kind !== "render"
        ? { ...question, request: inEditor(question.request) }
        : question;
    if (!this.#rest) this.#postRest(worker);
    this.#module?.then(
      () => worker.postMessage({ ask, question: asked } satisfies ToWorker),
      () => {},
    );
  }

  #answerQuestion(ask: number, reply: unknown): void {
    this.#open.get(ask)?.answer(reply);
    this.#open.delete(ask);
  }

  /** Loads the rest after the first render, or for the first question, and posts it to every worker. */
  #postRest(worker: Worker): void {
    this.#rest ??= new Promise((resolve) => setTimeout(resolve, DRAWN_MS))
      .then(() => compile(new URL(address(restUrl))))
      .catch((error) => {
        noted("loading the rest of the engine")(error);
        this.#rest = undefined;
        return null;
      });
    // The first module must reach the worker before. #start reports it if it cannot be loaded.
    Promise.all([this.#rest, this.#module]).then(
      ([rest]) => worker.postMessage({ rest } satisfies ToWorker),
      () => {},
    );
  }

  /**
   * The second engine is not replaced: while the user types, slow renders are ended one after another, and its questions are about the latest text.
   */
  replace(): void {
    // They were waiting for the render that is ended. Only once: one of them may be what takes long.
    const open = [...this.#open].filter(([, { question, again }]) => ASKED_AGAIN.has(question.kind) && !again);
    for (const [ask] of open) this.#open.delete(ask);
    this.#endWorker();
    this.warm();
    const worker = this.#worker;
    // After the request that replaces the ended one.
    setTimeout(() => {
      for (const [, unanswered] of open)
        if (this.#worker === worker) this.#send({ ...unanswered, again: true });
        else unanswered.answer(undefined);
    });
  }

  end(): void {
    this.#second.end();
    this.#endWorker();
  }

  #endWorker(): void {
    // Without its module, the next worker compiles another one.
    if (this.#compiling) this.#module = undefined;
    this.#compiling?.end();
    this.#compiling = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#renders.restarted();
    this.#bytes = 0;
    this.#resolveRun = undefined;
    for (const ask of [...this.#open.keys()]) this.#answerQuestion(ask, undefined);
  }

  #start(): Worker {
    const started = this.#firstWorker();
    const worker = started?.worker ?? newWorker(address(workerUrl));
    this.#generation++;
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
        if ("reply" in data) {
          if (data.error) noted("asking the engine")(data.error);
          return this.#answerQuestion(data.ask, data.reply);
        }
        // A render that waits for the question is lost with the worker.
        const answered = this.#resolveRun;
        this.#answerQuestion(data.ask, undefined);
        this.replace();
        answered?.({ trap: data.trap });
        return;
      }
      if (!this.#rest) this.#postRest(worker);
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
    if (this.#rest) this.#postRest(worker);
    return worker;
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
