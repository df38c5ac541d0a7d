// The panel that finds and replaces in a text. CodeMirror searches, and highlights what it has found; the panel is the page's own: it counts the matches,
// goes to the first one while the user types, and says what is wrong with a regular expression.
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  selectMatches,
  selectNextOccurrence,
  selectSelectionMatches,
  setSearchQuery,
} from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { nothing, render } from "lit";
import { live } from "lit/directives/live.js";
import { plural } from "../core/plural";
import { objectionTo, type TextQuery } from "../core/text-query";
import { html } from "../ui/html";
import { icon, X } from "../ui/icons";
import { RAISED, SELECTED } from "./shapes";

/** More matches are not counted. */
const MOST_COUNTED = 10_000;
/** After an edit, matches are counted when the user pauses. */
const PAUSE_MS = 200;
/** The selection of a match while the user types in the panel. */
const TYPED = "select.typed";

type InAllFiles = (query: TextQuery) => void;

interface Match {
  from: number;
  to: number;
}

const OPTIONS = [
  ["caseSensitive", "Match case"],
  ["regexp", "Regular expression"],
  ["wholeWord", "Whole word"],
] as const;

class FindPanel implements Panel {
  readonly dom = document.createElement("div");
  readonly #view: EditorView;
  readonly #inAllFiles: InAllFiles | undefined;
  #query: SearchQuery;
  /** The start of the search while the user types: the last position that was chosen otherwise. */
  #origin: number;
  #matches: readonly Match[] = [];
  #counting: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, inAllFiles: InAllFiles | undefined) {
    this.#view = view;
    this.#inAllFiles = inAllFiles;
    this.#query = getSearchQuery(view.state);
    this.#origin = view.state.selection.main.from;
    this.dom.className = "cm-search";
    this.dom.setAttribute("role", "search");
    this.dom.setAttribute("aria-label", "Find");
    this.dom.addEventListener("keydown", this.#key);
    this.#count();
    this.#render();
  }

  mount(): void {
    this.dom.querySelector<HTMLInputElement>("[main-field]")?.select();
  }

