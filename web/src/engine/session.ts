// Between the project and the engine: waits for a pause in typing, has one render running at a time, and shows the newest answer. A render
// that takes too long can be stopped, is ended by a newer edit, and is ended at the time limit; the worker is then replaced.
import { gaveOutput } from "./answer";
import type { Answer, Engine } from "./engine";
import type { Request, Response } from "./types";

/** A render that takes longer than this is shown to be running, and no longer holds up a newer edit. */
const SLOW_MS = 300;
/** After this long the engine ends a render by itself, and can say in which line it was. */
const LIMIT_MS = 10_000;
/** More steps than the engine can take in that time: how long one waits is what matters here. */
const LIMIT_STEPS = 1e12;
/** After this long more, it is ended from outside, whatever it does. */
const GRACE_MS = 1_500;

/** Renders that take no longer are over before the next key. */
const QUICK_MS = 30;
const LONGEST_PAUSE_MS = 250;

/** A render that the next key would end is not begun between two keys; one that would be waited for is begun early. */
const pauseFor = (milliseconds: number): number =>
  milliseconds <= QUICK_MS ? 0 : milliseconds < SLOW_MS ? milliseconds / 2 : LONGEST_PAUSE_MS;

/** What a session uses of an `Engine`. */
export type RenderEngine = Pick<Engine, "warm" | "ready" | "run" | "replace">;

/** Something to tell that is not ytt's: the engine could not be loaded, was stopped, or broke. */
export interface Trouble {
  kind: "stopped" | "limit" | "trap" | "failed";
  message: string;
}

/** What ended the engine, as far as its last words tell. Browsers have different ones for a stack that is full, and the engine has a second
    stack in its memory, below which there is nothing. */
function ended(trap: string): string {
  const files = "It was replaced; your files are as they were.";
  if (/call stack|too much recursion|out of bounds/i.test(trap))
    return `This input nests more deeply than the browser's stack allows, and ended the engine. ${files}`;
  if (/memory is used up/.test(trap)) return `This input used up the engine's memory. ${files}`;
  return `The engine broke down on this input. ${files} (${trap})`;
}

export class Session {
  #slow = false;
  #busy = false;
  #trouble: Trouble | undefined;
  #response: Response | undefined;
  #request: Request | undefined;
  #milliseconds = 0;
  #good: Response | undefined;

  #engine: RenderEngine;
  #limit: number;
  #makeRequest: () => Request;
  #changed: () => void;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** When the first edit was made that no render has been asked for. */
  #unrendered: number | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** Counts requests; an answer to any but the newest is dropped. */
  #generation = 0;
  #waiting = false;
  /** Counts works; an answer to one before is not shown as if it were to this one. */
  #work = 0;
  /** The newest answer is to a work before. */
  #other = false;
  /** Who waits for the answer to the project as they are. */
  #settling: (() => void)[] = [];

  /** `limit`: how long a render may take, in milliseconds. */
  constructor(engine: RenderEngine, makeRequest: () => Request, changed: () => void, limit = LIMIT_MS) {
    this.#limit = limit;
    this.#engine = engine;
    this.#makeRequest = makeRequest;
    this.#changed = changed;
    engine.warm();
  }

  /** A render is under way, and for long enough to say so. */
  get slow(): boolean {
    return this.#slow;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** The newest answer, and the request it answers. */
  get response(): Response | undefined {
    return this.#response;
  }

  get request(): Request | undefined {
    return this.#request;
  }

  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** The newest answer that had output; what is shown, dimmed, while the input is broken. */
  get good(): Response | undefined {
    return this.#good;
  }

  /** The output on show is older than the input. */
  get stale(): boolean {
    return this.#good !== undefined && (this.#slow || this.#good !== this.#response || this.#trouble !== undefined);
  }

  /** Resolves once the answer is to the project as they are, or there is none to be had. */
  settled(): Promise<void> {
    return this.#pending ? new Promise((resolve) => this.#settling.push(resolve)) : Promise.resolve();
  }

  get #pending(): boolean {
    return this.#busy || this.#waiting || this.#unrendered !== undefined;
  }

  /** Something was edited: render at once what renders in a moment, else after a pause, or after two if the typing does not pause. */
  edited(): void {
    const now = performance.now();
    this.#unrendered ??= now;
    const pause = pauseFor(this.#milliseconds);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.render(), Math.min(pause, Math.max(0, this.#unrendered + 2 * pause - now)));
  }

  render(): void {
    clearTimeout(this.#pause);
    this.#unrendered = undefined;
    if (this.#busy && !this.#slow) {
      this.#waiting = true;
      return;
    }
    if (this.#busy) this.#abandon();
    void this.#send();
  }

  /** Another work is on show. */
  begin(): void {
    this.#work++;
    this.#other = true;
    this.#good = undefined;
  }

  /** What a render may take. */
  get limits(): { millis: number; steps: number } {
    return { millis: this.#limit, steps: LIMIT_STEPS };
  }

  stop(): void {
    if (!this.#busy) return;
    this.#abandon();
    this.#tell({ kind: "stopped", message: "Stopped. Your files are as they were; edit them or run again." });
  }

  /** For good: nothing is rendered any more. */
  end(): void {
    clearTimeout(this.#pause);
    if (this.#busy) this.#abandon();
  }

  async #send(): Promise<void> {
    this.#waiting = false;
    const request: Request = { ...this.#makeRequest(), limits: this.limits };
    const generation = ++this.#generation;
    const work = this.#work;
    this.#busy = true;
    // Downloading the engine takes as long as it takes: the clock starts when it has the request.
    await this.#engine.ready();
    if (generation !== this.#generation) return;
    this.#timers = [
      setTimeout(() => this.#becomeSlow(), SLOW_MS),
      setTimeout(() => this.#timeOut(), this.#limit + GRACE_MS),
    ];
    const answer = await this.#engine.run(request);
    if (generation !== this.#generation) return;
    this.#idle();
    if (work === this.#work) this.#take(answer, request);
    if (this.#waiting) void this.#send();
    this.#settle();
  }

  #settle(): void {
    if (this.#pending) return;
    for (const resolve of this.#settling.splice(0)) resolve();
  }

  #take(answer: Answer, request: Request): void {
    if ("trap" in answer) {
      this.#tell({ kind: "trap", message: ended(answer.trap) });
    } else if ("failed" in answer) {
      this.#tell({ kind: "failed", message: `The engine could not be loaded: ${answer.failed}` });
    } else {
      this.#trouble = undefined;
      this.#other = false;
      this.#response = answer.response;
      this.#request = request;
      this.#milliseconds = answer.milliseconds;
      if (gaveOutput(answer.response)) this.#good = answer.response;
      this.#changed();
    }
  }

  /** Only as long as it would flicker is the answer to a work before seen with another. */
  #forgetOther(): void {
    if (!this.#other) return;
    this.#response = undefined;
    this.#request = undefined;
  }

  #becomeSlow(): void {
    this.#slow = true;
    this.#forgetOther();
    if (this.#waiting) this.render();
    this.#changed();
  }

  #timeOut(): void {
    this.#abandon();
    this.#tell({
      kind: "limit",
      message: `Stopped after ${this.#limit / 1000} seconds: something in the templates may loop for ever. Your files are as they were.`,
    });
  }

  /** The running render is given up, with its worker. */
  #abandon(): void {
    this.#generation++;
    this.#idle();
    this.#engine.replace();
  }

  #idle(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#busy = false;
    this.#slow = false;
  }

  #tell(trouble: Trouble): void {
    this.#trouble = trouble;
    this.#forgetOther();
    this.#changed();
    this.#settle();
  }
}
