// The input editors: a CodeMirror view for each file in view, and the state (text, undo history, selection, scroll position) of the others. Reports
// edits, underlines diagnostics, and jumps to positions.

import {
  defaultKeymap,
  history,
  historyKeymap,
  indentMore,
  indentWithTab,
  isolateHistory,
  redo,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentUnit } from "@codemirror/language";
import { linter, lintGutter, setDiagnostics, type Diagnostic as Underline } from "@codemirror/lint";
import {
  type ChangeDesc,
  Compartment,
  EditorState,
  type Extension,
  Prec,
  type StateEffect,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
  type ViewUpdate,
} from "@codemirror/view";
import { untracked } from "@preact/signals-core";
import { cards, closeCards, isUsingKeys } from "../../codemirror/cards";
import { documentOf } from "../../codemirror/document";
import { editorStyle } from "../../codemirror/editor-style";
import { endMessages } from "../../codemirror/end-messages";
import { fileOf } from "../../codemirror/file-of";
import { foldSigns } from "../../codemirror/fold-signs";
import type { Surroundings } from "../../codemirror/insight";
import { insightStyle } from "../../codemirror/insight-style";
import { type Joint, joinedChanges, jointOf, newJoint, nextOf, nextStep } from "../../codemirror/joined-changes";
import { goTo, jumpMark, leave } from "../../codemirror/jump-mark";
import { lateScroll } from "../../codemirror/late-scroll";
import { FIND, INSIGHT, LazyExtension } from "../../codemirror/lazy-extension";
import { lineComments } from "../../codemirror/line-comments";
import { lineIndent } from "../../codemirror/line-indent";
import { type LineCards, lineValues } from "../../codemirror/line-values";
import { LineWrap } from "../../codemirror/line-wrap";
import { linkable } from "../../codemirror/linked-lines";
import { difference, near } from "../../codemirror/replaced-text";
import { severalCursors } from "../../codemirror/several-cursors";
import { tabLeaves } from "../../codemirror/tab-leaves";
import { isTextTemplate, toggleTextComments } from "../../codemirror/text-comments";
import { touchCaret } from "../../codemirror/touch-caret";
import { typeOverSelection } from "../../codemirror/type-over-selection";
import { indentTyped } from "../../codemirror/typed-indent";
import { useMarks } from "../../codemirror/use-marks";
import { yttHighlighting } from "../../codemirror/ytt-language";
import type { Target } from "../../components/places";
import type { ProblemActions } from "../../components/problem-actions";
import { editorText } from "../../core/line-endings";
import type { Project, ProjectFile } from "../../core/project";
import type { Stack } from "../../core/stack";
import type { TextQuery } from "../../core/text-query";
import { inWords } from "../../core/unseen";
import type { WorkFile } from "../../core/work";
import type { Diagnostic, Edit, Response } from "../../engine/types";
import { showProblems, toProblem } from "./next-problem";
import { lintUnderlines, underlines } from "./underlines";

/** Events of the editor: the line under the pointer, cursor movements, and commands by key. */
export interface EditorEvents {
  /** `file` is the path. */
  pointed: (file: string, line: number | null) => void;
  /** `edited`: the text has changed as well. */
  moved: (edited: boolean) => void;
  /** The text of a file has changed. */
  changed: (id: string, changes: ChangeDesc) => void;
  /** A view has got the focus. */
  focused: (id: string) => void;
  edited: () => void;
  /** The user has typed, or has left the line where they typed. */
  typed: () => void;
  stoppedTyping: () => void;
  /** Shows the output of the cursor's line. */
  output: () => boolean;
  /** Shows the list of problems. */
  problems: () => boolean;
  /** Goes to a problem in another file, as this one has none. */
  elsewhere: () => boolean;
  /** Opens the fixes of the cursor's line. */
  fixes: () => boolean;
  format: () => boolean;
  /** A change of several files was undone, but not in these, which have changed since; or it was not redone because of them. */
  notJoined: (paths: string[], isUndone: boolean) => void;
  /** Undoes the last action outside of the texts, if that is offered. */
  undoAction: () => boolean;
  /** Asks for a new name for the data value at the cursor. */
  rename: () => boolean;
  /** Lists the places of the data value, variable or function at the cursor. */
  uses: () => boolean;
  /** Goes back to the place before the last jump, or forward to that after it, if there is one. */
  goAgain: (direction: "back" | "forward") => boolean;
  /** Wraps long lines, or no longer. */
  wrap: () => boolean;
  /** Shows the file alone, or the stack again. */
  maximize: () => boolean;
  /** Says how to leave the editor with the keyboard. */
  stuck: () => void;
  /** Searches all files, where the host can. */
  findInFiles: ((query: TextQuery) => void) | undefined;
}

