// CodeMirror's module of views, with an `EditorView` that needs no browser: it has a state, and renders its lines as static markup, with the classes
// that CodeMirror gives them.
import { foldable } from "@codemirror/language";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView as BrowserView } from "@codemirror/view";
import { hangOf } from "../src/codemirror/line-wrap";
import { coloured } from "../src/codemirror/ytt-language";
import { escaped, type Markup } from "./static-html";

export * from "@codemirror/view";

/** Names of classes that CodeMirror generates, and what static views have in their place, so that rules do not apply to the wrong views. */
const GENERATED = /\u037c(\w+)/g;
const renamed = (text: string) => text.replace(GENERATED, "first-$1");
/** CodeMirror's first three names: of all views, of light and of dark ones. */
const BASE = ["\u037c1", "\u037c2"];
const DARK = "\u037c3";

const views: StaticView[] = [];

class StaticView {
  state: EditorState;
  readonly hasFocus = false;
  readonly viewport = { from: 0, to: 0 };
  readonly contentDOM = { contains: () => false };

  constructor({ state = EditorState.create() }: { state?: EditorState } = {}) {
    this.state = state;
    views.push(this);
  }

  destroy(): void {}

  /** Of a file that is no longer in view. */
  scrollSnapshot(): undefined {
    return undefined;
  }

  setState(state: EditorState): void {
    this.state = state;
  }

  dispatch(...specs: TransactionSpec[]): void {
    this.state = this.state.update(...specs).state;
  }

  /** The rules of its styles, in order. */
  get rules(): string[] {
    let text = "";
    const styleTag = {
      setAttribute() {},
      set textContent(rules: string) {
        text = rules;
      },
    };
    const document = { createElement: () => styleTag, head: { insertBefore() {} }, defaultView: {} };
    const { mountStyles } = BrowserView.prototype as unknown as { mountStyles(this: object): void };
    mountStyles.call({ state: this.state, root: { ownerDocument: document, insertBefore() {}, firstChild: null } });
    return text.split("\n");
  }

  /** The classes of themes, which are in front of other selectors. */
  get #themes(): string[] {
    const scopes = this.rules.flatMap((rule) =>
      [...rule.matchAll(/\.(\u037c\w+)[. ](?!\{)/g)].map(([, name]) => name ?? ""),
    );
    return [...new Set([...BASE, ...scopes])].filter((name) => name !== DARK);
  }

  get dom(): Markup {
    const { state } = this;
    const { doc } = state;
    const attributes = state.facet(BrowserView.contentAttributes).filter((source) => typeof source === "object");
    const wraps = attributes.some((source) => (source as { class?: string }).class === "cm-lineWrapping");
    const path = attributes.map((source) => (source as Record<string, string>)["aria-label"]).find(Boolean) ?? "";
    const line = (inside: string, at: number) => {
      const { from, to } = doc.line(at + 1);
      const classes = [
        "cm-line",
        ...(wraps ? [hangOf(state, from, to)] : []),
        ...(foldable(state, from, to) ? ["cm-foldable"] : []),
        ...(at === 0 && !state.readOnly ? ["cm-activeLine"] : []),
      ];
      return `<div class="${classes.join(" ")}">${inside || "<br>"}</div>`;
    };
    // CodeMirror gives the elements of gutters their heights by style. Here, first-view.css numbers the lines; the gutters have only their width.
    const gutter = (name: string, widest: string) =>
      `<div class="cm-gutter ${name}"><div class="cm-gutterElement">${widest}</div></div>`;
    const gutters = [
      gutter("cm-lineNumbers", "9".repeat(String(doc.lines).length)),
      // The output has no marks of problems.
      ...(state.readOnly ? [] : [gutter("cm-gutter-lint", "")]),
      gutter("cm-foldGutter", "<span>›</span>"),
    ];
    const content = linesOf(path, doc.toString()).map(line).join("");
    const classes = ["cm-static", ...(state.readOnly ? [] : ["cm-with-marks"]), "cm-editor", ...this.#themes];
    return {
      markup: renamed(`<div class="${classes.join(" ")}"><div class="cm-scroller">
        <div class="cm-gutters cm-gutters-before" aria-hidden="true">${gutters.join("")}</div>
        <div tabindex="0" role="group" aria-label="${escaped(path)}" class="cm-content${wraps ? " cm-lineWrapping" : ""}">${content}</div>
      </div></div>`).replace(/>\n\s+</g, "><"),
    };
  }
}

/** `Contents of config.yml` or `Output config.yml`: which language the text has. */
function linesOf(label: string, text: string): string[] {
  const lines = [""];
  for (const { text: piece, classes } of coloured(label.replace(/^.* /, ""), text)) {
    for (const [at, part] of piece.split("\n").entries()) {
      if (at > 0) lines.push("");
      if (part)
        lines.push(`${lines.pop()}${classes ? `<span class="${classes}">${escaped(part)}</span>` : escaped(part)}`);
    }
  }
  return lines;
}

/** The rules that apply to a text of markup, of the views that were created so far. */
export function rulesFor(markup: string): string {
  const known = new Set(markup.match(/[\w-]+/g));
  // The views with the most extensions first: their rules are in the order in which they override each other.
  const lists = views.map(({ rules }) => rules.map(renamed)).sort((a, b) => b.length - a.length);
  const all = new Set(lists.flat());
  const applies = (rule: string) =>
    !rule.startsWith("@") &&
    rule
      .slice(0, rule.indexOf("{"))
      .split(",")
      .some((selector) => [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = ""]) => known.has(name)));
  return [...all].filter(applies).join("");
}

export const EditorView = new Proxy(BrowserView, { construct: (_, [config]) => new StaticView(config) });
export type EditorView = BrowserView;
