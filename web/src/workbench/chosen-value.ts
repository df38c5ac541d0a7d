// The chosen data value: its value, its declaration with rules, and every use are marked in all visible editors, and the lines that depend on it in the
// output. Problems and data values are chosen in their lists, or by the cursor. Escape ends it.
import { effect, signal, untracked } from "@preact/signals-core";
import { isMarked, markUses, type UseMarks } from "../codemirror/use-marks";
import type { ValueName } from "../components/problem-actions";
import { editorText } from "../core/line-endings";
import type { Project } from "../core/project";
import type { Stack } from "../core/stack";
import type { Engine } from "../engine/engine";
import type { Session } from "../engine/session";
import type { Request, Uses } from "../engine/types";
import type { Editor } from "../features/editor/editor";
import type { Output } from "../features/result/output";
import { drawn } from "../ui/part";
import { usesText } from "./uses-text";

/** Long enough not to ask at every line that the cursor passes. */
const CURSOR_REST_MS = 450;
/** Asks again after a pause in typing: an answer takes some time for large files, and renders are more important. */
const AGAIN_MS = 250;

const NOTHING: UseMarks = { ranges: [], lines: [] };

export interface ChosenValueHost {
  project: Project;
  stack: Stack;
  engine: Engine;
  session: Session;
  editor: Editor;
  output: Output;
  /** The request for questions about the current texts. */
  request: () => Request;
}

interface Found {
  uses: Uses;
  /** The texts that the places are in, by path. */
  texts: ReadonlyMap<string, string>;
}

export class ChosenValue {
  readonly #name = signal<ValueName | undefined>(undefined);
  readonly #text = signal("");
  readonly #spoken = signal("");
  /** It was chosen in a list, and what is marked has not been announced. */
  #announces = false;
  #found: Found | undefined;
  #host: ChosenValueHost;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Counts questions: only the latest answer counts. */
  #question = 0;
  #end: () => void;

  constructor(host: ChosenValueHost) {
    this.#host = host;
    // Another file in view, or other output.
    this.#end = effect(() => {
      void host.stack.open;
      void host.output.shown;
      if (this.#name.value) void drawn().then(() => this.#mark());
    });
  }

  get name(): ValueName | undefined {
    return this.#name.value;
  }

  /** What is marked, in words; empty if nothing is. */
  get text(): string {
    return this.#text.value;
  }

  /** The same for screen readers: for a choice in a list, once. At the cursor, the user reads something else. */
  get spoken(): string {
    return this.#spoken.value;
  }

  choose = (name: ValueName): void => {
    const known = this.#name.value;
    clearTimeout(this.#pause);
    if (known?.path === name.path && known.file === name.file) return;
    this.#announces = true;
    this.#name.value = name;
    void this.#ask();
  };

  /** The cursor has moved. While the user types, nothing is chosen. */
  cursorMoved(edited: boolean): void {
    clearTimeout(this.#pause);
    if (edited) return;
    this.#pause = setTimeout(() => void this.#chooseAtCursor(), CURSOR_REST_MS);
  }

  async #chooseAtCursor(): Promise<void> {
    const { editor, engine, request } = this.#host;
    const { view, file } = editor;
    const { main } = view.state.selection;
    if (!view.hasFocus || !main.empty) return;
    const asked = request();
    const question = ++this.#question;
    const uses = await engine.ask<Uses | null>({ kind: "usesAt", request: asked, file, offset: main.head });
    if (question !== this.#question) return;
    if (uses) {
      this.#name.value = { file, path: uses.path };
      this.#show(uses, asked);
    } else if (!isMarked(view, main.head)) this.clear();
  }

  /** After a response: the places may be others. */
  answered(): void {
    if (!this.#name.value) return;
    this.#mark();
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#ask(), AGAIN_MS);
  }

  async #ask(): Promise<void> {
    const name = this.#name.value;
    if (!name) return;
    const asked = this.#host.request();
    const question = ++this.#question;
    const uses = await this.#host.engine.ask<Uses | null>({ kind: "usesOf", request: asked, ...name });
    if (question !== this.#question || uses === undefined) return;
    if (!uses || (uses.places.length === 0 && uses.setBy.length === 0)) this.clear();
    else this.#show(uses, asked);
  }

  #show(uses: Uses, { files = [] }: Request): void {
    const texts = new Map(files.map(({ path, content }) => [path, editorText(content ?? "")]));
    this.#found = { uses, texts };
    this.#mark();
    if (this.#announces) this.#spoken.value = this.#text.value;
    this.#announces = false;
  }

  /** Removes the marks. */
  clear = (): void => {
    clearTimeout(this.#pause);
    this.#question++;
    if (!this.#name.value) return;
    this.#name.value = undefined;
    this.#found = undefined;
    this.#text.value = "";
    this.#spoken.value = "";
    this.#announces = false;
    const { editor, output } = this.#host;
    for (const view of editor.views) markUses(view, NOTHING);
    markUses(output.view, NOTHING);
  };

  #mark(): void {
    untracked(() => {
      if (!this.#found) return;
      const { uses, texts } = this.#found;
      const { project, editor, output, session } = this.#host;
      for (const [path, view] of editor.inView()) {
        const text = texts.get(path);
        // The marks of an edited text move with it until there is another answer.
        if (text === undefined || !project.byPath(path)?.is(text)) continue;
        const own = uses.places.filter(({ file }) => file === path);
        const ranges = own.map(({ kind, span }) => ({ kind, from: span.start.offset, to: span.end.offset }));
        markUses(view, { ranges, lines: [] });
      }
      // Lines of the texts that the shown output was made from.
      const made = session.latestWith("output")?.request.files ?? [];
      const same = new Set(
        made.filter(({ path, content }) => texts.get(path) === editorText(content ?? "")).map(({ path }) => path),
      );
      const lines = new Map(
        uses.lines.filter(({ file }) => same.has(file)).map(({ file, lines }) => [file, new Set(lines)]),
      );
      const marked = session.output.map((file) => ({ path: file.path, lines: file.map.fromAny(lines) }));
      const shown = marked.find(({ path }) => path === output.shownPath);
      markUses(output.view, { ranges: [], lines: shown?.lines ?? [] });
      this.#text.value = usesText(
        uses,
        marked.reduce((sum, { lines }) => sum + lines.length, 0),
      );
    });
  }

  end(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#again);
    this.#question++;
    this.#end();
  }
}
