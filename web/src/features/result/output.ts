// ytt's output: a tab for each output file, and one for standard output. Read-only; a click on a line shows the template line that it came from, and
// Enter goes there. line-links.ts marks linked lines.
import { defaultKeymap } from "@codemirror/commands";
import { foldKeymap } from "@codemirror/language";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { computed, signal } from "@preact/signals-core";
import { nothing } from "lit";
import { editorElement } from "../../codemirror/editor-element";
import { editorStyle } from "../../codemirror/editor-style";
import { foldSigns } from "../../codemirror/fold-signs";
import { goTo, isJump, jumpMark, leave } from "../../codemirror/jump-mark";
import { lateScroll } from "../../codemirror/late-scroll";
import { FIND, LazyExtension } from "../../codemirror/lazy-extension";
import { LineWrap } from "../../codemirror/line-wrap";
import { linkable } from "../../codemirror/linked-lines";
import { LONG_TEXT } from "../../codemirror/long-yaml";
import { touchCaret } from "../../codemirror/touch-caret";
import { useMarks } from "../../codemirror/use-marks";
import { yttHighlighting } from "../../codemirror/ytt-language";
import type { Places, Target } from "../../components/places";
import { noted } from "../../core/failures";
import { editorText } from "../../core/line-endings";
import { plural } from "../../core/plural";
import { inWords } from "../../core/unseen";
import { contentOf, isPreview, STDOUT } from "../../engine/outputs";
import type { Session } from "../../engine/session";
import type { OutputFile, OutputKind, Response } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleX, icon } from "../../ui/icons";
import { part } from "../../ui/part";
import { pathName } from "../../ui/path-name";
import { repeat } from "../../ui/repeat";
import { spread } from "../../ui/spread";
import type { Tabs } from "../../ui/tabs";
import { type LineFocus, originNote } from "./origin-note";
import { OutputText } from "./output-text";
import { phaseBar, phasesButton } from "./phase-bar";
import type { ChangedLines } from "./phase-marks";
import type { Step } from "./phase-steps";
import type { Phases, ShownStep } from "./phases";
import { type UsedValues, usedValues } from "./used-values";

const colours = (path: string, text: string): Extension =>
  yttHighlighting(path === STDOUT ? "stdout.yml" : path, text.length);

const NO_MARKS: Extension = [];
export type PhaseMarks = typeof import("./phase-marks");

export interface OutputEvents {
  pointed: (line: number | null) => void;
  moved: () => void;
  toSource: (place: Target, focus: boolean) => void;
  /** Wraps long lines, or no longer. */
  wrap: () => boolean;
  /** Loads the marks of the changes by a step of the overlays. */
  phaseMarks: (() => Promise<PhaseMarks>) | undefined;
}

export class Output {
  readonly view: EditorView;
  /** The path of the selected output file, by the kind of the run: that of `-o json` has other files. */
  readonly #chosen = signal<Readonly<Record<string, string>>>({});
  readonly #kind = signal<OutputKind | null>(null);
  /** The input file that was opened last: its output is shown, if there is one. */
  readonly #followed = signal("");
  readonly #shown = signal<OutputFile | undefined>(undefined);
  readonly #shownPath = computed(() => this.#shown.value?.path);
  readonly #all = signal<readonly OutputFile[]>([]);
  /** The texts by path as they were shown last, or else first rendered. */
  #seen: ReadonlyMap<string, string> = new Map();
  readonly #unseen = signal<readonly string[]>([]);
  #text: OutputText;
  #lazy: LazyExtension;
  #language = new Compartment();
  #lineWrap = new LineWrap();
  /** Marks of the changes by a step of the overlays, and that step. */
  #marks = new Compartment();
  #step: Step | undefined;
  readonly #phaseMarks = signal<PhaseMarks | undefined>(undefined);
  /** The choice of a step, and the file, that the output was scrolled for. */
  #revealed = "";
  /** It is highlighted as a long text. */
  #long = false;
  #lines: OutputEvents;

