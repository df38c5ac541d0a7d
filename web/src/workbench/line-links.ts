// Links between template lines and output lines. A line under the pointer or the cursor marks its lines on the other side; the note below the output
// names them.
import { signal } from "@preact/signals-core";
import { mark } from "../codemirror/linked-lines";
import type { LineOrigin } from "../engine/types";
import type { Editor } from "../features/editor/editor";
import type { LineFocus } from "../features/result/origin-note";
import type { Output } from "../features/result/output";

interface Position {
  file: string;
  line: number;
}

/** Lines of a file, from 1. */
interface LinesInFile {
  file: string;
  from: number;
  to: number;
}

const places = (origin: LineOrigin) => [origin, ...origin.touchedBy, ...origin.replaced];

export class LineLinks implements LineFocus {
  #editor: Editor;
  #output: Output;
  /** Whether the shown output was made from the file's current text. */
  #current: (file: string) => boolean;
  /** The overlay of the step that is shown, if there is one. */
  #ofStep: () => LinesInFile | undefined;
  #inEditor: Position | null = null;
  readonly #inOutput = signal<number | null>(null);
  /** The cursor's line in the output, if that has the focus. */
  readonly #outputCursor = signal<number | null>(null);
  readonly #chosen = signal(false);

  constructor(
    editor: Editor,
    output: Output,
    current: (file: string) => boolean,
    ofStep: () => LinesInFile | undefined,
  ) {
    this.#editor = editor;
    this.#output = output;
    this.#current = current;
    this.#ofStep = ofStep;
  }

  pointInEditor(file: string, line: number | null): void {
    if (line === (this.#inEditor?.line ?? null) && file === this.#inEditor?.file) return;
    this.#inEditor = line === null ? null : { file, line };
    this.refresh();
  }

  /** A cursor movement takes precedence over a pointer at rest. When the text was `edited`, the marks stay until there is a response to it. */
  cursorMoved(edited = false): void {
    this.#inEditor = null;
    this.#inOutput.value = null;
    const { hasFocus } = this.#output.view;
    this.#outputCursor.value = hasFocus ? this.#output.line : null;
    this.#chosen.value ||= hasFocus;
    if (!edited) this.refresh();
  }

  /** Another work is open: no line of its output was chosen. */
  forget(): void {
    this.#chosen.value = false;
  }

  pointInOutput(line: number | null): void {
    if (line === this.#inOutput.value) return;
    this.#inOutput.value = line;
    this.refresh();
  }

  /** The output line of the note: the one under the pointer, else the cursor's. */
  get outputLine(): number {
    return this.#inOutput.value ?? this.#outputCursor.value ?? this.#output.line;
  }

  /** The pointer or the focus is in the output. */
  get looking(): boolean {
    return this.#inOutput.value !== null || this.#outputCursor.value !== null;
  }

  /** The user points at a line, or has selected one. */
  get chosen(): boolean {
    return this.#inOutput.value !== null || this.#chosen.value;
  }

  get origin(): LineOrigin | undefined {
    return this.#output.shown?.map.at(this.outputLine);
  }

  get isCurrent(): boolean {
    return this.origin !== undefined && this.#current(this.origin.file);
  }

  /** Updates the marks, after a change of a text, the map, a cursor or the pointer. */
  refresh(): void {
    const { file, line } = this.#inEditor ?? this.#editor;
    mark(this.#output.view, file !== "" && this.#current(file) ? this.#linesFrom(file, line) : []);
    const from = this.#inOutput.value ?? (this.#output.view.hasFocus ? this.#output.line : null);
    const origin = from === null ? undefined : this.#output.shown?.map.at(from);
    const there = origin ? places(origin) : [];
    const step = from === null ? this.#ofStep() : undefined;
    for (const [path, view] of this.#editor.inView()) {
      if (step?.file === path && this.#current(path)) {
        const { from, to } = step;
        mark(
          view,
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        );
        continue;
      }
      const lines = there.filter((place) => place.file === path && this.#current(path)).map((place) => place.line);
      mark(
        view,
        [...new Set(lines)].sort((a, b) => a - b),
      );
    }
  }

  /** The lines of the shown output that an input line contributed to. */
  #linesFrom(file: string, line: number): number[] {
    return this.#output.shown?.map.from(file, line) ?? [];
  }

  /** The first output line of the editor's line: in the shown file, or else in another. `unknown` if the output is not of the file's current text. */
  outputOfEditorLine(): { path: string; line: number } | "unknown" | undefined {
    const { file, line } = this.#editor;
    if (!this.#current(file)) return "unknown";
    const files = [this.#output.shown, ...this.#output.all].flatMap((output) => (output ? [output] : []));
    for (const { path, map } of files) {
      const [first] = map.from(file, line);
      if (first) return { path, line: first };
    }
    return undefined;
  }
}
