// The heading of a file: its name, its kind, its problems, a menu, and a button that maximizes it. On narrow pages, its tab shows the name and the menu
// is beside the tabs.
import { nothing } from "lit";
import type { Project, ProjectFile } from "../../core/project";
import type { Stack } from "../../core/stack";
import type { InputKind } from "../../engine/types";
import { html, markInvisibleInName } from "../../ui/html";
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Ellipsis,
  Equal,
  icon,
  Maximize2,
  MessageSquareText,
  Minimize2,
  Pencil,
  Pin,
  Search,
  SquareArrowRight,
  TextAlignStart,
  TextWrap,
  Trash2,
  X,
} from "../../ui/icons";
import type { Menu } from "../../ui/menu";
import { drawn } from "../../ui/part";
import { spread } from "../../ui/spread";
import { type FileActions, isYaml } from "./file-actions";
import { fileNameForm } from "./file-name-form";
import { type Mark, markOf, spoken } from "./marks";

const KINDS: Record<InputKind, string> = {
  schema: "schema",
  dataValues: "data values",
  template: "template",
  overlay: "overlay",
  library: "library",
  text: "text",
  data: "data",
  unused: "not used",
};

/** The parts of a heading beside the file itself. */
export interface HeadingOptions {
  project: Project;
  stack: Stack;
  actions: FileActions;
  /** The menu of this file. */
  menu: Menu;
  kind: InputKind | undefined;
  mark: Mark | undefined;
  /** Whether it has a pane below. */
  open: boolean;
  /** A wide page, where files are stacked. */
  stacked: boolean;
  settings: EditorSettings;
  findInFiles: () => void;
}

/** Settings of all editors, which the menu switches. */
interface EditorSettings {
  readonly endMessages: boolean;
  readonly valuesInCode: boolean;
  toggleEndMessages: () => void;
  toggleValuesInCode: () => void;
  wraps: (text: "editor") => boolean;
  toggleWrap: (text: "editor") => void;
}

export function fileHeading(file: ProjectFile, options: HeadingOptions) {
  const { project, stack, actions, kind, mark, open, stacked } = options;
  const { id, path } = file;
  if (actions.naming === id) return fileNameForm(project, file, actions);
  if (!stacked) return html`<h2 class="file-name for-readers">${markInvisibleInName(path)}</h2>`;
  const listed = stack.needsList && !stack.isSingle;
  const pinned = stack.isPinned(id);
  const maximized = stack.isMaximized;
  const maximize = maximized ? "Show all files" : `Maximize ${path}`;
  // A click leaves the focus on the name, where keys rename and move the file: a cursor in the text would be taken for one in the name.
  const click = ({ detail }: MouseEvent) => (open && detail > 0 ? actions.select(id) : actions.show(id));
  const key = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step !== undefined) moveFocused(project, file, project.files.indexOf(file) + step, event);
    else if (event.key === "F2") actions.startRename(id);
    else if (event.key === "Delete") actions.remove(id);
    else if (event.altKey && event.key.toLowerCase() === "m") toggle(stack, id, actions);
    else return;
    event.preventDefault();
  };
  return html`
    <div
      class="file-heading"
      draggable="true"
      @dragstart=${({ dataTransfer }: DragEvent) => dataTransfer?.setData(DRAGGED, id)}
      @dragover=${(event: DragEvent) => event.dataTransfer?.types.includes(DRAGGED) && event.preventDefault()}
      @drop=${(event: DragEvent) => {
        const dragged = event.dataTransfer?.getData(DRAGGED);
        if (!dragged) return;
        event.preventDefault();
        project.move(dragged, project.files.indexOf(file));
      }}
      @dblclick=${(event: Event) => !(event.target as Element).closest(".heading-tools") && toggle(stack, id, actions)}>
      ${open ? nothing : icon(ChevronRight)}
      <h2 class="file-name"><button type="button" class="ellipsis" title=${path} aria-label="${path}${spoken(mark)}" aria-expanded=${open ? nothing : "false"} @click=${click} @keydown=${key}>${markInvisibleInName(path)}</button></h2>
      ${kind ? html`<span class="file-kind">${KINDS[kind]}</span>` : nothing}
      ${markOf(mark)}
      <span class="spring"></span>
      <div class="heading-tools">
        ${listed ? html`<button type="button" class="icon-button" aria-label="Pin ${path}" aria-pressed=${pinned ? "true" : "false"} title=${pinned ? "Pinned: this file stays in view" : "Pin: keep this file in view"} @click=${() => stack.pin(id, !pinned)}>${icon(Pin)}</button>` : nothing}
        ${fileMenu(file, options)}
        <button type="button" class="icon-button" aria-label=${maximize} title="${maximize} (Alt M)" @click=${() => toggle(stack, id, actions)}>${icon(maximized ? Minimize2 : Maximize2)}</button>
      </div>
    </div>
  `;
}

