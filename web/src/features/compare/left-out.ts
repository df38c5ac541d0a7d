// The flags of a variant that leaves files out: a flag that names such a file is left out, too, as ytt would not find the file.
import { wordsIn } from "../../core/shell-words";

/** Flags with the path of a file: alone, after `@library:`, or after `name=`. */
const NAMES_FILE = /^(-f|--file|--data-values-file|--data-value-file)$/;

/** The command line without the flags that name one of the files, and these flags. */
export function leftOut(line: string, files: readonly string[]): { line: string; flags: string[] } {
  const { all } = wordsIn(line);
  const flags: string[] = [];
  let rest = "";
  let end = 0;
  for (let at = 0; at < all.length; at++) {
    const word = all[at];
    if (!word) break;
    const assigned = /^(--[\w-]+)=(.*)$/s.exec(word.text);
    const name = assigned?.[1] ?? word.text;
    const value = assigned ? word : all[at + 1];
    if (!value || !NAMES_FILE.test(name)) continue;
    at = all.indexOf(value);
    const path = (assigned?.[2] ?? value.text).replace(name === "--data-value-file" ? /^.*?=/s : /^@[^:]*:/, "");
    if (!files.includes(path)) continue;
    flags.push(line.slice(word.from, value.to));
    rest += line.slice(end, word.from);
    end = value.to;
    while (/\s/.test(line[end] ?? "")) end++;
  }
  return { line: (rest + line.slice(end)).trimEnd(), flags };
}
