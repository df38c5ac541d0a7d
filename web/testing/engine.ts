// The built wasm in Node, with the interface that the page's code expects of an engine.
import * as wasm from "../../tests/wasm/engine.mjs";
import type { Question } from "../src/engine/types";
import type { Asked } from "../src/formats/bundle";

/** Calls any export of the wasm. */
export const ask = wasm.ask;
export const render = wasm.render;

/** Answers the two questions about bundles. */
export const engine = {
  ask: (question: Question) =>
    question.kind === "writeBundle"
      ? ask("writeBundle", question.bundle)
      : ask("readBundle", (question as { text: string }).text),
} as Asked;
