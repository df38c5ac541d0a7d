// Chooses which of several files is opened first.
import { isReadme } from "../../core/path";
import { containsSchema } from "../../core/schema-files";
import type { WorkFile } from "../../core/work";

/** The index of the schema, else of the first file that is not a README. */
export function firstFile(files: readonly WorkFile[]): number {
  const schema = files.findIndex(
    ({ path, content }) => /\.ya?ml$/.test(path) && typeof content === "string" && containsSchema(content),
  );
  if (schema >= 0) return schema;
  return Math.max(
    0,
    files.findIndex(({ path }) => !isReadme(path)),
  );
}
