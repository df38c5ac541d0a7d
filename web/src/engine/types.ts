// The boundary between the page and the engine. Its types are written once, in crate/src/boundary.rs; the wasm build declares them here.
export type {
  CompletionOption,
  Completions,
  DataValue,
  Definition,
  Diagnostic,
  Frame,
  Hover,
  LineOrigin,
  Lints,
  OutputFile,
  Place,
  RelatedPlace,
  Request,
  Response,
  SchemaNode,
} from "../../pkg/ytterby.js";

import type { Request, Response } from "../../pkg/ytterby.js";

/** What the editor asks beside renders. */
export type Question =
  | { kind: "complete" | "hover" | "definition"; request: Request; file: string; offset: number }
  | { kind: "lint"; request: Request };

/** Page to worker. The compiled module comes first, and once. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { id: number; request: Request }
  | { ask: number; question: Question };

/** Worker to page. */
export type FromWorker =
  | { id: number; response: Response; milliseconds: number }
  | { id: number; trap: string }
  | { ask: number; reply: unknown }
  | { ask: number; trap: string }
  | { failed: string };
