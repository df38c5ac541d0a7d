// The appearance of completion and cards, in the page's design tokens.
import { EditorView } from "@codemirror/view";
import { SELECTED, SHORT_LIST } from "./shapes";

export const insightStyle = EditorView.theme({
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "var(--small-size)",
    maxHeight: "16em",
    minWidth: "16em",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "2px var(--space-2)",
    lineHeight: "1.6",
    display: "flex",
    gap: "var(--space-3)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    ...SELECTED,
    color: "var(--ink)",
  },
  ".cm-completionLabel": { flex: "1 0 auto" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)", fontWeight: "600" },
  ".cm-completionDetail": {
    fontStyle: "normal",
    color: "var(--ink-2)",
    marginLeft: "0",
    overflow: "hidden",
    textOverflow: "ellipsis",
    maxWidth: "22em",
  },
  "li[aria-selected] .cm-completionDetail, li[aria-selected] .cm-completionMatchedText": { color: "var(--ink)" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "var(--space-2) var(--space-3)",
    fontSize: "var(--text-size)",
    whiteSpace: "pre-wrap",
    maxWidth: "28em",
  },
  ".cm-insight": {
    padding: "var(--space-2) var(--space-3)",
    fontSize: "var(--text-size)",
    maxWidth: "38em",
    whiteSpace: "normal",
  },
  // If there is little room, cards are lower than their content.
  ".cm-tooltip-hover, .cm-tooltip:is(.cm-insight, .cm-tooltip-lint)": { overflowY: "auto" },
  ".cm-insight-title": { fontFamily: "var(--mono)", fontSize: "var(--small-size)", fontWeight: "600" },
  ".cm-insight p": { margin: "var(--space-1) 0 0" },
  ".cm-insight .cm-values": { margin: "var(--space-1) 0 0", paddingLeft: "4ch" },
  ".cm-insight dl": {
    display: "grid",
    gridTemplateColumns: "max-content 1fr",
    gap: "2px var(--space-3)",
    margin: "var(--space-2) 0 0",
  },
  ".cm-insight dt": { color: "var(--ink-2)" },
  ".cm-insight dd": { margin: "0", overflowWrap: "anywhere" },
  ".cm-insight :is(.fixes, .explain)": { marginTop: "var(--space-2)" },
  ".cm-rename": { width: "min(30em, 86vw)" },
  ".cm-rename .rename-row": { display: "flex", gap: "var(--space-2)", margin: "var(--space-1) 0" },
  ".cm-rename .rename-row input": { flex: "1", minWidth: "0" },
  ".cm-rename .rename-beside": {
    margin: "var(--space-1) 0",
    padding: "0",
    listStyle: "none",
    ...SHORT_LIST,
  },
  ".cm-rename .rename-beside label": { display: "flex", gap: "var(--space-2)", alignItems: "baseline" },
  ".cm-rename .primary": { padding: "2px var(--space-3)" },
  ".cm-rename .related-list": SHORT_LIST,
  // A hint, not a warning.
  ".cm-lintRange-hint": { borderBottom: "1px dashed var(--ink-3)" },
  ".cm-lint-marker-hint": { content: "none", border: "1px solid var(--ink-3)", width: "5px", height: "5px" },
  ".cm-diagnostic-hint": { borderLeftColor: "var(--ink-3)" },
});
