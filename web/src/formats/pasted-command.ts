// A command line of ytt, as it is copied from a terminal, a script or documentation.

import { namesFiles, type Word, words, wordsIn } from "../core/shell-words";
import type { Variable } from "../core/work";

export interface PastedCommand {
  /** The flags after `ytt`, as they were written. */
  commandLine: string;
  /** Variables that are set for the command. */
  env: Variable[];
}

const PROMPT = /^[ \t]*[$%][ \t]+/;
/** Our own scripts run this. */
const PROGRAM = /^(?:[^\s]*\/)?ytt(?:erby)?$|^\$\{YTT:-ytt(?:erby)?\}$/;
const ASSIGNMENT = /^([A-Za-z_][\w.-]*)=(.*)$/s;
/** The rest is for another program, or the shell. */
const OPERATOR = /^(?:[|&;<>]|\d>)/;

/** Its output is for another program: `kubectl apply -f <(ytt -f .)`. */
const INNER = /[<$]\(\s*((?:[^\s()]*\/)?ytt(?:erby)?\s[^()]*)\)/;

/** The command of a line, or one within it; `undefined` if there is none of ytt with flags. */
const commandOf = (line: string): PastedCommand | undefined =>
  ownCommand(line) ?? ownCommand(INNER.exec(line)?.[1]?.trim() ?? "");

function ownCommand(line: string): PastedCommand | undefined {
  const { all } = wordsIn(line);
  const raw = ({ from, to }: Word) => line.slice(from, to);
  const env: Variable[] = [];
  let at = 0;
  for (; at < all.length; at++) {
    const { text } = all[at] as Word;
    const [, name, value = ""] = ASSIGNMENT.exec(text) ?? [];
    if (name !== undefined) env.push({ name, value });
    else if (text !== "env" && text !== "--") break;
  }
  const program = all[at];
  const flags = all.slice(at + 1);
  if (!program || !PROGRAM.test(program.text) || !flags[0]?.text.startsWith("-")) return undefined;
  const end = flags.findIndex((word) => OPERATOR.test(raw(word)) || raw(word).endsWith(";"));
  const own = end < 0 ? flags : flags.slice(0, OPERATOR.test(raw(flags[end] as Word)) ? end : end + 1);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return undefined;
  return { commandLine: withoutAllFiles(line.slice(first.from, last.to).replace(/;$/, "")), env };
}

/** Without `-f .`, which the playground adds by itself if no other files are named. */
function withoutAllFiles(flags: string): string {
  const rest = /^(?:-f|--file)[ =]\.\/?(?:\s+|$)(.*)$/s.exec(flags)?.[1];
  return rest === undefined || namesFiles(words(rest) ?? []) ? flags : rest;
}

/** A text with its continued lines joined. Spaces are only read from the first one, so that many take linear time. */
const joined = (text: string): string => text.replace(/(?<![ \t])[ \t]*\\\r?\n[ \t]*/g, " ");

/** The lines of a text, with continued lines joined and without prompts. `prompted`: only lines with a prompt. */
const commandLines = (text: string, prompted: boolean): string[] =>
  joined(text)
    .split(/\r?\n/)
    .filter((line) => !prompted || PROMPT.test(line))
    .map((line) => line.replace(PROMPT, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** The first command of ytt in a script or in the text of a terminal. */
export function firstCommand(text: string): PastedCommand | undefined {
  for (const line of commandLines(text, false)) {
    const command = commandOf(line);
    if (command) return command;
  }
  return undefined;
}

/** The command of a text that is one command line, or a terminal's text with a prompt before the command. */
export function commandIn(text: string): PastedCommand | undefined {
  const prompted = PROMPT.test(text);
  const lines = commandLines(text, prompted);
  return prompted || lines.length === 1 ? commandOf(lines[0] ?? "") : undefined;
}

/** The flags in a text that is pasted after `ytt`: without a prompt and the program. */
export const flagsIn = (text: string): PastedCommand =>
  commandIn(text) ?? {
    commandLine: joined(text).replace(/^[ \t]*(?:[$%][ \t]+)?ytt(?=\s|$)[ \t]*/, ""),
    env: [],
  };

/** Variables with others added to them, or in their place. */
export const withVariables = (env: readonly Variable[], others: readonly Variable[]): Variable[] => [
  ...env.filter(({ name }) => !others.some((other) => other.name === name)),
  ...others,
];
