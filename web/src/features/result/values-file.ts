// Creates a values file from the schema: every data value with its default and its description, commented out. Values that must be set are not
// commented out; if there are none, the first value is not, as an example, since a document of only comments has no values.
import type { DataValue, SchemaNode } from "../../engine/types";

const COMMENT = "#! ";

export function valuesFile(schema: SchemaNode, values: DataValue | undefined): string {
  const missing = new Set(values ? paths(values, ({ missing }) => missing) : []);
  const leaves = paths(schema, (one) => writable(one).length === 0 || one.type !== "map", writable);
  const open = leaves.filter((path) => missing.has(path));
  const active = new Set(open.length > 0 ? open : leaves.slice(0, 1));
  const intro = [
    `The values in comments are the defaults${open.length > 0 ? "" : "; the first one is set, as an example"}.`,
    `To set one, remove "${COMMENT.trim()}" from its line and from those of the keys above it.`,
  ];
  const lines = shown(schema).flatMap((child) => node(child, "", active, missing));
  return `${["#@data/values", "---", ...intro.map((line) => COMMENT + line), ...lines].join("\n")}\n`;
}

/** The nodes of a values file: not the removed ones, and for key patterns only a comment. */
const shown = ({ children }: SchemaNode): SchemaNode[] => children.filter(({ removed }) => !removed);
const writable = (node: SchemaNode): SchemaNode[] => shown(node).filter(({ keys }) => !keys?.which);

interface Tree {
  path: string;
  type: string;
  children: Tree[];
}

/** The paths of the nodes with a property; items of arrays have no path of their own in a file. */
function paths<Node extends Tree>(root: Node, holds: (node: Node) => boolean, children = childrenOf<Node>): string[] {
  const below = root.type === "array" ? [] : children(root).flatMap((child) => paths(child, holds, children));
  return [...(root.path !== "" && holds(root) ? [root.path] : []), ...below];
}

const childrenOf = <Node extends Tree>(node: Node): Node[] => node.children as Node[];

function node(schema: SchemaNode, indent: string, active: Set<string>, missing: Set<string>): string[] {
  const { key, path, type, keys } = schema;
  if (keys?.which) {
    const note = [`${keys.which} (${keys.count}), each: ${type}`, ...notesOn(schema, false)];
    return ["", ...note.map((line) => indent + COMMENT + line)];
  }
  // A key that is not a string is shown as in ytt's reports: not as one would write it.
  if (key.startsWith("%!s(")) return [];
  const isActive = [...active].some((one) => one === path || one.startsWith(`${path}.`));
  const written = (line: string) => indent + (isActive ? "" : COMMENT) + line;
  const notes = notesOn(schema, missing.has(path)).map((line) => indent + COMMENT + line);
  if (type === "map" && writable(schema).length > 0 && schema.default !== "null") {
    const inner = shown(schema).flatMap((child) => node(child, `${indent}  `, active, missing));
    return ["", ...notes, written(`${nameOf(key)}:`), ...inner.filter((line, at) => line !== "" || at > 0)];
  }
  const [first = "null", ...others] = (schema.default ?? "null").split("\n");
  const value = isCollection(first)
    ? [`${nameOf(key)}:`, `  ${first}`, ...others.map((line) => `  ${line}`)]
    : [`${nameOf(key)}: ${first}`, ...others];
  // For a map that is null, only comments on key patterns are written: other keys would become keys of the parent.
  const ofKinds = type === "map" ? shown(schema).filter(({ keys }) => keys?.which) : [];
  const kinds = ofKinds.flatMap((child) => node(child, indent, active, missing));
  const said = [...notes, ...kinds.filter((line) => line !== "")];
  return [...(said.length > 0 ? [""] : []), ...said, ...value.map((line) => (line === "" ? "" : written(line)))];
}

function notesOn({ title, description, deprecated, rules, type, nullable }: SchemaNode, isMissing: boolean): string[] {
  const about = [title, description].filter(Boolean).join(": ");
  return [
    ...about.split("\n").filter(Boolean),
    ...(nullable && type !== "any" ? [`(${type} or null)`] : []),
    ...rules.map((rule) => `must be ${rule}`),
    ...(deprecated ? [`deprecated: ${deprecated}`] : []),
    ...(isMissing ? ["Required: set a value"] : []),
  ].flatMap((line) => line.split("\n"));
}

/** The first line of a collection in the printer's style, rather than of a scalar: `- a`, `a: 1`, `"y": 1`. */
const isCollection = (line: string) => /^- |^(["']).*\1:( |$)|^[^"'|][^"']*:( |$)/.test(line);

/** A key, quoted if necessary. */
function nameOf(key: string): string {
  const plain = /^[A-Za-z_][\w./-]*$/.test(key) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(key);
  return plain ? key : JSON.stringify(key);
}
