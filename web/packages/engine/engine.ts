// The package's code for every environment. The entries browser.js, node.js and node.cjs find the wasm.
import { endsEngine } from "../../src/engine/ends-engine";
import { type Exported, instantiate } from "./instance";

type Bytes = BufferSource | Response;
type Source = Bytes | WebAssembly.Module | string | URL;

interface Host {
  /** The wasm of the package. */
  own: () => Bytes | Promise<Bytes>;
  at: (address: string | URL) => Bytes | Promise<Bytes>;
}

export interface Options {
  wasm?: Source | Promise<Source> | undefined;
}

/** The function `load`, which compiles the wasm of the package once, however often it is called. */
export function loader({ own, at }: Host): (options?: Options) => Promise<Ytt> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  const ownModule = async () => {
    compiled ??= compile(own());
    try {
      return await compiled;
    } catch (error) {
      // The next call tries again.
      compiled = undefined;
      throw error;
    }
  };
  return async ({ wasm } = {}) => {
    const source = await wasm;
    if (source === undefined) return guarded(await instantiate(await ownModule()));
    if (source instanceof WebAssembly.Module) return guarded(await instantiate(source));
    const isAddress = typeof source === "string" || source instanceof URL;
    return guarded(await instantiate(await compile(isAddress ? at(source) : source)));
  };
}

async function compile(given: Bytes | Promise<Bytes>): Promise<WebAssembly.Module> {
  const source = await given;
  if (!("arrayBuffer" in source)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`the engine could not be loaded: ${source.status} for ${source.url}`);
  // Streaming fails with every other type, such as that of a server without a configuration for .wasm.
  const isWasm = /^application\/wasm\s*$/i.test(source.headers.get("content-type") ?? "");
  return isWasm ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

const FUNCTIONS = [
  "complete",
  "costs",
  "definition",
  "diffSchemas",
  "exportSchema",
  "flagDescriptions",
  "format",
  "hover",
  "importSchema",
  "lint",
  "phases",
  "readBundle",
  "refactorings",
  "rename",
  "renameFile",
  "renameTarget",
  "render",
  "used",
  "usesAt",
  "usesOf",
  "usesOfName",
  "valuesInCode",
  "version",
  "writeBundle",
] as const satisfies (keyof Exported)[];

export type Ytt = Pick<Exported, (typeof FUNCTIONS)[number]> & {
  Workspace: new () => Pick<InstanceType<Exported["Workspace"]>, "render" | "free">;
};

/** After a crash the memory of the instance is unreliable: every later call throws an error that says so, instead of returning something wrong. */
function guarded(engine: Exported): Ytt {
  let crash: unknown;
  function guard<Arguments extends unknown[], Result>(call: (...given: Arguments) => Result) {
    return (...given: Arguments): Result => {
      if (crash !== undefined) throw new Error("This engine has crashed; load() makes a new one.", { cause: crash });
      try {
        return call(...given);
      } catch (error) {
        if (endsEngine(error)) crash = error;
        throw error;
      }
    };
  }
  const Workspace = class {
    readonly #workspace = guard(() => new engine.Workspace())();
    readonly render = guard((request: Parameters<Exported["render"]>[0]) => this.#workspace.render(request));
    readonly free = () => {
      if (crash === undefined) this.#workspace.free();
    };
  };
  const functions = FUNCTIONS.map((name) => [name, guard(engine[name] as (...given: unknown[]) => unknown)]);
  return { ...Object.fromEntries(functions), Workspace };
}
