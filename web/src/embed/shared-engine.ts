// One engine, one worker, one compiled module for all embeds of a page, including those in frames of one origin. Each embed has a `SharedEngine`, which
// it uses as an engine of its own: renders take turns, and one that is stopped or takes too long costs the others only their wait for it.
//
// Frames of one origin on the same page can reach each other's windows, unless they are in a shadow tree. The first one owns the engine. When it is
// removed, its worker ends with it, and the others move to an engine of one of them.
import type { Answer, Engine } from "../engine/engine";
import type { Question, Request, Response } from "../engine/types";
import { WorkerEngine } from "../engine/worker-engine";

interface Turn {
  begin(): void;
}

interface Pool {
  engine: Engine;
  /** Without users, the worker is not needed. */
  users: Set<SharedEngine>;
  /** The first one has its turn. */
  turns: Turn[];
}

/** The address of this script has a digest of it and of what it imports: a frame of another build has another key. */
const KEY = Symbol.for(import.meta.url);
type PoolWindow = Window & { [KEY]?: Pool | undefined };

/** The pool of a frame beside this one, if there is one of this origin. */
function neighbour(): Pool | undefined {
  for (let at = 0; parent !== window && at < parent.length; at++) {
    try {
      const pool = (parent[at] as PoolWindow)[KEY];
      if (pool) return pool;
    } catch {
      // A window of another origin.
    }
  }
  return undefined;
}

/** A pool that others may use until this window is gone. */
function ownPool(): Pool {
  const pool: Pool = { engine: new WorkerEngine(true), users: new Set(), turns: [] };
  (window as PoolWindow)[KEY] = pool;
  addEventListener(
    "pagehide",
    () => {
      (window as PoolWindow)[KEY] = undefined;
      const users = [...pool.users];
      pool.users.clear();
      pool.engine.end();
      // Users in this window are removed with it.
      for (const user of users) if (!(user instanceof SharedEngine)) (user as SharedEngine).move();
    },
    { once: true },
  );
  return pool;
}

const currentPool = (): Pool => (window as PoolWindow)[KEY] ?? neighbour() ?? ownPool();

/** A render that waits for its turn, or for its answer. */
interface Run {
  request: Request;
  started(): void;
  resolve(answer: Answer): void;
}

export class SharedEngine implements Engine {
  #pool = currentPool();
  #turn: Turn | undefined;
  #run: Run | undefined;

  constructor() {
    this.#pool.users.add(this);
  }

  warm(): void {
    this.#pool.engine.warm();
  }

  /** Calls `started` when it is this embed's turn and the engine is loaded. A session's time limit starts then. */
  run(request: Request, started: () => void): Promise<Answer> {
    this.#release();
    return new Promise((resolve) => this.#queue({ request, started, resolve }));
  }

  render(request: Request, signal?: AbortSignal): Promise<Response | undefined> {
    return this.#pool.engine.render(request, signal);
  }

  ask<T>(question: Question, signal?: AbortSignal): Promise<T | undefined> {
    return this.#pool.engine.ask(question, signal);
  }

  /** Ends this embed's render, or its wait for one. The renders of others are not touched. */
  replace(): void {
    if (this.#run && this.#pool.turns[0] === this.#turn) this.#pool.engine.replace();
    this.#release();
  }

  /** The embed has been removed. The last one ends the engine. */
  end(): void {
    this.replace();
    const { users, engine } = this.#pool;
    users.delete(this);
    if (users.size === 0) engine.end();
  }

  /** The window that owned the engine is gone: sends the render again, or waits again, with another engine. */
  move(): void {
    const run = this.#run;
    this.#turn = this.#run = undefined;
    this.#pool = currentPool();
    this.#pool.users.add(this);
    if (run) this.#queue(run);
  }

  #queue(run: Run): void {
    const { turns } = this.#pool;
    const turn = { begin: () => this.#send(run) };
    this.#turn = turn;
    this.#run = run;
    turns.push(turn);
    if (turns[0] === turn) turn.begin();
  }

  #send(run: Run): void {
    const isCurrent = () => this.#run === run;
    const pool = this.#pool;
    const started = () => isCurrent() && run.started();
    void pool.engine.run(run.request, started).then((answer) => {
      if (!isCurrent() || this.#pool !== pool) return;
      this.#release();
      run.resolve(answer);
    });
  }

  #release(): void {
    const turn = this.#turn;
    this.#turn = this.#run = undefined;
    if (!turn) return;
    const { turns } = this.#pool;
    const first = turns[0] === turn;
    turns.splice(turns.indexOf(turn), 1);
    if (first) turns[0]?.begin();
  }
}
