// The values that code had in a run, as the short text at the end of a line.
import { plural } from "../../core/plural";
import type { ValueInCode } from "../../engine/types";

type Seen = ValueInCode["values"][number];

/** Characters of one value; the card has all of it. */
const MOST_CHARACTERS = 48;
/** Values of an expression that ran several times. */
const MOST_VALUES = 3;

const UNITS = { keys: "key", items: "item", documents: "document" } as const;

/** A collection that is too long is only counted. */
export function valueText({ text, size }: Seen): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return size ? plural(size.count, UNITS[size.unit]) : `${text.slice(0, MOST_CHARACTERS).trimEnd()}…`;
}

/** The values of one expression. */
function textOf({ kind, name, values, last, others }: ValueInCode): string {
  const latest = values[last];
  if (kind === "argument") return latest ? `${name} = ${valueText(latest)}` : "";
  const [only, ...more] = values;
  if (!only) return "";
  if (more.length === 0 && others === 0) return valueText(only);
  if (kind === "condition") return values.map(({ text, times }) => `${text} ${times}×`).join(", ");
  const total = values.reduce((sum, { times }) => sum + times, others);
  if (values.some(({ size }) => size !== null)) return plural(total, kind === "item" ? "item" : "value");
  // One more value is shorter than the words for it.
  const isShort = values.length === MOST_VALUES + 1 && others === 0;
  const first = isShort ? values : values.slice(0, MOST_VALUES);
  const rest = first.length < values.length || others > 0 ? first.reduce((left, { times }) => left - times, total) : 0;
  return `${first.map(valueText).join(", ")}${rest > 0 ? `, … ${rest} more` : ""}`;
}

/** The text of each line with values. */
export function lineTexts(values: readonly ValueInCode[]): { line: number; text: string }[] {
  const lines = new Map<number, string[]>();
  for (const value of values) {
    const text = textOf(value);
    if (text === "") continue;
    const known = lines.get(value.line);
    if (known) known.push(text);
    else lines.set(value.line, [text]);
  }
  return [...lines].map(([line, texts]) => ({ line, text: texts.join("   ") }));
}
