// The appearance of both CodeMirror views: editor and output. Colours are the page's design tokens, so one theme serves light and dark.
import type { Extension } from "@codemirror/state";
import { EditorView, highlightSpecialChars } from "@codemirror/view";
import { UNSEEN, unseenElement } from "../core/unseen";
import { RAISED, SELECTED, wavy } from "./shapes";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "var(--code-leading)", overflow: "auto" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 var(--space-4) 0 var(--space-2)" },
  // Scrolled text passes behind it.
  ".cm-gutters": { backgroundColor: "var(--code-ground, var(--paper))", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.4em", padding: "0 var(--space-2) 0 var(--space-1)" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused .cm-scroller .cm-selectionLayer .cm-selectionBackground": SELECTED,
  "&.cm-focused .cm-selectionMatch": SELECTED,
  // In other editors, it is none that the user has just made.
  ".cm-selectionMatch": { backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": { ...SELECTED, outline: "1px solid var(--line-strong)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent" },
  // Its signs have different widths in some fonts: text would move when the first one appears.
  ".cm-foldGutter .cm-gutterElement": { width: "1em", textAlign: "center", color: "var(--ink-3)" },
  ".cm-fold-sign": { display: "inline-block", transform: "rotate(90deg)" },

  // An invalid value has a wavy underline, the rule that it violates a dotted one.
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": wavy("var(--error)"),
  ".cm-lintRange-warning": wavy("var(--warning)"),
  ".cm-lintRange-info": { textDecoration: "none", borderBottom: "2px dotted var(--rule)" },
  ".cm-lintRange-active": { backgroundColor: "var(--error-ground)" },
  ".cm-lintRange-info.cm-lintRange-active": { backgroundColor: "var(--rule-ground)" },
  ".cm-lintPoint:after": { display: "none" },
  ".cm-gutter-lint": { width: "1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 4px" },
  ".cm-lint-marker": { width: "8px", height: "8px", borderRadius: "50%", marginTop: "0.45em", content: "none" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--error)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warning)", borderRadius: "1px" },
  ".cm-lint-marker-info": { content: "none", border: "2px solid var(--rule)", width: "4px", height: "4px" },

  ".cm-tooltip": {
    ...RAISED,
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
    maxWidth: "min(46em, 90vw)",
  },
  ".cm-tooltip-lint": { padding: "0" },
  ".cm-tooltip-section:not(:first-child)": { borderTop: "1px solid var(--line)" },
  ".cm-diagnostic": { padding: "0", marginLeft: "0", borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--rule)" },
  ".cm-diagnostic + .cm-diagnostic": { borderTop: "1px solid var(--line)" },
  ".cm-diagnosticText": { fontFamily: "var(--sans)", fontSize: "var(--text-size)" },

  // The target line of a jump. A line linked to the one under the pointer, or to the cursor's, in the other view.
  ".cm-linked": { backgroundColor: "var(--linked)", boxShadow: "inset 3px 0 var(--accent)" },
  // A selection shows through: it is below the text.
  ".cm-jump-target": { backgroundColor: "color-mix(in srgb, var(--jump-target) 65%, transparent)" },

  // The places of a chosen data value. The shapes differ as well as the colours.
  ".cm-use": { borderRadius: "2px", backgroundColor: "var(--linked)" },
  ".cm-use-value": { boxShadow: "inset 0 -2px var(--accent)" },
  ".cm-use-declaration": { boxShadow: "inset 0 -1px var(--accent)" },
  ".cm-use-rule": { backgroundColor: "var(--rule-ground)", boxShadow: "inset 0 -1px var(--rule)" },
  ".cm-use-use": { boxShadow: "inset 0 0 0 1px color-mix(in srgb, var(--accent) 45%, transparent)" },
  ".cm-use-line": { backgroundColor: "var(--linked)" },
  ".cm-lineNumbers .cm-use-bar": { boxShadow: "inset -3px 0 var(--accent)", color: "var(--ink)" },
  ".cm-use-overview": { position: "absolute", inset: "0 0 0 auto", width: "5px", pointerEvents: "none" },
  ".cm-use-overview > div": { position: "absolute", width: "100%", height: "3px", backgroundColor: "var(--accent)" },

  // Backgrounds in colours of the page are gone there.
  "@media (forced-colors: active)": {
    ".cm-lint-marker-error": { backgroundColor: "CanvasText" },
    ".cm-lint-marker-warning": { backgroundColor: "CanvasText" },
    ".cm-lint-marker-info": { borderColor: "CanvasText" },
    ".cm-selectionLayer .cm-selectionBackground": { backgroundColor: "Highlight !important" },
    ".cm-linked, .cm-jump-target": { outline: "1px dashed Highlight" },
    ".cm-use-value": { outline: "2px solid Highlight" },
    ".cm-use-declaration": { outline: "1px solid CanvasText" },
    ".cm-use-rule": { outline: "1px dashed CanvasText" },
    ".cm-use-use, .cm-use-line": { outline: "1px dotted CanvasText" },
    ".cm-lineNumbers .cm-use-bar": {
      boxShadow: "none",
      backgroundColor: "Highlight",
      color: "HighlightText",
      forcedColorAdjust: "none",
    },
    ".cm-use-overview > div": { backgroundColor: "CanvasText" },
  },
});

export const editorStyle: Extension = [
  theme,
  // Invisible characters, and those that reorder the text around them.
  highlightSpecialChars({
    specialChars: new RegExp(UNSEEN, "gu"),
    render: (code) => unseenElement(String.fromCodePoint(code)),
  }),
];
