// The engine in Node, in place of web/src/engine/worker-engine.ts. It answers nothing: the first view is that of a page that waits. The environment
// variable WASM names the folder of the built wasm.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as wasm from "../../pkg/ytterby.js";
import type { Parts } from "../../src/engine/answer";
import { FIRST_TREES, partsOf } from "../../src/engine/parts-of";
import type { Request } from "../../src/engine/types";

const folder = process.env.WASM ?? "";

export class NodeEngine {
  readonly generation = 0;
  readonly isCompiled = true;
  #engine: typeof wasm;

  private constructor(engine: typeof wasm) {
    this.#engine = engine;
  }

  static async load(): Promise<NodeEngine> {
    const engine: typeof wasm = await import(/* @vite-ignore */ pathToFileURL(join(folder, "ytterby.js")).href);
    const moduleOf = (file: string) => new WebAssembly.Module(readFileSync(join(folder, file)));
    const first = engine.initSync({ module: moduleOf("ytterby_bg.wasm") });
    engine.provideRest(
      () => void new WebAssembly.Instance(moduleOf("ytterby_rest.wasm"), { first } as unknown as WebAssembly.Imports),
    );
    return new NodeEngine(engine);
  }

  /** The first response as the worker sends it. */
  parts(request: Request): Parts {
    return partsOf(this.#engine.renderInParts(request), FIRST_TREES).parts;
  }

  warm(): void {}

  run(): Promise<never> {
    return new Promise(() => {});
  }

  async ask(): Promise<undefined> {}
}

/** For modules that import the engine of the page. */
export { NodeEngine as WorkerEngine };
