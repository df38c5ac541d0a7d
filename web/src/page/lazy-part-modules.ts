// Modules that load-parts.ts creates: dialogs, tabs of the result that are hidden at first, and their dependencies.

export { parsed } from "../content/markdown-tree";
export { Checks } from "../features/checks/checks";
export { Compare } from "../features/compare/compare";
export { CostsDialog } from "../features/costs/costs";
export { Rename } from "../features/editor/rename";
export { FindInFiles } from "../features/find/find-in-files";
export { Gallery } from "../features/gallery/gallery";
export { OpenDialogs } from "../features/open/open-dialogs";
export { Pasting } from "../features/open/pasting";
export { PlainValues } from "../features/open/plain-values";
export { Receiving } from "../features/open/receiving";
export { ShareDialog } from "../features/open/share-dialog";
export { Explain } from "../features/problems/explain";
export { downloadOutput } from "../features/result/download-output";
export { ImportDialog } from "../features/result/import-schema";
export * as phaseMarks from "../features/result/phase-marks";
export { SchemaChanges } from "../features/result/schema-changes";
export { default as lazyStyle } from "../style/lazy.css?inline";
export { Help } from "./help";
export { VersionPage } from "./version-page";
