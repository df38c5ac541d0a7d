// A second engine, for questions that would delay renders in the first one. It is started for the first such question, and ended when it is no longer
// needed, has been idle for a while, or does not answer in time. The next question starts another one.
import type { Question } from "./types";

/** Longer than the engine's own time limit; as for a render (engine/session.ts). */
const LIMIT_MS = 11_500;
const IDLE_MS = 30_000;

/** What it uses of an `Engine`. */
export interface QuestionEngine {
  ask<T>(question: Question): Promise<T | undefined>;
  loaded(): Promise<unknown>;
  end(): void;
}

export class SecondEngine {
  #make: () => QuestionEngine;
  #engine: QuestionEngine | undefined;
  /** Unanswered questions. */
  #open = 0;
  #needed = true;
  /** Ends the engine: at the time limit of the current question, or after it has been idle. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(make: () => QuestionEngine) {
    this.#make = make;
  }

  /** `undefined` if the engine ends before it answers. */
  async ask<T>(question: Question): Promise<T | undefined> {
    this.#needed = true;
    this.#engine ??= this.#make();
    const engine = this.#engine;
    const reply = engine.ask<T>(question);
    if (++this.#open === 1) {
      clearTimeout(this.#timer);
      // The time limit starts once the engine is downloaded.
      void engine.loaded().then(() => {
        if (engine === this.#engine && this.#open > 0) this.#endIn(LIMIT_MS);
      });
    }
    const answer = await reply;
    if (engine !== this.#engine) return answer;
    if (--this.#open > 0) this.#endIn(LIMIT_MS);
    else if (this.#needed) this.#endIn(IDLE_MS);
    else this.end();
    return answer;
  }

  /** Ends when the questions asked so far are answered. */
  retire(): void {
    this.#needed = false;
    if (this.#open === 0) this.end();
  }

  /** Ends at once; open questions get `undefined`. */
  end(): void {
    clearTimeout(this.#timer);
    const engine = this.#engine;
    this.#engine = undefined;
    this.#open = 0;
    engine?.end();
  }

  #endIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), milliseconds);
  }
}
