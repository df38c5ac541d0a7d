// The tabs of the result, by their names in works.
const RESULT_TABS = ["output", "values", "schema", "report", "checks", "compare"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The tab of a view, else the first. The text after a colon is about the content of the tab. */
export const resultTabOf = (view: string): ResultTab =>
  RESULT_TABS.find((tab) => tab === view.split(":")[0]) ?? "output";

/** The name of a tab in works, in which the first is none. */
export const viewOf = (tab: ResultTab): string => (tab === "output" ? "" : tab);
