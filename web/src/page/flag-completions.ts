// Completions of the command bar, which are loaded when it gets the focus.
import type { FlagList } from "../components/flag-list";
import type { DataValue } from "../engine/types";
import type { Workbench } from "../workbench/workbench";

export interface FlagCompletionsHost {
  workbench: Workbench;
  changed: () => void;
  /** Resolves when the current state is rendered. */
  drawn: () => Promise<unknown>;
}

/** The data values without items, by path. */
function leaves(root: DataValue | undefined): { path: string; value: string }[] {
  if (!root) return [];
  if (root.children.length > 0) return root.children.flatMap(leaves);
  return root.path === "" ? [] : [{ path: root.path, value: root.value ?? "" }];
}

export class FlagCompletions {
  /** `undefined` until they are loaded. */
  list: FlagList | undefined;
  #host: FlagCompletionsHost;

  constructor(host: FlagCompletionsHost) {
    this.#host = host;
  }

  async load(): Promise<FlagList> {
    this.list?.noteValues();
    if (this.list) return this.list;
    const { FlagList } = await import("../components/flag-list");
    const { workbench, changed, drawn } = this.#host;
    this.list ??= new FlagList({
      project: () => workbench.project,
      engine: workbench.engine,
      dataValues: () => leaves(workbench.session.response?.values.now(changed)),
      changed,
      drawn,
    });
    return this.list;
  }
}
