// Actions on the work: add, rename and delete files, format them, create a values file, import a schema. The status bar reports each, with an undo if
// something was replaced or deleted.

import { extended } from "../core/extension";
import { binary } from "../core/project";
import { containsSchema } from "../core/schema-files";
import { unusedPath } from "../core/unused-path";
import type { Formatted } from "../engine/types";
import { type FileActions, isYaml } from "../features/files/files";
import { valuesFile } from "../features/result/values-file";
import type { PaneSwitch } from "./panes";
import type { Workbench } from "./workbench";

export interface ActionsHost {
  workbench: Workbench;
  panes: PaneSwitch;
  changed: () => void;
  /** Focuses an element once the current state is rendered. */
  focus: (selector: string) => Promise<HTMLElement | undefined>;
  /** Opens files that were selected on the user's machine. */
  open: (files: FileList) => void;
}

export class Actions implements FileActions {
  #naming = false;
  /** The open file is a new one that gets its name: how to remove it again. */
  #unadd: (() => void) | undefined;
  #refused = "";
  #host: ActionsHost;
  #workbench: Workbench;

  constructor(host: ActionsHost) {
    this.#host = host;
    this.#workbench = host.workbench;
  }

  /** Whether the open file is being renamed, and the objection to the typed name. */
  get naming(): boolean {
    return this.#naming;
  }

  get adding(): boolean {
    return this.#unadd !== undefined;
  }

  get refused(): string {
    return this.#refused;
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
    await focus(".editor-pane .cm-content");
  }

  /** Formats the open file as `ytt fmt` does. */
  format = async (): Promise<void> => {
    const { project, editor, engine, notices } = this.#workbench;
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

  // Actions for single files, which are passed to the list of files.

  open = (files: FileList): void => this.#host.open(files);

  add = (): void => {
    const { project } = this.#workbench;
    const before = project.open;
    const { id } = project.add();
    this.startRename();
    this.#unadd = () => {
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
    void this.#host.focus('.file-tab[aria-selected="true"], .add-file');
  };

  startRename = (): void => {
    this.#naming = true;
    this.#unadd = undefined;
    this.#refused = "";
    this.#host.changed();
    void this.#host.focus(".file-name-input").then((input) => {
      if (!(input instanceof HTMLInputElement)) return;
      const name = input.value;
      // A new file gets a new name, with its ending; a renamed one keeps its folder and ending.
      if (this.adding) input.select();
      else input.setSelectionRange(name.lastIndexOf("/") + 1, name.search(/(\.[^./]*)?$/));
    });
  };

  refuse = (objection: string): void => {
    this.#refused = objection;
    this.#host.changed();
  };

  endRename = (): void => {
    const { adding } = this;
    this.#leaveNaming();
    if (adding) void this.#host.focus(".editor-pane .cm-content");
    else this.refocus();
  };

  cancelRename = (): void => {
    const unadd = this.#unadd;
    this.#leaveNaming();
    unadd?.();
    void this.#host.focus('.file-tab[aria-selected="true"], .add-file');
  };

  #leaveNaming(): void {
    this.leaveNaming();
    this.#refused = "";
    this.#workbench.navigation.followOpenFile();
    this.#host.changed();
  }

  /** Called when another file is opened: ends renaming. */
  leaveNaming(): void {
    this.#naming = false;
    this.#unadd = undefined;
  }

  showOutput = (): void => void this.#workbench.navigation.showOutput();

  refocus = (): void => void this.#host.focus('.file-tab[aria-selected="true"]');
}
