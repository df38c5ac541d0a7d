// Asks the engine for the values of the code in view after each response, and shows them: at the ends of lines, and on cards.
import type { EditorState } from "@codemirror/state";
import type { EditorView, Tooltip } from "@codemirror/view";
import { nothing, type TemplateResult } from "lit";
import { showCard, tooltip } from "../../codemirror/cards";
import { addLineValues, type LineCards, NO_VALUES, showLineValues } from "../../codemirror/line-values";
import type { Places } from "../../components/places";
import { relatedOnCard } from "../../components/related-places";
import type { Engine } from "../../engine/engine";
import type { CodeInFile, Request, SkippedBlock, ValueInCode, ValuesInCode } from "../../engine/types";
import { html } from "../../ui/html";
import type { Editor } from "./editor";
import { lineTexts } from "./value-text";

/** The parts of the workbench that this needs. */
export interface CodeValuesHost {
  engine: Engine;
  /** The request of the latest response. */
  request: () => Request | undefined;
  /** Whether a file's text is still that of the latest response. */
  isCurrent: (file: string) => boolean;
  /** Not all templates ran: values and skipped lines of the run before are better than none. */
  isBroken: () => boolean;
  /** The data values that a line depends on. */
  used: (file: string, line: number) => Promise<TemplateResult | typeof nothing>;
  report: (text: string) => void;
  places: Places;
  /** Runs with other flags are shown as well. */
  isComparing: () => boolean;
}

/** If the engine answers within a frame, it is asked at once. */
const FAST_MS = 16;
const LONGEST_PAUSE_MS = 600;

const WHY: Record<SkippedBlock["kind"], (line: number) => string> = {
  if: (line) => `the condition in line ${line} did not hold`,
  elif: (line) => `the condition in line ${line} did not hold`,
  else: () => "a condition above it held",
  for: (line) => `the loop in line ${line} had no items`,
  while: (line) => `the condition in line ${line} did not hold`,
  def: (line) => `the function in line ${line} was never called`,
  document: (line) => `no document matched the overlay in line ${line}`,
  key: (line) => `no key matched this part of the overlay in line ${line}`,
  item: (line) => `no item of the list matched this part of the overlay in line ${line}`,
  when: (line) => `the number of matches is not that of when= in line ${line}`,
};

/** Why an `else` or an `elif` did not run. In a loop or a function, several of the conditions before it may have held. */
function whyElse(held: readonly number[]): string {
  const [last, ...before] = held;
  if (last === undefined) return WHY.else(0);
  if (before.length === 0) return `the condition in line ${last} held`;
  return `the conditions in lines ${before.reverse().join(", ")} and ${last} held`;
}

/** Kinds of blocks that ran, but changed nothing. */
const WITHOUT_EFFECT: ReadonlySet<SkippedBlock["kind"]> = new Set(["document", "key", "item", "when"]);

