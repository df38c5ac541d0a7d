// Files of an embed from the text of its children, and from data values. Without a DOM.
import type { PlaygroundFile } from "../../embed/embed-module.js";

/** The name of the section with the expected output. It contains a space, as no file's path should. */
const EXPECTED = "expected output";

/** Removes the common indent of all lines, a blank first line, and spaces after the last line. */
export function unindented(text: string): string {
  const lines = text
    .replace(/^[ \t]*\r?\n/, "")
    .replace(/\n[ \t]*$/, "\n")
    .split("\n");
  const indent = lines.reduce(
    (least, line) => (line.trim() ? Math.min(least, line.length - line.trimStart().length) : least),
    1000,
  );
  return lines.map((line) => line.slice(indent)).join("\n");
}

/** The files of one text: each begins with a line `-- NAME --`. Text without such a line is one file. */
function filesIn(text: string): PlaygroundFile[] {
  const [before = "", ...parts] = text.split(/^-- (.+) --[ \t]*\r?\n/m);
  const files = before.trim() ? [{ path: "config.yml", content: before }] : [];
  for (let at = 0; at < parts.length; at += 2) files.push({ path: parts[at] ?? "", content: parts[at + 1] ?? "" });
  return files;
}

/** A child of the element: its text, and its name if it has one. */
export interface Part {
  name: string | null;
  text: string;
  expected: boolean;
}

export function contentOf(parts: readonly Part[]): { files: PlaygroundFile[]; expected: string } {
  const all = parts.flatMap(({ name, text, expected }) => {
    const content = unindented(text);
    const path = expected ? EXPECTED : name;
    return path ? [{ path, content }] : filesIn(content);
  });
  return {
    files: all.filter(({ path }) => path !== EXPECTED),
    expected: all.find(({ path }) => path === EXPECTED)?.content ?? "",
  };
}

/** Words that YAML 1.1 reads as booleans or null. */
const PLAIN_KEY = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z_][\w-]*$/i;

const isMap = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

/** Maps as block YAML, everything else as JSON, which is YAML. */
function yaml(map: object, indent = ""): string {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const name = indent + (PLAIN_KEY.test(key) ? key : JSON.stringify(key));
      return isMap(value) ? `${name}:\n${yaml(value, `${indent}  `)}` : `${name}: ${JSON.stringify(value)}\n`;
    })
    .join("");
}

/** Data values as a file. */
export const valuesFile = (values: object): PlaygroundFile => ({
  path: "values.yml",
  content: `#@data/values\n---\n${yaml(values) || "{}\n"}`,
});

/** The files with this one in place of that with the same path, or after the others. */
export const withFile = (files: readonly PlaygroundFile[], file: PlaygroundFile): PlaygroundFile[] =>
  files.some(({ path }) => path === file.path)
    ? files.map((other) => (other.path === file.path ? file : other))
    : [...files, file];
