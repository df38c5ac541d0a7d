// The list of input files: tabs, in the order in which ytt processes them. Arrow keys select, F2 renames, Delete deletes, Alt and an arrow key moves;
// files can also be dragged.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import type { Project } from "../../core/project";
import type { Diagnostic } from "../../engine/types";
import { html, markInvisibleInName } from "../../ui/html";
import {
  ArrowDown,
  ArrowUp,
  Check,
  FolderOpen,
  icon,
  Pencil,
  Plus,
  SquareArrowRight,
  TextAlignStart,
  Trash2,
  X,
} from "../../ui/icons";
import { pathName } from "../../ui/path-name";
import { spread } from "../../ui/spread";
import type { Tabs } from "../../ui/widgets";

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

function marksOf(diagnostics: readonly Diagnostic[]): Marks {
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
  const count = (n: number, noun: string) => (n === 0 ? "" : `, ${n} ${noun}${n === 1 ? "" : "s"}`);
  return mark ? `${path}${count(mark.errors, "problem")}${count(mark.warnings, "warning")}` : path;
}

export class FileList {
  /** The id of the dragged file. */
  #dragged = "";

  render(project: Project, tabs: Tabs, diagnostics: readonly Diagnostic[], vertical: boolean, actions: FileActions) {
    const { files } = project;
    const marks = marksOf(diagnostics);
    const step = (event: KeyboardEvent, id: string) => {
      const at = files.findIndex((file) => file.id === id);
      const back = event.key === "ArrowUp" || event.key === "ArrowLeft";
      if (event.altKey && event.key.startsWith("Arrow")) {
        project.move(id, back ? at - 1 : at + 1);
        actions.refocus();
      } else if (event.key === "F2") actions.startRename();
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
    const choose = (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) actions.open(input.files);
    };
    return html`
    <div class="files" ${spread(tabs.getRootProps())}>
      <h2 class="pane-title">Input files</h2>
      <div class="file-tabs" ${spread({ ...tabs.getListProps(), "aria-label": "Input files", "aria-orientation": vertical ? "vertical" : "horizontal" })}>
        ${repeat(
          files,
          ({ id }) => id,
          ({ id, path }, at) => {
            const mark = marks.get(path);
            return html`
              <button
                type="button"
                class=${classMap({ "file-tab": true, bad: !!mark?.errors, warned: !!mark?.warnings })}
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
                @dragover=${(event: DragEvent) => this.#dragged && event.preventDefault()}
                @drop=${(event: DragEvent) => drop(event, at)}
                @dragend=${() => (this.#dragged = "")}
              >${pathName(path)}${
                mark?.errors
                  ? html`<span class="mark error-mark">${mark.errors}</span>`
                  : mark?.warnings
                    ? html`<span class="mark warning-mark">${mark.warnings}</span>`
                    : nothing
              }</button>
            `;
          },
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
}

/** The line above the editor: the open file's name, and actions for it. */
export function fileHeader(project: Project, actions: FileActions, wrap: unknown) {
  const { naming, adding, refused, refuse } = actions;
  const file = project.current;
  if (!file) return html`<div class="pane-head"></div>`;
  const at = project.files.indexOf(file);
  if (naming) {
    const finish = (event: Event) => {
      event.preventDefault();
      const input = (event.currentTarget as HTMLElement).closest("form")?.querySelector("input");
      const path = input?.value.trim() ?? "";
      const objection = project.objection(file.id, path);
      if (objection) return refuse(objection);
      project.rename(file.id, path);
      actions.endRename();
    };
    return html`
      <form class="pane-head rename" @submit=${finish}>
        <input
          type="text"
          class="file-name-input"
          aria-label=${adding ? "Name of the new file" : `New name of ${file.path}`}
          aria-invalid=${refused ? "true" : "false"}
          aria-describedby="name-objection"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          .value=${file.path}
          @input=${(event: InputEvent) => refuse(project.objection(file.id, (event.target as HTMLInputElement).value.trim()) ?? "")}
          @keydown=${(event: KeyboardEvent) => event.key === "Escape" && actions.cancelRename()}
        />
        ${
          adding
            ? html`<button type="submit" class="icon-button" aria-label="Add" title="Add (Enter)">${icon(Check)}</button>
              <button type="button" class="icon-button" aria-label="Do not add" title="Do not add (Escape)" @click=${actions.cancelRename}>${icon(X)}</button>`
            : html`<button type="submit" class="icon-button" aria-label="Rename" title="Rename (Enter)">${icon(Check)}</button>
              <button type="button" class="icon-button" aria-label="Cancel renaming" title="Cancel renaming (Escape)" @click=${actions.cancelRename}>${icon(X)}</button>`
        }
        <span id="name-objection" class="objection" role="alert">${refused}</span>
      </form>
    `;
  }
  const button = (
    label: string,
    keys: string,
    drawing: ReturnType<typeof icon>,
    click: () => void,
    disabled = false,
  ) => html`
    <button type="button" class="icon-button" aria-label="${label} ${file.path}" title="${label} (${keys})" ?disabled=${disabled} @click=${click}>${drawing}<span class="word">${label}</span></button>
  `;
  return html`
    <div class="pane-head">
      <h2 class="open-file">${markInvisibleInName(file.path)}</h2>
      <div class="pane-tools">
        ${wrap}
        <button type="button" class="icon-button" aria-label="Show the output of this line" title="Show the output of this line (Alt Enter)" @click=${actions.showOutput}>${icon(SquareArrowRight)}<span class="word">Output</span></button>
        ${isYaml(file.path) ? button("Format", "Shift Alt F in the editor", icon(TextAlignStart), () => void actions.format()) : nothing}
        ${button("Rename", "F2 in the list", icon(Pencil), actions.startRename)}
        ${button("Move up", "Alt ↑ in the list", icon(ArrowUp), () => project.move(file.id, at - 1), at === 0)}
        ${button("Move down", "Alt ↓ in the list", icon(ArrowDown), () => project.move(file.id, at + 1), at === project.files.length - 1)}
        ${button("Delete", "Delete in the list", icon(Trash2), () => actions.remove(file.id))}
      </div>
    </div>
  `;
}
