// The input files in view: in two columns on very wide pages, one below the other on wide ones, one at a time on narrow pages or when one is maximized.
import { effect, signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { editorElement } from "../codemirror/editor-element";
import { WRAPS_BELOW } from "../codemirror/line-wrap";
import { binary, type ProjectFile } from "../core/project";
import type { StackEntry } from "../core/stack";
import { addFiles } from "../features/files/file-actions";
import { fileHeading, fileMenu, type HeadingOptions } from "../features/files/file-heading";
import { fileTabs } from "../features/files/file-tabs";
import { FileTree } from "../features/files/file-tree";
import type { Marks } from "../features/files/marks";
import { html } from "../ui/html";
import { Menu } from "../ui/menu";
import { part } from "../ui/part";
import { repeat } from "../ui/repeat";
import { spread } from "../ui/spread";
import type { Page } from "./page";
import { PaneHeights } from "./pane-heights";

/** Panes with at most so many lines are never smaller than their text. */
const FEW = 4;
/** Longer texts become smaller first, if not all fit. */
const MANY = 14;
/** Most people click twice within this time. */
const DOUBLE_CLICK_MS = 300;

export class EditorStack {
  readonly #page: Page;
  readonly #tree: FileTree;
  readonly #heights: PaneHeights;
  /** Menus by the ids of their files. */
  readonly #menus = new Map<string, Menu>();
  /** The approximate number of lines of each text, by id. It changes only with some key presses. */
  readonly #lines = signal<ReadonlyMap<string, string>>(new Map());
  /** Until their widths are known, editors are narrow, as most are. */
  readonly #narrow = signal(true);
  #widths: ResizeObserver | undefined;
  /** Id of the file that has the most space: the open one. Texts do not move under the pointer while it is pressed. */
  readonly #chosen = signal("");
  readonly #isPressed = signal(false);
  #pressed: AbortController | undefined;

  constructor(page: Page) {
    this.#page = page;
    const { project, stack } = page.workbench;
    this.#tree = new FileTree(project, stack, page.root);
    this.#heights = new PaneHeights(page.preferences);
    effect(() => {
      const { open } = project;
      if (!this.#isPressed.value) this.#chosen.value = open;
    });
  }

  #press = (): void => {
    this.#pressed?.abort();
    this.#pressed = new AbortController();
    const { signal } = this.#pressed;
    this.#isPressed.value = true;
    const end = () => {
      this.#pressed?.abort();
      this.#isPressed.value = false;
    };
    // The second click of a double click has to hit the same text.
    const released = () => {
      const timer = setTimeout(end, DOUBLE_CLICK_MS);
      signal.addEventListener("abort", () => clearTimeout(timer));
    };
    for (const name of ["pointerup", "pointercancel", "dragend"]) addEventListener(name, released, { signal });
    addEventListener("keydown", end, { signal, capture: true });
  };

  /** Focuses the open file's row in the list, or its heading. */
  async focusFile(): Promise<void> {
    const { stack } = this.#page.workbench;
    if (stack.needsList && this.#page.panes.wide) await this.#tree.focus();
    else await this.#page.focus.to('.file-tab[aria-selected="true"], .file-pane.chosen .file-name button, .add-file');
  }

  /** Whether a column of editors is narrow. */
  get narrow(): boolean {
    return this.#narrow.value;
  }

  /** Follows the widths of the files that are in view now. */
  watchWidth(): void {
    const panes = () => this.#page.root.querySelectorAll<HTMLElement>(".file-pane");
    this.#widths ??= new ResizeObserver(() => {
      // Hidden panes have no width.
      const widths = [...panes()].flatMap(({ offsetWidth }) => offsetWidth || []);
      if (widths.length > 0) this.#narrow.value = Math.min(...widths) < WRAPS_BELOW;
    });
    this.#widths.disconnect();
    for (const pane of panes()) this.#widths.observe(pane);
  }

  get #marks(): Marks {
    return this.#page.workbench.marks;
  }

  /** Whether there is a list of files: tabs in a narrow window, a tree in a wide one if there are many. */
  get hasList(): boolean {
    const { panes, workbench } = this.#page;
    return panes.narrow || workbench.stack.needsList;
  }

  files() {
    const { workbench, panes, actions } = this.#page;
    const { project, stack, fileTabs: tabs } = workbench;
    const used = workbench.chosenValue?.files.input ?? [];
    const { current } = project;
    const menu = () => (current ? fileMenu(current, this.#headingOptions(current, true)) : nothing);
    return html`
      ${panes.narrow ? fileTabs(project, tabs, this.#marks, used, actions, menu()) : nothing}
      ${panes.wide && stack.needsList ? this.#tree.render(this.#marks, used, actions) : nothing}
    `;
  }

  render() {
    const { workbench, panes, actions } = this.#page;
    const { project, stack } = workbench;
    if (project.files.length === 0)
      return html`<p class="note">No files. Add a file or open an example.</p>${panes.wide ? addFiles(actions) : nothing}`;
    const [first = [], second] = stack.columns;
    const isForAll = panes.narrow && panes.wide;
    const classes = {
      stack: true,
      single: stack.isSingle,
      listed: stack.needsList,
      reordered: isForAll && stack.isReordered,
    };
    /** `above`: the last file of the column before, which is above it in narrower windows. */
    const column = (entries: readonly StackEntry[], above?: StackEntry) =>
      repeat(
        entries,
        ({ file }) => file.id,
        (entry, at) => {
          const previous = at > 0 ? entries[at - 1] : above;
          return html`${previous ? this.#heights.line(previous, entry) : nothing}${this.#pane(entry)}`;
        },
      );
    const columns = panes.columns;
    return html`
      <div class=${classMap(classes)} @pointerdown=${this.#press}>
        <div class="column" data-spread=${spread(second ? columns.panel(0) : {})}>${column(first)}</div>
        ${second ? html`${columns.line("Width of the first column")}<div class="column" data-spread=${spread(columns.panel(1))}>${column(second, first.at(-1))}</div>` : nothing}
      </div>
      ${panes.wide && !stack.needsList ? addFiles(actions) : nothing}
    `;
  }

  #pane({ file, open }: StackEntry) {
    const { workbench, panes } = this.#page;
    const { project, stack, fileTabs } = workbench;
    const chosen = file.id === this.#chosen.value;
    const bytes = open ? binary(file) : undefined;
    const panel = panes.wide ? {} : fileTabs.panel(file.id);
    const heights = stack.isSingle ? {} : this.#heights.of(file, chosen);
    // In one column, the files may have another order, for CSS.
    const place =
      panes.narrow && panes.wide && stack.isReordered
        ? { style: { "--order": String(project.files.indexOf(file)) } }
        : heights;
    return html`
      <div
        role="group"
        class=${classMap({ "file-pane": true, chosen, open, [this.#lengthOf(file)]: open })}
        aria-label=${file.path}
        data-file=${file.id}
        data-spread=${spread(place)}
      >
        ${part("heading", () => fileHeading(file, this.#headingOptions(file, open)))}
        ${bytes ? html`<div class="note" data-spread=${spread(panel)}>Binary file, ${bytes.length} bytes. ytt and links get it unchanged.</div>` : nothing}
        ${open && !bytes ? html`<div class="code" data-spread=${spread(panel)} tabindex="-1">${editorElement(() => workbench.editor.viewOf(file))}</div>` : nothing}
      </div>
    `;
  }

  /** `few-lines`, `some-lines` or `many-lines`. Does not make the template depend on the file's text. */
  #lengthOf({ id }: ProjectFile): string {
    return this.#lines.value.get(id) ?? "some-lines";
  }

  /** After an edit, or when other files are in view. */
  measure(): void {
    const { project, stack, editor } = this.#page.workbench;
    const before = this.#lines.peek();
    const lines = new Map(
      stack.open.map((file) => {
        const lines = editor.linesOf(file);
        return [file.id, lines <= FEW ? "few-lines" : lines > MANY ? "many-lines" : "some-lines"];
      }),
    );
    for (const id of this.#menus.keys()) if (!project.files.some((file) => file.id === id)) this.#menus.delete(id);
    if (before.size !== lines.size || [...lines].some(([id, length]) => before.get(id) !== length))
      this.#lines.value = lines;
  }

  #headingOptions(file: ProjectFile, open: boolean): HeadingOptions {
    const { workbench, panes, actions, preferences, dialogs } = this.#page;
    const { project, stack } = workbench;
    return {
      project,
      stack,
      actions,
      menu: this.#menuOf(file),
      kind: workbench.kindOf(file.path),
      mark: this.#marks[file.path],
      open,
      stacked: panes.wide,
      settings: preferences,
      findInFiles: () => dialogs.findInFiles(),
    };
  }

  #menuOf({ id }: ProjectFile): Menu {
    const known = this.#menus.get(id);
    if (known) return known;
    const menu = new Menu({ id: `actions-${id}`, root: this.#page.root });
    this.#menus.set(id, menu);
    return menu;
  }
}
