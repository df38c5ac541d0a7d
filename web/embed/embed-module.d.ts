// The types of <ytt-playground>, and of the ES module embed-module.js.

/** A file of a playground. */
export interface PlaygroundFile {
  /** A path such as `config/app.yml`. */
  path: string;
  content: string;
}

/** Which panes are visible at first: files beside the result, or one pane at a time. `problems` is `split` with the problems in place of the output.
    `stacked` shows all files, one below the other. */
export type PlaygroundView = "split" | "input" | "output" | "problems" | "stacked";

/** The content of a playground, as attributes and children declare it. */
export interface PlaygroundContent {
  /** Shown above the files; empty for none. */
  label: string;
  files: readonly PlaygroundFile[];
  /** The address of a playground (`…#y1:…`) or `example:ID`, in place of files. */
  src: string;
  /** Flags after `ytt -f .`; null for no field to edit them in. */
  args: string | null;
  /** Environment variables as `NAME=value` words. */
  env: string;
  view: PlaygroundView;
  /** The path of the file that is open at first; empty for the first file. */
  active: string;
  readonly: boolean;
}

/** One problem of a run. */
export interface PlaygroundProblem {
  severity: "error" | "warning";
  /** The kind of problem, such as `violation`. */
  code: string;
  message: string;
  file: string | null;
  /** Counted from 1. */
  line: number | null;
}

/** The result of a run. */
export interface RenderedDetail {
  /** 0, or 1 if ytt would fail. */
  exitStatus: number;
  /** The text that ytt prints to standard error. */
  report: string;
  files: PlaygroundFile[];
  problems: PlaygroundProblem[];
}

export interface ChangeDetail {
  files: PlaygroundFile[];
}

/** The result is not the expected output. Both as ytt prints them. */
export interface MismatchDetail {
  expected: string;
  actual: string;
}

/** Why there is no result. */
export interface ErrorDetail {
  /** `empty`: the element has no files and no `src`. `src`: nothing can be read at that address. `load`: the editor could not be loaded. `timeout`: the
      frame did not respond. `engine`: the engine could not be loaded, or crashed. `limit`: the run took too long. `stopped`: the reader stopped it. */
  kind: "empty" | "src" | "load" | "timeout" | "engine" | "limit" | "stopped";
  message: string;
}

/** A failure that has no consequences for the reader, such as a part that could not be preloaded. */
export interface HandledFailure {
  /** What failed. */
  action: string;
  message: string;
  /** Milliseconds since 1970. */
  when: number;
}

export interface YttPlaygroundElement extends HTMLElement {
  /** The files: as last edited by the reader, else as set, else from the children. Null removes files that were set. */
  get files(): readonly PlaygroundFile[];
  set files(files: readonly PlaygroundFile[] | null);
  /** The attribute `args`. */
  args: string | null;
  /** Data values, as the file `values.yml`. Null for none. */
  get values(): Readonly<Record<string, unknown>> | null;
  set values(values: Readonly<Record<string, unknown>> | null);
  /** The latest failures that were handled on this page or in this frame, oldest first. For debugging. */
  readonly failures: readonly HandledFailure[];
  /** Does what the Run button does. Resolves when the editor is loaded. */
  execute(): Promise<void>;
  /** Loads the editor, and replaces the files or other content in it. */
  load(content: Partial<PlaygroundContent>): Promise<void>;
}

/** Sets the address of the folder of the built playground, if embed-module.js is no longer in that folder because a bundler copied it. */
export function locatePlayground(address: string | URL): void;

declare global {
  interface HTMLElementTagNameMap {
    "ytt-playground": YttPlaygroundElement;
  }

  /** All of them bubble, and cross shadow roots. */
  interface GlobalEventHandlersEventMap {
    /** The editor is loaded. */
    "ytt-ready": CustomEvent<null>;
    /** There is a result. */
    "ytt-rendered": CustomEvent<RenderedDetail>;
    /** The reader edited a file. */
    "ytt-change": CustomEvent<ChangeDetail>;
    /** The result of the unchanged example is not its expected output. */
    "ytt-mismatch": CustomEvent<MismatchDetail>;
    /** There is no result. */
    "ytt-error": CustomEvent<ErrorDetail>;
  }
}
