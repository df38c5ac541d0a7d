// The kind of a run: what the command line has ytt print. The output of one kind says nothing about another: a help text is not the last output of a
// template that fails.
import { wordsIn } from "./shell-words.ts";

const PRINTS_SOMETHING_ELSE =
  /^(-h|--help|--version|--bulk-out|--data-values-inspect|--data-values-schema-inspect|--files-inspect|--schema-inspect)(=.*)?$/s;
const COMMANDS = new Set(["completion", "fmt", "help", "schema-diff", "version", "website"]);

/**
 * Equal for command lines that print the same kind of text. Where a word is the value of another flag the kinds may differ too often, which only hides
 * an old output.
 */
export function kindOfRun(commandLine: string): string {
  const all = wordsIn(commandLine).all.map(({ text }) => text);
  const end = all.indexOf("--");
  const kinds = new Set<string>();
  for (const [at, word] of all.slice(0, end < 0 ? undefined : end).entries()) {
    const next = all[at + 1] ?? "";
    const format = /^(?:-o=?|--output=)(.+)$/s.exec(word)?.[1];
    if (COMMANDS.has(word) || PRINTS_SOMETHING_ELSE.test(word)) kinds.add(word.replace(/^-h$/, "--help"));
    else if (format) kinds.add(`output ${format}`);
    else if (word === "-o" || word === "--output") kinds.add(`output ${next}`);
    else if (/^--output-files(=|$)/.test(word)) kinds.add("output files");
  }
  kinds.delete("output yaml");
  return [...kinds].sort().join(", ");
}
