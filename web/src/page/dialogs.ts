// Opens dialogs and other parts of the page that are loaded when they are needed.
import { unchanged } from "../codemirror/engine-questions";
import type { TextQuery } from "../core/text-query";
import type { Editor } from "../features/editor/editor";
import type { Opened } from "../formats/local-files";
import type { LazyParts } from "../ui/lazy-parts";
import type { PageParts } from "./load-parts";

export class Dialogs {
  readonly #lazy: LazyParts<PageParts>;
  readonly #editor: Editor;

  constructor(lazy: LazyParts<PageParts>, editor: Editor) {
    this.#lazy = lazy;
    this.#editor = editor;
  }

  examples = (): void => this.#open(({ gallery }) => gallery.open());
  share = (): void => this.#open(({ share }) => share.open());
  help = (): void => this.#open(({ help }) => help.open());
  costs = (): void => this.#open(({ costs }) => costs.open());
  version = (): void => this.#open(({ version }) => version.open());
  explain = (code?: string): void => this.#open(({ explain }) => explain.open(code));
  importing = (): void => this.#open(({ importing }) => importing.open());
  findInFiles = (query: Partial<TextQuery> = this.#selected()): void =>
    this.#open(({ findInFiles }) => findInFiles.open(query));

  /** For the data value at a position, or at the cursor. */
  rename(position?: number): void {
    const same = unchanged(this.#editor.view);
    this.#open(({ rename }) => same() && rename.start(position));
  }

  /** For files that were dropped or selected. */
  take(opening: Promise<Opened>): void {
    this.#open(({ receiving }) => receiving.take(opening));
  }

  #open(use: (parts: PageParts) => unknown): void {
    void this.#lazy.use(use);
  }

  /** The selected text, if it is in one line. */
  #selected(): Partial<TextQuery> {
    const { state } = this.#editor.view;
    const { from, to } = state.selection.main;
    const isInLine = from < to && state.doc.lineAt(from).to >= to;
    return isInLine ? { text: state.sliceDoc(from, to), isRegExp: false } : {};
  }
}
