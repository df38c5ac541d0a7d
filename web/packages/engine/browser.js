// Browsers, workers and bundlers, which recognise the address of the wasm and copy the file.
import { loader } from "./engine.js";

export const load = /* @__PURE__ */ loader({
  own: () => fetch(new URL("./ytterby.wasm", import.meta.url)),
  at: (address) => fetch(address),
});
