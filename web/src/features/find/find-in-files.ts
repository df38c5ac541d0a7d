// The dialog that finds a text in all files. Arrow keys move from the field to the matches and back; Enter or a click goes to the match.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Places } from "../../components/places";
import { plural } from "../../core/plural";
import { binary, type Project } from "../../core/project";
import { objectionTo, patternOf, type TextQuery } from "../../core/text-query";
import { Dialog } from "../../ui/dialog";
import { html, markInvisibleInName } from "../../ui/html";
import { icon, Search } from "../../ui/icons";
import { positionFor } from "../../ui/list-keys";
import { type Found, type Match, search } from "./matches";

const MOST_LISTED = 200;
/** Longer steps would delay a key press. */
const STEP_MS = 10;

const OPTIONS = [
  ["matchCase", "Match case"],
  ["isRegExp", "Regular expression"],
  ["wholeWord", "Whole word"],
] as const;

const grouped = (n: number): string => n.toLocaleString("en");

export class FindInFiles {
  readonly #project: Project;
  readonly #places: Places;
  readonly #query = signal<TextQuery>({ text: "", matchCase: false, isRegExp: false, wholeWord: false });
  readonly #found = signal<Found>({ count: 0, files: [] });
  readonly #isSearching = signal(false);
  /** The number of the search that runs. */
  #search = 0;
  readonly #dialog = new Dialog("find-in-files", {
    focus: "input[type=text]",
    keydown: (event) => this.#key(event),
    closed: () => this.#search++,
  });

  constructor(project: Project, places: Places) {
    this.#project = project;
    this.#places = places;
  }

  /** Opens the dialog with a text to search for, or the latest one. */
  open = async (query: Partial<TextQuery> = {}): Promise<void> => {
    this.#set(query);
    await this.#dialog.open();
    this.#dialog.find<HTMLInputElement>("input[type=text]")?.select();
  };

  #set(change: Partial<TextQuery>): void {
    this.#query.value = { ...this.#query.value, ...change };
    void this.#run();
  }

  get #objection(): string | undefined {
    const { text, isRegExp } = this.#query.value;
    return isRegExp ? objectionTo(text) : undefined;
  }

  /** Unless another search begins meanwhile. */
  async #run(): Promise<void> {
    const run = ++this.#search;
    const query = this.#query.value;
    if (!query.text || this.#objection) {
      this.#isSearching.value = false;
      this.#found.value = { count: 0, files: [] };
      return;
    }
    const files = this.#project.files.filter((file) => !binary(file));
    let end = performance.now() + STEP_MS;
    const searching = search(files, patternOf(query), MOST_LISTED, () => performance.now() > end);
    for (;;) {
      const { done, value } = searching.next();
      this.#isSearching.value = !done;
      if (done) {
        this.#found.value = value;
        return;
      }
      await new Promise((next) => setTimeout(next));
      if (run !== this.#search) return;
      end = performance.now() + STEP_MS;
    }
  }

  #go(path: string, { from, to, line }: Match): void {
    this.#dialog.close();
    const caret = (offset: number) => ({ line, column: 1, offset });
    this.#places.goTo({ file: path, span: { start: caret(from), end: caret(to) }, isSelected: true });
  }

  #key(event: KeyboardEvent): void {
    const field = event.target as HTMLElement;
    const rows = this.#dialog.findAll(".found-line");
    const inField = field.matches("input[type=text]");
    const at = rows.indexOf(field);
    if (event.altKey || event.ctrlKey || event.metaKey || (at < 0 && !(inField && event.key === "ArrowDown"))) return;
    // Enter in the field goes to the first one, which is marked.
    const from = inField && rows.length > 1 ? 0 : at;
    const to = positionFor(event.key, from, rows.length, true);
    if (to === undefined) return;
    event.preventDefault();
    if (at === 0 && event.key === "ArrowUp") this.#dialog.find("input[type=text]")?.focus();
    else rows[to]?.focus();
  }

  render() {
    return this.#dialog.render(() => this.#content());
  }

  #content() {
    const query = this.#query.value;
    const { files, count } = this.#found.value;
    const [first] = files;
    const objection = this.#objection;
    const enter = (event: Event) => {
      event.preventDefault();
      const [match] = first?.matches ?? [];
      if (first && match) this.#go(first.path, match);
    };
    const listed = files.reduce((sum, { matches }) => sum + matches.length, 0);
    const head = html`
      <form class="search-field" role="search" @submit=${enter}>
        ${icon(Search)}
        <input type="text" aria-label="Find in all files" aria-invalid=${objection ? "true" : "false"} placeholder="Text in any file" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${query.text} @input=${({ target }: Event) => this.#set({ text: (target as HTMLInputElement).value })} />
      </form>
    `;
    const content = html`
      <div class="find-options">
        ${OPTIONS.map(([option, label]) => html`<label><input type="checkbox" .checked=${query[option]} @change=${({ target }: Event) => this.#set({ [option]: (target as HTMLInputElement).checked })} /> ${label}</label>`)}
        <span class="found" role="status">${objection ? html`<span class="objection">${objection}</span>` : this.#summary(query.text, count, files.length)}</span>
      </div>
      <div class="dialog-list found-list">
        ${files
          .filter(({ matches }) => matches.length > 0)
          .map(
            ({ path, count, matches }) => html`
              <h3>${markInvisibleInName(path)} <span class="count">${grouped(count)}</span></h3>
              <ul class="plain-list" aria-label=${path}>${matches.map((match) => this.#line(path, match, path === first?.path && match === first.matches[0]))}</ul>
            `,
          )}
        ${count > listed ? html`<p class="note">And ${grouped(count - listed)} more. Search for a longer text to see them.</p>` : nothing}
      </div>
    `;
    return { title: "Find in all files", head, content };
  }

  #summary(text: string, count: number, files: number): string {
    if (this.#isSearching.value) return "Searching…";
    if (!text) return "";
    if (count === 0) return "No matches";
    return `${grouped(count)} ${count === 1 ? "match" : "matches"} in ${plural(files, "file")}`;
  }

  /** `isFirst`: Enter in the field goes to it. */
  #line(path: string, match: Match, isFirst: boolean) {
    const { line, before, text, after } = match;
    return html`
      <li><button type="button" class=${classMap({ "found-line": true, next: isFirst })} tabindex=${isFirst ? "0" : "-1"} aria-label="Line ${line}: ${before}${text}${after}" @click=${() => this.#go(path, match)}><span class="line-number">${line}</span><code class="ellipsis">${before}<mark>${text}</mark>${after}</code></button></li>
    `;
  }
}
