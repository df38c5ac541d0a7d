// What the page uses of an engine. `WorkerEngine` runs in a worker of its own; embeds of one page share one (embed/shared-engine.ts).
import type { Response } from "./answer";
import type { Question, Request } from "./types";

export type Answer = { response: Response; milliseconds: number } | { trap: string } | { failed: string };

export interface Engine {
  /** Increases with each new worker. */
  readonly generation: number;
  /** Starts a worker ahead of the first request. */
  warm(): void;
  /** Settles when everything that questions need is downloaded, or cannot be. */
  loaded(): Promise<void>;
  /**
   * Renders; one request at a time. Calls `started` when a worker that has the module has the request. Never rejects, and never settles if `replace` or
   * `end` is called meanwhile.
   */
  run(request: Request, started: () => void): Promise<Answer>;
  /** Renders beside the requests of `run`. `undefined` if the worker ends first. */
  render(request: Request): Promise<Response | undefined>;
  /** Answers a question after the render that is running. `undefined` if the worker ends first. */
  ask<T>(question: Question): Promise<T | undefined>;
  /** A new engine with a worker of its own. */
  another(): Engine;
  /** Ends what is running, without an answer, and starts a new worker. */
  replace(): void;
  /** Ends the workers of an engine that is no longer needed. A later request starts them again. */
  end(): void;
}
