// The schema proposal: an extension of ytt with more annotations for schemas. A flag of the command line enables it, so it is part of everything that
// contains a command line: links, bundles, variants, embeds. No dependency but shell-words.ts: the small loader of embeds and the
// build use this file, too.
import { wordsIn } from "./shell-words.ts";
import type { Work } from "./work";

const FLAG = "--enable-extension";
const NAME = "schema-proposal";

export const NOT_PORTABLE = "Not portable to ytt";
/** Title of the label above. */
export const WHY = "Uses the schema proposal: ytt supports neither the flag nor its annotations.";

/** The positions of the flag in a command line. Also where ytt would read the words as the value of another flag: a warning too many does no harm. */
function flagsIn(commandLine: string): { from: number; to: number }[] {
  const { all } = wordsIn(commandLine);
  const found: { from: number; to: number }[] = [];
  for (const [at, { text, from, to }] of all.entries()) {
    const next = all[at + 1];
    if (text === "--") break;
    if (text === `${FLAG}=${NAME}`) found.push({ from, to });
    else if (text === FLAG && next?.text === NAME) found.push({ from, to: next.to });
  }
  return found;
}

/** Whether a command line enables the extension. */
export const extended = (commandLine: string): boolean => flagsIn(commandLine).length > 0;

/** Whether ytt itself accepts a work, with the command lines of all its variants. */
export const portable = ({ commandLine, variants }: Pick<Work, "commandLine" | "variants">): boolean =>
  ![{ commandLine }, ...variants].some(({ commandLine }) => extended(commandLine));

/** Adds the flag to a command line, and changes nothing else. At the start, where it cannot become part of a comment or of another flag. */
function switchedOn(commandLine: string): string {
  if (extended(commandLine)) return commandLine;
  const [first] = wordsIn(commandLine).all;
  const at = first && /^ytt(erby)?$/.test(first.text) ? first.to : 0;
  const flag = `${FLAG} ${NAME}`;
  return at > 0
    ? `${commandLine.slice(0, at)} ${flag}${commandLine.slice(at)}`
    : [flag, commandLine].filter(Boolean).join(" ");
}

/** Removes every occurrence of the flag, with one of the spaces around it. */
const switchedOff = (commandLine: string): string =>
  flagsIn(commandLine).reduceRight((line, { from, to }) => {
    const [before, after] = [line.slice(0, from), line.slice(to)];
    return before === "" ? after.replace(/^[ \t\n]/, "") : before.replace(/[ \t\n]$/, "") + after;
  }, commandLine);

export const switched = (commandLine: string, on: boolean): string =>
  on ? switchedOn(commandLine) : switchedOff(commandLine);
