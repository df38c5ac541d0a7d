// Values files of a folder, such as envs/dev.yml and envs/prod.yml: if one is passed by a flag, each of the others gives a variant of the command line.
import { quoted, type Word, wordsIn } from "../../core/shell-words";

export interface Named {
  name: string;
  /** The path of the values file. */
  path: string;
  commandLine: string;
}

export type Pair = readonly [Named, Named];

const FLAG = "--data-values-file";

/** A values file in the command line. */
interface Passed {
  word: Word;
  path: string;
}

function passed(line: string): Passed[] {
  const { all } = wordsIn(line);
  return all.flatMap((word, at) => {
    if (word.text.startsWith(`${FLAG}=`)) return [{ word, path: word.text.slice(FLAG.length + 1) }];
    return all[at - 1]?.text === FLAG ? [{ word, path: word.text }] : [];
  });
}

const folderOf = (path: string): string => path.replace(/[^/]*$/, "");
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? "";
const nameOf = (path: string): string => path.slice(folderOf(path).length, path.length - endingOf(path).length);

/** The last values file of each folder, with each other file of the folder that is not passed. */
export function pairs(line: string, paths: readonly string[]): Pair[] {
  const all = passed(line);
  const last = all.filter(
    ({ path }, at) => !all.slice(at + 1).some((later) => folderOf(later.path) === folderOf(path)),
  );
  return last.flatMap(({ word, path }) => {
    if (!paths.includes(path)) return [];
    const others = paths.filter(
      (other) =>
        folderOf(other) === folderOf(path) &&
        /^\.ya?ml$/.test(endingOf(other)) &&
        !all.some((one) => one.path === other),
    );
    const own: Named = { name: nameOf(path), path, commandLine: line };
    return others.map((other): Pair => {
      const text = word.text.startsWith(`${FLAG}=`) ? `${FLAG}=${other}` : other;
      const commandLine = line.slice(0, word.from) + quoted(text) + line.slice(word.to);
      return [own, { name: nameOf(other), path: other, commandLine }];
    });
  });
}
