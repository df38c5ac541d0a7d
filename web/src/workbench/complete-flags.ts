// The data values and the schema of a work that begins with a half-typed flag: the engine rejects the command line, so they come from a run with the
// flags before it.
import { wordsIn } from "../core/shell-words";
import type { Engine } from "../engine/engine";
import { isRefused, type Session } from "../engine/session";
import type { Request, Response } from "../engine/types";

/** A flag with its value, and a word that may belong to them. */
const MOST_TRIED = 4;

/** The command line without its last words, from the rejected one on: the longest part first. */
function parts(line: string, { diagnostics }: Response): string[] {
  const { all, closed } = wordsIn(line);
  const rejected = diagnostics.find(({ argument }) => argument !== null)?.argument;
  const last = rejected ?? (closed ? all.length - 1 : all.length);
  return Array.from({ length: Math.min(last + 1, MOST_TRIED) }, (_, at) => {
    const word = all[last - at];
    return (word ? line.slice(0, word.from) : line.slice(0, all.at(-1)?.to ?? 0)).trim();
  });
}

export class CompleteFlags {
  readonly #session: Session;
  readonly #engine: Engine;
  /** The work and the request that were tried last. */
  #tried = "";

  constructor(session: Session, engine: Engine) {
    this.#session = session;
    this.#engine = engine;
  }

  /** After a response. */
  async answered(): Promise<void> {
    const { response, request, workNumber } = this.#session;
    if (!response || !request || !isRefused(response) || this.#session.latestWith("values")) return;
    const all = parts(String(request.args ?? ""), response);
    const tried = JSON.stringify([workNumber, all]);
    if (tried === this.#tried) return;
    this.#tried = tried;
    for (const args of all) if (await this.#runs({ ...request, args }, workNumber)) return;
  }

  /** Whether the engine accepts the command line, or another run made this one unnecessary. */
  async #runs(request: Request, workNumber: number): Promise<boolean> {
    const response = await this.#engine.render(request);
    if (!response || workNumber !== this.#session.workNumber || this.#session.latestWith("values")) return true;
    if (isRefused(response)) return false;
    this.#session.learn({ response, request }, workNumber);
    return true;
  }
}