/** Cards about a line, also about that of the cursor. */
export type EditorCards = LineCards & { atCursor: (view: EditorView) => boolean };

const labelled = (path: string): Extension =>
  EditorView.contentAttributes.of({ "aria-label": `Contents of ${inWords(path)}`, tabindex: "0" });

/** Cards keep a distance to the window's edges, and do not cover the bars above the editors. */
function spaceOfCards({ dom }: EditorView) {
  const top = Math.max(8, dom.closest(".stack")?.getBoundingClientRect().top ?? 8);
  return { left: 8, top, right: innerWidth - 8, bottom: innerHeight - 8 };
}

/** A page in a low window scrolls below the views at its top and the keys for typing at its bottom: they do not cover the cursor. */
const uncovered = EditorView.scrollMargins.of(({ dom, scrollDOM }) => {
  const boxOf = (selector: string) => dom.closest(".page")?.querySelector(selector)?.getBoundingClientRect();
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  return {
    top: Math.max(0, (boxOf(".view-switch")?.bottom ?? top) - top),
    bottom: Math.max(0, bottom - (boxOf(".keys-for-typing")?.top ?? bottom)),
  };
});

/** How to leave with the keyboard, for screen readers. */
const leavable = EditorView.contentAttributes.of({
  "aria-description": "Tab indents. To leave the editor, press Escape, then Tab.",
});

/** The language of a file with this name and length. */
const languageOf = (path: string, length = 0): Extension => [
  lineComments(path),
  indentTyped(path, length),
  yttHighlighting(path, length),
];

/** Whether a change is typed, and not pasted, undone or made by a button. A new line has no event of its own. */
const isTyping = ({ docChanged, transactions }: ViewUpdate): boolean =>
  docChanged &&
  transactions.some(
    (one) =>
      ["input.type", "input.complete", "delete"].some((event) => one.isUserEvent(event)) ||
      one.annotation(Transaction.userEvent) === "input",
  );

const leavesLine = ({ startState, state }: ViewUpdate): boolean => lineOf(startState) !== lineOf(state);

const lineOf = ({ doc, selection }: EditorState): number => doc.lineAt(selection.main.head).number;

/** The effect of a change besides editing texts, such as adding a file. */
export interface Beside {
  undo: () => void;
  redo: () => void;
}

/** A change of several files, or of more than texts. */
interface JoinedChange {
  /** Ids of the files that it has edited. */
  ids: readonly string[];
  /** The id of the file that it was made in, if it has not changed its text. */
  madeIn: string | undefined;
  beside: Beside | undefined;
  isUndone: boolean;
  /** Ids of the files in which it was not undone, since they had been edited. */
  left: readonly string[];
}

/** Older places in texts are forgotten. */
const MOST_LEFT = 100;

/** A file that is not in view. */
interface Saved {
  state: EditorState;
  scroll?: StateEffect<unknown>;
}

export class Editor {
  #project: Project;
  #stack: Stack;
  #root: ShadowRoot | Document;
  #events: EditorEvents;
  #actions: ProblemActions;
  #lineCards: EditorCards;
  /** The views of the files in view, by id. */
  #views = new Map<string, EditorView>();
  #saved = new Map<string, Saved>();
  /** Where the user was in files that are gone: who goes back to a playground gets new ones with the same texts. */
  #left: (Pick<EditorState, "doc" | "selection"> & Pick<Saved, "scroll">)[] = [];
  /** In place of a view, if there is no file. */
  #none: EditorView | undefined;
  /** Underlines for files that have no state yet: states are created when a file is shown or changed, as their text is parsed then. */
  #underlines = new Map<string, { text: string; shown: Underline[] }>();
  /** Ids of the files in view that have underlines. */
  #underlined = new Set<string>();
  /** Changes by their numbers. */
  #joined = new Map<number, JoinedChange>();
  #isJoining = false;
  #label = new Compartment();
  #language = new Compartment();
  #lineWrap = new LineWrap();
  #extensions: Extension;
  #lazy: LazyExtension;