/** The button of a file's menu, and the menu. */
export function fileMenu(file: ProjectFile, options: HeadingOptions) {
  const { menu } = options;
  const label = `Actions for ${file.path}`;
  return html`
    <button type="button" class="icon-button" title="Actions for this file" data-spread=${spread({ ...menu.button(), "aria-label": label })}>${icon(Ellipsis)}</button>
    ${menu.list(label, () => menuItems(file, options))}
  `;
}

/** The type of dragged files of the list: other data is for the page. */
const DRAGGED = "application/x-ytterby-file";

/** Moves a file, and keeps the focus on its name. */
function moveFocused(project: Project, { id }: ProjectFile, to: number, { currentTarget }: Event): void {
  project.move(id, to);
  void drawn().then(() => (currentTarget as HTMLElement).focus());
}

/** Maximizes a file, or shows the stack again. */
function toggle(stack: Stack, id: string, actions: FileActions): void {
  stack.toggleMaximized();
  actions.show(id);
}

function menuItems(
  { id, path }: ProjectFile,
  { project, stack, actions, stacked, menu, settings, findInFiles }: HeadingOptions,
) {
  const at = project.files.findIndex((file) => file.id === id);
  const item = (drawing: typeof X, label: string, act: () => void, keys?: string) =>
    menu.item(entry(drawing, label, keys), act);
  const { endMessages, valuesInCode, toggleEndMessages, toggleValuesInCode } = settings;
  const wraps = settings.wraps("editor");
  return html`
    ${item(SquareArrowRight, "Show in output", () => actions.showOutput(id), "Alt Enter")}
    ${isYaml(path) ? item(TextAlignStart, "Format", () => void actions.format(id), "Shift Alt F") : nothing}
    ${item(Pencil, "Rename", () => actions.startRename(id))}
    ${at > 0 ? item(ArrowUp, "Move up", () => project.move(id, at - 1)) : nothing}
    ${at < project.files.length - 1 ? item(ArrowDown, "Move down", () => project.move(id, at + 1)) : nothing}
    ${item(Trash2, "Delete", () => actions.remove(id))}
    ${stacked && stack.needsList && !stack.isSingle ? item(X, "Close", () => closeFile(project, stack, id)) : nothing}
    <div class="menu-group" role="group" aria-label="All files">
      <div class="menu-label" aria-hidden="true">All files</div>
      ${item(Search, "Find in all files", findInFiles, "Ctrl Shift F")}
      ${menu.switch(entry(TextWrap, "Wrap long lines", "Alt Z"), wraps, () => settings.toggleWrap("editor"))}
      ${menu.switch(entry(MessageSquareText, "Problems at the ends of lines"), endMessages, toggleEndMessages)}
      ${menu.switch(entry(Equal, "Values behind the code"), valuesInCode, toggleValuesInCode)}
    </div>
  `;
}

const entry = (drawing: typeof X, label: string, keys?: string) =>
  html`${icon(drawing)} ${label} ${keys ? html`<kbd>${keys}</kbd>` : nothing}`;

/** If it is the open file, another one in view is opened. */
function closeFile(project: Project, stack: Stack, id: string): void {
  const other = stack.open.find((file) => file.id !== id);
  if (!other) return;
  if (project.open === id) project.select(other.id);
  stack.close(id);
}
