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

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** `undefined` until it is loaded. */
  get list(): FlagList | undefined {
    return this.#list.value;
  }

  /** Other data values are known. */
  refresh(): void {
    this.list?.refresh();
  }

  async load(): Promise<FlagList> {
    if (this.list) return this.list;
    const { FlagList } = await import("../components/flag-list");
    const { project, engine, session } = this.#workbench;
    const dataValues = () => {
      const known = session.latestWith("values")?.response.values;
      if (known && !known.known) void known.load().then((root) => root && this.refresh());
      return leaves(known?.known);
    };
    this.#list.value ??= new FlagList(project, engine, dataValues, () => session.typed());
    return this.#list.value;
  }
}
