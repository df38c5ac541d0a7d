// The interface between the page and the engine. `cargo declarations` generates the types from crate/api/src/boundary.rs.
export type {
  Bundle,
  BundleRead,
  Check,
  CheckResult,
  CodeInFile,
  CompletionOption,
  Completions,
  Costs,
  DataValue,
  Definition,
  Diagnostic,
  Edit,
  Fix,
  FlagDescription,
  Formatted,
  Frame,
  Guess,
  Hover,
  ImportFormat,
  Input,
  InputKind,
  LibraryValues,
  LineOrigin,
  Lints,
  Loss,
  NotFollowed,
  OutputKind,
  OverlayDocument,
  Phases,
  Place,
  RelatedPlace,
  RenameTarget,
  Renaming,
  Request,
  RequestFile,
  SchemaChange,
  SchemaDiff,
  SchemaExport,
  SchemaFormat,
  SchemaImport,
  SchemaNode,
  SkippedBlock,
  UsedValue,
  UseKind,
  UsePlace,
  Uses,
  ValueInCode,
  ValuesInCode,
  Via,
} from "../../../crate/wasm/src/declarations";

export type { OutputFile, Response } from "./answer";

import type { Bundle, ImportFormat, Request, RequestFile, SchemaFormat } from "../../../crate/wasm/src/declarations";
import type { Parts } from "./answer";

/** Questions of the editor and the tabs, beside renders. */
export type Question =
  | {
      kind: "complete" | "hover" | "definition" | "renameTarget" | "refactorings" | "usesAt" | "usesOfName";
      request: Request;
      file: string;
      offset: number;
    }
  | { kind: "used"; request: Request; file: string; line: number }
  | { kind: "valuesInCode"; request: Request; files: string[] }
  /** `file`: any path in the library of the data value. */
  | { kind: "usesOf"; request: Request; file: string; path: string }
  | { kind: "rename"; request: Request; file: string; offset: number; newName: string }
  /** The request has the new path. */
  | { kind: "renameFile"; request: Request; from: string; to: string }
  | { kind: "lint" | "render" | "costs" | "phases"; request: Request }
  /** Some nodes of a tree of the latest response; `of` is the number of its request. */
  | { kind: "part"; of: number; tree: string; from: number; count: number }
  | { kind: "exportSchema"; request: Request; format: SchemaFormat }
  /** `old`: the previous files. */
  | { kind: "diffSchemas"; request: Request; old: RequestFile[] }
  /** All flags of ytt. */
  | { kind: "flags" }
  /** Without a format, it is recognised. */
  | { kind: "importSchema"; text: string; format?: ImportFormat | undefined }
  | { kind: "format" | "readBundle"; text: string }
  | { kind: "writeBundle"; bundle: Bundle };

/**
 * Page to worker. The address of the module (and of the first request, if the build knows it), or the compiled module, comes first; the module with the rest
 * of the engine later, or null if it cannot be downloaded. `trees`: the names of trees that the answer should contain; without them, it contains all.
 */
export type ToWorker =
  | { compile: string; first?: string | undefined }
  | { module: WebAssembly.Module }
  | { rest: WebAssembly.Module | null }
  | { id: number; request: Request; trees: string[] | undefined }
  | { ask: number; question: Question };

/** Worker to page. */
export type FromWorker =
  /** It has compiled this. */
  | { module: WebAssembly.Module }
  /** `bytes`: size of the engine's memory. */
  | { id: number; parts: Parts; milliseconds: number; bytes: number }
  | { id: number; trap: string }
  /** `error`: why there is no reply. */
  | { ask: number; reply: unknown; error?: string }
  | { ask: number; trap: string }
  | { failed: string };
