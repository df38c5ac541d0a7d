/** Whether the engine cannot be used after this error. */
export const endsEngine = (error: unknown): boolean =>
  [WebAssembly.RuntimeError, WebAssembly.LinkError, RangeError].some((kind) => error instanceof kind) ||
  /memory is used up/.test(String(error));
