// The tabs of the result, by their names in works.
export const RESULT_TABS = ["output", "values", "schema", "report", "checks", "compare"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The tab with this name, else the first. */
export const resultTabOf = (name: string): ResultTab => RESULT_TABS.find((tab) => tab === name) ?? "output";

/** The name of a tab in works, in which the first is none. */
export const viewOf = (tab: ResultTab): string => (tab === "output" ? "" : tab);