export class CodeValues implements LineCards {
  readonly #host: CodeValuesHost;
  #editor: Editor | undefined;
  #isOn = false;
  /** The files of the latest answer, and the request that it is about. */
  #known: { request: Request; files: ReadonlyMap<string, CodeInFile> } | undefined;
  /** Paths of the files that were asked for. */
  #asked: readonly string[] = [];
  /** How long the latest answer took, in milliseconds. */
  #took = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(host: CodeValuesHost) {
    this.#host = host;
  }

  /** The editor, which is created with the cards of this. */
  showIn(editor: Editor): void {
    this.#editor = editor;
  }

  /** Switches the values on or off. */
  switch(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.refresh();
    else {
      clearTimeout(this.#pause);
      this.#known = undefined;
      for (const view of this.#editor?.views ?? []) showLineValues(view, NO_VALUES);
    }
  }

  /** There is a response, or other files are in view. */
  refresh(): void {
    clearTimeout(this.#pause);
    if (!this.#isOn) return;
    const pause = this.#took <= FAST_MS ? 0 : Math.min(2 * this.#took, LONGEST_PAUSE_MS);
    this.#pause = setTimeout(() => void this.#ask(), pause);
  }

  get #inView(): string[] {
    return [...(this.#editor?.inView() ?? [])].map(([path]) => path);
  }

  async #ask(): Promise<void> {
    const request = this.#host.request();
    const files = this.#inView;
    if (!request || files.length === 0) return;
    const isKnown = this.#known?.request === request && files.every((file) => this.#asked.includes(file));
    if (!isKnown) {
      const start = performance.now();
      const answer = await this.#host.engine.ask<ValuesInCode>({ kind: "valuesInCode", request, files });
      this.#took = performance.now() - start;
      // Another response has come, or the engine was replaced.
      if (!answer || request !== this.#host.request() || !this.#isOn) return;
      this.#known = { request, files: new Map(answer.files.map((file) => [file.path, file])) };
      this.#asked = files;
    }
    this.#show();
  }

  #show(): void {
    for (const [path, view] of this.#editor?.inView() ?? []) {
      if (!this.#host.isCurrent(path)) continue;
      const file = this.#known?.files.get(path) ?? { values: [], skipped: [] };
      const values = lineTexts(file.values);
      if (this.#host.isBroken()) addLineValues(view, values);
      else showLineValues(view, { values, skipped: file.skipped });
    }
  }

  #fileOf(view: EditorView): CodeInFile | undefined {
    for (const [path, one] of this.#editor?.inView() ?? [])
      if (one === view && this.#host.isCurrent(path)) return this.#known?.files.get(path);
    return undefined;
  }

  run = (): string => (this.#host.isComparing() ? "In “Current”, not in the compared variants." : "");

  /** Opens the card of a line. */
  values(view: EditorView, line: number): void {
    const found = this.#fileOf(view)?.values.filter((value) => value.line === line) ?? [];
    if (found.length === 0) return;
    const { from, to } = view.state.doc.line(line);
    view.focus();
    showCard(
      view,
      tooltip(from, to, () => valuesCard(found, this.run())),
    );
  }

  /** Opens the card of the cursor's line: its values, or why it did not run. */
  atCursor(view: EditorView): boolean {
    const line = view.state.doc.lineAt(view.state.selection.main.head).number;
    const file = this.#fileOf(view);
    if (file?.values.some((value) => value.line === line)) this.values(view, line);
    else
      void this.skipped(view.state, line, file).then((card) => {
        if (card) showCard(view, card);
        else this.#host.report(this.#isOn ? "This line has no values." : "Values in code are switched off.");
      });
    return true;
  }

  async skipped(state: EditorState, line: number, file = this.#fileWith(state)): Promise<Tooltip | null> {
    const block = file?.skipped.find(({ from, to }) => from <= line && line <= to);
    if (!file || !block) return null;
    const used = await this.#host.used(file.path, block.line);
    const { from, to } = state.doc.line(line);
    const near = relatedOnCard(block.near, this.#host).list;
    // An `elif` below a condition that held is not evaluated.
    const isEvaluated = file.values.some((value) => value.kind === "condition" && value.line === block.line);
    const isBelowOther = block.kind === "else" || (block.kind === "elif" && !isEvaluated);
    const held = isBelowOther && block.held.length === 1 ? block.held[0] : undefined;
    const cause = held ?? (isBelowOther ? undefined : block.line);
    const code = cause === undefined ? undefined : state.doc.line(cause).text.trim();
    const why = isBelowOther ? whyElse(block.held) : WHY[block.kind](block.line);
    return tooltip(from, to, () => skippedCard(block.kind, why, code, [near, used]));
  }

  #fileWith(state: EditorState): CodeInFile | undefined {
    for (const [, view] of this.#editor?.inView() ?? []) if (view.state === state) return this.#fileOf(view);
    return undefined;
  }
}

function valuesCard(values: readonly ValueInCode[], run: string): TemplateResult {
  return html`${values.map(({ kind, name, values, others }) => {
    const title = { value: "Value", item: "Items", condition: "Condition", argument: name ?? "" }[kind];
    const [only] = values;
    return html`
      <span class="cm-insight-title">${title}</span>
      ${
        values.length === 1 && others === 0 && only?.times === 1
          ? html`<p><code>${only.text}</code></p>`
          : html`<ol class="cm-values">${values.map(({ text, times }) => html`<li><code>${text}</code>${times > 1 ? html` <span>${times} times in a row</span>` : nothing}</li>`)}</ol>${others > 0 ? html`<p>… and ${others} more</p>` : nothing}`
      }
    `;
  })}${run ? html`<p class="cm-values-run">${run}</p>` : nothing}`;
}

function skippedCard(
  kind: SkippedBlock["kind"],
  why: string,
  code: string | undefined,
  more: readonly unknown[],
): TemplateResult {
  return html`
    <span class="cm-insight-title">${WITHOUT_EFFECT.has(kind) ? "No effect" : "Did not run"}</span>
    <p>${capitalized(why)}${code === undefined ? "." : html`: <code>${code}</code>`}</p>
    ${more}
  `;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
