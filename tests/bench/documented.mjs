// The sizes that the documentation names, compared with the build: size.test.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { dist } from "./size.mjs";

const UNITS = { MB: 1_000_000, KB: 1000 };
/** Half of the last digit, and a little: sizes change every day. */
const TOLERANCE = { MB: 80_000, KB: 500 };

/** Sentences with a group for each figure, and the sizes in bytes. */
function figures({ wasm, "rest of the wasm": rest }) {
  const read = (path) => readFileSync(join(dist, path));
  const modules = readdirSync(join(dist, "assets")).filter((name) => /^ytterby_(bg|rest)-/.test(name));
  const sum = (paths, size) => paths.reduce((all, path) => all + size(read(path)), 0);
  const brotli = (bytes) => brotliCompressSync(bytes).length;
  const view = [...String(read("embed/view-1.js")).matchAll(/^import "\.\.\/(.*)";$/gm)].map(([, path]) => path);
  const engine = modules.map((name) => `assets/${name}`);
  return {
    "docs/hosting.md": [
      [
        /The engine is ([\d.]+ MB) in two files, ([\d.]+ MB) in brotli, ([\d.]+ MB) in gzip; the first output needs ([\d.]+ MB) of it\s/,
        [
          sum(engine, (bytes) => bytes.length),
          wasm + rest,
          sum(engine, (bytes) => gzipSync(bytes, { level: 9 }).length),
          wasm,
        ],
      ],
    ],
    "docs/embedding.md": [
      [/Before Run, a page loads ([\d.]+ KB) \(brotli\)/, [sum(["embed.js", "embed.css"], brotli)]],
      [
        /the editor \(([\d.]+ MB)\) and\s+the engine \(([\d.]+ MB), and ([\d.]+ MB) more after the first result\)/,
        [sum(view, brotli), wasm, rest],
      ],
    ],
  };
}

/** Sentences about figures that are missing, or are not those of the build with these sizes. */
export function wrongFigures(sizes) {
  return Object.entries(figures(sizes)).flatMap(([file, sentences]) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    return sentences.flatMap(([sentence, expected]) => {
      const found = sentence.exec(text);
      if (!found) return [`${file} has no sentence such as ${sentence}`];
      return expected.flatMap((bytes, at) => {
        const [number, unit] = found[at + 1].split(" ");
        const isRight = Math.abs(Number(number) * UNITS[unit] - bytes) <= TOLERANCE[unit];
        return isRight ? [] : [`${file} says ${found[at + 1]} of ${bytes} bytes`];
      });
    });
  });
}
