// What late.ts loads: dialogs, tabs of the result that are not seen at first, and what they need.
export { Checks } from "../checks/checks";
export { Compare } from "../compare/compare";
export { Rename } from "../editor/rename";
export { Gallery } from "../gallery/gallery";
export { parsed } from "../gallery/markdown";
export { Explain } from "../problems/explain";
export { ImportDialog } from "../result/import-schema";
export { SchemaChanges } from "../result/schema-changes";
export { markdownOf } from "../share/markdown";
export { ShareDialog } from "../share/share-dialog";