  destroy(): void {
    clearTimeout(this.#counting);
  }

  update({ transactions, docChanged, selectionSet, changes, state }: ViewUpdate): void {
    if (docChanged) {
      this.#origin = changes.mapPos(this.#origin);
      this.#matches = this.#matches.flatMap(({ from, to }) => {
        const [start, end] = [changes.mapPos(from, 1), changes.mapPos(to, -1)];
        return start < end ? [{ from: start, to: end }] : [];
      });
      clearTimeout(this.#counting);
      this.#counting = setTimeout(() => {
        this.#count();
        this.#render();
      }, PAUSE_MS);
    }
    if (selectionSet && !transactions.some((transaction) => transaction.isUserEvent(TYPED)))
      this.#origin = state.selection.main.from;
    const query = getSearchQuery(state);
    const isOther = !query.eq(this.#query);
    this.#query = query;
    if (isOther) this.#count();
    if (isOther || docChanged || selectionSet) this.#render();
  }

  #count(): void {
    clearTimeout(this.#counting);
    const matches: Match[] = [];
    if (this.#query.valid) {
      const cursor = this.#query.getCursor(this.#view.state) as Iterator<Match>;
      for (let next = cursor.next(); !next.done && matches.length <= MOST_COUNTED; next = cursor.next())
        matches.push({ from: next.value.from, to: next.value.to });
    }
    this.#matches = matches;
  }

  /** Changes the query, and goes to the first match from the place where the search began. */
  #set(change: Partial<ConstructorParameters<typeof SearchQuery>[0]>): void {
    const { search, caseSensitive, regexp, wholeWord, replace } = this.#query;
    const query = new SearchQuery({ search, caseSensitive, regexp, wholeWord, replace, literal: true, ...change });
    if (query.eq(this.#query)) return;
    this.#view.dispatch({ effects: setSearchQuery.of(query) });
    if ("replace" in change) return;
    const match = this.#matches.find(({ from }) => from >= this.#origin) ?? this.#matches[0];
    if (!match) return;
    this.#view.dispatch({
      selection: { anchor: match.from, head: match.to },
      effects: EditorView.scrollIntoView(match.from, { y: "center" }),
      userEvent: TYPED,
    });
  }

  #key = (event: KeyboardEvent): void => {
    const field = event.target as HTMLInputElement;
    if (runScopeHandlers(this.#view, event, "search-panel")) event.preventDefault();
    else if (event.key === "Enter" && field.name === "search") {
      event.preventDefault();
      (event.shiftKey ? findPrevious : findNext)(this.#view);
    } else if (event.key === "Enter" && field.name === "replace") {
      event.preventDefault();
      replaceNext(this.#view);
    }
  };

  /** The objection to a regular expression, or which of the matches is selected. */
  #found(): { text: string; isObjection: boolean } {
    const { search, regexp } = this.#query;
    const objection = regexp ? objectionTo(search) : undefined;
    if (objection) return { text: objection, isObjection: true };
    const { from, to } = this.#view.state.selection.main;
    const { length } = this.#matches;
    const at = this.#matches.findIndex((match) => match.from === from && match.to === to);
    const all = length > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString("en")}` : length.toLocaleString("en");
    if (!search) return { text: "", isObjection: false };
    if (length === 0) return { text: "No matches", isObjection: false };
    if (at >= 0) return { text: `${(at + 1).toLocaleString("en")} of ${all}`, isObjection: false };
    return { text: length > MOST_COUNTED ? `${all} matches` : plural(length, "match", "matches"), isObjection: false };
  }

  #render(): void {
    const view = this.#view;
    const query = this.#query;
    const { text, isObjection } = this.#found();
    const none = this.#matches.length === 0;
    const typed = ({ target }: Event) => (target as HTMLInputElement).value;
    const inAllFiles = this.#inAllFiles;
    const selectAll = () => {
      selectMatches(view);
      view.focus();
    };
    render(
      html`
        <div class="cm-find-row">
          <input type="text" name="search" main-field="true" aria-label="Find" placeholder="Find" aria-invalid=${isObjection ? "true" : "false"} spellcheck="false" autocomplete="off" autocapitalize="off" .value=${live(query.search)} @input=${(event: Event) => this.#set({ search: typed(event) })} />
          <button type="button" class="cm-find-button" ?disabled=${none} @click=${() => findNext(view)}>Next</button>
          <button type="button" class="cm-find-button" ?disabled=${none} @click=${() => findPrevious(view)}>Previous</button>
          <button type="button" class="cm-find-button" ?disabled=${none} @click=${selectAll}>Select all</button>
          <span class=${isObjection ? "cm-find-objection" : "cm-find-count"} role="status">${text}</span>
          <button type="button" class="cm-find-close" aria-label="Close" title="Close (Escape)" @click=${() => closeSearchPanel(view)}>${icon(X)}</button>
        </div>
        <div class="cm-find-row">
          ${OPTIONS.map(([option, label]) => html`<label><input type="checkbox" .checked=${live(query[option])} @change=${({ target }: Event) => this.#set({ [option]: (target as HTMLInputElement).checked })} /> ${label}</label>`)}
          ${inAllFiles ? html`<button type="button" class="cm-find-button" title="Find in all files (Ctrl Shift F)" @click=${() => inAllFiles(textQuery(query))}>In all files</button>` : nothing}
        </div>
        ${
          view.state.readOnly
            ? nothing
            : html`
              <div class="cm-find-row">
                <input type="text" name="replace" aria-label="Replace" placeholder="Replace" spellcheck="false" autocomplete="off" autocapitalize="off" .value=${live(query.replace)} @input=${(event: Event) => this.#set({ replace: typed(event) })} />
                <button type="button" class="cm-find-button" ?disabled=${none} @click=${() => replaceNext(view)}>Replace</button>
                <button type="button" class="cm-find-button" ?disabled=${none} @click=${() => replaceAll(view)}>Replace all</button>
              </div>
            `
        }
      `,
      this.dom,
    );
  }
}

const textQuery = ({ search, caseSensitive, regexp, wholeWord }: SearchQuery): TextQuery => ({
  text: search,
  matchCase: caseSensitive,
  isRegExp: regexp,
  wholeWord,
});

const style = EditorView.theme({
  ".cm-panels": RAISED,
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  // With CodeMirror's own selectors, as its styles are to be overridden.
  ".cm-panel.cm-search, .cm-panel.cm-go-to-line": {
    padding: "var(--space-2)",
    fontFamily: "var(--sans)",
    fontSize: "var(--text-size)",
    lineHeight: "1.45",
  },
  ".cm-panel .cm-find-row": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "var(--space-1) var(--space-2)",
  },
  ".cm-panel .cm-find-row + .cm-find-row": { marginTop: "var(--space-1)" },
  ".cm-panel .cm-find-row label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "var(--space-1)",
    margin: "0",
    fontSize: "var(--text-size)",
    whiteSpace: "nowrap",
  },
  ".cm-panel .cm-find-row input": { margin: "0" },
  ".cm-panel .cm-find-row input[type=text]": { flex: "0 1 16em", fontSize: "var(--text-size)" },
  ".cm-panel .cm-find-row input.cm-line-field": { width: "8em" },
  ".cm-panel .cm-find-row button": { margin: "0", fontSize: "var(--text-size)", whiteSpace: "nowrap" },
  ".cm-panel .cm-find-row .cm-find-button": { padding: "3px var(--space-2)", border: "1px solid var(--line-strong)" },
  ".cm-panel .cm-find-row button:hover:not(:disabled)": { backgroundColor: "var(--hover)" },
  ".cm-panel .cm-find-row .cm-find-close": { marginLeft: "auto", padding: "5px", color: "var(--ink-2)" },
  // CodeMirror's own button, beside the form.
  ".cm-panel.cm-go-to-line": { display: "flex", justifyContent: "space-between", alignItems: "flex-start" },
  ".cm-panel .cm-dialog-close": { position: "static", padding: "4px 8px", color: "var(--ink-2)" },
  ".cm-find-count": { color: "var(--ink-2)", fontVariantNumeric: "tabular-nums" },
  ".cm-find-objection": { color: "var(--error)" },
  "@media (pointer: coarse)": {
    ".cm-panel .cm-find-row label": { minHeight: "44px" },
    ".cm-panel :is(.cm-find-row button, .cm-dialog-close)": {
      minWidth: "44px",
      minHeight: "44px",
      justifyContent: "center",
    },
    ".cm-panel .cm-find-row input[type=text]": { minHeight: "44px" },
  },
  ".cm-searchMatch": { backgroundColor: "var(--warning-ground)" },
  ".cm-searchMatch.cm-searchMatch-selected": SELECTED,
});

/** The panel with its keys, but without CodeMirror's Ctrl G: that goes to a line. `inAllFiles` searches other files for the same. */
export const findPanel = (inAllFiles?: InAllFiles): Extension => [
  search({ literal: true, createPanel: (view) => new FindPanel(view, inAllFiles) }),
  keymap.of([
    { key: "Mod-f", run: openSearchPanel, scope: "editor search-panel", preventDefault: true },
    { key: "F3", run: findNext, scope: "editor search-panel", preventDefault: true },
    { key: "Shift-F3", run: findPrevious, scope: "editor search-panel", preventDefault: true },
    { mac: "Cmd-g", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
    { key: "Escape", run: closeSearchPanel, scope: "editor search-panel" },
    { key: "Mod-Shift-l", run: selectSelectionMatches, preventDefault: true },
    { key: "Mod-d", run: selectNextOccurrence, preventDefault: true },
  ]),
  style,
];
