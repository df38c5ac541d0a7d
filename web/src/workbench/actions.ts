// Actions on the work: add, rename and delete files, format them, create a values file, import a schema. The status bar reports each, with an undo if
// something was replaced or deleted.

import { signal } from "@preact/signals-core";
import { extended } from "../core/extension";
import { binary } from "../core/project";
import { containsSchema } from "../core/schema-files";
import { unusedPath } from "../core/unused-path";
import type { Formatted } from "../engine/types";
import { type FileActions, isYaml } from "../features/files/file-actions";
import { valuesFile } from "../features/result/values-file";
import { drawn } from "../ui/part";
import type { PaneSwitch } from "./panes";
import type { Workbench } from "./workbench";

const EDITOR = ".file-pane.chosen .cm-content";

export interface ActionsHost {
  workbench: Workbench;
  panes: PaneSwitch;
  /** Focuses an element once the current state is rendered. */
  focus: (selector: string) => Promise<HTMLElement | undefined>;
  /** Focuses the open file in the list of files, or its heading. */
  focusFile: () => Promise<void>;
  /** Opens files that were selected on the user's machine. */
  open: (files: FileList) => void;
}

export class Actions implements FileActions {
  readonly #naming = signal("");
  /** The file is a new one that gets its name: how to remove it again. */
  readonly #unadd = signal<(() => void) | undefined>(undefined);
  readonly #refused = signal("");
  #host: ActionsHost;
  #workbench: Workbench;

  constructor(host: ActionsHost) {
    this.#host = host;
    this.#workbench = host.workbench;
  }

  get naming(): string {
    return this.#naming.value;
  }

  get adding(): boolean {
    return this.#unadd.value !== undefined;
  }

  get refused(): string {
    return this.#refused.value;
  }

  /** The files that contain a schema. */
  schemas(): string[] {
    const { files, commandLine } = this.#workbench.project;
    const proposed = extended(commandLine);
    return files
      .filter(({ path, content }) => isYaml(path) && containsSchema(content, proposed))
      .map(({ path }) => path);
  }

  /** The path for an imported schema: that of the file it replaces, or an unused one. */
  importTarget(inPlaceOf: string | undefined): string {
    let path = inPlaceOf ?? "schema.yml";
    for (let n = 1; !inPlaceOf && this.#workbench.project.byPath(path); n++)
      path = n === 1 ? "imported-schema.yml" : `imported-schema-${n}.yml`;
    return path;
  }

  /** Adds an imported schema as a file, in place of another or under an unused name, and its data values if there are any. */
  addImport(schema: string, inPlaceOf: string | undefined, dataValues: string | undefined) {
    const { project, notices } = this.#workbench;
    const paths = {
      schema: this.importTarget(inPlaceOf),
      values:
        dataValues === undefined ? undefined : unusedPath("values.yml", (used) => project.byPath(used) !== undefined),
    };
    const { undo } = project.take([
      { path: paths.schema, content: schema },
      ...(paths.values ? [{ path: paths.values, content: dataValues ?? "" }] : []),
    ]);
    const text = inPlaceOf ? `Replaced ${paths.schema}` : `Imported ${paths.schema}`;
    notices.show({ text: `${text}${paths.values ? ` and added ${paths.values}` : ""}.`, undo, lasting: true });
    return paths;
  }

  /** Adds a file with the data values that the schema declares, and opens it. */
  async newValuesFile(): Promise<void> {
    const { project, session, notices } = this.#workbench;
    const { panes, focus } = this.#host;
    // The response may still be to the previous files.
    await session.settled();
    const [schema, values] = await Promise.all([
      session.latestWith("schema")?.response.schema.load(),
      session.latestWith("values")?.response.values.load(),
    ]);
    if (!schema) return notices.show({ text: "The schema is not known. Run again, then try again.", refused: true });
    const path = unusedPath("values.yml", (used) => project.byPath(used) !== undefined);
    const content = valuesFile(schema, values);
    const { undo } = project.take([{ path, content }]);
    notices.report(`Added ${path}.`, undo);
    panes.show("input");
    await focus(EDITOR);
  }

  format = async (id = this.#workbench.project.open): Promise<void> => {
    const { project, editor, engine, notices } = this.#workbench;
    project.select(id);
    const { current } = project;
    if (!current) return;
    const { path, content } = current;
    if (!isYaml(path) || binary(current))
      return notices.show({ text: `${path} cannot be formatted: it is not YAML.`, refused: true });
    const formatted = await engine.ask<Formatted>({ kind: "format", text: content });
    // The user may have typed on, or opened another file.
    if (project.current !== current || current.content !== content) return;
    const { text, error } = formatted ?? { text: undefined, error: "the engine is busy; try again" };
    if (text === undefined || text === null) {
      notices.show({ text: `${path} cannot be formatted: ${error ?? "it is not YAML"}`, refused: true });
      return;
    }
    if (text === content) return notices.report(`Already formatted: ${path}.`);
    const undo = editor.replace(text, "input.format");
    notices.report(`Formatted ${path}.`, undo);
  };

  open = (files: FileList): void => this.#host.open(files);

  show = (id: string): void => {
    const { project, navigation, editor } = this.#workbench;
    project.select(id);
    navigation.followOpenFile();
    void drawn().then(() => editor.view.focus());
  };

  add = (): void => {
    const { project } = this.#workbench;
    const before = project.open;
    const { id } = project.add();
    this.startRename(id);
    this.#unadd.value = () => {
      project.remove(id);
      project.select(before);
    };
  };

  remove = (id: string): void => {
    const { project, notices } = this.#workbench;
    const path = project.files.find((file) => file.id === id)?.path;
    const restore = project.remove(id);
    this.leaveNaming();
    notices.show({ text: `Deleted ${path}.`, undo: restore, lasting: true });
    void this.#host.focusFile();
  };

  startRename = (id: string): void => {
    this.#workbench.project.select(id);
    this.#naming.value = id;
    this.#unadd.value = undefined;
    this.#refused.value = "";
    void this.#host.focus(".file-name-input").then((input) => {
      if (!(input instanceof HTMLInputElement)) return;
      const name = input.value;
      // A new file gets a new name, with its ending; a renamed one keeps its folder and ending.
      if (this.adding) input.select();
      else input.setSelectionRange(name.lastIndexOf("/") + 1, name.search(/(\.[^./]*)?$/));
    });
  };

  refuse = (objection: string): void => {
    this.#refused.value = objection;
  };

  endRename = (): void => {
    const { adding } = this;
    this.#leaveNaming();
    if (adding) void this.#host.focus(EDITOR);
    else void this.#host.focusFile();
  };

  cancelRename = (): void => {
    const unadd = this.#unadd.value;
    this.#leaveNaming();
    unadd?.();
    void this.#host.focusFile();
  };

  #leaveNaming(): void {
    this.leaveNaming();
    this.#refused.value = "";
    this.#workbench.navigation.followOpenFile();
  }

  /** Called when another file is opened: ends renaming. */
  leaveNaming(): void {
    this.#naming.value = "";
    this.#unadd.value = undefined;
  }

  showOutput = (id: string): void => {
    this.#workbench.project.select(id);
    void drawn().then(() => this.#workbench.navigation.showOutput());
  };
}
