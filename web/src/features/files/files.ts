// The list of input files: tabs, in the order in which ytt processes them. Arrow keys select, F2 renames, Delete deletes, Alt and an arrow key moves;
// files can also be dragged. A vertical list shows folders above their files. A tab list contains nothing but tabs for screen readers, which get whole
// paths; the rows of folders are for the pointer, and a button and the arrow keys collapse folders as well.

import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { plural } from "../../core/plural";
import type { Project, ProjectFile } from "../../core/project";
import type { Diagnostic } from "../../engine/types";
import { html, markInvisibleInName } from "../../ui/html";
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, FolderOpen, icon, Plus } from "../../ui/icons";
import { pathName } from "../../ui/path-name";
import { spread } from "../../ui/spread";
import type { Tabs } from "../../ui/widgets";
import { type FolderRow, treeRows } from "./tree";

export interface FileActions {
  /** Whether the open file is being renamed, or named as a new one, and the objection to the typed name. */
  readonly naming: boolean;
  readonly adding: boolean;
  readonly refused: string;
  refuse: (objection: string) => void;
  add: () => void;
  /** Adds files that were selected on the user's machine. */
  open: (files: globalThis.FileList) => void;
  remove: (id: string) => void;
  startRename: () => void;
  endRename: () => void;
  /** Keeps the name; a new file is removed again. */
  cancelRename: () => void;
  /** Formats the open file as `ytt fmt` does. */
  format: () => Promise<void>;
  /** Shows the output of the editor's line. */
  showOutput: () => void;
  /** Focuses the open file's tab: an element loses the focus when it is moved. */
  refocus: () => void;
}

export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** Counts of errors and warnings in a file. */
interface Mark {
  errors: number;
  warnings: number;
}

/** By path. */
type Marks = ReadonlyMap<string, Mark>;

/** What the list shows of a diagnostic. */
export interface FileProblem {
  severity: Diagnostic["severity"];
  primary: { file: string } | null;
}

function marksOf(diagnostics: readonly FileProblem[]): Marks {
  const marks = new Map<string, Mark>();
  for (const { primary, severity } of diagnostics) {
    if (!primary) continue;
    const mark = marks.get(primary.file) ?? { errors: 0, warnings: 0 };
    mark[severity === "error" ? "errors" : "warnings"]++;
    marks.set(primary.file, mark);
  }
  return marks;
}

function spokenName(path: string, mark: Mark | undefined): string {
  const count = (n: number, noun: string) => (n === 0 ? "" : `, ${plural(n, noun)}`);
  return mark ? `${path}${count(mark.errors, "problem")}${count(mark.warnings, "warning")}` : path;
}

/** A row of the list. */
type Shown = { row: FolderRow } | { file: ProjectFile; name: string; depth: number };

/** Deeper folders are indented like this one. */
const DEEPEST = 5;

function sumOf(marks: readonly (Mark | undefined)[]): Mark {
  const sum = { errors: 0, warnings: 0 };
  for (const mark of marks) {
    sum.errors += mark?.errors ?? 0;
    sum.warnings += mark?.warnings ?? 0;
  }
  return sum;
}

const markOf = (mark: Mark | undefined) =>
  mark?.errors
    ? html`<span class="mark error-mark">${mark.errors}</span>`
    : mark?.warnings
      ? html`<span class="mark warning-mark">${mark.warnings}</span>`
      : nothing;

