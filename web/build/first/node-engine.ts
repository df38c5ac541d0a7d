// The engine in Node, in place of web/src/engine/worker-engine.ts. The environment variable WASM names the folder of the built wasm.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as wasm from "../../pkg/ytterby.js";
import { placing } from "../../src/core/line-endings";
import { Response } from "../../src/engine/answer";
import { allPartsOf } from "../../src/engine/parts-of";
import type { Request } from "../../src/engine/types";

const folder = process.env.WASM ?? "";

async function load(): Promise<typeof wasm> {
  const engine: typeof wasm = await import(/* @vite-ignore */ pathToFileURL(join(folder, "ytterby.js")).href);
  const moduleOf = (file: string) => new WebAssembly.Module(readFileSync(join(folder, file)));
  const first = engine.initSync({ module: moduleOf("ytterby_bg.wasm") });
  engine.provideRest(
    () => void new WebAssembly.Instance(moduleOf("ytterby_rest.wasm"), { first } as unknown as WebAssembly.Imports),
  );
  return engine;
}

export class WorkerEngine {
  readonly generation = 0;
  #engine = load();

  readonly isCompiled = true;

  warm(): void {}

  async run(request: Request): Promise<{ response: Response; milliseconds: number }> {
    const rendered = (await this.#engine).renderInParts(request);
    const files = (request.files ?? []).map(({ path, content = "" }) => ({ path, content }));
    return { response: new Response(allPartsOf(rendered).parts, placing(files)), milliseconds: 0 };
  }

  /** Only what the first view needs is answered. */
  async ask(): Promise<undefined> {}
}
