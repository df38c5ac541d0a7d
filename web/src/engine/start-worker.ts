// Starts a worker that downloads and compiles the engine itself, independently of the page's thread. The page's first worker is started by
// page/early.ts, before the page's own code is there; worker-engine.ts takes it from there.
import type { FromWorker, ToWorker } from "./types";

export interface StartedWorker {
  worker: Worker;
  /** The module that it has compiled, for workers that replace it. */
  module: Promise<WebAssembly.Module>;
  /** Ends the worker. If it is still compiling, `module` rejects. */
  end(): void;
}

/** With trusted types, the URL of a worker must come from a policy, which can be created only once. */
type Trusted = (url: string) => string;

interface Early {
  ytterbyEngine?: { started: StartedWorker | undefined; trusted: Trusted };
}

function policyFor(workerUrl: string): Trusted {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
  if (!types) return (url) => url;
  const policy = types.createPolicy("ytterby-worker", {
    createScriptURL: (url: string) => {
      if (url !== workerUrl) throw new TypeError(`not the engine's worker: ${url}`);
      return url;
    },
  }) as { createScriptURL(url: string): string };
  return (url) => policy.createScriptURL(url);
}

/** For one URL of workers per page, an absolute one. */
function trustedFor(workerUrl: string): Trusted {
  const early = globalThis as Early;
  early.ytterbyEngine ??= { started: undefined, trusted: policyFor(workerUrl) };
  return early.ytterbyEngine.trusted;
}

/** A worker that waits for a compiled module. */
export const newWorker = (workerUrl: string): Worker =>
  new Worker(trustedFor(workerUrl)(workerUrl), { type: "module" });

/** `first`: the address of the first request, if the build knows it. */
export function startWorker(workerUrl: string, wasmUrl: string, first?: string): StartedWorker {
  const worker = newWorker(workerUrl);
  let end = () => worker.terminate();
  const module = new Promise<WebAssembly.Module>((resolve, reject) => {
    end = () => {
      worker.terminate();
      reject(new Error("the worker was ended"));
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      worker.onmessage = null;
      if ("module" in data) resolve(data.module);
      else reject(new Error("failed" in data ? data.failed : "the worker has no engine"));
    };
    worker.onerror = ({ message }) => reject(new Error(message || "the worker did not start"));
  });
  // Whoever takes it reports why it fails.
  module.catch(() => {});
  worker.postMessage({ compile: wasmUrl, first } satisfies ToWorker);
  return { worker, module, end };
}

/** Before the page's own code. */
export function startEarly(workerUrl: string, wasmUrl: string, first?: string): void {
  const started = startWorker(workerUrl, wasmUrl, first);
  (globalThis as Early).ytterbyEngine = { started, trusted: trustedFor(workerUrl) };
}

/** The worker that was started early, for the first engine that asks. */
export function takeStarted(): StartedWorker | undefined {
  const { ytterbyEngine } = globalThis as Early;
  const started = ytterbyEngine?.started;
  if (ytterbyEngine) ytterbyEngine.started = undefined;
  return started;
}
