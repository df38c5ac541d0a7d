// The differences between two outputs, of one or several files: below each other in narrow panes, otherwise in two columns, without or with all unchanged
// lines. While the user edits, whole columns change only where they differ from the previous output: the scroll position stays.
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { editorStyle } from "../../codemirror/editor-style";
import { wrapped } from "../../codemirror/line-wrap";
import { difference } from "../../codemirror/replaced-text";
import { yttHighlighting } from "../../codemirror/ytt-language";
import { inWords, markDrawn } from "../../core/unseen";

/** A text, and the name of its side. */
interface Column {
  title: string;
  text: string;
}

type Layout = "below" | "beside" | "whole";

const collapseUnchanged = { margin: 3, minSize: 6 };

const extensions = (path: string, title: string): Extension => [
  lineNumbers(),
  editorStyle,
  yttHighlighting(path),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ "aria-label": inWords(`${path}, ${title}`), tabindex: "0" }),
];

export class FileDiffs {
  #root: ShadowRoot;
  #views = new Map<string, { key: string; view: MergeView | EditorView }>();

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  show(path: string, left: Column, right: Column, layout: Layout): HTMLElement {
    // Collapsed lines are not computed again by the library.
    const key = JSON.stringify([
      layout,
      left.title,
      right.title,
      ...(layout === "whole" ? [] : [left.text, right.text]),
    ]);
    const known = this.#views.get(path);
    if (known?.key === key) {
      if (known.view instanceof MergeView) {
        replace(known.view.a, left.text);
        replace(known.view.b, right.text);
      }
      return known.view.dom;
    }
    known?.view.destroy();
    const view =
      layout === "below" ? this.#below(path, left, right) : this.#beside(path, left, right, layout === "whole");
    this.#views.set(path, { key, view });
    return view.dom;
  }

  /** Ends the views of other files. */
  keep(paths: readonly string[]): void {
    for (const [path, { view }] of this.#views) {
      if (paths.includes(path)) continue;
      view.destroy();
      this.#views.delete(path);
    }
  }

  #beside(path: string, left: Column, right: Column, whole: boolean): MergeView {
    return new MergeView({
      a: { doc: left.text, extensions: [extensions(path, left.title), wrapped] },
      b: { doc: right.text, extensions: [extensions(path, right.title), wrapped] },
      root: this.#root,
      gutter: true,
      ...(whole ? {} : { collapseUnchanged }),
    });
  }

  #below(path: string, left: Column, right: Column): EditorView {
    // Removed lines are not part of the editor's text, and are rendered by a widget.
    const markGone = (view: EditorView) =>
      view.dom.querySelectorAll(".cm-deletedChunk, .cm-deletedText").forEach(markDrawn);
    const view = new EditorView({
      doc: right.text,
      root: this.#root,
      extensions: [
        extensions(path, right.title),
        unifiedMergeView({ original: left.text, mergeControls: false, collapseUnchanged, gutter: true }),
        EditorView.updateListener.of(({ view }) => markGone(view)),
      ],
    });
    markGone(view);
    return view;
  }
}

function replace(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old !== text) view.dispatch({ changes: difference(old, text) });
}
