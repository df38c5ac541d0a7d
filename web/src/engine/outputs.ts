// The output files of a response, as lists show them.
import { LineMap } from "./answer";
import type { OutputFile, Response } from "./types";

/** The name of standard output in lists; no file can have it. */
export const STDOUT = "(standard output)";

/** All output of a response. Standard output is listed if it is more than the joined files: `-o json`, an inspection, a version. */
export function outputs(response: Response | undefined): OutputFile[] {
  if (!response) return [];
  const { stdout, files } = response;
  return stdout ? [{ path: STDOUT, content: stdout, map: new LineMap() }, ...files] : files;
}

/** A file's text; files that are not text are described, as ytt copies them unchanged. */
export function contentOf(file: OutputFile | undefined): string {
  if (!file) return "";
  return typeof file.content === "string" ? file.content : `(${file.content.length} bytes that are not text)`;
}
