// One engine with one worker and one compiled module for all embeds of a window. Each embed has a `SharedEngine`, which it uses as an engine of its own:
// renders take turns, and one that is stopped or takes too long costs the others only their wait for it. Eight embeds with an engine each would take
// twice the time and three times the memory.
import type { Answer, Engine } from "../engine/engine";
import type { Question, Request, Response } from "../engine/types";
import { WorkerEngine } from "../engine/worker-engine";

const engine = new WorkerEngine(true);
/** Without users, the worker is not needed. */
const users = new Set<SharedEngine>();
/** Begin the renders that wait for their turn, or for their answer. The first one has begun. */
const turns: (() => void)[] = [];

export class SharedEngine implements Engine {
  #turn: (() => void) | undefined;

  constructor() {
    users.add(this);
  }

  warm(): void {
    engine.warm();
  }

  /** Calls `started` when it is this embed's turn and the engine is loaded. A session's time limit starts then. */
  run(request: Request, started: () => void): Promise<Answer> {
    this.#release();
    return new Promise((resolve) => {
      const isCurrent = () => this.#turn === begin;
      const begin = () =>
        void engine
          .run(request, () => isCurrent() && started())
          .then((answer) => {
            if (!isCurrent()) return;
            this.#release();
            resolve(answer);
          });
      this.#turn = begin;
      turns.push(begin);
      if (turns[0] === begin) begin();
    });
  }

  render(request: Request, signal?: AbortSignal): Promise<Response | undefined> {
    return engine.render(request, signal);
  }

  ask<T>(question: Question, signal?: AbortSignal): Promise<T | undefined> {
    return engine.ask(question, signal);
  }

  /** Ends this embed's render, or its wait for one. The renders of others are not touched. */
  replace(): void {
    if (this.#turn && turns[0] === this.#turn) engine.replace();
    this.#release();
  }

  /** The embed has been removed. The last one ends the engine. */
  end(): void {
    this.replace();
    users.delete(this);
    if (users.size === 0) engine.end();
  }

  #release(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    if (!turn) return;
    const isFirst = turns[0] === turn;
    turns.splice(turns.indexOf(turn), 1);
    if (isFirst) turns[0]?.();
  }
}
