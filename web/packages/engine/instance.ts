// One instance of the wasm with its own memory. wasm-bindgen's JavaScript keeps its instance in variables of its module; in the package this file is a
// function whose body contains that JavaScript (vite.config.ts), so that each call has variables of its own.
import init, * as exported from "../../pkg/ytterby.js";

export type Exported = Omit<typeof exported, "default" | "initSync" | "loadRest" | "provideRest" | "start">;

export async function instantiate(module: WebAssembly.Module): Promise<Exported> {
  await init({ module_or_path: module });
  return exported;
}