  constructor(root: ShadowRoot | Document, lines: OutputEvents) {
    this.view = new EditorView({ root });
    this.#text = new OutputText(this.view);
    this.#lazy = new LazyExtension(
      () => [this.view],
      FIND,
      ({ find }) => find(),
    );
    this.#lines = lines;
  }

  get shownPath(): string | undefined {
    return this.#shownPath.value;
  }

  get shown(): OutputFile | undefined {
    return this.#shown.value;
  }

  get all(): readonly OutputFile[] {
    return this.#all.value;
  }

  /** Output files that have changed since they were shown. */
  get unseen(): readonly string[] {
    return this.#unseen.value;
  }

  /** The displayed output is that of the current input. */
  rendered(): void {
    const seen = (file: OutputFile) => (file === this.shown ? undefined : this.#seen.get(file.path)) ?? contentOf(file);
    this.#seen = new Map(this.all.map((file) => [file.path, seen(file)]));
    const unseen = this.all.filter((file) => this.#seen.get(file.path) !== contentOf(file)).map(({ path }) => path);
    if (unseen.join("\n") !== this.unseen.join("\n")) this.#unseen.value = unseen;
  }

  /** Another work is opened: its output is new. */
  forget(): void {
    this.#seen = new Map();
    this.#unseen.value = [];
  }

  /** Loads the lazy extensions. */
  loadLazy = async (): Promise<void> => void (await this.#lazy.load());

  /** Whether long lines wrap. */
  wrap(on: boolean): void {
    this.#lineWrap.set([this.view], on);
  }

  /** The cursor's line. */
  get line(): number {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  #toSource(focus: boolean): boolean {
    const origin = this.shown?.map.at(this.line);
    if (origin) this.#lines.toSource({ file: origin.file, line: origin.line }, focus);
    return Boolean(origin);
  }

  /** Goes to a line of the shown file. */
  reveal(line: number, focus: boolean): void {
    this.#text.finish();
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    goTo(this.view, { from, to: from }, focus);
  }

  choose(path: string): void {
    this.#chosen.value = { ...this.#chosen.value, [this.#kind.value ?? ""]: path };
    this.#followed.value = "";
  }

  follow(path: string): void {
    this.#followed.value = path;
  }

  /**
   * The file to show: the output of the input file that was just opened, else the same as before if there still is one with that name, else the
   * first. Another kind of run has a selection of its own.
   */
  current(all: readonly OutputFile[]): OutputFile | undefined {
    const named = (name: string) => all.find(({ path }) => path === name);
    return named(this.#followed.value) ?? named(this.#chosen.value[this.#kind.value ?? ""] ?? "") ?? all[0];
  }

  /** `step`: of the overlays. Its changes are marked, and scrolled into view once it was chosen. */
  display(all: readonly OutputFile[], kind: OutputKind | null, step?: ShownStep): void {
    this.#showFile(all, kind, step && this.phaseMarks?.changesBetween);
    void this.#mark(step);
  }

  /** Once they are loaded. */
  get phaseMarks(): PhaseMarks | undefined {
    return this.#phaseMarks.value;
  }

  /** The changes by a step of the overlays: undefined until the marks are loaded, null if it is too long. */
  changedLines(step: ShownStep): ChangedLines | null | undefined {
    return this.#phaseMarks.value?.changedLines(step);
  }

  async #mark(shown: ShownStep | undefined): Promise<void> {
    const path = this.shown?.path ?? "";
    const before = shown?.before.get(path);
    const step = before === undefined ? undefined : shown?.step;
    // Until there is another step, the marks follow the text.
    const isSame = this.#step === step;
    this.#step = step;
    if (step && !this.#phaseMarks.value)
      this.#phaseMarks.value = await this.#lines.phaseMarks?.().catch(noted("loading marks"));
    const phaseMarks = this.#phaseMarks.peek();
    const { view } = this;
    const now = this.#marks.get(view.state);
    if (this.#step !== step || now === undefined) return;
    if (before === undefined) {
      if (now !== NO_MARKS) view.dispatch({ effects: this.#marks.reconfigure(NO_MARKS) });
    } else if (!isSame || now === NO_MARKS) {
      this.#text.finish();
      phaseMarks?.markChanges(view, this.#marks, editorText(before));
    }
    const reveal = step && shown?.choices ? `${shown.choices} ${path}` : "";
    if (reveal && reveal !== this.#revealed) phaseMarks?.revealChange(view);
    this.#revealed = reveal;
  }

  #showFile(all: readonly OutputFile[], kind: OutputKind | null, compare?: PhaseMarks["changesBetween"]): void {
    if (kind !== this.#kind.value) this.#followed.value = "";
    this.#kind.value = kind;
    const file = this.current(all);
    if (file && file.path === this.#followed.value) this.choose(file.path);
    const before = this.shown;
    this.#shown.value = file;
    this.#all.value = all;
    if (before && before.path === file?.path && before.content === file.content) return;
    const text = editorText(contentOf(file));
    const path = file?.path ?? "";
    const long = text.length > LONG_TEXT;
    if (before && before.path === path) {
      this.#text.replace(text, compare);
      if (long !== this.#long) this.view.dispatch({ effects: this.#language.reconfigure(colours(path, text)) });
    } else this.#text.show(text, (doc) => this.#stateOf(doc, path, colours(path, text)));
    this.#long = long;
  }

  #stateOf(doc: Text, path: string, colours: Extension): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        this.#lazy.extension,
        this.#lineWrap.extension,
        lineNumbers(),
        foldSigns,
        drawSelection(),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({
          "aria-label": `Output ${inWords(path)}`,
          "aria-readonly": "true",
          tabindex: "0",
        }),
        keymap.of([
          { key: "Enter", run: () => this.#toSource(true) },
          { key: "Alt-z", run: this.#lines.wrap, preventDefault: true },
          ...defaultKeymap,
          ...foldKeymap,
        ]),
        EditorView.domEventHandlers({
          click: (_, view) => {
            const { main } = view.state.selection;
            if (main.empty) this.#toSource(false);
          },
          // Select all and search must cover the whole text.
          mousedown: () => this.#text.finish(),
          keydown: () => this.#text.finish(),
          focus: () => this.#lines.moved(),
          blur: () => this.#lines.moved(),
        }),
        EditorView.updateListener.of((update) => {
          if (!update.selectionSet) return;
          if (!isJump(update)) leave(update.view);
          this.#lines.moved();
        }),
        linkable((_, line) => this.#lines.pointed(line)),
        editorStyle,
        lateScroll,
        touchCaret,
        useMarks,
        jumpMark,
        this.#language.of(colours),
        this.#marks.of(NO_MARKS),
      ],
    });
  }
}

export interface OutputPanelHost {
  session: Session;
  output: Output;
  /** The output files to show. */
  shownOutput: readonly OutputFile[];
  phases: Phases;
  tabs: Tabs;
  links: LineFocus;
  used: UsedValues;
  /** Output files with lines that depend on the chosen data value. */
  dependent: readonly string[];
  places: Places;
  /** Shows an output file. */
  chooseOutput: (path: string) => void;
  /** Shows the list of problems. */
  listProblems: () => void;
  /** Goes to the first problem. */
  toProblem: () => void;
}

/** How an embed differs, which has less space. */
export interface OutputPanelOptions {
  /** No tab for an only file; data values of a line only while the user looks at the output. */
  compact?: boolean;
  /** Shown until the first response. */
  expected?: string | undefined;
}

/** The output's file tabs, a note about its state, and the text itself. */
export function outputPanel(host: OutputPanelHost, { compact = false, expected }: OutputPanelOptions = {}) {
  const { session, output, phases, tabs, shownOutput: all } = host;
  const current = output.current(all);
  const tabbed = all.length > (compact ? 1 : 0);
  const mapped = current !== undefined && current.map.length > 0;
  const { shown } = phases;
  const isDependent = (path: string) => host.dependent.includes(path);
  const changed = shown?.changed ?? output.unseen;
  const isChanged = (path: string) => changed.includes(path) && (shown !== undefined || path !== current?.path);
  const strip = () => html`
    <div class="file-strip" aria-label="Output files" data-spread=${spread(tabs.list())}>
      ${repeat(
        all,
        ({ path }) => path,
        ({ path }) =>
          html`<button type="button" class="strip-tab ${isChanged(path) ? "changed" : ""} ${isDependent(path) ? "used" : ""}" title=${path} aria-label="${path}${isChanged(path) ? `, changed${shown ? " in this step" : ""}` : ""}${isDependent(path) ? ", depends on the chosen data value" : ""}" data-spread=${spread(tabs.tab(path))}>${pathName(path)}</button>`,
      )}
    </div>
  `;
  const isStale = shown?.files ? shown.stale : session.stale;
  const of = stateOf(host);
  const state = () =>
    html`<p class="output-state ${of?.style ?? ""}">${of ? html`<span class="state-text ellipsis">${of.text}</span>` : nothing}</p>`;
  // If there are tabs, the line of the state is always there, so that the text does not move.
  const hasSteps = phases.offered;
  const head =
    compact || !(tabbed || hasSteps)
      ? html`${tabbed ? strip() : nothing} ${of ? state() : nothing}`
      : html`<div class="output-head">${tabbed ? strip() : nothing} ${hasSteps ? phasesButton(phases) : nothing} ${state()}</div>`;
  return html`
    <div class="output">
      ${head} ${hasSteps && phases.isOpen ? part("overlay steps", () => phaseBar(host)) : nothing}
      ${all.length === 0 ? nothingShown(host, expected) : nothing}
      <div
        class="code ${isStale ? "stale" : ""} ${shown?.files ? "phase" : ""} ${of?.style === "violation-note" ? "invalid" : ""} ${current?.map.any ? "mapped" : ""}"
        data-spread=${spread({ ...(tabbed && current ? tabs.panel(current.path) : {}), hidden: all.length === 0 })}
        tabindex="-1"
      >${editorElement(() => output.view)}</div>
      ${mapped ? part("line origin", () => lineOrigin(host, compact)) : nothing}
    </div>
  `;
}

/** A part of its own, as it follows the pointer. */
function lineOrigin(host: OutputPanelHost, compact: boolean) {
  const { session, links, places } = host;
  const isKnown = !session.stale || links.isCurrent;
  const isStep = host.phases.shown?.files !== undefined;
  return originNote(links, isKnown ? usedIn(host, compact) : undefined, places, { isKnown, isStep });
}

/** The data values of the note's line, if they are known. */
function usedIn({ session, links, used, places }: OutputPanelHost, onDemand: boolean) {
  const made = session.latestWith("output");
  const { origin, looking } = links;
  const known = origin && made && used.of(origin, made.request, { looking, onDemand });
  return known ? usedValues(known, made.response.values.now(), places) : nothing;
}

interface OutputState {
  style: "stale-note" | "violation-note";
  text: unknown;
}

/** How the shown output differs from the output of the current input. */
function stateOf({ session, phases, listProblems }: OutputPanelHost): OutputState | undefined {
  const { response, good, output, stale, slow, trouble } = session;
  const { shown } = phases;
  // The bar of the steps names the shown one.
  if (shown?.files && !shown.stale) return undefined;
  if (!good || output.length === 0) return undefined;
  const problems = (text: string) =>
    html`<button type="button" class="explain" @click=${listProblems}>${text}</button>`;
  const previous = shown?.files ? "step" : isPreview(good) ? "preview" : "output";
  if (slow && stale) return { style: "stale-note", text: `Running… showing the previous ${previous}` };
  if (stale && trouble)
    return {
      style: "stale-note",
      text: html`Showing the previous ${previous}; ${problems("the latest run did not finish")}.`,
    };
  if (stale)
    return {
      style: "stale-note",
      text: html`Showing the previous ${previous}; ${problems("the input has an error")}.`,
    };
  if (!isPreview(good)) return undefined;
  const count = response?.diagnostics.filter(({ code }) => code === "violation").length ?? 0;
  const [fixed, are] =
    count === 1 ? ["this violation", "is"] : count > 1 ? [`these ${count} violations`, "are"] : ["the problems", "are"];
  return {
    style: "violation-note",
    text: html`${icon(CircleX)} <strong>Preview:</strong> ytt prints nothing until ${problems(fixed)} ${are} fixed.`,
  };
}

/** Why there is no output. */
function nothingShown({ session, listProblems }: OutputPanelHost, expected: string | undefined) {
  const { request, response, slow, trouble, busy } = session;
  const unused = response?.inputs.filter(({ kind }) => kind === "unused").map(({ path }) => path) ?? [];
  if (response?.exitStatus === 0 && !trouble && unused.length > 0)
    return html`<p class="note">No output: the command line leaves out ${unused.length > 3 ? plural(unused.length, "file") : unused.join(", ")}, and none of the other files is a template.</p>`;
  const isEmpty = request?.files?.some(({ content }) => String(content).trim() === "") ?? false;
  if (response?.exitStatus === 0 && !trouble && isEmpty)
    return html`<p class="note">No output yet: type a template, paste one, drop files on the page, or open an example.</p>`;
  if (response?.exitStatus === 0 && !trouble)
    return html`<p class="note">No output: none of these files is a template. Type or paste one, drop files on the page, or open an example.</p>`;
  if (response || trouble) {
    const count = plural(diagnosticsIn(response) + (trouble ? 1 : 0), "problem");
    return html`<p class="note">No output, because of <button type="button" class="explain" @click=${listProblems}>${count}</button>.</p>`;
  }
  if (!busy) return nothing;
  return html`
    <p class="note">${slow ? "Running…" : "Loading the engine…"}${expected ? " Expected output:" : nothing}</p>
    ${expected ? html`<pre class="expected" tabindex="0" aria-label="Expected output">${expected}</pre>` : nothing}
  `;
}

/** A failed response without any still has ytt's report. */
const diagnosticsIn = (response: Response | undefined): number =>
  Math.max(
    response?.diagnostics.filter(({ severity }) => severity === "error").length ?? 0,
    response?.exitStatus ? 1 : 0,
  );
