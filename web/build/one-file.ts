import { build } from "vite";
import { root, source } from "./paths.ts";

/** Keeps `light-dark()` as written; older browsers than these have no support for it. */
export const cssTarget = ["chrome123", "firefox120", "safari17.5"];

/** A script of one file, which shares nothing with other chunks: a plain script, or an ES module. */
export async function oneFile(
  entry: string,
  { define = {}, format = "iife" }: { define?: Record<string, string>; format?: "iife" | "es" } = {},
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      cssTarget,
      lib: { entry: source(entry), formats: [format], name: "ytterby" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${entry} gave no script`);
  return chunk.code;
}
