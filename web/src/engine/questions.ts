// The worker that answers questions, so that none delays a render. It is started for the first question, and answers one at a time: those that the user
// waits for come first. It is replaced if it traps or does not answer in time, and if it works on something that is less important than what waits.
import { noted } from "../core/failures";
import type { FromWorker, Question, ToWorker } from "./types";

/** Longer than the engine's own time limit; as for a render (session.ts). */
const LIMIT_MS = 11_500;

/** A less important question may run for this long before it is ended. */
const PATIENCE_MS = 150;

/** The page does not wait for their answers. If they are ended, they are asked again. */
const BACKGROUND: ReadonlySet<Question["kind"]> = new Set(["lint", "render", "valuesInCode", "costs", "phases"]);

/** A worker that may still be loading. */
export interface StartedQuestionWorker {
  worker: Pick<Worker, "postMessage" | "terminate">;
  /** Settles when it has everything that questions need, or cannot have it. */
  loaded: Promise<unknown>;
}

/** Passes the messages of a new worker to `received`. */
export type StartQuestionWorker = (received: (message: FromWorker) => void) => StartedQuestionWorker;

interface Asked {
  question: Question;
  isNeeded: boolean;
  answer: (reply?: unknown) => void;
}

const isUrgent = ({ question }: Asked): boolean => !BACKGROUND.has(question.kind);

export class Questions {
  #start: StartQuestionWorker;
  #worker: StartedQuestionWorker["worker"] | undefined;
  #isLoaded = false;
  #waiting: Asked[] = [];
  #running: Asked | undefined;
  #since = 0;
  #number = 0;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartQuestionWorker) {
    this.#start = start;
  }

  /** `undefined` without an answer: it traps, takes too long, or is no longer needed (`signal`). */
  ask<T>(question: Question, signal?: AbortSignal): Promise<T | undefined> {
    return new Promise((resolve) => {
      const asked: Asked = { question, isNeeded: true, answer: (reply) => resolve(reply as T | undefined) };
      this.#insert(asked);
      signal?.addEventListener("abort", () => this.#drop(asked), { once: true });
      if (isUrgent(asked) && this.#running && !isUrgent(this.#running)) this.#endSoon(this.#running);
      this.#next();
    });
  }

  /** Ends the worker. Open questions get no answer; the next one starts another worker. */
  end(): void {
    this.#endWorker();
    for (const { answer } of this.#waiting.splice(0)) answer();
  }

  /** Before those of the background, if it is urgent. */
  #insert(asked: Asked): void {
    const others = this.#waiting.findIndex((other) => !isUrgent(other));
    this.#waiting.splice(isUrgent(asked) && others >= 0 ? others : this.#waiting.length, 0, asked);
  }

  #drop(asked: Asked): void {
    asked.isNeeded = false;
    asked.answer();
    if (asked === this.#running) this.#endSoon(asked);
    else this.#waiting = this.#waiting.filter((other) => other !== asked);
  }

  /** If it is still needed, it is asked again. */
  #endSoon(running: Asked): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => {
        if (running.isNeeded) this.#insert(running);
        this.#replace();
      },
      Math.max(0, this.#since + PATIENCE_MS - performance.now()),
    );
  }

  #next(): void {
    const [asked] = this.#waiting;
    if (!asked || this.#running) return;
    const worker = this.#worker ?? this.#begin();
    if (!this.#isLoaded) return;
    this.#waiting.shift();
    this.#running = asked;
    this.#since = performance.now();
    worker.postMessage({ ask: ++this.#number, question: asked.question } satisfies ToWorker);
    this.#limit = setTimeout(() => {
      asked.answer();
      this.#replace();
    }, LIMIT_MS);
  }

  #begin(): StartedQuestionWorker["worker"] {
    const { worker, loaded } = this.#start((message) => {
      if (worker === this.#worker) this.#received(message);
    });
    this.#worker = worker;
    const settled = (then: () => void) => () => {
      if (worker === this.#worker) then();
    };
    loaded.then(
      settled(() => {
        this.#isLoaded = true;
        this.#next();
      }),
      settled(() => this.end()),
    );
    return worker;
  }

  #received(message: FromWorker): void {
    if ("failed" in message) this.end();
    if (!("ask" in message) || message.ask !== this.#number) return;
    const running = this.#running;
    this.#done();
    if ("trap" in message) {
      running?.answer();
      this.#replace();
    } else {
      if (message.error) noted("asking the engine")(message.error);
      running?.answer(message.reply);
      this.#next();
    }
  }

  #done(): void {
    clearTimeout(this.#limit);
    clearTimeout(this.#patience);
    this.#running = undefined;
  }

  #endWorker(): void {
    this.#running?.answer();
    this.#done();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isLoaded = false;
  }

  #replace(): void {
    // It has its answer, or waits again.
    this.#running = undefined;
    this.#endWorker();
    this.#next();
  }
}
