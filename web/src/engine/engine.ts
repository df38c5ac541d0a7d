// The interface of an engine. `WorkerEngine` runs in a worker of its own; embeds of one page share one (embed/shared-engine.ts).
import type { Response } from "./answer";
import type { Question, Request } from "./types";

export type Answer = { response: Response; milliseconds: number } | { trap: string } | { failed: string };

export interface Engine {
  /** Starts a worker ahead of the first request. */
  warm(): void;
  /**
   * Renders; one request at a time. Calls `started` when a worker that has the module has the request. Never rejects, and never settles if `replace` or
   * `end` is called meanwhile.
   */
  run(request: Request, started: () => void): Promise<Answer>;
  /** Renders beside the requests of `run`, as a question. */
  render(request: Request, signal?: AbortSignal): Promise<Response | undefined>;
  /** Answers a question, beside renders. `undefined` without an answer: it traps, takes too long, or its asker no longer needs it (`signal`). */
  ask<T>(question: Question, signal?: AbortSignal): Promise<T | undefined>;
  /** Ends the render that is running, without an answer, and starts a new worker for the next one. */
  replace(): void;
  /** Ends the workers of an engine that is no longer needed. A later request starts them again. */
  end(): void;
}
