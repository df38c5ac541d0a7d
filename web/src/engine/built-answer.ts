// A response that the build has made for an example, as a file: the page shows it until the engine has answered.
import { type Parts, type Response, responseOf } from "./answer";
import type { Request } from "./types";

export const written = (parts: Parts): string =>
  JSON.stringify(parts, (_, value) => (value instanceof Uint32Array ? [...value] : value));

export function read(text: string, request: Request): Response {
  const parts = JSON.parse(text) as Parts;
  const lines = parts.lines.map(({ files, origins, more }) => ({
    files,
    origins: Uint32Array.from(origins),
    more: Uint32Array.from(more),
  }));
  return responseOf(request, { ...parts, lines });
}
