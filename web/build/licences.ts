import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { notice, type Package } from "./notice.mjs";
import { pkg, root } from "./paths.ts";

/** The npm packages of modules, by the modules' paths. A nested package counts as its own. */
function packagesOf(modules: Iterable<string>): Package[] {
  const folders = new Set<string>();
  for (const module of modules) {
    const [folder] =
      /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(module.replace(/^\0/, "").replaceAll("\\", "/")) ?? [];
    if (folder) folders.add(folder);
  }
  return [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const texts = readdirSync(folder)
      .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8").trim() }));
    return { name, version, licence: license, authors: [], texts };
  });
}

/** licenses.txt beside the page: third-party code with its licences, as these require. */
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
