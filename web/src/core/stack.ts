// Which input files are in view. On a wide page, files are stacked: each open one has a pane, the last focused one is the project's open file. One pane
// can be maximized. A page or embed with little space shows one file at a time.
import { computed, effect, signal, untracked } from "@preact/signals-core";
import type { Project, ProjectFile } from "./project";

/** More files have a list. */
const MOST_UNLISTED = 4;
/** At most this many panes are open; further files of the stack are headings. */
const MOST_OPEN = 4;
const MOST_IN_STACK = 7;

/** `one`: one file at a time. `stack`: as described above. `columns`: the same in two columns, side by side. `all`: every file has a pane. */
export type Arrangement = "one" | "stack" | "columns" | "all";

/** Data values and their schema, which come before templates. */
const BEFORE_TEMPLATES = /^#@ *(data\/values|schema\b)/m;
/** Longer texts are not searched. */
const MOST_SEARCHED = 100_000;

export interface StackEntry {
  file: ProjectFile;
  /** Whether it has a pane, and not only a heading. */
  open: boolean;
}

export class Stack {
  readonly #project: Project;
  readonly #arrangement: () => Arrangement;
  /** Ids of the files that were shown last, latest first. */
  readonly #recent = signal<readonly string[]>([]);
  readonly #pinned = signal<ReadonlySet<string>>(new Set());
  readonly #maximized;
  /** Whether a file belongs to the first column, by id. Decided once: while its text is edited, a pane stays where it is. */
  #isFirst = new Map<string, boolean>();

  constructor(project: Project, arrangement: () => Arrangement, maximized = false) {
    this.#project = project;
    this.#arrangement = arrangement;
    this.#maximized = signal(maximized);
    let known: readonly ProjectFile[] = [];
    effect(() => {
      const { files, open } = project;
      untracked(() => {
        if (!files.some((file) => known.includes(file))) this.#begin(files);
        known = files;
        if (open) this.show(open);
      });
    });
  }

  /** Another work: its schema and data values are in view beside the open file, and pinned, as most templates are read with them. */
  #begin(files: readonly ProjectFile[]): void {
    this.#isFirst.clear();
    const first = files.filter((file) => this.#belongsFirst(file)).slice(0, 2);
    this.#pinned.value = new Set(first.map(({ id }) => id));
    const template = files.find((file) => !this.#belongsFirst(file) && /\.ya?ml$/.test(file.path));
    this.#recent.value = [...first, ...(template ? [template] : [])].map(({ id }) => id);
  }

  #belongsFirst(file: ProjectFile): boolean {
    const known = this.#isFirst.get(file.id);
    if (known !== undefined) return known;
    const isFirst = untracked(() => file.length < MOST_SEARCHED && BEFORE_TEMPLATES.test(file.content));
    this.#isFirst.set(file.id, isFirst);
    return isFirst;
  }

  /** Whether only one file is visible. */
  get isSingle(): boolean {
    const arrangement = this.#arrangement();
    return arrangement === "one" || (arrangement !== "all" && this.#maximized.value);
  }

  get isMaximized(): boolean {
    return this.#maximized.value;
  }

  toggleMaximized(): void {
    this.#maximized.value = !this.#maximized.peek();
  }

  /** Whether files that are not in view can only be found in a list. */
  get needsList(): boolean {
    const { length } = this.#project.files;
    return this.isSingle ? length > 1 : length > MOST_UNLISTED;
  }

  isPinned(id: string): boolean {
    return this.#pinned.value.has(id);
  }

  /** A pinned file keeps its pane when others are shown. */
  pin(id: string, on: boolean): void {
    const pinned = new Set(this.#pinned.value);
    if (on) pinned.add(id);
    else pinned.delete(id);
    this.#pinned.value = pinned;
  }

  /** Takes a file out of view, unless it is the open one. */
  close(id: string): void {
    this.pin(id, false);
    this.#recent.value = this.#recent.value.filter((other) => other !== id);
  }

  /** Gives a file a pane. The one that was not shown for the longest time may become a heading. */
  show(id: string): void {
    if (this.#recent.value[0] === id) return;
    this.#recent.value = [id, ...this.#recent.value.filter((other) => other !== id)].slice(0, MOST_IN_STACK);
  }

  readonly #columns = computed<readonly (readonly StackEntry[])[]>(() => {
    const { files, current } = this.#project;
    if (this.isSingle) return current ? [[{ file: current, open: true }]] : [];
    const arrangement = this.#arrangement();
    const all = arrangement === "all" || files.length <= MOST_UNLISTED;
    const pinned = this.#pinned.value;
    const order = [...files.filter(({ id }) => pinned.has(id)).map(({ id }) => id), ...this.#recent.value];
    const inStack = [...new Set(order)];
    const openIds = new Set(inStack.slice(0, MOST_OPEN));
    if (current) openIds.add(current.id);
    const entries = files
      .filter(({ id }) => all || inStack.includes(id) || id === current?.id)
      .map((file) => ({ file, open: all || openIds.has(file.id) }));
    const isFirst = ({ file }: StackEntry) => this.#belongsFirst(file);
    const columns = [entries.filter(isFirst), entries.filter((entry) => !isFirst(entry))];
    const isOrdered = columns.flat().every((entry, at) => entry === entries[at]);
    return arrangement === "columns" || isOrdered ? columns.filter(({ length }) => length > 0) : [entries];
  });

  /** The files in view. Of two columns, the first has data values and their schema, the second all others. In a stack, there are two if the files have this order. */
  get columns(): readonly (readonly StackEntry[])[] {
    return this.#columns.value;
  }

  /** Whether the columns have another order than the files. */
  get isReordered(): boolean {
    const shown = new Set(this.columns.flat().map(({ file }) => file));
    const files = this.#project.files.filter((file) => shown.has(file));
    return [...shown].some((file, at) => file !== files[at]);
  }

  /** The files with panes. */
  get open(): readonly ProjectFile[] {
    return this.columns.flat().flatMap(({ file, open }) => (open ? [file] : []));
  }
}
