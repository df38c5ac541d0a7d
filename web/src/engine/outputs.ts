// The output files of a response, as lists show them.
import { LineMap } from "./answer";
import type { OutputFile, OutputKind, Request, Response } from "./types";

/** The name of standard output in lists; no file can have it. */
export const STDOUT = "(standard output)";

/** All output of a response. Standard output is listed if it is more than the joined files: `-o json`, an inspection, a version. */
export function outputs(response: Response | undefined): OutputFile[] {
  if (!response) return [];
  const { stdout, files } = response;
  return stdout ? [{ path: STDOUT, content: stdout, map: new LineMap() }, ...files] : files;
}

/** Whether flags have ytt print or write the output files, and not something else. */
export const printsFiles = (kind: OutputKind | null): boolean =>
  kind === null || kind === "yaml" || kind === "writtenFiles";

/** The outputs in lists: only standard output if flags have ytt print something else than the files, and write none. */
export function shownOutputs(response: Response): OutputFile[] {
  const all = outputs(response);
  return response.stdout && !printsFiles(response.outputKind) ? all.slice(0, 1) : all;
}

/** Whether the output of a run is only a preview: ytt does not print it because of violations. */
export const isPreview = ({ exitStatus, files }: Response): boolean => exitStatus !== 0 && files.length > 0;

const pathsOf = ({ files = [] }: Request): Set<string> => new Set(files.map(({ path }) => path));

/**
 * The output of an earlier run that still is the last output of the current input: from the same kind of run, and of files that still exist. `made` is
 * the request of the earlier run, `now` that of the current one. `kind` is of the latest response, and null while the command line is not complete.
 */
export function remainingOutputs(
  response: Response,
  made: Request,
  now: Request,
  kind: OutputKind | null,
): OutputFile[] {
  if (kind !== null && kind !== response.outputKind) return [];
  const before = pathsOf(made);
  const existing = pathsOf(now);
  return shownOutputs(response).filter(({ path, map }) => {
    const sources = before.has(path) ? [path] : map.files;
    return sources.length === 0 || sources.some((source) => existing.has(source));
  });
}

/** A file's text; files that are not text are described, as ytt copies them unchanged. */
export function contentOf(file: OutputFile | undefined): string {
  if (!file) return "";
  return typeof file.content === "string" ? file.content : `(binary file, ${file.content.length} bytes)`;
}
