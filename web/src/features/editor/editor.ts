// The input editor: one CodeMirror view, one state (text, undo history, selection, scroll) for each file. Reports edits, shows the newest
// diagnostics as underlines, and goes to places.
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, undo } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import {
  diagnosticCount,
  forEachDiagnostic,
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
  type Diagnostic as Underline,
} from "@codemirror/lint";
import { Compartment, EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import {
  type Command,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { arrivedLine, goTo, leave } from "../../codemirror/arrival";
import { cards, closeCards } from "../../codemirror/cards";
import { documentOf } from "../../codemirror/document";
import { editorStyle } from "../../codemirror/editor-style";
import type { Surroundings } from "../../codemirror/insight";
import { insightStyle } from "../../codemirror/insight-style";
import { FIND, INSIGHT, LateExtension } from "../../codemirror/late-extension";
import { linkable } from "../../codemirror/linked-lines";
import { yttHighlighting } from "../../codemirror/ytt-language";
import type { Target } from "../../components/places";
import type { ProblemActions } from "../../components/problem-actions";
import type { Project } from "../../core/project";
import { inWords } from "../../core/unseen";
import type { Diagnostic, Edit, Response } from "../../engine/types";
import { lintUnderlines, underlines } from "./underlines";

/** Left to itself, the browser types over a selection with a styled element of its own making, which the Content-Security-Policy refuses. */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** For as long as somebody may take between two keys. */
const LONG_MS = 3_600_000;

/** After Escape, whatever else it does here, Tab leaves the editor, until another key or the pointer is used in it. Left to itself, CodeMirror has Tab
    leave for two seconds only, and not where Escape had something to take away, such as a selection. */
const tabLeaves = EditorView.domEventObservers({
  // After CodeMirror's own turn at it.
  keydown: ({ key }, view) => key === "Escape" && queueMicrotask(() => view.setTabFocusMode(LONG_MS)),
  mousedown: (_, view) => view.setTabFocusMode(false),
  blur: (_, view) => view.setTabFocusMode(false),
});

/** What the editor tells: which line is pointed at, that the cursor moved; and what somebody asks for by key. */
export interface EditorEvents {
  pointed: (line: number | null) => void;
  moved: () => void;
  edited: () => void;
  /** The output of the cursor's line. */
  output: () => boolean;
  /** The list of problems. */
  problems: () => boolean;
  /** A problem in another file; this one has none. */
  elsewhere: () => boolean;
  /** The fixes of the cursor's line. */
  fixes: () => boolean;
  format: () => boolean;
  /** Another name for the data value at the cursor. */
  rename: () => boolean;
}

/** A way from problem to problem, past the places that only have to do with one. What is wrong is said to those who do not see its card. */
function told(go: Command, elsewhere: () => boolean): Command {
  return (view) => {
    const problems = new Map<number, string[]>();
    forEachDiagnostic(view.state, ({ severity, message }, from) => {
      if (severity !== "info") problems.set(from, [...(problems.get(from) ?? []), message]);
    });
    if (problems.size === 0) return elsewhere();
    for (let step = diagnosticCount(view.state); step > 0; step--) {
      if (!go(view)) return false;
      const messages = problems.get(view.state.selection.main.from);
      if (!messages) continue;
      view.dispatch({ effects: EditorView.announce.of(messages.join("\n")) });
      return true;
    }
    return true;
  };
}

/** The step that takes back the newest one. */
function undone(state: EditorState): Transaction | undefined {
  let step: Transaction | undefined;
  undo({ state, dispatch: (transaction) => (step = transaction) });
  return step;
}

/** Where a position of a text is in another text: in the nearest line that says the same, at the same character of it. */
function near(doc: Text, position: number, text: string): number {
  const line = doc.lineAt(position);
  const lines = text.split("\n");
  const says = line.text.trim();
  const same = lines.flatMap((other, at) => (other.trim() === says ? [at] : []));
  const distance = (at: number) => Math.abs(at + 1 - line.number);
  const best = same.sort((a, b) => distance(a) - distance(b))[0] ?? Math.min(line.number, lines.length) - 1;
  const found = lines[best] ?? "";
  const indent = (of: string) => of.length - of.trimStart().length;
  const column = Math.max(0, position - line.from - indent(line.text)) + indent(found);
  return lines.slice(0, best).reduce((sum, { length }) => sum + length + 1, 0) + Math.min(column, found.length);
}

export class Editor {
  readonly view: EditorView;
  #project: Project;
  #states = new Map<string, EditorState>();
  #shown = "";
  #label = new Compartment();
  #language = new Compartment();
  #extensions: Extension;
  #late: LateExtension;

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
    this.#late = new LateExtension(
      () => this.view,
      [...INSIGHT, ...FIND],
      ({ insight, search }) => [insight(surroundings), search],
    );
    this.#extensions = [
      lineNumbers(),
      // Before insight: on a card for both, what is wrong comes first.
      // The answer to a lint is no reason to take a card away.
      linter(null, { hideOn: (transaction) => (transaction.docChanged ? null : false) }),
      lintGutter(),
      foldGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      bracketMatching(),
      typeOverSelection,
      tabLeaves,
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      editorStyle,
      // Cards keep clear of the window's edges.
      tooltips({ tooltipSpace: () => ({ left: 8, top: 8, right: innerWidth - 8, bottom: innerHeight - 8 }) }),
      arrivedLine,
      insightStyle,
      this.#late.extension,
      cards,
      EditorState.readOnly.of(surroundings.readonly ?? false),
      linkable(events.pointed),
      EditorView.domEventHandlers({
        click: (event) => {
          if (event.altKey) events.output();
        },
      }),
      // Tab indents; Escape and then Tab leaves the editor, as the keyboard help says.
      // Ctrl Enter is the page's: it runs again.
      keymap.of([
        { key: "Mod-Enter", run: () => true },
        { key: "Alt-Enter", run: events.output },
        {
          key: "F8",
          run: told(nextDiagnostic, events.elsewhere),
          shift: told(previousDiagnostic, events.elsewhere),
          preventDefault: true,
        },
        { key: "Mod-Shift-m", run: events.problems, preventDefault: true },
        { key: "Mod-.", run: events.fixes, preventDefault: true },
        { key: "Shift-Alt-f", run: events.format, preventDefault: true },
        { key: "F2", run: events.rename, preventDefault: true },
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

  /** Loads the rest of what it can do. */
  late = async (): Promise<void> => void (await this.#late.load(this.view));

  /** The path of the file on show. */
  get file(): string {
    return this.#project.current?.path ?? "";
  }

  /** The line with the cursor. */
  get line(): number {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  /** Shows the open file, with the state it was left in. */
  #show(): void {
    // A card belongs to its text: what is still to be measured of it would not be found in the next one.
    closeCards(this.view);
    if (this.#shown) this.#states.set(this.#shown, this.view.state);
    for (const id of this.#states.keys()) {
      if (!this.#project.files.some((file) => file.id === id)) this.#states.delete(id);
    }
    const file = this.#project.current;
    this.#shown = file?.id ?? "";
    if (!file) {
      this.view.setState(EditorState.create({}));
      return;
    }
    const state = this.#stateOf(file.id);
    if (state !== this.view.state) this.view.setState(state);
    this.#late.refresh(this.view);
    this.view.dispatch({
      effects: [
        this.#label.reconfigure(
          EditorView.contentAttributes.of({ "aria-label": `Contents of ${inWords(file.path)}`, tabindex: "0" }),
        ),
        this.#language.reconfigure(yttHighlighting(file.path, file.length)),
      ],
    });
  }

  #stateOf(id: string): EditorState {
    const file = this.#project.files.find((file) => file.id === id);
    const known = this.#states.get(id);
    if (known && (file ? file.is(known.doc) : known.doc.length === 0)) return known;
    return EditorState.create({
      doc: documentOf(file?.content ?? ""),
      extensions: [
        this.#extensions,
        this.#label.of([]),
        this.#language.of(yttHighlighting(file?.path ?? "", file?.length)),
      ],
    });
  }

  /** Underlines what the newest answer says, in every file whose text is still the one it speaks of. */
  display(response: Response | undefined, sent: ReadonlyMap<string, string>, lints: Diagnostic[] = []): void {
    const byFile = underlines([...(response?.diagnostics ?? []), ...lintUnderlines(lints)], sent, this.#actions);
    for (const file of this.#project.files) {
      if (sent.size > 0 && !file.is(sent.get(file.path) ?? "")) continue;
      const shown: Underline[] = byFile.get(file.path) ?? [];
      if (file.id === this.#shown) this.view.dispatch(setDiagnostics(this.view.state, shown));
      else {
        const state = this.#stateOf(file.id);
        this.#states.set(file.id, state.update(setDiagnostics(state, shown)).state);
      }
    }
  }

  /** Changes files, each by one step of its own undo history. What comes back takes the changes back, as long as they are the newest. */
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

  /** Replaces the open file's text by one step of its undo history, and leaves the cursor near what it was at. */
  replace(text: string, userEvent: string): () => void {
    const { doc, selection } = this.view.state;
    const old = doc.toString();
    let from = 0;
    while (from < Math.min(old.length, text.length) && old.charCodeAt(from) === text.charCodeAt(from)) from++;
    let end = 0;
    const most = Math.min(old.length, text.length) - from;
    while (end < most && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
    this.view.dispatch({
      changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) },
      selection: { anchor: near(doc, selection.main.head, text) },
      userEvent,
      annotations: isolateHistory.of("full"),
      scrollIntoView: true,
    });
    const id = this.#shown;
    return () => this.#update(id, undone);
  }

  /** The file may be the one on show, or another. */
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

  /** Opens the file and goes to the place in it: a span, or a line. Without `focus` the place is only shown. */
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
}
