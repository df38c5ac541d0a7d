import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { notice, type Package, packagesOf } from "../licences.mjs";
import { pkg, root } from "./paths.ts";

/** Third-party code with its licences, as these require. */
export const licences: Plugin = {
  name: "licences",
  generateBundle(_, bundle) {
    const engine: Package[] = JSON.parse(readFileSync(join(pkg, "licenses.json"), "utf8"));
    // Style sheets that others import are no modules, but the fonts in them are assets.
    const assets = Object.values(bundle).flatMap((file) => (file.type === "asset" ? file.originalFileNames : []));
    const page = packagesOf([...this.getModuleIds(), ...assets.map((path) => join(root, path))]);
    const source = notice([...engine, ...page], readFileSync(join(root, "LICENSE"), "utf8").trimEnd());
    this.emitFile({ type: "asset", fileName: "licenses.txt", source });
  },
};
