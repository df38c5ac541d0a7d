// One engine, one worker, one compiled module for all embeds of a page. Each embed has a `SharedEngine`, which it takes for an engine of its own:
// renders take turns, and one that is stopped or takes too long costs the others their wait for it and nothing else.
import type { Answer, Engine } from "../engine/engine";
import type { Question, Request, Response } from "../engine/types";
import { WorkerEngine } from "../engine/worker-engine";

/** The answer to one embed is not kept until another's question about it. */
const engine = new WorkerEngine(true);
/** The embeds there are; without any, nobody needs the worker. */
const users = new Set<SharedEngine>();
/** The first has the turn. */
const turns: Turn[] = [];

interface Turn {
  begin: () => void;
}

export class SharedEngine implements Engine {
  #turn: Turn | undefined;
  #running = false;

  constructor() {
    users.add(this);
  }

  get generation(): number {
    return engine.generation;
  }

  warm(): void {
    engine.warm();
  }

  /** Settles when it is this embed's turn and the engine is there. A session's clock starts then. */
  async ready(): Promise<void> {
    this.#release();
    await new Promise<void>((begin) => {
      this.#turn = { begin };
      turns.push(this.#turn);
      if (turns[0] === this.#turn) begin();
    });
    await engine.ready();
  }

  async run(request: Request): Promise<Answer> {
    this.#running = true;
    const answer = await engine.run(request);
    this.#release();
    return answer;
  }

  loaded(): Promise<void> {
    return engine.loaded();
  }

  render(request: Request): Promise<Response | undefined> {
    return engine.render(request);
  }

  another(): Engine {
    return engine.another();
  }

  ask<T>(question: Question): Promise<T | undefined> {
    return engine.ask(question);
  }

  /** Ends this embed's render, or its wait for one. The renders of others are not touched. */
  replace(): void {
    if (this.#running) engine.replace();
    this.#release();
  }

  /** This embed is gone. The last one ends the engine. */
  end(): void {
    this.replace();
    users.delete(this);
    if (users.size === 0) engine.end();
  }

  #release(): void {
    this.#running = false;
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    turns.splice(turns.indexOf(turn), 1);
    // Whoever waits goes on and finds that nobody wants the answer any more.
    turn.begin();
    turns[0]?.begin();
  }
}
