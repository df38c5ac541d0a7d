// The part of case-file.mjs that the browser tests use.
export interface Content {
  path: string;
  content: string | Uint8Array;
}

export interface Case {
  args: string;
  command: string | undefined;
  env: string[];
  stdin: string | undefined;
  limits: Record<string, number> | undefined;
  inputs: Content[];
  expected: { files: Content[]; warnings: string; stdout?: string; error?: string };
}

export interface Response {
  exitStatus: number;
  report: string;
  stdout: string;
  files: Content[];
}

export function findCases(directory: string): string[];
export function readCase(path: string): Case;
export function compare(found: Case, response: Response): string[];
