// What an embed starts from, made into work for the project: its own files, what a link holds, or one of the built-in examples.
import { exampleOf, exampleText, exampleWork } from "../content/examples";
import { quoted, words } from "../core/shell-words";
import { checkedWork, MOST_VARIABLES, told, type Variable, type Work, workOf } from "../core/work";
import { readAddress } from "../formats/address";
import { type Base, readLink } from "../formats/link";
import type { Start } from "./start";

/** Words of `NAME=value`, as one would type them in a shell. */
export const variables = (env: string): Variable[] =>
  (words(env) ?? []).slice(0, MOST_VARIABLES).map((word) => {
    const at = word.indexOf("=");
    return at < 0 ? { name: word, value: "" } : { name: word.slice(0, at), value: word.slice(at + 1) };
  });

/** The same, the other way round. */
export const environmentWords = (env: readonly Variable[]): string[] =>
  env.map(({ name, value }) => `${name}=${value === "" ? "" : quoted(value)}`);

export interface Begun {
  work: Work;
  /** Where it is not what was asked for: a sentence on why. */
  problem?: string;
  /** The example that the work is, as long as nobody changes it. */
  base?: Base;
}

export async function begin(start: Start): Promise<Begun> {
  const { src } = start;
  const address = readAddress(src.slice(src.indexOf("#") + 1));
  if (address.kind === "own") {
    const { work, left } = checkedWork({ files: start.files, title: start.label ?? "" });
    return { work: asDeclared(work, start), ...(left.length > 0 ? { problem: told(left) } : {}) };
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
        return { work: asDeclared(read.work, start), ...(read.left.length > 0 ? { problem: told(read.left) } : {}) };
      const part = read.kind === "damaged" ? read.read?.work : undefined;
      return { work: part ? asDeclared(part, start) : nothing, problem: read.message };
    }
  } catch (error) {
    return { work: nothing, problem: `It could not be loaded: ${String(error)}` };
  }
  return { work: nothing, problem: "This is not the address of a playground." };
}

/** With the open file, flags and variables that the embed declares. */
export function asDeclared(work: Work, { active, args, env }: Start): Work {
  const at = work.files.findIndex(({ path }) => path === active);
  return {
    ...work,
    ...(at >= 0 ? { open: at } : {}),
    ...(args === null ? {} : { commandLine: args }),
    ...(env ? { env: variables(env) } : {}),
  };
}
