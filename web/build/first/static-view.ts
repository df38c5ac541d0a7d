// CodeMirror's module of views, with an `EditorView` that needs no browser: it has a state, and renders its lines as static markup (style/static-text.css),
// with the classes that CodeMirror gives them.
import { foldable } from "@codemirror/language";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView as BrowserView } from "@codemirror/view";
import { hangOf } from "../../src/codemirror/line-wrap";
import { coloured } from "../../src/codemirror/ytt-language";
import { escaped } from "./static-html";

export * from "@codemirror/view";

class StaticView {
  state: EditorState;
  readonly hasFocus = false;
  readonly viewport = { from: 0, to: 0 };
  readonly contentDOM = { contains: () => false };

  constructor({ state = EditorState.create() }: { state?: EditorState } = {}) {
    this.state = state;
  }

  destroy(): void {}

  /** The first view has no scroll positions to store. */
  scrollSnapshot(): undefined {
    return undefined;
  }

  setState(state: EditorState): void {
    this.state = state;
  }

  dispatch(...specs: TransactionSpec[]): void {
    this.state = this.state.update(...specs).state;
  }

  get dom(): { outerHTML: string } {
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
    const classes = ["cm-static", ...(state.readOnly ? [] : ["cm-with-marks"]), "cm-editor"];
    return {
      outerHTML: `<div class="${classes.join(" ")}"><div class="cm-scroller">
        <div class="cm-gutters cm-gutters-before" aria-hidden="true">${gutters.join("")}</div>
        <div tabindex="0" role="group" aria-label="${escaped(path)}" class="cm-content${wraps ? " cm-lineWrapping" : ""}">${content}</div>
      </div></div>`.replace(/>\n\s+</g, "><"),
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

export const EditorView = new Proxy(BrowserView, { construct: (_, [config]) => new StaticView(config) });
export type EditorView = BrowserView;
