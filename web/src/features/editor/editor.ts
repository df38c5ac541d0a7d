// The input editor: one CodeMirror view, and a state (text, undo history, selection, scroll position) for each file. Reports edits, underlines
// diagnostics, and jumps to positions.
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentMore,
  indentWithTab,
  isolateHistory,
  undo,
} from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentUnit } from "@codemirror/language";
import {
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
  type Diagnostic as Underline,
} from "@codemirror/lint";
import { Compartment, EditorState, type Extension, type Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { cards, closeCards } from "../../codemirror/cards";
import { documentOf } from "../../codemirror/document";
import { editorStyle } from "../../codemirror/editor-style";
import { foldSigns } from "../../codemirror/fold-signs";
import type { Surroundings } from "../../codemirror/insight";
import { insightStyle } from "../../codemirror/insight-style";
import { goTo, jumpMark, leave } from "../../codemirror/jump-mark";
import { lateScroll } from "../../codemirror/late-scroll";
import { FIND, INSIGHT, LazyExtension } from "../../codemirror/lazy-extension";
import { LineWrap } from "../../codemirror/line-wrap";
import { linkable } from "../../codemirror/linked-lines";
import { tabLeaves } from "../../codemirror/tab-leaves";
import { typeOverSelection } from "../../codemirror/type-over-selection";
import { yttHighlighting } from "../../codemirror/ytt-language";
import type { Target } from "../../components/places";
import type { ProblemActions } from "../../components/problem-actions";
import { editorText } from "../../core/line-endings";
import type { Project } from "../../core/project";
import { inWords } from "../../core/unseen";
import type { WorkFile } from "../../core/work";
import type { Diagnostic, Edit, Response } from "../../engine/types";
import { announced } from "./next-problem";
import { difference, near } from "./replaced-text";
import { lintUnderlines, underlines } from "./underlines";

/** Events of the editor: the line under the pointer, cursor movements, and commands by key. */
export interface EditorEvents {
  pointed: (line: number | null) => void;
  moved: () => void;
  edited: () => void;
  /** Shows the output of the cursor's line. */
  output: () => boolean;
  /** Shows the list of problems. */
  problems: () => boolean;
  /** Goes to a problem in another file, as this one has none. */
  elsewhere: () => boolean;
  /** Opens the fixes of the cursor's line. */
  fixes: () => boolean;
  format: () => boolean;
  /** Asks for a new name for the data value at the cursor. */
  rename: () => boolean;
  /** Wraps long lines, or no longer. */
  wrap: () => boolean;
}

const labelled = (path: string): Extension =>
  EditorView.contentAttributes.of({ "aria-label": `Contents of ${inWords(path)}`, tabindex: "0" });

/** The step that undoes the latest one. */
function undone(state: EditorState): Transaction | undefined {
  let step: Transaction | undefined;
  undo({ state, dispatch: (transaction) => (step = transaction) });
  return step;
}

export class Editor {
  readonly view: EditorView;
  #project: Project;
  #states = new Map<string, EditorState>();
  /** Underlines for files that have no state yet: states are created when a file is shown or changed, as their text is parsed then. */
  #underlines = new Map<string, { text: string; shown: Underline[] }>();
  #shown = "";
  #label = new Compartment();
  #language = new Compartment();
  #lineWrap = new LineWrap();
  #extensions: Extension;
  #lazy: LazyExtension;

  #actions: ProblemActions;

  constructor(
    project: Project,
    root: ShadowRoot | Document,
    surroundings: Surroundings & { readonly?: boolean },
    actions: ProblemActions,
    events: EditorEvents,
  ) {
    this.#project = project;
    this.#actions = actions;
    this.#lazy = new LazyExtension(
      () => this.view,
      [...INSIGHT, ...FIND],
      ({ insight, search }) => [insight(surroundings), search],
    );
    this.#extensions = [
      lineNumbers(),
      // Before insight: on a combined card, problems come first. A response with lints does not close a card.
      linter(null, { hideOn: (transaction) => (transaction.docChanged ? null : false) }),
      lintGutter(),
      foldSigns,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      bracketMatching(),
      typeOverSelection,
      tabLeaves,
      lateScroll,
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      editorStyle,
      // Cards keep a distance to the window's edges.
      tooltips({ tooltipSpace: () => ({ left: 8, top: 8, right: innerWidth - 8, bottom: innerHeight - 8 }) }),
      jumpMark,
      insightStyle,
      this.#lazy.extension,
      cards,
      EditorState.readOnly.of(surroundings.readonly ?? false),
      linkable(events.pointed),
      EditorView.domEventHandlers({
        click: (event) => {
          if (event.altKey) events.output();
        },
      }),
      // Tab indents; Escape and then Tab leaves the editor, as the keyboard help says. The page handles Ctrl Enter, which runs again.
      keymap.of([
        { key: "Mod-Enter", run: () => true },
        { key: "Alt-Enter", run: events.output },
        {
          key: "F8",
          run: announced(nextDiagnostic, events.elsewhere),
          shift: announced(previousDiagnostic, events.elsewhere),
          preventDefault: true,
        },
        { key: "Mod-Shift-m", run: events.problems, preventDefault: true },
        { key: "Mod-.", run: events.fixes, preventDefault: true },
        { key: "Shift-Alt-f", run: events.format, preventDefault: true },
        { key: "F2", run: events.rename, preventDefault: true },
        { key: "Alt-z", run: events.wrap, preventDefault: true },
        ...defaultKeymap,
        ...historyKeymap,
        ...foldKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged || update.selectionSet) events.moved();
        if (!update.docChanged) return;
        project.write(this.#shown, update.state.doc);
        events.edited();
      }),
    ];
    this.view = new EditorView({ root });
    project.onChange((change) => {
      if (change === "files" || change === "open") this.#show();
    });
    this.#show();
  }

  /** Loads the lazy extensions. */
  loadLazy = async (): Promise<void> => void (await this.#lazy.load(this.view));

  /** Whether long lines wrap. */
  wrap(on: boolean): void {
    this.#lineWrap.set(this.view, on);
  }

  /** The path of the shown file. */
  get file(): string {
    return this.#project.current?.path ?? "";
  }

  /** The cursor's line. */
  get line(): number {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  /** Shows the open file, with its last state. */
  #show(): void {
    // A card belongs to its text: CodeMirror would still try to measure it in the next one.
    closeCards(this.view);
    if (this.#shown) this.#states.set(this.#shown, this.view.state);
    for (const id of this.#states.keys()) {
      if (!this.#project.files.some((file) => file.id === id)) this.#states.delete(id);
    }
    const file = this.#project.current;
    const before = this.#shown;
    this.#shown = file?.id ?? "";
    if (!file) {
      if (before) this.view.setState(EditorState.create({}));
      return;
    }
    const state = this.#stateOf(file.id);
    const isNew = state !== this.#states.get(file.id);
    if (state !== this.view.state) this.view.setState(state);
    this.#lazy.refresh(this.view);
    this.#lineWrap.refresh(this.view);
    if (isNew) return;
    // The file may have been renamed.
    this.view.dispatch({
      effects: [
        this.#label.reconfigure(labelled(file.path)),
        this.#language.reconfigure(yttHighlighting(file.path, file.length)),
      ],
    });
  }

  #stateOf(id: string): EditorState {
    const file = this.#project.files.find((file) => file.id === id);
    const known = this.#states.get(id);
    if (known && (file ? file.is(known.doc) : known.doc.length === 0)) return known;
    const path = file?.path ?? "";
    const state = EditorState.create({
      doc: documentOf(file?.content ?? ""),
      extensions: [
        this.#extensions,
        this.#lineWrap.extension,
        this.#label.of(labelled(path)),
        this.#language.of(yttHighlighting(path, file?.length)),
      ],
    });
    const underlines = this.#underlines.get(id);
    if (!underlines || !file?.is(underlines.text)) return state;
    return state.update(setDiagnostics(state, underlines.shown)).state;
  }

  /** Underlines the diagnostics of the latest response, in every file whose text has not changed since. */
  display(response: Response | undefined, sent: ReadonlyMap<string, string>, lints: Diagnostic[] = []): void {
    const byFile = underlines([...(response?.diagnostics ?? []), ...lintUnderlines(lints)], sent, this.#actions);
    this.#underlines.clear();
    for (const file of this.#project.files) {
      const text = sent.get(file.path) ?? "";
      if (sent.size > 0 && !file.is(text)) continue;
      const shown: Underline[] = byFile.get(file.path) ?? [];
      const state = this.#states.get(file.id);
      if (file.id === this.#shown) this.view.dispatch(setDiagnostics(this.view.state, shown));
      else if (state && file.is(state.doc)) this.#states.set(file.id, state.update(setDiagnostics(state, shown)).state);
      else if (shown.length > 0) this.#underlines.set(file.id, { text, shown });
    }
  }

  /** Changes files, each by one step of its own undo history. The returned function undoes the changes, as long as they are the latest. */
  change(edits: readonly Edit[], userEvent: string): () => void {
    const changed: string[] = [];
    for (const file of this.#project.files) {
      const changes = edits
        .filter((edit) => edit.file === file.path)
        .map(({ span, text }) => ({ from: span.start.offset, to: span.end.offset, insert: text }));
      if (changes.length === 0) continue;
      this.#update(file.id, (state) => state.update({ changes, userEvent, annotations: isolateHistory.of("full") }));
      changed.push(file.id);
    }
    return () => {
      for (const id of changed) this.#update(id, undone);
    };
  }

  /** Replaces the texts of files, each by one step of its own undo history. The returned function undoes this, as long as it is the latest change. */
  write(files: readonly WorkFile[]): () => void {
    const changed: string[] = [];
    for (const { path, content } of files) {
      const file = this.#project.byPath(path);
      if (!file || typeof content !== "string") continue;
      const text = editorText(content);
      this.#update(file.id, (state) =>
        state.update({
          changes: difference(state.doc.toString(), text),
          userEvent: "input.step",
          annotations: isolateHistory.of("full"),
        }),
      );
      changed.push(file.id);
    }
    return () => {
      for (const id of changed) this.#update(id, undone);
    };
  }

  /** Replaces the open file's text by one step of its undo history, and keeps the cursor near its position. */
  replace(text: string, userEvent: string): () => void {
    const { doc, selection } = this.view.state;
    this.view.dispatch({
      changes: difference(doc.toString(), text),
      selection: { anchor: near(doc, selection.main.head, text) },
      userEvent,
      annotations: isolateHistory.of("full"),
      scrollIntoView: true,
    });
    const id = this.#shown;
    return () => this.#update(id, undone);
  }

  /** The file may be the shown one or another. */
  #update(id: string, change: (state: EditorState) => Transaction | undefined): void {
    const transaction = change(id === this.#shown ? this.view.state : this.#stateOf(id));
    if (!transaction) return;
    if (id === this.#shown) {
      this.view.dispatch(transaction);
      return;
    }
    this.#states.set(id, transaction.state);
    this.#project.write(id, transaction.state.doc);
  }

  /** Opens the file and goes to a range or a line. Without `focus`, the range is only scrolled into view and marked. */
  reveal(place: Target, focus: boolean): void {
    const file = this.#project.byPath(place.file);
    if (!file) return;
    this.#project.select(file.id);
    const { doc } = this.view.state;
    const { span } = place;
    const { from } = doc.line(Math.max(1, Math.min(place.line ?? 1, doc.lines)));
    goTo(this.view, span ? { from: span.start.offset, to: span.end.offset } : { from, to: from }, focus);
  }

  leave(): void {
    leave(this.view);
  }

  /** Inserts a text as if it was typed. */
  type(text: string): void {
    const { state } = this.view;
    this.view.dispatch(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  }

  indent(): void {
    indentMore(this.view);
  }

  undo(): void {
    undo(this.view);
  }
}
