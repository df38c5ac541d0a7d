// The help: what ytt is, where it is documented, how to report a bug, and the keys.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { DOCS } from "../content/ytt-docs";
import { YTT_VERSION } from "../content/ytt-version";
import { writeLink } from "../formats/link";
import { Dialog } from "../ui/dialog";
import { html } from "../ui/html";
import { BookOpen, Bug, Copy, Info, icon, SquareArrowRight } from "../ui/icons";
import type { Page } from "./page";

/** Another key on a Mac, where this one moves by words. */
const BACK = "Alt ←, Alt →";

/** Keys by heading. `Control` is that key on a Mac as well, where `Ctrl` is Command. */
const KEYS: [string, [string, string][]][] = [
  [
    "Editing",
    [
      ["Tab", "indent; Escape, then Tab leaves the editor"],
      ["Ctrl /", "make lines comments, or take that back"],
      ["Ctrl D", "select the word, then its next occurrence as well"],
      ["Alt click", "add a cursor; Escape leaves one"],
      ["Shift Alt drag", "select a column"],
      ["Ctrl Alt ↑, ↓", "add a cursor above or below"],
      ["Control Space", "open the completions; Enter or Tab accepts one"],
      ["Ctrl .", "open the quick fixes of the line; make its value a data value"],
      ["F2", "rename the data value, variable or function at the cursor everywhere"],
      ["Shift Alt F", "format the file as ytt fmt does"],
      ["Alt Z", "wrap long lines or scroll them, also in the output"],
      ["Alt M", "show the file alone, or all files again"],
    ],
  ],
  [
    "Finding",
    [
      ["Ctrl F", "find and replace in this file; Enter goes to the next match, Shift Enter to the previous one"],
      ["F3, Shift F3", "go to the next or previous match"],
      ["Ctrl Shift F", "find in all files; ↓ moves to the matches, Enter goes to one"],
      ["Control G", "go to a line, or to a line and column, as in 12:5"],
      ["F1", "show the documentation of the word at the cursor; again: move into it"],
      ["Alt V", "show the values of the code in a line, or why it did not run"],
      ["F12, Ctrl click", "go to the definition"],
      [BACK, "go back to where the last jump, such as F12, began, and forward again"],
      ["Shift F12", "list the places of the data value, variable or function at the cursor"],
      ["F8, Shift F8", "go to the next or previous problem; if this file has none, to another file"],
      [
        "Ctrl Shift M",
        "go to the list of problems: ↓ and ↑ go from one to the next, Enter to its place, Ctrl . to its fix, Escape back",
      ],
    ],
  ],
  [
    "Files, in their list or on their names",
    [
      ["Enter", "show the file; on its name: edit it"],
      ["A to Z", "go to the next file that begins with the typed letters, in the list"],
      ["F2", "rename the file"],
      ["Alt ↑  Alt ↓", "move the file up or down"],
      ["Delete", "delete the file"],
    ],
  ],
  [
    "Result",
    [
      ["Alt Enter, Ctrl Alt click", "go to the output of a line, in the editor"],
      ["Enter", "go to the template line of an output line, in the output"],
      ["Ctrl Enter", "run again"],
    ],
  ],
  [
    "Page",
    [
      ["Ctrl F6, Ctrl Shift F6", "go to the next or previous file or pane"],
      ["Ctrl K", "search the examples; ↓ moves to the results, Enter opens one"],
      ["Ctrl S", "share: a link, a file or text"],
      ["Ctrl Z", "undo the last action of the status bar, outside of texts"],
      ["← → ↑ ↓", "resize panes, on the line between them; Enter fits them to their content"],
    ],
  ],
];

const TOUCH = [
  "Tap a line of the output to see where it comes from.",
  "Tap an underlined word to read its problem.",
  "While you type, the row above the keyboard has #@, :, -, Tab and undo.",
];

/** The place for bug reports, if the build names it: a page that takes the text of a report as `body`. */
const REPORTS: string | undefined = import.meta.env.VITE_REPORT_URL;
/** Longer addresses are refused by servers. */
const LONGEST_ADDRESS = 7_000;

/** The actions of the page that the help uses. */
export type HelpActions = Pick<Page, "work" | "opening" | "dialogs" | "copy">;

