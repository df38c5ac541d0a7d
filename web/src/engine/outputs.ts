// The output files of a response, as lists of outputs show them.
import { LineMap } from "./answer";
import type { OutputFile, Response } from "./types";

/** The name under which standard output is listed; no file can have it. */
export const STDOUT = "(standard output)";

/** Everything the response has to show. Standard output is shown where it is more than the files in one: `-o json`, an inspection, a version. */
export function outputs(response: Response | undefined): OutputFile[] {
  if (!response) return [];
  const { stdout, files } = response;
  return stdout ? [{ path: STDOUT, content: stdout, map: new LineMap() }, ...files] : files;
}

/** A file's text; ytt copies files that are not text as they are. */
export function contentOf(file: OutputFile | undefined): string {
  if (!file) return "";
  return typeof file.content === "string" ? file.content : `(${file.content.length} bytes that are not text)`;
}
