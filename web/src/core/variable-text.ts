// Environment variables as texts, `NAME=value`, as shells and ytt write them.
import { quoted } from "./shell-words.ts";
import type { Variable } from "./work";

export const variableText = ({ name, value }: Variable): string => `${name}=${value}`;

/** A variable as a word of a command line. */
export const variableWord = ({ name, value }: Variable): string => `${name}=${value === "" ? "" : quoted(value)}`;

/** A text without `=` is a name. */
export function variableOf(text: string): Variable {
  const at = text.indexOf("=");
  return at < 0 ? { name: text, value: "" } : { name: text.slice(0, at), value: text.slice(at + 1) };
}
