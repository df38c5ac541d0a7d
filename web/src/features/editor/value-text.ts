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

/** How often a condition had each value. */
function counted(values: readonly Seen[]): string {
  const counts = new Map<string, number>();
  for (const { text, times } of values) counts.set(text, (counts.get(text) ?? 0) + times);
  return [...counts].map(([text, times]) => `${text} ${times}×`).join(", ");
}

/** The values of one expression. */
function textOf({ kind, name, values, last, others }: ValueInCode): string {
  const total = values.reduce((sum, { times }) => sum + times, others);
  const isSame = values.length === 1 && others === 0;
  if (kind === "argument") return last ? `${name} = ${valueText(last)}${isSame ? "" : ` (last of ${total})`}` : "";
  const [only] = values;
  if (!only) return "";
  if (isSame) return valueText(only);
  if (kind === "condition") return `${counted(values)}${others > 0 ? `, … ${others} more` : ""}`;
  if (values.some(({ size }) => size !== null)) return plural(total, kind === "item" ? "item" : "value");
  // One more value is shorter than the words for it.
  const isShort = values.length === MOST_VALUES + 1 && others === 0;
  const first = isShort ? values : values.slice(0, MOST_VALUES);
  const rest = first.length < values.length || others > 0 ? first.reduce((left, { times }) => left - times, total) : 0;
  const texts = first.map((one) => valueText(one) + (one.times > 1 ? ` ${one.times}×` : ""));
  return `${texts.join(", ")}${rest > 0 ? `, … ${rest} more` : ""}`;
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
