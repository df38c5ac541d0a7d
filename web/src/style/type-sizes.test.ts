import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const SIZE = /var\(--(title|text|small|code)-size\)/;
/** `0` hides a text that is replaced by another. */
const TAKES_ANOTHER = /^(inherit|0)$/;

/** Declarations of a size in a style sheet, or in the styles of a CodeMirror theme. */
function sizes(text: string): string[] {
  return [...text.matchAll(/\bfont(?:-size|Size)?:\s*("[^"]*"|[^;]*)/g)].map(([, value = ""]) =>
    value.replaceAll('"', ""),
  );
}

const styled = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.css$|^codemirror\/.*\.ts$/.test(path),
);

test("every size of type is one of the tokens", () => {
  expect(styled.length).toBeGreaterThan(20);
  const others = styled.flatMap((path) =>
    sizes(readFileSync(join(root, path), "utf8"))
      .filter((size) => !SIZE.test(size) && !TAKES_ANOTHER.test(size))
      .map((size) => `${path}: ${size}`),
  );
  expect(others).toEqual([]);
});

test("there are three sizes", () => {
  const tokens = readFileSync(join(root, "style/tokens.css"), "utf8");
  const found = [...tokens.matchAll(/--[\w-]+-size: ([^;]+);/g)].map(([, value]) => value);
  expect(new Set(found.filter((value) => value !== "var(--text-size)")).size).toBe(3);
});
