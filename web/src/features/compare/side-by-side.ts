// Two outputs as two columns of a whole file, with the differences marked. While the user edits, only what differs from the previous output changes in
// them: the scroll positions stay.
import { MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { editorStyle } from "../../codemirror/editor-style";
import { wrapped } from "../../codemirror/line-wrap";
import { difference } from "../../codemirror/replaced-text";
import { yttHighlighting } from "../../codemirror/ytt-language";
import { inWords } from "../../core/unseen";

/** A text, and the name of its side. */
export interface Column {
  title: string;
  text: string;
}

/** The extensions of a view of output. */
export const outputExtensions = (path: string, title: string): Extension => [
  lineNumbers(),
  editorStyle,
  yttHighlighting(path),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ "aria-label": inWords(`${path}, ${title}`), tabindex: "0" }),
];

export class SideBySide {
  #root: ShadowRoot;
  #view: MergeView | undefined;
  /** The file and the sides that are shown. */
  #of = "";

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  show(path: string, left: Column, right: Column): HTMLElement {
    const of = JSON.stringify([path, left.title, right.title]);
    if (this.#view && of === this.#of) {
      replace(this.#view.a, left.text);
      replace(this.#view.b, right.text);
      return this.#view.dom;
    }
    this.end();
    this.#of = of;
    this.#view = new MergeView({
      a: { doc: left.text, extensions: [outputExtensions(path, left.title), wrapped] },
      b: { doc: right.text, extensions: [outputExtensions(path, right.title), wrapped] },
      root: this.#root,
      gutter: true,
    });
    return this.#view.dom;
  }

  end(): void {
    this.#view?.destroy();
    this.#view = undefined;
  }
}

function replace(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old !== text) view.dispatch({ changes: difference(old, text) });
}
