// Between the project and the engine: waits for a pause in typing, runs one render at a time, and provides the latest response. A slow render can be
// stopped by the user, and is ended by the next edit or at the time limit; its worker is then replaced. While the user types, a response with new
// problems waits for a pause: half a line is an error in most places. If one has no output, what remains is not that of a half-typed text either.
import { signal } from "@preact/signals-core";
import { CONTENTS, type Content, knows } from "./answer";
import type { Answer, Engine } from "./engine";
import { remainingOutputs, shownOutputs } from "./outputs";
import type { Diagnostic, OutputFile, OutputKind, Request, Response } from "./types";

/** A render that takes longer is shown as running, and is ended by the next edit. */
const SLOW_MS = 300;
/** The engine itself ends a render after this time, and reports the line that was running. */
const LIMIT_MS = 10_000;
/** More than the engine can run in that time: only the time limit matters here. */
const LIMIT_STEPS = 1e12;
/** After this additional time the worker is replaced. */
const GRACE_MS = 1_500;

/** Renders that are faster are done before the next key press. */
const QUICK_MS = 30;
const LONGEST_PAUSE_MS = 250;

/** A render that the next key press would end is not started between two keys; one that can be waited for is started early. */
const pauseFor = (milliseconds: number): number =>
  milliseconds <= QUICK_MS ? 0 : milliseconds < SLOW_MS ? milliseconds / 2 : LONGEST_PAUSE_MS;

/** After a pause of this length, the user is no longer typing. */
const TYPING_PAUSE_MS = 500;
/** The pause for a command line that the engine rejects: most people read a flag's description before they type its value. */
const FLAG_PAUSE_MS = 2_000;

/** The methods of an `Engine` that a session uses. */
export type RenderEngine = Pick<Engine, "warm" | "run" | "replace">;

/** A failure that is not an error of ytt: the engine could not be loaded, was stopped, or crashed. */
export interface Trouble {
  kind: "stopped" | "limit" | "trap" | "failed";
  message: string;
}

/**
 * Explains why the engine was lost, by the trap's message. Browsers have different messages for a stack overflow, and the engine has a second stack
 * at the bottom of its memory.
 */
function messageOf(trap: string): string {
  const files = "It was restarted; your files are unchanged.";
  if (/call stack|too much recursion|out of bounds/i.test(trap))
    return `This input is nested too deeply for the browser’s stack, and crashed the engine. ${files}`;
  if (/memory is used up/.test(trap)) return `The engine ran out of memory on this input. ${files}`;
  return `The engine crashed on this input. ${files} (${trap})`;
}

/** A response and its request. */
export interface Answered {
  response: Response;
  request: Request;
}

/** The same problem may be at another position, as lines were added before it. */
const isSameProblem = (a: Diagnostic, b: Diagnostic): boolean =>
  a.code === b.code && a.path === b.path && a.message === b.message && a.primary?.file === b.primary?.file;

/** Whether a response has an error that another one does not have. */
const hasNewErrors = (response: Response, { diagnostics, exitStatus }: Response): boolean =>
  response.diagnostics.some(
    (one) => one.severity === "error" && !diagnostics.some((other) => isSameProblem(one, other)),
  ) ||
  (response.exitStatus !== 0 && exitStatus === 0);

/** The engine rejects the command line. */
export const isRefused = ({ diagnostics }: Response): boolean => diagnostics.some(({ code }) => code === "flag");

export class Session {
  readonly #slow = signal(false);
  readonly #busy = signal(false);
  readonly #trouble = signal<Trouble | undefined>(undefined);
  readonly #response = signal<Response | undefined>(undefined);
  readonly #request = signal<Request | undefined>(undefined);
  readonly #milliseconds = signal(0);
  readonly #isForeseen = signal(false);
  readonly #known = signal<Readonly<Partial<Record<Content, Answered>>>>({});
  /** The work that they are about. */
  #knownOf = 0;
  /** The latest response with output that was there in a pause in typing. */
  #finished: Answered | undefined;
  /** The request that was sent last; its response may not have come. */
  readonly #latest = signal<Request | undefined>(undefined);

