// The list of input files of a wide page, as a tree of folders, in the order in which ytt processes them. Arrow keys move the focus, a click shows a file, and
// Enter or a double click goes to its text. F2 renames, Delete deletes, Alt and an arrow key moves a file; files can also be dragged. Typed letters go to the next row that begins with them.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Project, ProjectFile } from "../../core/project";
import type { Stack } from "../../core/stack";
import { html, markInvisibleInName } from "../../ui/html";
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, icon } from "../../ui/icons";
import { TypeAhead } from "../../ui/list-keys";
import { drawn } from "../../ui/part";
import { pathName } from "../../ui/path-name";
import { repeat } from "../../ui/repeat";
import { spread } from "../../ui/spread";
import { addFiles, type FileActions } from "./file-actions";
import { HAS_PLACES, type Marks, markOf, spoken, sumOf } from "./marks";
import { type FolderRow, treeRows } from "./tree";

type TreeRow =
  | { kind: "folder"; id: string; depth: number; folder: FolderRow }
  | { kind: "file"; id: string; depth: number; file: ProjectFile; name: string };

export class FileTree {
  readonly #project: Project;
  readonly #stack: Stack;
  readonly #root: ShadowRoot;
  readonly #collapsed = signal<ReadonlySet<string>>(new Set());
  /** The id of the row that Tab reaches; the open file's, if empty. */
  readonly #reached = signal("");
  #dragged = "";
  readonly #typeAhead = new TypeAhead();

  constructor(project: Project, stack: Stack, root: ShadowRoot) {
    this.#project = project;
    this.#stack = stack;
    this.#root = root;
  }

  #collapse(folder: string, collapse: boolean): void {
    const collapsed = new Set(this.#collapsed.value);
    if (collapse) collapsed.add(folder);
    else collapsed.delete(folder);
    this.#collapsed.value = collapsed;
  }

