import { loader } from "./engine.js";
import { bytesAt } from "./node-address.cjs";

export const load = /* @__PURE__ */ loader({
  own: () => bytesAt(new URL("./ytterby.wasm", import.meta.url)),
  at: bytesAt,
});
