// The chosen data value: its value, its declaration with rules, and every use are marked in all visible editors, and the lines that depend on it in the
// output. Problems and data values are chosen in their lists, or by the cursor. Escape ends it.
import { computed, effect, signal, untracked } from "@preact/signals-core";
import { isMarked, markUses, type UseMarks } from "../codemirror/use-marks";
import type { ValueName } from "../components/problem-actions";
import { editorText } from "../core/line-endings";
import type { Project } from "../core/project";
import type { Stack } from "../core/stack";
import { steady } from "../core/steady";
import type { Engine } from "../engine/engine";
import type { Session } from "../engine/session";
import type { DataValue, Request, Uses } from "../engine/types";
import type { Editor } from "../features/editor/editor";
import { valueAt } from "../features/problems/violations";
import type { Output } from "../features/result/output";
import { drawn } from "../ui/part";
import { countedUses, usesText } from "./uses-text";

/** Long enough not to ask at every line that the cursor passes. */
const CURSOR_REST_MS = 450;
/** The pause after typing is longer: half a word may be another value. */
const TYPED_REST_MS = 900;
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

/** The lines of an output file that depend on the chosen value. */
export interface DependentLines {
  path: string;
  lines: readonly number[];
}

/** The places of the chosen value. */
export interface ChosenPlaces extends Found {
  /** The dependent lines of all output files, also those without any. */
  output: readonly DependentLines[];
}

interface Found {
  uses: Uses;
  /** The texts that the places are in, by path. */
  texts: ReadonlyMap<string, string>;
}

export class ChosenValue {
  readonly #name = signal<ValueName | undefined>(undefined);
  readonly #places = signal<ChosenPlaces | undefined>(undefined);
  /** The files with its places, and the output files with lines that depend on it. */
  readonly #files = steady(() => {
    const { uses, output } = this.#places.value ?? {};
    return {
      input: [...new Set(uses?.places.map(({ file }) => file))],
      output: output?.filter(({ lines }) => lines.length > 0).map(({ path }) => path) ?? [],
    };
  });
  readonly #text = computed(() => {
    const { uses, output } = this.#places.value ?? {};
    return uses && output ? usesText(uses, countOf(output)) : "";
  });
  readonly #spoken = signal("");
  /** It was chosen in a list, and its places have not been announced. */
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

  get places(): ChosenPlaces | undefined {
    return this.#places.value;
  }

  /** The files with its places, and the output files with lines that depend on it. */
  get files(): { input: readonly string[]; output: readonly string[] } {
    return this.#files.value;
  }

  /** The marks in words; empty if there are none. */
  get text(): string {
    return this.#text.value;
  }

  /** The marks for screen readers: for a choice in a list, once. At the cursor, the user reads something else. */
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

  /** The cursor has moved. Typing chooses a data value after a pause; without one at the cursor, the chosen value stays. */
  cursorMoved(edited: boolean): void {
    clearTimeout(this.#pause);
    const choose = () => {
      const { view } = this.#host.editor;
      if (view.hasFocus && view.state.selection.main.empty) void this.chooseAt(view.state.selection.main.head, edited);
    };
    this.#pause = setTimeout(choose, edited ? TYPED_REST_MS : CURSOR_REST_MS);
  }

  /**
   * Chooses the data value at a position of the open file. A marked place that names none, such as a rule, is one of the value that is chosen already;
   * with `stays`, any place is. Resolves with whether a value is chosen then, or undefined if there was another choice meanwhile.
   */
  async chooseAt(offset: number, stays = false): Promise<boolean | undefined> {
    clearTimeout(this.#pause);
    const { editor, engine, request } = this.#host;
    const { view, file } = editor;
    const asked = request();
    const question = ++this.#question;
    const uses = await engine.ask<Uses | null>({ kind: "usesAt", request: asked, file, offset });
    if (question !== this.#question) return undefined;
    if (uses) {
      this.#name.value = { file, path: uses.path };
      this.#show(uses, asked);
    } else if (!stays && !isMarked(view, offset)) this.clear();
    return this.#found !== undefined;
  }

  /** The places of the variable or function at a position of the open file. */
  async namedAt(offset: number): Promise<ChosenPlaces | null | undefined> {
    const { editor, engine, request } = this.#host;
    const asked = request();
    const uses = await engine.ask<Uses | null>({ kind: "usesOfName", request: asked, file: editor.file, offset });
    return uses && { uses, texts: textsOf(asked), output: [] };
  }

  /** The uses of another value in words, without its name. */
  describe(uses: Uses, asked: Request): string {
    return countedUses(uses, countOf(this.#dependent({ uses, texts: textsOf(asked) })));
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
    const root = await this.#host.session.latestWith("values")?.response.values.load();
    if (question !== this.#question || uses === undefined) return;
    const isGone = !uses || (uses.places.length === 0 && uses.setBy.length === 0) || !hasItems(root, name.path);
    if (isGone) this.clear();
    else this.#show(uses, asked);
  }

  #show(uses: Uses, asked: Request): void {
    this.#found = { uses, texts: textsOf(asked) };
    this.#mark();
    if (this.#announces) this.#spoken.value = this.text;
    this.#announces = false;
  }

  /** Removes the marks. */
  clear = (): void => {
    clearTimeout(this.#pause);
    this.#question++;
    if (!this.#name.value) return;
    this.#name.value = undefined;
    this.#found = undefined;
    this.#places.value = undefined;
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
      const { project, editor, output } = this.#host;
      for (const [path, view] of editor.inView()) {
        const text = texts.get(path);
        // The marks of an edited text move with it until there is another answer.
        if (text === undefined || !project.byPath(path)?.is(text)) continue;
        const own = uses.places.filter(({ file }) => file === path);
        const ranges = own.map(({ kind, span }) => ({ kind, from: span.start.offset, to: span.end.offset }));
        markUses(view, { ranges, lines: [] });
      }
      const dependent = this.#dependent(this.#found);
      const shown = output.shown?.map.any ? dependent.find(({ path }) => path === output.shownPath) : undefined;
      markUses(output.view, { ranges: [], lines: shown?.lines ?? [] });
      this.#places.value = { ...this.#found, output: dependent };
    });
  }

  /** The lines that depend on the texts that the output was made from. */
  #dependent({ uses, texts }: Found): DependentLines[] {
    const { session } = this.#host;
    const made = session.latestWith("output")?.request.files ?? [];
    const same = new Set(
      made.filter(({ path, content }) => texts.get(path) === editorText(content ?? "")).map(({ path }) => path),
    );
    const lines = new Map(
      uses.lines.filter(({ file }) => same.has(file)).map(({ file, lines }) => [file, new Set(lines)]),
    );
    return session.output.map(({ path, map }) => ({ path, lines: map.fromAny(lines) }));
  }

  end(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#again);
    this.#question++;
    this.#end();
  }
}

/** Whether a path goes into items of lists alone: a list may have become a single value while it was typed. */
export function hasItems(root: DataValue | undefined, path: string): boolean {
  return [...path.matchAll(/\[\d*\]/g)].every(({ index }) => {
    const list = valueAt(root, path.slice(0, index));
    return !list || list.type === "array" || list.value === null;
  });
}

const countOf = (output: readonly DependentLines[]): number => output.reduce((sum, { lines }) => sum + lines.length, 0);

const textsOf = ({ files = [] }: Request): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, content }) => [path, editorText(content ?? "")]));
