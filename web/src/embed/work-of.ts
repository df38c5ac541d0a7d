// Makes a work of an embed's content: its own files, a link, or a built-in example.

import { exampleOf, exampleText, exampleWork } from "../content/examples";
import { words } from "../core/shell-words";
import { variableOf } from "../core/variable-text";
import { checkedWork, MOST_VARIABLES, summaryOf, type Variable, type Work, workOf } from "../core/work";
import { readAddress } from "../formats/address";
import { type Base, readLink } from "../formats/link";
import type { Start } from "./start";

/** Parses words of `NAME=value`, with a shell's quoting. */
export const variables = (env: string): Variable[] => (words(env) ?? []).slice(0, MOST_VARIABLES).map(variableOf);

export interface Begun {
  work: Work;
  /** A message, if it is not the requested one. */
  problem?: string;
  /** The example that the work is until it is changed. */
  base?: Base;
}

export async function begin(start: Start): Promise<Begun> {
  const { src } = start;
  const address = readAddress(src.slice(src.indexOf("#") + 1));
  if (address.kind === "own") {
    const { work, left } = checkedWork({ files: start.files, title: start.label ?? "" });
    return { work: asDeclared(work, start), ...(left.length > 0 ? { problem: summaryOf(left) } : {}) };
  }
  const nothing = asDeclared(workOf({ files: [...start.files] }), start);
  try {
    if (address.kind === "example") {
      const id = exampleOf(address.id)?.id ?? "";
      const work = await exampleWork(id);
      return work
        ? { work: asDeclared(work, start), base: { id, work } }
        : { work: nothing, problem: `There is no example “${address.id.slice(0, 60)}”.` };
    }
    if (address.kind === "link") {
      const read = await readLink(address.link, exampleText);
      if (read.kind === "work")
        return {
          work: asDeclared(read.work, start),
          ...(read.left.length > 0 ? { problem: summaryOf(read.left) } : {}),
        };
      const part = read.kind === "damaged" ? read.read?.work : undefined;
      return { work: part ? asDeclared(part, start) : nothing, problem: read.message };
    }
  } catch (error) {
    return { work: nothing, problem: `Could not load the playground: ${String(error)}` };
  }
  return { work: nothing, problem: "This is not a valid playground link." };
}

/** A work with the open file, flags and variables that the embed declares. */
export function asDeclared(work: Work, { active, args, env }: Start): Work {
  const at = work.files.findIndex(({ path }) => path === active);
  return {
    ...work,
    ...(at >= 0 ? { open: at } : {}),
    ...(args === null ? {} : { commandLine: args }),
    ...(env ? { env: variables(env) } : {}),
  };
}
