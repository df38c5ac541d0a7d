// The lints of the open example as it is written. They are not about the user's work, and are not suggested.
import { exampleWork } from "../../content/examples";
import { noted } from "../../core/failures";
import { environment } from "../../core/work";
import type { Lints as Answer, Diagnostic, Request } from "../../engine/types";

/** Positions change with edits elsewhere in the file. */
const keyOf = ({ code, headline, primary }: Diagnostic): string => JSON.stringify([code, primary?.file, headline]);

export class ExampleLints {
  readonly #ask: (request: Request) => Promise<Answer | undefined>;
  #id = "";
  #keys: ReadonlySet<string> = new Set();

  constructor(ask: (request: Request) => Promise<Answer | undefined>) {
    this.#ask = ask;
  }

  /** `id`: of the example that the work began as; empty if there is none. */
  async of(id: string): Promise<ReadonlySet<string>> {
    if (id === this.#id) return this.#keys;
    const work = id ? await exampleWork(id).catch(noted("loading the open example")) : undefined;
    const { files, commandLine: args } = work ?? {};
    const answer = work && files && (await this.#ask({ files, args: args ?? "", env: environment(work.env) }));
    this.#id = id;
    this.#keys = new Set(answer?.diagnostics.map(keyOf));
    return this.#keys;
  }
}

/** The lints that the example does not have. */
export const besides = (lints: readonly Diagnostic[], keys: ReadonlySet<string>): Diagnostic[] =>
  lints.filter((lint) => !keys.has(keyOf(lint)));
