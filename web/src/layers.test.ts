// Imports go downwards: from a layer to those before it in this list. Features do not import each other, and neither do the page and the embed.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const LAYERS = [
  "core",
  "ui",
  "engine",
  "store",
  "formats",
  "content",
  "components",
  "codemirror",
  "features",
  "workbench",
  "page",
  "embed",
];

const source = fileURLToPath(new URL(".", import.meta.url));
const layerOf = (path: string): string => path.split("/")[0] ?? "";
/** Files of the same folder may import each other. */
const unitOf = (path: string): string =>
  path
    .split("/")
    .slice(0, layerOf(path) === "features" ? 2 : 1)
    .join("/");

function isAllowed(from: string, to: string): boolean {
  if (unitOf(from) === unitOf(to)) return true;
  if (layerOf(from) === "embed" && layerOf(to) === "page") return false;
  return LAYERS.indexOf(layerOf(to)) < LAYERS.indexOf(layerOf(from));
}

/** All relative imports of files in src except tests, as `from -> to`; also dynamic imports, imports of types, and URLs of workers. */
function imports(): { from: string; to: string }[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  return files.flatMap((from) => {
    const text = readFileSync(join(source, from), "utf8");
    const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"?]*)[^"]*"/g);
    return [...found]
      .map(([, to = ""]) => ({ from, to: normalize(join(dirname(from), to)) }))
      .filter(({ to }) => !to.startsWith("..") && !to.startsWith("style/"));
  });
}

test("every file is in a layer", () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LAYERS, "style"].sort());
});

test("imports go down", () => {
  const all = imports();
  expect(all.length).toBeGreaterThan(400);
  const wrong = all.filter(({ from, to }) => !isAllowed(from, to)).map(({ from, to }) => `${from} -> ${to}`);
  expect(wrong).toEqual([]);
});
