// The schema proposal: an extension that gives schemas annotations which ytt does not have. A flag of the command line switches it on, so whatever
// carries a command line carries the switch: links, bundles, environments to compare with, embeds. Plain rules only: the small loader of embeds and
// the build have them, too.
import { wordsIn } from "./shell-words.ts";
import type { Work } from "./work";

const FLAG = "--enable-extension";
const NAME = "schema-proposal";

export const NOT_PORTABLE = "Not portable to ytt";
/** Why, for whoever wonders. */
export const WHY = "It uses the schema proposal: ytt knows neither the flag nor its annotations.";

/** Where the command line has the flag. Where ytt would take the words as another flag's value they count as well: better marked once too often. */
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

/** Whether the command line switches it on. */
export const extended = (commandLine: string): boolean => flagsIn(commandLine).length > 0;

/** Whether ytt itself takes the work, with all its command lines. */
export const portable = ({ commandLine, variants }: Pick<Work, "commandLine" | "variants">): boolean =>
  ![{ commandLine }, ...variants].some(({ commandLine }) => extended(commandLine));

/** The command line with it switched on; the rest stays as it is. First, where no comment and no other flag can take it for a part of theirs. */
function switchedOn(commandLine: string): string {
  if (extended(commandLine)) return commandLine;
  const [first] = wordsIn(commandLine).all;
  const at = first && /^ytt(erby)?$/.test(first.text) ? first.to : 0;
  const flag = `${FLAG} ${NAME}`;
  return at > 0
    ? `${commandLine.slice(0, at)} ${flag}${commandLine.slice(at)}`
    : [flag, commandLine].filter(Boolean).join(" ");
}

/** And switched off: each time it has the flag, with one of the blanks around it. */
const switchedOff = (commandLine: string): string =>
  flagsIn(commandLine).reduceRight((line, { from, to }) => {
    const [before, after] = [line.slice(0, from), line.slice(to)];
    return before === "" ? after.replace(/^[ \t\n]/, "") : before.replace(/[ \t\n]$/, "") + after;
  }, commandLine);

export const switched = (commandLine: string, on: boolean): string =>
  on ? switchedOn(commandLine) : switchedOff(commandLine);