  #rows(): TreeRow[] {
    const { files, open } = this.#project;
    const paths = files.map(({ path }) => path);
    const at = files.findIndex(({ id }) => id === open);
    return treeRows(paths, this.#collapsed.value, at).flatMap((row): TreeRow[] => {
      const { depth } = row;
      if (row.kind === "folder") return [{ kind: "folder", id: row.id, depth, folder: row }];
      const file = files[row.at];
      return file ? [{ kind: "file", id: file.id, depth, file, name: row.name }] : [];
    });
  }

  /** Moves the focus to a row. */
  async focus(id = this.#project.open): Promise<void> {
    this.#reached.value = id;
    await drawn();
    this.#root.querySelector<HTMLElement>('.file-tree [tabindex="0"]')?.focus();
  }

  #key(event: KeyboardEvent, row: TreeRow, rows: readonly TreeRow[], actions: FileActions): void {
    const at = rows.indexOf(row);
    const to = (index: number) => {
      const next = rows[index];
      if (next) void this.focus(next.id);
    };
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (altKey) {
      if (row.kind !== "file" || (key !== "ArrowUp" && key !== "ArrowDown")) return;
      const { files } = this.#project;
      this.#project.move(row.id, files.indexOf(row.file) + (key === "ArrowUp" ? -1 : 1));
      void this.focus(row.id);
    } else if (key === "ArrowDown") to(at + 1);
    else if (key === "ArrowUp") to(at - 1);
    else if (key === "Home") to(0);
    else if (key === "End") to(rows.length - 1);
    else if (key === "ArrowRight" && row.kind === "folder") {
      if (this.#collapsed.value.has(row.id)) this.#collapse(row.id, false);
      else to(at + 1);
    } else if (key === "ArrowLeft") {
      if (row.kind === "folder" && !this.#collapsed.value.has(row.id)) this.#collapse(row.id, true);
      else to(rows.findLastIndex((other, index) => index < at && other.kind === "folder" && other.depth < row.depth));
    } else if (key === "Enter" || (key === " " && !this.#typeAhead.isTyping(event))) this.#choose(row, actions);
    else if (key === "F2" && row.kind === "file") actions.startRename(row.id);
    else if (key === "Delete" && row.kind === "file") actions.remove(row.id);
    else {
      const names = rows.map((row) => (row.kind === "file" ? row.name : row.folder.name));
      const typedTo = this.#typeAhead.positionFor(event, at, names);
      if (typedTo === undefined) return;
      to(typedTo);
    }
    event.preventDefault();
  }

  #choose(row: TreeRow, actions: FileActions): void {
    if (row.kind === "file") actions.show(row.id);
    else this.#collapse(row.id, !this.#collapsed.value.has(row.id));
  }

  /** `used`: the files with places of the chosen data value. */
  render(marks: Marks, used: readonly string[], actions: FileActions) {
    const { files, open } = this.#project;
    const rows = this.#rows();
    const reached = rows.some(({ id }) => id === this.#reached.value) ? this.#reached.value : open;
    const inView = new Set(this.#stack.open.map(({ id }) => id));
    const drop = (event: DragEvent, to: number) => {
      if (!this.#dragged) return;
      event.preventDefault();
      this.#project.move(this.#dragged, to);
      this.#dragged = "";
    };
    const dragover = (event: DragEvent) => this.#dragged && event.preventDefault();
    const item = (row: TreeRow) => {
      const { id, depth } = row;
      const isFile = row.kind === "file";
      const collapsed = !isFile && this.#collapsed.value.has(id);
      const mark = isFile ? marks[row.file.path] : sumOf(row.folder.files.map((at) => marks[files[at]?.path ?? ""]));
      const name = isFile ? row.file.path : row.folder.name;
      return html`
        <div
          class=${classMap({ "file-row": true, folder: !isFile, "in-view": isFile && inView.has(id), used: isFile && used.includes(name), bad: isFile && !!mark?.errors, warned: isFile && !!mark?.warnings })}
          role="treeitem"
          aria-level=${depth + 1}
          aria-expanded=${isFile ? nothing : collapsed ? "false" : "true"}
          aria-selected=${isFile ? (id === open ? "true" : "false") : nothing}
          aria-label="${isFile ? name : `${name}/`}${spoken(isFile || collapsed ? mark : undefined)}${isFile && used.includes(name) ? HAS_PLACES : ""}"
          tabindex=${id === reached ? "0" : "-1"}
          data-spread=${spread({ style: { "--depth": String(depth) } })}
          title=${name}
          draggable=${isFile ? "true" : nothing}
          @click=${() => {
            this.#reached.value = id;
            if (isFile) actions.select(id);
            else this.#choose(row, actions);
          }}
          @dblclick=${() => isFile && actions.show(id)}
          @keydown=${(event: KeyboardEvent) => this.#key(event, row, rows, actions)}
          @dragstart=${(event: DragEvent) => {
            this.#dragged = id;
            event.dataTransfer?.setData("text/plain", name);
          }}
          @dragover=${dragover}
          @drop=${(event: DragEvent) => drop(event, isFile ? files.indexOf(row.file) : (row.folder.files[0] ?? 0))}
          @dragend=${() => (this.#dragged = "")}
        >${isFile ? pathName(row.name) : html`${icon(collapsed ? ChevronRight : ChevronDown)}<span class="folder-name ellipsis">${markInvisibleInName(name)}/</span>`}${isFile || collapsed ? markOf(mark) : nothing}</div>
      `;
    };
    return html`
      <div class="files">
        <div class="pane-title"><h2>Input files</h2>${this.#collapseButton()}</div>
        <div class="file-tree" role="tree" aria-label="Input files">${repeat(rows, ({ kind, id }) => `${kind} ${id}`, item)}</div>
        ${addFiles(actions)}
      </div>
    `;
  }

  /** Collapses all folders, or expands them if one is collapsed. */
  #collapseButton() {
    const folders = treeRows(
      this.#project.files.map(({ path }) => path),
      new Set(),
    ).filter((row) => row.kind === "folder");
    if (folders.length === 0) return nothing;
    const expand = folders.some(({ id }) => this.#collapsed.value.has(id));
    const label = expand ? "Expand all folders" : "Collapse all folders";
    const act = () => {
      this.#collapsed.value = new Set(expand ? [] : folders.map(({ id }) => id));
    };
    return html`<button type="button" class="icon-button" aria-label=${label} title=${label} @click=${act}>${icon(expand ? ChevronsUpDown : ChevronsDownUp)}</button>`;
  }
}