  #engine: RenderEngine;
  #limit: number;
  #makeRequest: () => Request;
  #answered: () => void;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Time of the first edit since the last request. */
  #unrendered: number | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** Counts requests; only the response to the latest is used. */
  #generation = 0;
  #waiting = false;
  /** Counts opened works; responses to earlier works are not used. */
  #workNumber = 0;
  /** When the user typed last, unless the cursor has left the line or the field since. */
  #typed: number | undefined;
  #unfinished = false;
  readonly #typing = signal(false);
  #typingPause: ReturnType<typeof setTimeout> | undefined;
  /** The response that waits for a pause in typing. */
  #held: { answered: Answered; milliseconds: number; timer: ReturnType<typeof setTimeout> | undefined } | undefined;
  /** Resolves promises of `settled`. */
  #settling: (() => void)[] = [];

  /**
   * `answered` is called after a response, when a render becomes slow, and when it has failed. `limit`: of the time for a render, in milliseconds.
   */
  constructor(engine: RenderEngine, makeRequest: () => Request, answered: () => void, limit = LIMIT_MS) {
    this.#limit = limit;
    this.#engine = engine;
    this.#makeRequest = makeRequest;
    this.#answered = answered;
    engine.warm();
  }

  /** A render is running, and long enough for that to be shown. */
  get slow(): boolean {
    return this.#slow.value;
  }

  get busy(): boolean {
    return this.#busy.value;
  }

  /** The user is typing: there was no pause since, and the cursor has not left the line or the field. */
  get typing(): boolean {
    return this.#typing.value;
  }

  /** The response belongs to the current input, and the user is not typing. */
  get isSettled(): boolean {
    return !this.#typing.value && !this.#pending && !this.#held;
  }

  get trouble(): Trouble | undefined {
    return this.#trouble.value;
  }

  /** The latest response, and its request. */
  get response(): Response | undefined {
    return this.#response.value;
  }

  get request(): Request | undefined {
    return this.#request.value;
  }

  /** The engine has not answered yet: the response was made by the build. */
  get isForeseen(): boolean {
    return this.#isForeseen.value;
  }

  /** The latest request, which may not be answered yet. */
  get asked(): Request | undefined {
    return this.#latest.value;
  }

  get milliseconds(): number {
    return this.#milliseconds.value;
  }

  /**
   * The latest response that knows the data values, the schema or the output. What the page offers from these comes from this response: while the
   * user is typing a flag, for example, the latest response has none of them. Those of an earlier work stay as long as the response to it does.
   */
  latestWith(content: Content): Answered | undefined {
    return this.#known.value[content];
  }

  /** Another number for each work that is opened. */
  get workNumber(): number {
    return this.#workNumber;
  }

