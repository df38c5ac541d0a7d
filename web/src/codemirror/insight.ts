// Completion, hover cards and definitions in the editor. The engine answers (crate/insight/src); this module asks, and shows the answers.
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  pickedCompletion,
  selectedCompletion,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { Compartment, type EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import { nothing } from "lit";
import { type Places, placeLink } from "../components/places";
import { docsOfTitle } from "../content/ytt-docs";
import { inWords } from "../core/unseen";
import type { Engine } from "../engine/engine";
import type { CompletionOption, Completions, Definition, Hover, RenameTarget, Request, Uses } from "../engine/types";
import { html } from "../ui/html";
import { isTouch } from "../ui/touch";
import { cardAtCaret, enterCard, isUsingKeys, showCard, tooltip } from "./cards";
import { NO_ANSWER, unchanged } from "./engine-questions";
import { skipWrittenAhead, writesAhead } from "./written-ahead";

/** The parts of the page that insight needs. */
export interface Surroundings {
  engine: Engine;
  request: () => Request;
  /** Path of the file that a state belongs to. */
  file: (state: EditorState) => string;
  places: Places;
  report: (text: string) => void;
  /** Asks for a new name for the data value at a position. */
  rename: (position: number) => void;
  /** For hosts that list the places of a data value: their numbers in words, and the list for a position. */
  uses?: { describe: (uses: Uses, request: Request) => string; list: (position: number) => void } | undefined;
}

/** Long enough not to ask for every key of a word that is typed quickly. */
const TYPING_DELAY_MS = 60;
const HOVER_MS = 250;

/** Typing opens the list of options after a word, `@`, a quote, a dot, and where a value or arguments begin. */
const WORTH_ASKING = /[\w@./"'-]$|#@ ?$|^[^#]*:\s$|, ?$|\($/;

/** After the name of an annotation, which may be complete. */
const ANNOTATION_NAME = /^\s*#@[a-z]+\/[\w-]+ $/;

/** A part of a word, or a dot or quote before it: Enter accepts the first option. Elsewhere, nothing of it is typed yet, and Enter begins a new line. */
const BEGUN = /[\w@./"'-]$/;

function textBefore(state: EditorState, position: number): string {
  const line = state.doc.lineAt(position);
  return line.text.slice(0, position - line.from);
}

function isWorthAsking(state: EditorState, position: number): boolean {
  const text = textBefore(state, position);
  return WORTH_ASKING.test(text) || ANNOTATION_NAME.test(text);
}

/** Completion for text that was typed before this was loaded. */
export function completeTyped(view: EditorView): void {
  if (isWorthAsking(view.state, view.state.selection.main.head)) startCompletion(view);
}

/** Whether the typed text is an option, and no other one continues it: the list would only cover the text. */
function isFinished(typed: string, options: readonly CompletionOption[]): boolean {
  const continued = options.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  return (
    typed !== "" &&
    continued.length > 0 &&
    continued.every(({ label, insert }) => label === typed && insert.trimEnd() === typed)
  );
}

/** CodeMirror asks again if the text has changed meanwhile, but not after `null`. */
const noOptions = ({ state, view, pos }: CompletionContext): CompletionResult | null =>
  view && view.state.doc !== state.doc ? { from: pos, options: [] } : null;

type About = "complete" | "hover" | "definition" | "renameTarget" | "usesAt";

class Insight {
  #page: Surroundings;
  /** The list of options, with its first one selected or not when it opens. */
  #list = new Compartment();
  #preselecting: Extension;
  #waiting: Extension;

  constructor(page: Surroundings) {
    this.#page = page;
    const list = (selectOnOpen: boolean) =>
      autocompletion({
        override: [this.complete],
        selectOnOpen,
        activateOnTypingDelay: TYPING_DELAY_MS,
        icons: false,
        maxRenderedOptions: 60,
      });
    this.#preselecting = list(true);
    this.#waiting = list(false);
  }

  get list(): Extension {
    return this.#list.of(this.#preselecting);
  }

  #ask<T>(kind: About, state: EditorState, offset: number): Promise<T | null | undefined> {
    return this.#page.engine.ask({ kind, request: this.#page.request(), file: this.#page.file(state), offset });
  }

  /** CodeMirror asks again while the user types, and drops outdated answers. */
  complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit && !isWorthAsking(context.state, context.pos)) return null;
    const found = await this.#ask<Completions>("complete", context.state, context.pos);
    if (!found || context.aborted) return noOptions(context);
    const isBegun = BEGUN.test(textBefore(context.state, context.pos));
    const list = context.explicit || (found.preselect && isBegun) ? this.#preselecting : this.#waiting;
    if (context.view && this.#list.get(context.view.state) !== list)
      context.view.dispatch({ effects: this.#list.reconfigure(list) });
    const isPath = found.options.some(({ kind, edits }) => kind === "module" && edits.length === 0);
    const word = isPath ? /^[^"',)\s]*$/ : /^[\w/-]*$/;
    const typed = context.state.sliceDoc(found.from, context.pos);
    if (!context.explicit && isFinished(typed, found.options)) return noOptions(context);
    // CodeMirror compares options with all that they replace. The text after the word is replaced, but no part of it.
    const rest = context.state.sliceDoc(context.pos, found.to);
    const after = word.test(rest) ? 0 : rest.length;
    return {
      from: found.from,
      to: found.to - after,
      options: found.options.map((option, index) => shown(option, index, found, after)),
      // Once a word is complete, the question is another one.
      validFor: (text) => word.test(text) && (context.explicit || !isFinished(text, found.options)),
    };
  };

  hover = async (view: EditorView, pos: number, side: number): Promise<Tooltip | null> => {
    const isBehindLine = side > 0 && pos === view.state.doc.lineAt(pos).to;
    if (isUsingKeys(view.state) || isBehindLine) return null;
    const found = await this.#about(view.state, pos);
    // One card at a time: a card that was opened by key stays.
    return isUsingKeys(view.state) || cardAtCaret(view) ? null : (found ?? null);
  };

  /** A card about a word; for a data value, with buttons to list its places and to rename it. */
  async #about(state: EditorState, pos: number): Promise<Tooltip | null | undefined> {
    const { uses } = this.#page;
    const request = this.#page.request();
    const found = await this.#ask<Hover>("hover", state, pos);
    // Most places have no card, and its buttons are other questions.
    if (!found) return found;
    const [target, used] = await Promise.all([
      this.#ask<RenameTarget>("renameTarget", state, pos),
      uses ? this.#ask<Uses>("usesAt", state, pos) : undefined,
    ]);
    // Elsewhere, there may be uses of the data value of the line.
    const text = uses && used && target ? uses.describe(used, request) : "";
    return this.#tooltip(found, target ?? undefined, text);
  }

  /** Shows a card by key, at the cursor; if one is open already, its first link gets the focus. */
  showAtCaret = (view: EditorView): boolean => {
    if (enterCard(view)) return true;
    const same = unchanged(view);
    void this.#about(view.state, view.state.selection.main.head).then((found) => {
      if (!same()) return;
      if (found) showCard(view, found);
      else this.#page.report(found === null ? "No documentation for this word." : NO_ANSWER);
    });
    return true;
  };

  goToDefinition = (view: EditorView, pos: number): void => {
    const same = unchanged(view);
    void this.#ask<Definition>("definition", view.state, pos).then((found) => {
      if (!same()) return;
      if (found) {
        // To come back to.
        if (view.state.selection.main.head !== pos) view.dispatch({ selection: { anchor: pos } });
        this.#page.places.goTo(found.place);
      } else this.#page.report(found === null ? "No definition in these files." : NO_ANSWER);
    });
  };

  #tooltip({ span, title, documentation, facts }: Hover, target: RenameTarget | undefined, uses: string): Tooltip {
    const docs = docsOfTitle(title);
    // The card may be that of another file than the open one.
    const atTarget = (view: EditorView, act: (position: number) => void) => () => {
      const position = target?.span.start.offset ?? 0;
      view.dispatch({ selection: { anchor: position } });
      if (!view.hasFocus && !isTouch()) view.focus();
      act(position);
    };
    return tooltip(
      span.start.offset,
      span.end.offset,
      (view) => html`
        <code class="cm-insight-title">${title}</code>
        ${documentation.split("\n").map((line) => (line ? html`<p>${line}</p>` : nothing))}
        ${
          facts.length > 0
            ? html`<dl>
              ${facts.map(({ label, text, place }) => html`<dt>${label}</dt><dd>${text} ${place ? placeLink(place, `${title}, ${label}`, this.#page.places) : nothing}</dd>`)}
            </dl>`
            : nothing
        }
        ${docs ? html`<p><a class="docs-link" href=${docs} target="_blank" rel="noopener">ytt’s documentation</a></p>` : nothing}
        ${uses && target ? html`<button type="button" class="explain" aria-label="Places of ${target.path}: ${uses}" @click=${atTarget(view, (position) => this.#page.uses?.list(position))}>${uses} (Shift F12)</button>` : nothing}
        ${target ? html`<button type="button" class="explain" aria-label="Rename ${target.path}" @click=${atTarget(view, this.#page.rename)}>Rename (F2)</button>` : nothing}
      `,
    );
  }
}

/** An option as CodeMirror lists it, in the engine's order. */
function shown(
  option: CompletionOption,
  index: number,
  { from: start, words }: Completions,
  after: number,
): Completion {
  const { label, insert, cursor, edits, detail, documentation, before, kind } = option;
  const seen = inWords(label);
  const completion: Completion = {
    label,
    ...(seen === label ? {} : { displayLabel: seen }),
    detail: inWords(detail),
    type: kind,
    boost: Math.max(-99, -index),
    sortText: String(index).padStart(4, "0"),
    ...(documentation ? { info: inWords(documentation) } : {}),
    apply: (view, completion, from, to) => {
      const others = edits.map(({ span, text }) => ({
        from: span.start.offset,
        to: span.end.offset,
        insert: text,
      }));
      const shift = others
        .filter((other) => other.from <= from)
        .reduce((sum, other) => sum + other.insert.length - (other.to - other.from), 0);
      const anchor = from - before + shift + (cursor ?? insert.length);
      view.dispatch({
        changes: [...others, { from: from - before, to: to + after, insert }],
        selection: { anchor },
        effects: cursor === null ? writesAhead(label, insert, anchor) : [],
        annotations: pickedCompletion.of(completion),
        userEvent: "input.complete",
        scrollIntoView: true,
      });
      // The cursor is where the next word is missing.
      if (cursor !== null) startCompletion(view);
    },
  };
  origins.set(completion, { insert, start, words });
  return completion;
}

/** The text that an option inserts, the start of the word before the cursor, and the words that are complete there. */
const origins = new WeakMap<Completion, { insert: string; start: number; words: string[] }>();

const WORD = /[\w/-]/;

/**
 * Closes the list of options if Enter is a new line: nothing is selected, the selected option is already there, or the word is complete and the option
 * was not chosen.
 */
function leaveComplete(view: EditorView): boolean {
  const { state } = view;
  const option = selectedCompletion(state);
  const origin = option && origins.get(option);
  if (!origin) {
    closeCompletion(view);
    return false;
  }
  const { insert, start, words } = origin;
  const { head } = state.selection.main;
  const typed = state.sliceDoc(start, head);
  const isPart = WORD.test(state.sliceDoc(head, head + 1));
  const isAnother = !insert.startsWith(typed) || WORD.test(insert.charAt(typed.length));
  const isChosen = selectedCompletionIndex(state) !== 0;
  const isComplete = insert.trimEnd() === typed || (isAnother && !isChosen && words.includes(typed));
  if (isComplete && !isPart) closeCompletion(view);
  return false;
}

/** Accepts the selected option, or else the first. */
function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletion(view.state)) return acceptCompletion(view);
  view.dispatch({ effects: setSelectedCompletion(0) });
  if (acceptCompletion(view)) return true;
  // CodeMirror ignores keys in the first moments of a list.
  view.dispatch({ effects: setSelectedCompletion(-1) });
  return false;
}

export function insight(page: Surroundings): Extension {
  const provider = new Insight(page);
  return [
    // Before the keys of completion.
    Prec.highest(
      keymap.of([
        { key: "Enter", run: leaveComplete },
        { key: "Tab", run: acceptFirst },
      ]),
    ),
    provider.list,
    skipWrittenAhead,
    hoverTooltip(provider.hover, { hoverTime: HOVER_MS, hideOnChange: true }),
    Prec.high(
      keymap.of([
        { key: "F1", run: provider.showAtCaret, preventDefault: true },
        {
          key: "F12",
          preventDefault: true,
          run: (view) => {
            provider.goToDefinition(view, view.state.selection.main.head);
            return true;
          },
        },
      ]),
    ),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
        const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (pos === null) return false;
        event.preventDefault();
        provider.goToDefinition(view, pos);
        return true;
      },
    }),
  ];
}
