// Values files of a folder, such as envs/dev.yml and envs/prod.yml: two of them give two variants, each with one of the files.
import { passedValues, VALUES_FILE } from "../../core/passed-values";
import { endingOf, folderOf, nameOf } from "../../core/path";
import { commandLineOf, namesFiles, quoted, wordsIn } from "../../core/shell-words";
import type { WorkFile } from "../../core/work";
import type { InputKind } from "../../engine/types";
import { isPlainYaml } from "../../formats/plain-values";
import { leftOut } from "./left-out";

/** A variant with one of the values files. */
export interface Named {
  name: string;
  /** The path of the values file. */
  path: string;
  commandLine: string;
  /** Paths of files that are left out. */
  without: string[];
}

export type Pair = readonly [Named, Named];

/** A file, and how the run treats it, if that is known. */
export interface Candidate extends WorkFile {
  kind?: InputKind | undefined;
}

/** Values that all environments of a folder have. */
const COMMON = /^(values|base|common|defaults?|globals?)$/;

const TOP_KEY = /^("[^"\n]*"|'[^'\n]*'|[\w.-]+)[ \t]*:/gm;

/** Paths of the values files in a command line. */
const passed = (line: string): string[] => passedValues(textsIn(line)).map(({ path }) => path);

const textsIn = (line: string): string[] => wordsIn(line).all.map(({ text }) => text);

/** Whether two variants pass the same values files by flags or, if they pass none, leave out the same files. */
export function haveSameValues(
  one: { commandLine: string; without: readonly string[] },
  other: { commandLine: string; without: readonly string[] },
): boolean {
  const [files, others] = [one, other].map(({ commandLine }) => passed(commandLine));
  return `${files}` === `${others}` && (files?.length !== 0 || `${one.without}` === `${other.without}`);
}

const pathOf = ({ path }: Candidate): string => path;

/** Plain YAML that the run prints. */
const isPrinted = (file: Candidate): boolean => file.kind === "template" && isPlainYaml(file);

/** A command line that does not print a plain file; `undefined` if `-f` of its folder makes it an input. */
function unprinted(line: string, file: Candidate): string | undefined {
  if (!isPrinted(file)) return line;
  if (!namesFiles(textsIn(line)))
    return `${line} ${commandLineOf(["--file-mark", `${file.path}:exclude=true`])}`.trim();
  const { line: rest, flags } = leftOut(line, [file.path]);
  return flags.length > 0 ? rest : undefined;
}

/** Whether a file could be passed as data values: plain YAML that the run prints or does not read. */
const isPassable = (file: Candidate): boolean =>
  ["template", "data", "unused", undefined].includes(file.kind) && isPlainYaml(file);

/** Pairs of values files: where one of a folder is passed by a flag, it and each of the others, else the first and each of the others. */
export function pairs(line: string, files: readonly Candidate[]): Pair[] {
  const all = passed(line);
  return [...new Set(files.map(({ path }) => folderOf(path)))].flatMap((folder) => {
    const inFolder = files.filter(({ path }) => folderOf(path) === folder && /^\.ya?ml$/.test(endingOf(path)));
    const last = all.filter((path) => folderOf(path) === folder).at(-1);
    if (last === undefined) return unpassed(line, inFolder, files);
    const isThere = files.some(({ path }) => path === last);
    const others = inFolder.filter((file) => !all.includes(file.path) && isPassable(file));
    return isThere ? besidePassed(line, last, others) : [];
  });
}

/** The last passed file of a folder, and each other file of the folder. */
function besidePassed(line: string, own: string, others: readonly Candidate[]): Pair[] {
  const printed = others.filter(isPrinted).map(pathOf);
  return others.flatMap((other): Pair[] => {
    const { path } = other;
    const rest = unprinted(line, other);
    if (rest === undefined) return [];
    const at = passedValues(textsIn(rest)).findLast((one) => one.path === own)?.at;
    const word = at === undefined ? undefined : wordsIn(rest).all[at];
    if (!word) return [];
    const text = word.text.startsWith(`${VALUES_FILE}=`) ? `${VALUES_FILE}=${path}` : path;
    const commandLine = rest.slice(0, word.from) + quoted(text) + rest.slice(word.to);
    return [
      [
        { name: nameOf(own), path: own, commandLine: line, without: printed },
        { name: nameOf(path), path, commandLine, without: printed.filter((one) => one !== path) },
      ],
    ];
  });
}

/** Files of a folder that are data values, or could be: plain files with a key in common. */
function unpassed(line: string, inFolder: readonly Candidate[], files: readonly Candidate[]): Pair[] {
  const isUsed = files.some(({ kind, content }) => kind === "schema" || String(content).includes("data.values"));
  if (!isUsed) return [];
  const alike = [inFolder.filter(({ kind }) => kind === "dataValues"), withCommonKey(inFolder.filter(isPassable))];
  return alike.flatMap((all) => {
    const environments = all.filter(({ path }) => !COMMON.test(nameOf(path)));
    const compared = environments.length > 1 ? environments : all;
    const variants = compared.flatMap((file): Named[] => {
      const { path, kind } = file;
      const rest = kind === "dataValues" ? line : unprinted(line, file);
      if (rest === undefined) return [];
      const commandLine = kind === "dataValues" ? rest : `${rest} ${commandLineOf([VALUES_FILE, path])}`.trim();
      const others = compared.filter((other) => other !== file && (kind === "dataValues" || isPrinted(other)));
      return [{ name: nameOf(path), path, commandLine, without: others.map(pathOf) }];
    });
    const [first, ...others] = variants;
    return first ? others.map((other): Pair => [first, other]) : [];
  });
}

/** The files that have a key at the top in common with another. */
function withCommonKey(files: readonly Candidate[]): Candidate[] {
  const keys = files.map(({ content }) => [...String(content).matchAll(TOP_KEY)].map(([, key]) => key));
  return files.filter((_, at) =>
    keys.some((other, index) => index !== at && other.some((key) => keys[at]?.includes(key))),
  );
}