  /** Notes a response that was not asked for by this session, where none knows the data values or the schema of this work. */
  learn(answered: Answered, workNumber: number): void {
    if (workNumber !== this.#workNumber) return;
    this.#forgetEarlierWork();
    for (const content of ["values", "schema"] as const)
      if (knows(answered.response, content)) this.#known.value = { [content]: answered, ...this.#known.value };
  }

  /** The latest response with output. */
  get good(): Response | undefined {
    return this.#known.value.output?.response;
  }

  /** The output to show: of the latest response, or else the rest of the last output, which is shown dimmed. */
  get output(): OutputFile[] {
    if (!this.#known.value.output) return [];
    const { response, request } = this.#known.value.output;
    return this.stale
      ? remainingOutputs(response, request, this.#latest.value ?? request, this.response?.outputKind ?? null)
      : shownOutputs(response);
  }

  /** The kind of the shown output. */
  get outputKind(): OutputKind | null {
    return this.good?.outputKind ?? null;
  }

  /** The shown output is older than the input. */
  get stale(): boolean {
    return (
      this.good !== undefined &&
      ((this.#slow.value && !this.#isForeseen.value) ||
        this.good !== this.#response.value ||
        this.#trouble.value !== undefined)
    );
  }

  /** Resolves once the response is up to date, or cannot be obtained. */
  settled(): Promise<void> {
    this.#release();
    return this.#pending ? new Promise((resolve) => this.#settling.push(resolve)) : Promise.resolve();
  }

  get #pending(): boolean {
    return this.#busy.value || this.#waiting || this.#unrendered !== undefined;
  }

  /** After an edit: renders at once if renders are fast, else after a pause, or after twice that time if the user goes on typing. */
  edited(): void {
    const now = performance.now();
    this.#unrendered ??= now;
    const pause = pauseFor(this.#milliseconds.value);
    clearTimeout(this.#pause);
    if (pause > 0) {
      const longest = Math.max(0, this.#unrendered + 2 * pause - now);
      this.#pause = setTimeout(() => this.#start(), Math.min(pause, longest));
    } else {
      // Before the typed text is painted, which browsers do before they run a timer: the engine renders meanwhile.
      queueMicrotask(() => {
        if (this.#unrendered !== undefined) this.#start();
      });
    }
  }

  /** The user has typed in a text or in the command line. An `unfinished` text has no result before the user goes on, or leaves the line. */
  typed(unfinished = false): void {
    this.#typed = performance.now();
    this.#unfinished = unfinished;
    if (this.#held) this.#hold(this.#held);
    this.#typing.value = true;
    clearTimeout(this.#typingPause);
    if (!unfinished) this.#typingPause = setTimeout(() => this.#pauseTyping(), TYPING_PAUSE_MS);
  }

  /** The cursor has left the line or the field, or the user has asked for the result. */
  stoppedTyping(): void {
    this.#typed = undefined;
    this.#release();
    this.#pauseTyping();
  }

  #pauseTyping(): void {
    clearTimeout(this.#typingPause);
    this.#typing.value = false;
    if (this.isSettled) this.#finished = this.#known.value.output;
  }

  /** Takes the response that waits for a pause in typing. */
  #release(): void {
    if (!this.#held) return;
    const { answered, milliseconds } = this.#held;
    this.#drop();
    this.#accept(answered, milliseconds);
  }

  /** A newer response will come. */
  #drop(): void {
    clearTimeout(this.#held?.timer);
    this.#held = undefined;
  }

  #hold({ answered, milliseconds }: { answered: Answered; milliseconds: number }): void {
    this.#drop();
    const pause = this.#pauseLeft(answered.response);
    const timer = pause < Infinity ? setTimeout(() => this.#release(), pause) : undefined;
    this.#held = { answered, milliseconds, timer };
  }

  /** How long the user still counts as typing. */
  #pauseLeft(response: Response): number {
    if (this.#typed === undefined) return 0;
    if (this.#unfinished) return Infinity;
    return this.#typed + (isRefused(response) ? FLAG_PAUSE_MS : TYPING_PAUSE_MS) - performance.now();
  }

  /** Whether a response waits: the user is typing, no caller waits for the response, and it has problems that the shown one does not have. */
  #waits(response: Response): boolean {
    const shown = this.#knownOf === this.#workNumber ? this.#response.value : undefined;
    return (
      shown !== undefined &&
      this.#settling.length === 0 &&
      this.#pauseLeft(response) > 0 &&
      hasNewErrors(response, shown)
    );
  }

  /** The response does not wait for a pause in typing. */
  render(): void {
    this.#typed = undefined;
    this.#pauseTyping();
    this.#start();
  }

  #start(): void {
    clearTimeout(this.#pause);
    this.#unrendered = undefined;
    if (this.#busy.value && !this.#slow.value) {
      this.#waiting = true;
      return;
    }
    if (this.#busy.value) this.#abandon();
    void this.#send();
  }

  /** Another work is open. */
  begin(): void {
    this.#workNumber++;
    this.#typed = undefined;
    this.#pauseTyping();
    this.#drop();
    this.#finished = undefined;
    const { output: _, ...others } = this.#known.value;
    this.#known.value = others;
  }

  /** Limits of a render. */
  get limits(): { millis: number; steps: number } {
    return { millis: this.#limit, steps: LIMIT_STEPS };
  }

  stop(): void {
    if (!this.#busy.value) return;
    this.#abandon();
    this.#fail({ kind: "stopped", message: "Stopped. Your files are unchanged; edit them or run again." });
  }

  /** Ends the session: nothing is rendered any more. */
  end(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#typingPause);
    this.#unrendered = undefined;
    this.#drop();
    if (this.#busy.value) this.#abandon();
  }

  async #send(): Promise<void> {
    this.#waiting = false;
    this.#drop();
    const request: Request = { ...this.#makeRequest(), limits: this.limits };
    const generation = ++this.#generation;
    const workNumber = this.#workNumber;
    this.#busy.value = true;
    this.#latest.value = request;
    // Downloading the engine may take any time: the limit starts when the engine has the request.
    const started = () => {
      if (generation === this.#generation) this.#limitTime();
    };
    const answer = await this.#engine.run(request, started);
    if (generation !== this.#generation) return;
    this.#idle();
    if (workNumber === this.#workNumber) this.#take(answer, request);
    if (this.#waiting) void this.#send();
    this.#settle();
  }

  /** Starts again if another engine has begun the render anew. */
  #limitTime(): void {
    this.#clearTimers();
    this.#timers = [
      setTimeout(() => this.#becomeSlow(), SLOW_MS),
      setTimeout(() => this.#timeOut(), this.#limit + GRACE_MS),
    ];
  }

  #settle(): void {
    if (this.#pending) return;
    for (const resolve of this.#settling.splice(0)) resolve();
  }

  #take(answer: Answer, request: Request): void {
    if ("trap" in answer) {
      this.#fail({ kind: "trap", message: messageOf(answer.trap) });
    } else if ("failed" in answer) {
      this.#fail({
        kind: "failed",
        message: `Could not load the engine. Check your connection, then run again. (${answer.failed})`,
      });
    } else {
      const { response, milliseconds } = answer;
      const answered = { response, request };
      if (this.#waits(response)) this.#hold({ answered, milliseconds });
      else this.#accept(answered, milliseconds);
    }
  }

  #accept(answered: Answered, milliseconds: number): void {
    this.#trouble.value = undefined;
    this.#milliseconds.value = milliseconds;
    this.#isForeseen.value = false;
    this.#show(answered);
    // Before it, half of the text may have had output, such as the null of a key without its value.
    const hasOutput = this.#known.value.output === answered;
    if (!hasOutput && this.#finished) this.#known.value = { ...this.#known.value, output: this.#finished };
    else if (!this.#typing.value) this.#finished = this.#known.value.output;
    this.#answered();
  }

  #show(answered: Answered): void {
    const { response, request } = answered;
    this.#forgetEarlierWork();
    this.#response.value = response;
    this.#request.value = request;
    for (const content of CONTENTS)
      if (knows(response, content)) this.#known.value = { ...this.#known.value, [content]: answered };
  }

  /** Shows the response of the build to the request that waits for the engine, unless there is a result. */
  foresee(answered: Answered): void {
    const waits = this.#busy.value && !this.#slow.value && answered.request === this.#latest.value;
    if (!waits || this.#response.value) return;
    this.#isForeseen.value = true;
    this.#show(answered);
  }

  /** The response to an earlier input stays visible only until a fast render would be done, to avoid flicker. */
  #hidePrevious(): void {
    this.#response.value = undefined;
    this.#request.value = undefined;
    this.#forgetEarlierWork();
  }

  #forgetEarlierWork(): void {
    if (this.#knownOf === this.#workNumber) return;
    this.#known.value = {};
    this.#knownOf = this.#workNumber;
  }

  #becomeSlow(): void {
    this.#slow.value = true;
    // That of the build is to the same request: problems would go and come again.
    if (this.#request.value !== this.#latest.value) this.#hidePrevious();
    if (this.#waiting) this.#start();
    this.#answered();
  }

  #timeOut(): void {
    this.#abandon();
    this.#fail({
      kind: "limit",
      message: `Stopped after ${this.#limit / 1000} s: a template may be in an endless loop. Your files are unchanged.`,
    });
  }

  /** Gives up the running render, and replaces its worker. */
  #abandon(): void {
    this.#generation++;
    this.#idle();
    this.#engine.replace();
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #idle(): void {
    this.#clearTimers();
    this.#busy.value = false;
    this.#slow.value = false;
  }

  #fail(trouble: Trouble): void {
    this.#trouble.value = trouble;
    this.#hidePrevious();
    this.#answered();
    this.#settle();
  }
}