  constructor(
    project: Project,
    stack: Stack,
    root: ShadowRoot | Document,
    surroundings: Omit<Surroundings, "file"> & { readonly?: boolean },
    actions: ProblemActions,
    lineCards: EditorCards,
    events: EditorEvents,
  ) {
    this.#project = project;
    this.#stack = stack;
    this.#root = root;
    this.#events = events;
    this.#actions = actions;
    this.#lineCards = lineCards;
    this.#lazy = new LazyExtension(
      () => this.views,
      [...INSIGHT, ...FIND],
      ({ insight, find }) => [
        insight({ ...surroundings, file: (state) => this.#fileOf(state)?.path ?? "" }),
        find(events.findInFiles),
      ],
    );
    this.#extensions = this.#commonExtensions(surroundings.readonly ?? false, surroundings.report);
    project.onChange((change) => {
      if (change === "files") this.#followFiles();
    });
  }

  #commonExtensions(readonly: boolean, report: (text: string) => void): Extension {
    const events = this.#events;
    return [
      lineNumbers(),
      // Before insight: on a combined card, problems come first. A response with lints does not close a card.
      linter(null, {
        hideOn: (transaction) => (transaction.docChanged ? null : false),
        tooltipFilter: (diagnostics, state) => (isUsingKeys(state) ? [] : [...diagnostics]),
      }),
      lintGutter(),
      foldSigns,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      severalCursors,
      history(),
      joinedChanges,
      bracketMatching(),
      typeOverSelection,
      tabLeaves(() => readonly || events.stuck()),
      // In a read-only text, Tab always leaves.
      readonly ? [] : leavable,
      lateScroll,
      touchCaret,
      indentUnit.of("  "),
      lineIndent,
      EditorState.tabSize.of(2),
      editorStyle,
      tooltips({ tooltipSpace: spaceOfCards }),
      uncovered,
      useMarks,
      jumpMark,
      endMessages,
      lineValues(this.#lineCards),
      insightStyle,
      this.#lazy.extension,
      cards,
      EditorState.readOnly.of(readonly),
      linkable((view, line) => events.pointed(this.#fileOf(view.state)?.path ?? "", line)),
      // Before the click with Ctrl that goes to a definition.
      Prec.high(
        EditorView.domEventHandlers({
          mousedown: (event, view) => {
            if (event.button !== 0 || !event.altKey || !(event.ctrlKey || event.metaKey)) return false;
            const anchor = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (anchor === null) return false;
            view.focus();
            view.dispatch({ selection: { anchor }, userEvent: "select.pointer" });
            return events.output();
          },
        }),
      ),
      EditorView.domEventHandlers({
        focus: ({ relatedTarget }, view) => {
          // A dialog that closes gives the focus back, but another file may be open since.
          if (!(relatedTarget as Element | null)?.closest("dialog")) events.focused(view.state.facet(fileOf));
        },
        // An editor may have the focus while another file is open.
        mousedown: (_, view) => events.focused(view.state.facet(fileOf)),
        blur: () => events.stoppedTyping(),
      }),
      // Tab indents; Escape and then Tab leaves the editor, as the keyboard help says. The page handles Ctrl Enter, which runs again.
      keymap.of([
        { key: "Mod-Enter", run: () => true },
        { key: "Alt-Enter", run: events.output },
        {
          key: "F8",
          run: toProblem(1, events.elsewhere),
          shift: toProblem(-1, events.elsewhere),
          preventDefault: true,
        },
        { key: "Mod-Shift-m", run: events.problems, preventDefault: true },
        { key: "Mod-.", run: events.fixes, preventDefault: true },
        { key: "Shift-Alt-f", run: events.format, preventDefault: true },
        { key: "F2", run: events.rename, preventDefault: true },
        { key: "Shift-F12", run: events.uses, preventDefault: true },
        // Otherwise the keys have their usual meaning.
        { key: "Alt-ArrowLeft", mac: "Ctrl--", run: () => events.goAgain("back") },
        { key: "Alt-ArrowRight", mac: "Ctrl-Shift--", run: () => events.goAgain("forward") },
        { key: "Alt-v", run: (view) => this.#lineCards.atCursor(view), preventDefault: true },
        { key: "Alt-z", run: events.wrap, preventDefault: true },
        { key: "Alt-m", run: events.maximize, preventDefault: true },
        {
          key: "Mod-/",
          run: (view) => isTextTemplate(this.#fileOf(view.state)?.path ?? "") && toggleTextComments(report)(view),
        },
        // After a reset, for example, which gives the focus to a new text.
        { key: "Mod-z", run: ({ state }) => undoDepth(state) === 0 && events.undoAction() },
        { key: "Mod-y", mac: "Mod-Shift-z", run: (view) => this.#refusesRedo(view) },
        { linux: "Ctrl-Shift-z", run: (view) => this.#refusesRedo(view) },
        ...defaultKeymap,
        ...historyKeymap,
        ...foldKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        // First: the others may show a response with positions in the project's texts.
        if (update.docChanged) {
          const id = update.state.facet(fileOf);
          this.#project.write(id, update.state.doc);
          events.changed(id, update.changes);
        }
        if (update.docChanged || update.selectionSet) events.moved(update.docChanged);
        if (isTyping(update)) events.typed();
        else if (update.docChanged || leavesLine(update)) events.stoppedTyping();
        if (update.docChanged) events.edited();
        for (const joint of update.transactions.map(jointOf)) {
          const left = joint ? this.#join(joint, update.state.facet(fileOf)) : [];
          if (left.length > 0) events.notJoined(left, true);
        }
      }),
    ];
  }

  #fileOf(state: EditorState): ProjectFile | undefined {
    const id = state.facet(fileOf);
    return this.#project.files.find((file) => file.id === id);
  }

  /** The path of each file in view, and its view. */
  *inView(): Iterable<[string, EditorView]> {
    for (const file of this.#project.files) {
      const view = this.#views.get(file.id);
      if (view) yield [file.path, view];
    }
  }

  /** The views in use. */
  get views(): Iterable<EditorView> {
    return this.#views.values();
  }

  /** The view of the open file. */
  get view(): EditorView {
    const { current } = this.#project;
    if (current) return this.viewOf(current);
    this.#none ??= new EditorView({ root: this.#root });
    return this.#none;
  }

  /** The view of a file, which is created if necessary. Does not make a template depend on the file's text. */
  viewOf = (file: ProjectFile): EditorView => {
    const known = this.#views.get(file.id);
    if (known) return known;
    const view = untracked(() => {
      const { scroll } = this.#saved.get(file.id) ?? this.#leftIn(file) ?? {};
      return new EditorView({
        root: this.#root,
        state: this.#stateOf(file.id),
        ...(scroll ? { scrollTo: scroll as never } : {}),
      });
    });
    this.#saved.delete(file.id);
    this.#views.set(file.id, view);
    // The state may have some.
    this.#underlined.add(file.id);
    this.#lazy.refresh(view);
    this.#lineWrap.refresh(view);
    return view;
  };

  /** The number of lines. Does not make a template depend on the file's text. */
  linesOf(file: ProjectFile): number {
    const view = this.#views.get(file.id);
    return view ? view.state.doc.lines : untracked(() => file.content.split("\n").length);
  }

  /** Ends the views of files that are not in view any more. */
  prune(): void {
    const inView = new Set(this.#stack.open.map(({ id }) => id));
    for (const [id, view] of this.#views) {
      if (inView.has(id)) continue;
      // A card belongs to its view.
      closeCards(view);
      this.#saved.set(id, { state: view.state, scroll: view.scrollSnapshot() });
      this.#views.delete(id);
      this.#underlined.delete(id);
      view.destroy();
    }
    for (const id of this.#saved.keys())
      if (!this.#project.files.some((file) => file.id === id)) this.#saved.delete(id);
  }

  #leave({ state: { doc, selection }, ...scroll }: Saved): void {
    this.#left = [...this.#left, { doc, selection, ...scroll }].slice(-MOST_LEFT);
  }

  #leftIn = (file: ProjectFile | undefined) => this.#left.findLast(({ doc }) => file?.is(doc));

  /** Files may have been renamed or replaced. */
  #followFiles(): void {
    for (const [id, saved] of this.#saved) if (!this.#project.files.some((file) => file.id === id)) this.#leave(saved);
    for (const [id, view] of this.#views) {
      const file = this.#project.files.find((file) => file.id === id);
      if (!file) {
        this.#leave({ state: view.state, scroll: view.scrollSnapshot() });
        continue;
      }
      view.dispatch({
        effects: [
          this.#label.reconfigure(labelled(file.path)),
          this.#language.reconfigure(languageOf(file.path, file.length)),
        ],
      });
    }
  }

  /** Loads the lazy extensions. */
  loadLazy = async (): Promise<void> => void (await this.#lazy.load());

  /** Whether long lines wrap. */
  wrap(on: boolean): void {
    this.#lineWrap.set(this.views, on);
  }

  /** The path of the open file. */
  get file(): string {
    return this.#project.current?.path ?? "";
  }

  /** The cursor's line in the open file. */
  get line(): number {
    return lineOf(this.view.state);
  }

  #stateOf(id: string): EditorState {
    const file = this.#project.files.find((file) => file.id === id);
    const known = this.#saved.get(id)?.state;
    if (known && (file ? file.is(known.doc) : known.doc.length === 0)) return known;
    const path = file?.path ?? "";
    const selection = this.#leftIn(file)?.selection;
    const state = EditorState.create({
      doc: documentOf(file?.content ?? ""),
      ...(selection ? { selection } : {}),
      extensions: [
        fileOf.of(id),
        this.#extensions,
        this.#lineWrap.extension,
        this.#label.of(labelled(path)),
        this.#language.of(languageOf(path, file?.length)),
      ],
    });
    const underlines = this.#underlines.get(id);
    if (!underlines || !file?.is(underlines.text)) return state;
    return state.update(setDiagnostics(state, underlines.shown)).state;
  }

  /** Underlines the diagnostics of the latest response, in every file with an unchanged text. */
  display(response: Response | undefined, sent: ReadonlyMap<string, string>, lints: Diagnostic[] = []): void {
    const byFile = underlines([...(response?.diagnostics ?? []), ...lintUnderlines(lints)], sent, this.#actions);
    this.#underlines.clear();
    for (const file of this.#project.files) {
      const text = sent.get(file.path) ?? "";
      if (sent.size > 0 && !file.is(text)) continue;
      const shown: Underline[] = byFile.get(file.path) ?? [];
      const view = this.#views.get(file.id);
      const saved = this.#saved.get(file.id);
      if (view) {
        if (shown.length > 0 || this.#underlined.has(file.id)) view.dispatch(setDiagnostics(view.state, shown));
        if (shown.length > 0) this.#underlined.add(file.id);
        else this.#underlined.delete(file.id);
      } else if (saved && file.is(saved.state.doc))
        this.#saved.set(file.id, { ...saved, state: saved.state.update(setDiagnostics(saved.state, shown)).state });
      else if (shown.length > 0) this.#underlines.set(file.id, { text, shown });
    }
  }

  /** Changes files, and other things in the same step of the open file's history. The returned function undoes the changes, as long as they are the latest. */
  change(edits: readonly Edit[], userEvent: string, beside?: Beside): () => void {
    const steps = new Map<string, (state: EditorState) => TransactionSpec>();
    for (const file of this.#project.files) {
      const changes = edits
        .filter((edit) => edit.file === file.path)
        .map(({ span, text }) => ({ from: span.start.offset, to: span.end.offset, insert: text }));
      if (changes.length > 0) steps.set(file.id, () => ({ changes, userEvent }));
    }
    return this.#take(steps, beside);
  }

  /** Replaces the texts of files. The returned function undoes this, as long as it is the latest change. */
  write(files: readonly WorkFile[]): () => void {
    const steps = new Map<string, (state: EditorState) => TransactionSpec>();
    for (const { path, content } of files) {
      const file = this.#project.byPath(path);
      if (!file || typeof content !== "string") continue;
      const changes = ({ doc }: EditorState) => difference(doc.toString(), editorText(content));
      steps.set(file.id, (state) => ({ changes: changes(state), userEvent: "input.step" }));
    }
    return this.#take(steps);
  }

  /** Takes one step in the undo history of each file; undoing or redoing one does so with all. */
  #take(steps: ReadonlyMap<string, (state: EditorState) => TransactionSpec>, beside?: Beside): () => void {
    const ids = [...steps.keys()];
    const { open } = this.#project;
    const madeIn = ids.includes(open) ? undefined : open;
    const joint = newJoint();
    this.#joined.set(joint.value, { ids, madeIn, beside, isUndone: false, left: [] });
    for (const id of madeIn ? [...ids, madeIn] : ids)
      this.#update(id, (state) =>
        state.update(steps.get(id)?.(state) ?? {}, {
          annotations: isolateHistory.of("full"),
          effects: joint,
          sequential: true,
        }),
      );
    return () => void this.#join({ number: joint.value, direction: undo });
  }

  /** Undoes or redoes a change, except for the step of one file. Returns the paths of files that were edited since. */
  #join(joint: Joint, from?: string): string[] {
    const change = this.#joined.get(joint.number);
    const isUndo = joint.direction === undo;
    if (!change || this.#isJoining || change.isUndone === isUndo) return [];
    const { ids, madeIn, beside } = change;
    change.isUndone = isUndo;
    this.#isJoining = true;
    const left = this.#project.files.filter(({ id }) => {
      if (id === from || !(id === madeIn || ids.includes(id))) return false;
      return !this.#update(id, (state) => nextOf(state, joint)) && id !== madeIn;
    });
    this.#isJoining = false;
    change.left = left.map(({ id }) => id);
    if (isUndo) beside?.undo();
    else beside?.redo();
    return left.map(({ path }) => path);
  }

  /** Whether the next redo is of a change that cannot be redone in all of its files: half of a rename would be an error. */
  #refusesRedo({ state }: EditorView): boolean {
    const step = nextStep(state, redo);
    const joint = step && jointOf(step);
    const change = joint && this.#joined.get(joint.number);
    if (!joint || !change?.isUndone) return false;
    const own = state.facet(fileOf);
    const stateOf = (id: string) => this.#views.get(id)?.state ?? this.#stateOf(id);
    const edited = this.#project.files.filter(
      ({ id }) => id !== own && change.ids.includes(id) && !change.left.includes(id) && !nextOf(stateOf(id), joint),
    );
    if (edited.length === 0) return false;
    this.#events.notJoined(
      edited.map(({ path }) => path),
      false,
    );
    return true;
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
    const id = this.#project.open;
    return () => void this.#update(id, (state) => nextStep(state, undo));
  }

  /** Whether there was a change. The file may be in view or not. */
  #update(id: string, change: (state: EditorState) => Transaction | undefined): boolean {
    const view = this.#views.get(id);
    const transaction = change(view?.state ?? this.#stateOf(id));
    if (!transaction) return false;
    if (view) view.dispatch(transaction);
    else {
      this.#saved.set(id, { ...this.#saved.get(id), state: transaction.state });
      this.#project.write(id, transaction.state.doc);
    }
    return true;
  }

  /** Goes to a position or a line of a file in view. Without `focus`, it is only scrolled into view and marked. */
  reveal(place: Target, focus: boolean): void {
    const file = this.#project.byPath(place.file);
    const view = file && this.#views.get(file.id);
    if (!view) return;
    const { doc } = view.state;
    const { span, isSelected, atEnd } = place;
    const line = doc.line(Math.max(1, Math.min(place.line ?? 1, doc.lines)));
    // A card could cover the place.
    for (const one of this.views) closeCards(one);
    // A selection that the user did not make would be lost with the next key.
    const from = span?.start.offset ?? (atEnd ? line.to : line.from);
    goTo(view, { from, to: span && isSelected ? span.end.offset : from }, focus);
  }

  /** Places the cursor in a file in view, and gives it the focus. */
  goTo(id: string, offset: number): void {
    const view = this.#views.get(id);
    if (view) goTo(view, { from: offset, to: offset }, true);
  }

  /** Opens the card of the problems at the cursor. */
  showProblems(): void {
    showProblems(this.view, this.view.state.selection.main.head);
  }

  /** Scrolls to a line of a file in view, unless it is visible. */
  see({ file: path, line }: { file: string; line: number }): void {
    const file = this.#project.byPath(path);
    const view = file && this.#views.get(file.id);
    if (!view) return;
    const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
    view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 40 }) });
  }

  /** Removes the marks of jumps. */
  leave(): void {
    for (const view of this.views) leave(view);
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

  end(): void {
    for (const view of this.views) view.destroy();
    this.#none?.destroy();
  }
}
