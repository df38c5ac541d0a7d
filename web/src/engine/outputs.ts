// The output files of a response, as lists show them.

import { kindOfRun } from "../core/kind-of-run";
import { LineMap } from "./answer";
import type { OutputFile, Request, Response } from "./types";

/** The name of standard output in lists; no file can have it. */
export const STDOUT = "(standard output)";

/** All output of a response. Standard output is listed if it is more than the joined files: `-o json`, an inspection, a version. */
export function outputs(response: Response | undefined): OutputFile[] {
  if (!response) return [];
  const { stdout, files } = response;
  return stdout ? [{ path: STDOUT, content: stdout, map: new LineMap() }, ...files] : files;
}

/** What lists show of a run: only standard output if flags have ytt print something else than the files, and write none. */
export function shownOutputs(response: Response, request: Request): OutputFile[] {
  const all = outputs(response);
  const kind = kindOf(request);
  return response.stdout && kind !== "" && !kind.includes("output files") ? all.slice(0, 1) : all;
}

/** Whether the output of a run is only a preview: ytt does not print it because of violations. */
export const isPreview = ({ exitStatus, files }: Response): boolean => exitStatus !== 0 && files.length > 0;

export const kindOf = ({ args = "" }: Request): string => kindOfRun(typeof args === "string" ? args : args.join(" "));
const pathsOf = ({ files = [] }: Request): Set<string> => new Set(files.map(({ path }) => path));

/**
 * The output of an earlier run that still is the last output of the current input: from the same kind of run, and of files that still exist. `made` is
 * the request of the earlier run, `now` that of the current one.
 */
export function remainingOutputs(response: Response, made: Request, now: Request): OutputFile[] {
  if (kindOf(made) !== kindOf(now)) return [];
  const before = pathsOf(made);
  const existing = pathsOf(now);
  return shownOutputs(response, made).filter(({ path, map }) => {
    const sources = before.has(path) ? [path] : map.files;
    return sources.length === 0 || sources.some((source) => existing.has(source));
  });
}

/** A file's text; files that are not text are described, as ytt copies them unchanged. */
export function contentOf(file: OutputFile | undefined): string {
  if (!file) return "";
  return typeof file.content === "string" ? file.content : `(binary file, ${file.content.length} bytes)`;
}
