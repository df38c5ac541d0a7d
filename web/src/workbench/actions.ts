// Actions on the work: add, rename and delete files, format them, create a values file, import a schema. The status bar reports each, with an undo if
// something was replaced or deleted.

import { signal } from "@preact/signals-core";
import { ALL_VALUES } from "../content/starters";
import { extended } from "../core/extension";
import { folderOf } from "../core/path";
import { plural } from "../core/plural";
import { binary, exact } from "../core/project";
import { containsSchema } from "../core/schema-files";
import { commandLineOf } from "../core/shell-words";
import { unusedPath } from "../core/unused-path";
import type { WorkFile } from "../core/work";
import type { Edit, Formatted } from "../engine/types";
import { type FileActions, isYaml } from "../features/files/file-actions";
import { valuesFile } from "../features/result/values-file";
import { hasTemplate, isImportable, isNamedValues } from "../formats/plain-values";
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

  /** Files that can be imported: plain YAML and JSON, but no manifests. */
  importable(): WorkFile[] {
    return this.#workbench.project.files.map(exact).filter(isImportable);
  }

  /** The path for an imported schema: that of the file it replaces, or an unused one, in the folder of the file that it is made from. */
  importTarget(inPlaceOf: string | undefined, from = ""): string {
    const folder = folderOf(from);
    let path = inPlaceOf ?? `${folder}schema.yml`;
    for (let n = 1; !inPlaceOf && this.#workbench.project.byPath(path); n++)
      path = `${folder}imported-schema${n === 1 ? "" : `-${n}`}.yml`;
    return path;
  }

  /**
   * Adds an imported schema as a file, in place of another or under an unused name, and its data values if there are any. If it is made from a file of
   * plain values, which ytt would print, these are in its place, and there is a template of them if there is no other.
   */
  addImport(
    schema: string,
    inPlaceOf: string | undefined,
    dataValues: string | undefined,
    from?: { path: string; guesses: number },
  ) {
    if (from) return this.#importFrom(from, schema, inPlaceOf, dataValues);
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

  #importFrom(
    { path, guesses }: { path: string; guesses: number },
    schema: string,
    inPlaceOf: string | undefined,
    dataValues: string | undefined,
  ) {
    const { project, notices, navigation } = this.#workbench;
    const needsTemplate = !hasTemplate(project.files.filter((file) => file.path !== path).map(exact));
    const folder = folderOf(path);
    const isUsed = (used: string) => used !== path && project.byPath(used) !== undefined;
    // A name such as config.yml would be misleading for data values.
    const values =
      dataValues === undefined ? undefined : isNamedValues(path) ? path : unusedPath(`${folder}values.yml`, isUsed);
    const paths = { schema: this.importTarget(inPlaceOf, path), values };
    const restore = this.#removed(values === path ? undefined : path);
    const template = needsTemplate
      ? unusedPath(`${folder}config.yml`, (used) => project.byPath(used) !== undefined)
      : undefined;
    const { undo } = project.take([
      { path: paths.schema, content: schema },
      ...(values === undefined ? [] : [{ path: values, content: dataValues ?? "" }]),
      ...(template === undefined ? [] : [{ path: template, content: ALL_VALUES }]),
    ]);
    navigation.followOpenFile();
    const made = [`the schema is in ${paths.schema}`, ...(values ? [`the values are in ${values}`] : [])];
    const added = template ? ` ${template} prints them.` : "";
    const guessed =
      guesses > 0
        ? ` ${plural(guesses, "type")} ${guesses === 1 ? "is a guess" : "are guesses"}; Import in the Schema tab lists ${guesses === 1 ? "it" : "them"}.`
        : "";
    notices.show({
      text: `From ${path}: ${made.join(", ")}.${added}${guessed}`,
      undo: () => {
        undo();
        restore();
      },
      lasting: true,
    });
    return paths;
  }

  /** Removes a file; returns how to restore it. */
  #removed(path: string | undefined): () => void {
    const file = path === undefined ? undefined : this.#workbench.project.byPath(path);
    return file ? this.#workbench.project.remove(file.id) : () => {};
  }

  /** Makes a file of plain values data values: with the annotated text, or by a flag if it is no input of the run or cannot be annotated. */
  useAsDataValues(path: string, annotated: string | undefined): void {
    const { project, session, notices, navigation } = this.#workbench;
    const isInput = session.response?.inputs.some((input) => input.path === path && input.kind === "template") ?? true;
    if (annotated !== undefined && isInput) {
      const { undo } = project.take([{ path, content: annotated }]);
      navigation.followOpenFile();
      notices.show({ text: `${path} now has data values: it begins with #@data/values.`, undo, lasting: true });
      return;
    }
    const before = project.commandLine;
    const flags = [...(isInput ? ["--file-mark", `${path}:exclude=true`] : []), "--data-values-file", path];
    project.setCommandLine([before.trim(), commandLineOf(flags)].filter(Boolean).join(" "));
    notices.report(`${path} is now passed with --data-values-file.`, () => project.setCommandLine(before));
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

  select = (id: string): void => {
    const { project, navigation } = this.#workbench;
    project.select(id);
    navigation.followOpenFile();
  };

  show = (id: string): void => {
    this.select(id);
    void drawn().then(() => this.#workbench.editor.view.focus());
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
      // The typed name is in the same folder, and has the same ending.
      input.setSelectionRange(name.lastIndexOf("/") + 1, name.search(/(\.[^./]*)?$/));
    });
  };

  refuse = (objection: string): void => {
    this.#refused.value = objection;
  };

  endRename = (id: string, from: string): void => {
    const { adding } = this;
    const { project } = this.#workbench;
    const path = project.files.find((file) => file.id === id)?.path;
    this.#leaveNaming();
    if (!adding && path !== undefined && path !== from) void this.#followRename(id, from, path);
    if (adding) void this.#host.focus(EDITOR);
    else void this.#host.focusFile();
  };

  /** Other files load the renamed one by its new path. */
  async #followRename(id: string, from: string, to: string): Promise<void> {
    const { project, notices, engine, editor } = this.#workbench;
    const rename = (from: string, to: string) => project.byPath(from)?.id === id && project.rename(id, to);
    const undoRename = () => rename(to, from);
    notices.report(`Renamed ${from} to ${to}.`, undoRename);
    const before = new Map(project.files.map(({ path, content }) => [path, content]));
    const request = this.#workbench.request();
    const edits = (await engine.ask<Edit[]>({ kind: "renameFile", request, from, to })) ?? [];
    // The user may have typed on, or undone it.
    const isSame = edits.every(({ file }) => project.byPath(file)?.content === before.get(file));
    if (edits.length === 0 || !isSame || project.byPath(to)?.id !== id) return;
    const undo = editor.change(edits, "input.rename", { undo: undoRename, redo: () => rename(from, to) });
    notices.report(`Renamed ${from} to ${to}, also in ${plural(edits.length, "load")}.`, undo);
  }

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
