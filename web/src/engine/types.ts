// The boundary between the page and the engine. Its types are written once, in crate/src/boundary.rs; the wasm build declares them here.
export type {
  DataValue,
  Diagnostic,
  Frame,
  LineOrigin,
  OutputFile,
  Place,
  RelatedPlace,
  Request,
  Response,
  SchemaNode,
} from "../../pkg/ytterby.js";

import type { Request, Response } from "../../pkg/ytterby.js";

/** Page to worker. The compiled module comes first, and once. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: Request };

/** Worker to page. */
export type FromWorker =
  | { id: number; response: Response; milliseconds: number }
  | { id: number; trap: string }
  | { failed: string };