/** The place for a copied report. */
const SEND = REPORTS ? "Paste it into the new report." : "Paste it into a message to the people who run this site.";

export class Help {
  readonly #page: HelpActions;
  /** Whether the report was copied: notices are behind the dialog. */
  readonly #copied = signal("");
  readonly #dialog = new Dialog("help");

  constructor(page: HelpActions) {
    this.#page = page;
  }

  open = async (): Promise<void> => {
    this.#copied.value = "";
    await this.#dialog.open();
  };

  #report(): string {
    const link = `${location.href.replace(/#.*$/s, "")}#${writeLink(this.#page.work(), this.#page.opening.base)}`;
    return `What I did:

What I expected:

What happened:

Playground: ${link}
Version: Ytterby, ytt ${YTT_VERSION}
Browser: ${navigator.userAgent}
`;
  }

  #copy = async (): Promise<void> => {
    const copied = await this.#page.copy(this.#report(), "the report");
    this.#copied.value = copied ? `Copied the report. ${SEND}` : "The browser did not allow copying.";
  };

  /** The address of a new report. One that would be too long has no text, which is copied instead. */
  #freshReport = ({ currentTarget }: Event): void => {
    const address = new URL(REPORTS ?? "");
    const report = this.#report();
    address.searchParams.set("body", report);
    if (address.href.length > LONGEST_ADDRESS) {
      address.searchParams.delete("body");
      void this.#copy();
    }
    (currentTarget as HTMLAnchorElement).href = address.href;
  };

  render() {
    return this.#dialog.render(() => ({ title: "Help", content: this.#content() }));
  }

  #content() {
    const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
    const onMac = (keys: string) => keys.replaceAll("Control", "⌃").replaceAll("Ctrl", "⌘").replaceAll("Alt", "⌥");
    const face = (keys: string) =>
      apple ? onMac(keys === BACK ? "Control -, Control Shift -" : keys) : keys.replaceAll("Control", "Ctrl");
    const keys = KEYS.map(
      ([heading, list]) => html`
        <h4 class="small">${heading}</h4>
        <dl>${list.map(([keys, what]) => html`<div><dt>${face(keys)}</dt><dd>${what}</dd></div>`)}</dl>
      `,
    );
    const leaveFor = (open: () => void) => () => {
      this.#dialog.close();
      open();
    };
    return html`
        <p>ytt is a command-line tool that makes YAML from templates, data values with a schema, and overlays: all of them are YAML, with code in comments that start with <code>#@</code>.</p>
        <ul class="help-links">
          <li><a href=${DOCS} target="_blank" rel="noopener">${icon(SquareArrowRight)} Documentation of ytt</a></li>
          <li><button type="button" @click=${leaveFor(() => this.#page.dialogs.explain())}>${icon(BookOpen)} Error reference</button></li>
          <li><button type="button" @click=${leaveFor(() => this.#page.dialogs.version())}>${icon(Info)} ytt ${YTT_VERSION}: differences</button></li>
          ${
            REPORTS
              ? html`<li><a href=${REPORTS} target="_blank" rel="noopener" @pointerdown=${this.#freshReport} @click=${this.#freshReport}>${icon(Bug)} Report a bug</a></li>`
              : nothing
          }
          <li><button type="button" @click=${this.#copy}>${icon(REPORTS ? Copy : Bug)} ${REPORTS ? "Copy a report" : "Copy a bug report"}</button></li>
        </ul>
        <p class="hint">A report contains a link with your files, and the version. ${REPORTS ? nothing : SEND}</p>
        <p class="help-copied" role="status">${this.#copied.value}</p>
        ${
          matchMedia("(pointer: coarse)").matches
            ? html`
              <h3>Touch</h3>
              <ul class="help-touch">${TOUCH.map((line) => html`<li>${line}</li>`)}</ul>
              <details><summary>Keyboard shortcuts, with a keyboard attached</summary>${keys}</details>
            `
            : html`<h3>Keyboard shortcuts</h3> ${keys}`
        }
        <p>Everything runs in your browser: your files are never uploaded.</p>
        <p><a href="./licenses.txt" target="_blank">Open-source licences</a></p>
    `;
  }
}