export class FileList {
  /** The id of the dragged file. */
  #dragged = "";
  /** Ids of folders. */
  #collapsed = new Set<string>();
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  #toggle(folder: string, collapse = !this.#collapsed.has(folder)): void {
    if (collapse) this.#collapsed.add(folder);
    else this.#collapsed.delete(folder);
    this.#changed();
  }

  /** The rows, and all folders, also those inside of collapsed ones. */
  #rows({ files, open }: Project, vertical: boolean): { rows: Shown[]; folders: FolderRow[] } {
    const paths = files.map(({ path }) => path);
    if (!vertical || !paths.some((path) => path.includes("/")))
      return { rows: files.map((file) => ({ file, name: file.path, depth: 0 })), folders: [] };
    const at = files.findIndex(({ id }) => id === open);
    const rows = treeRows(paths, this.#collapsed, at).flatMap((row): Shown[] => {
      if (row.kind === "folder") return [{ row }];
      const file = files[row.at];
      return file ? [{ file, name: row.name, depth: row.depth }] : [];
    });
    const folders = treeRows(paths, new Set()).filter((row) => row.kind === "folder");
    return { rows, folders };
  }

  render(project: Project, tabs: Tabs, diagnostics: readonly FileProblem[], vertical: boolean, actions: FileActions) {
    const { files } = project;
    const marks = marksOf(diagnostics);
    const { rows, folders } = this.#rows(project, vertical);
    /** The innermost folder of a file. */
    const folderOf = (at: number) => folders.findLast(({ files }) => files.includes(at))?.id;
    const step = (event: KeyboardEvent, id: string) => {
      const at = files.findIndex((file) => file.id === id);
      const back = event.key === "ArrowUp" || event.key === "ArrowLeft";
      const folder = event.key === "ArrowLeft" || event.key === "ArrowRight" ? folderOf(at) : undefined;
      if (event.altKey && event.key.startsWith("Arrow")) {
        project.move(id, back ? at - 1 : at + 1);
        actions.refocus();
      } else if (folder !== undefined) this.#toggle(folder, back);
      else if (event.key === "F2") actions.startRename();
      else if (event.key === "Delete") actions.remove(id);
      else return;
      // Before the tab list, which selects another tab on an arrow key.
      event.preventDefault();
      event.stopPropagation();
    };
    const drop = (event: DragEvent, to: number) => {
      if (!this.#dragged) return;
      event.preventDefault();
      project.move(this.#dragged, to);
      this.#dragged = "";
    };
    const dragover = (event: DragEvent) => this.#dragged && event.preventDefault();
    const choose = (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) actions.open(input.files);
    };
    const fileRow = (file: ProjectFile, name: string, depth: number) => {
      const { id, path } = file;
      const mark = marks.get(path);
      return html`
        <button
          type="button"
          class=${classMap({ "file-tab": true, bad: !!mark?.errors, warned: !!mark?.warnings })}
          data-depth=${depth === 0 ? nothing : Math.min(depth, DEEPEST)}
          draggable="true"
          title=${path}
          aria-label=${spokenName(path, mark)}
          ${spread({ ...tabs.getTriggerProps({ value: id }) })}
          @keydown=${{ handleEvent: (event: KeyboardEvent) => step(event, id), capture: true }}
          @dblclick=${actions.startRename}
          @dragstart=${(event: DragEvent) => {
            this.#dragged = id;
            event.dataTransfer?.setData("text/plain", path);
          }}
          @dragover=${dragover}
          @drop=${(event: DragEvent) => drop(event, files.indexOf(file))}
          @dragend=${() => (this.#dragged = "")}
        >${pathName(name)}${markOf(mark)}</button>
      `;
    };
    const folderRow = ({ id, name, depth, files: inside }: FolderRow) => {
      const collapsed = this.#collapsed.has(id);
      return html`
        <div
          class="folder-row"
          aria-hidden="true"
          data-depth=${depth === 0 ? nothing : Math.min(depth, DEEPEST)}
          title=${name}
          @click=${() => this.#toggle(id)}
          @dragover=${dragover}
          @drop=${(event: DragEvent) => drop(event, inside[0] ?? 0)}
        >${icon(collapsed ? ChevronRight : ChevronDown)}<span class="folder-name">${markInvisibleInName(name)}/</span>${
          collapsed ? markOf(sumOf(inside.map((at) => marks.get(files[at]?.path ?? "")))) : nothing
        }</div>
      `;
    };
    return html`
    <div class="files" ${spread(tabs.getRootProps())}>
      <div class="pane-title"><h2>Input files</h2>${this.#collapseButton(folders)}</div>
      <div class="file-tabs" ${spread({ ...tabs.getListProps(), "aria-label": "Input files", "aria-orientation": vertical ? "vertical" : "horizontal" })}>
        ${repeat(
          rows,
          (shown) => ("row" in shown ? `folder ${shown.row.id}` : shown.file.id),
          (shown) => ("row" in shown ? folderRow(shown.row) : fileRow(shown.file, shown.name, shown.depth)),
        )}
      </div>
      <div class="new-files">
        <button type="button" class="quiet add-file" aria-label="Add file" @click=${actions.add}>${icon(Plus)} <span class="long">Add file</span></button>
        <label class="icon-button" title="Open files from your computer, or drop them on the page">
          ${icon(FolderOpen)}<span class="for-readers">Open files</span>
          <input type="file" multiple class="for-readers" @change=${choose} />
        </label>
      </div>
    </div>
  `;
  }

  /** Collapses all folders, or expands them if one is collapsed. */
  #collapseButton(folders: readonly FolderRow[]) {
    if (folders.length === 0) return nothing;
    const expand = folders.some(({ id }) => this.#collapsed.has(id));
    const label = expand ? "Expand all folders" : "Collapse all folders";
    const act = () => {
      this.#collapsed = new Set(expand ? [] : folders.map(({ id }) => id));
      this.#changed();
    };
    return html`<button type="button" class="icon-button" aria-label=${label} title=${label} @click=${act}>${icon(expand ? ChevronsUpDown : ChevronsDownUp)}</button>`;
  }
}
