// Completions at a position of the command line: flags, files, and data values.
import { quoted, wordsIn } from "../core/shell-words";
import type { FlagDescription } from "../engine/types";

export interface FlagOption {
  /** The inserted text. */
  text: string;
  description: string;
}

export interface FlagOptions {
  /** The range of the line that an option replaces. */
  from: number;
  to: number;
  options: FlagOption[];
}

/** A project's values for flags. */
export interface FlagValues {
  files: readonly string[];
  /** Paths of data values, with their current values. */
  dataValues: readonly { path: string; value: string }[];
}

const MOST_OPTIONS = 50;

/** The flags that most command lines have come first. */
const COMMON = [
  "--data-value",
  "--data-value-yaml",
  "--data-values-file",
  "--data-values-inspect",
  "--data-values-schema-inspect",
  "--file",
  "--output",
];

function rank({ name }: FlagDescription): number {
  if (name.startsWith("--dangerous-")) return COMMON.length + 1;
  const at = COMMON.indexOf(name);
  return at < 0 ? COMMON.length : at;
}

export function flagOptions(
  line: string,
  caret: number,
  flags: readonly FlagDescription[],
  values: FlagValues,
): FlagOptions {
  const { all: words, closed } = wordsIn(line);
  if (!closed) return { from: caret, to: caret, options: [] };
  const at = words.findIndex(({ from, to }) => from < caret && caret <= to);
  const word = words[at] ?? { text: "", from: caret, to: caret };
  const typed = line.slice(word.from, caret);
  const range = { from: word.from, to: word.to };
  const before = at >= 0 ? words[at - 1] : words.findLast(({ to }) => to <= caret);
  const flag = before && flags.find(({ name, short, value }) => value && [name, short].includes(before.text));
  if (flag) return { ...range, options: shortened(ofValue(flag, typed, values)) };
  const assigned = /^(--[\w-]+)=/.exec(typed);
  const own = assigned && flags.find(({ name, value }) => value && name === assigned[1]);
  if (assigned && own) {
    const from = word.from + assigned[0].length;
    return { from, to: word.to, options: shortened(ofValue(own, line.slice(from, caret), values)) };
  }
  if (typed !== "" && !typed.startsWith("-")) return { ...range, options: [] };
  const option = ({ name, short, value, description, isExtension }: FlagDescription): FlagOption => ({
    text: value ? `${name} ` : name,
    description: `${short ? `${short}  ` : ""}${description}${isExtension ? " (not in ytt)" : ""}`,
  });
  const ordered = [...flags].sort((one, other) => rank(one) - rank(other));
  const matching = ordered.filter(({ name, short }) => name.startsWith(typed) || short === typed);
  const containing = ordered.filter((one) => !matching.includes(one) && one.name.includes(typed.replace(/^-+/, "")));
  return { ...range, options: shortened([...matching, ...(typed.length > 2 ? containing : [])].map(option)) };
}

function ofValue({ value }: FlagDescription, typed: string, { files, dataValues }: FlagValues): FlagOption[] {
  if (value === "file") {
    const found = files.filter((path) => path !== typed && path.includes(typed));
    const all = ".".startsWith(typed) && typed !== "." ? [{ text: ".", description: "All files" }] : [];
    return [...all, ...found.map((path) => ({ text: quoted(path), description: "" }))];
  }
  if (value === "dataValue" && !typed.includes("=")) {
    const found = dataValues.filter(({ path }) => path.includes(typed));
    return found.map(({ path, value }) => ({ text: `${path}=`, description: value }));
  }
  return [];
}

const shortened = (options: FlagOption[]): FlagOption[] => options.slice(0, MOST_OPTIONS);
