// Links between template lines and output lines. A line under the pointer or the cursor marks its lines on the other side; the note below the output
// names them.
import { mark } from "../codemirror/linked-lines";
import type { LineOrigin } from "../engine/types";
import type { Editor } from "../features/editor/editor";
import type { LineFocus } from "../features/result/origin-note";
import type { Output } from "../features/result/output";

const places = (origin: LineOrigin) => [origin, ...origin.touchedBy, ...origin.replaced];

export class LineLinks implements LineFocus {
  #editor: Editor;
  #output: Output;
  /** Whether the shown output was made from the file's current text. */
  #current: (file: string) => boolean;
  #changed: () => void;
  #inEditor: number | null = null;
  #inOutput: number | null = null;
  #chosen = false;

  constructor(editor: Editor, output: Output, current: (file: string) => boolean, changed: () => void) {
    this.#editor = editor;
    this.#output = output;
    this.#current = current;
    this.#changed = changed;
  }

  pointInEditor(line: number | null): void {
    if (line === this.#inEditor) return;
    this.#inEditor = line;
    this.refresh();
  }

  /** A cursor movement takes precedence over a pointer at rest. */
  cursorMoved(): void {
    this.#inEditor = null;
    this.#inOutput = null;
    this.#chosen ||= this.#output.view.hasFocus;
    this.refresh();
    this.#changed();
  }

  /** Another work is open: no line of its output was chosen. */
  forget(): void {
    this.#chosen = false;
  }

  pointInOutput(line: number | null): void {
    if (line === this.#inOutput) return;
    this.#inOutput = line;
    this.#chosen ||= line !== null;
    this.refresh();
    this.#changed();
  }

  /** The output line of the note: the one under the pointer, else the cursor's. */
  get outputLine(): number {
    return this.#inOutput ?? this.#output.line;
  }

  /** The pointer or the focus is in the output. */
  get looking(): boolean {
    return this.#inOutput !== null || this.#output.view.hasFocus;
  }

  get chosen(): boolean {
    return this.#chosen;
  }

  get origin(): LineOrigin | undefined {
    return this.#output.shown?.map.at(this.outputLine);
  }

  get isCurrent(): boolean {
    return this.origin !== undefined && this.#current(this.origin.file);
  }

  /** Updates the marks, after a change of a text, the map, a cursor or the pointer. */
  refresh(): void {
    const { file } = this.#editor;
    const usable = file !== "" && this.#current(file);
    mark(this.#output.view, usable ? this.#linesFrom(file, this.#inEditor ?? this.#editor.line) : []);
    const line = this.#inOutput ?? (this.#output.view.hasFocus ? this.#output.line : null);
    const origin = line === null ? undefined : this.#output.shown?.map.at(line);
    const there = origin && usable ? places(origin).filter((place) => place.file === file) : [];
    mark(
      this.#editor.view,
      [...new Set(there.map((place) => place.line))].sort((a, b) => a - b),
    );
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
