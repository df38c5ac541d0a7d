// Completions of the command bar, which are loaded when it gets the focus.
import { signal } from "@preact/signals-core";
import type { FlagList } from "../components/flag-list";
import type { DataValue } from "../engine/types";
import type { Workbench } from "../workbench/workbench";

/** The data values without items, by path. */
function leaves(root: DataValue | undefined): { path: string; value: string }[] {
  if (!root) return [];
  if (root.children.length > 0) return root.children.flatMap(leaves);
  return root.path === "" ? [] : [{ path: root.path, value: root.value ?? "" }];
}

export class FlagCompletions {
  readonly #list = signal<FlagList | undefined>(undefined);
  readonly #workbench: Workbench;
  /** The work and the command line that data values were requested for. */
  #asked = "";

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** `undefined` until it is loaded. */
  get list(): FlagList | undefined {
    return this.#list.value;
  }

  /** After a response. */
  answered(): void {
    this.list?.refresh();
  }

  async load(): Promise<FlagList> {
    if (this.list) return this.list;
    const { FlagList } = await import("../components/flag-list");
    const { project, engine, session } = this.#workbench;
    this.#list.value ??= new FlagList(project, engine, (rest) => {
      const known = session.latestWith("values")?.response.values;
      if (!known) void this.#ask(rest);
      if (known && !known.known) void known.load().then((root) => root && this.answered());
      return leaves(known?.known);
    });
    return this.#list.value;
  }

  /** An edit may have ended the first run of a work: no response has data values until the flag is typed. Runs once without that flag. */
  async #ask(rest: string): Promise<void> {
    const { session, engine } = this.#workbench;
    const { workNumber } = session;
    await session.settled();
    const asked = `${workNumber} ${rest}`;
    if (session.latestWith("values") || session.trouble || asked === this.#asked) return;
    this.#asked = asked;
    const without = { ...this.#workbench.request(), args: rest, limits: session.limits };
    const response = await engine.render(without);
    if (response) session.learn({ response, request: without }, workNumber);
    this.answered();
  }
}
