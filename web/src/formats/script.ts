// A shell script that writes a work's files into an empty directory and runs the real ytt on them. Everything from the work is quoted: a script of a
// stranger's playground runs ytt and nothing else.

import { extended, NOT_PORTABLE, WHY } from "../core/extension";
import { unsorted } from "../core/file-order";
import { namesFiles, quoted, words } from "../core/shell-words";
import { UNSEEN } from "../core/unseen";
import { variableText } from "../core/variable-text";
import { bytesOf, type Work } from "../core/work";

/** For `base64 -d`, in lines of the usual length. */
function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/.{76}(?=.)/g, "$&\n");
}

/** A delimiter for a here-document; no line of the text is equal to it. */
function delimiter(text: string): string {
  const lines = new Set(text.split("\n"));
  let word = "END_OF_FILE";
  while (lines.has(word)) word += "_";
  return word;
}

const hereDocument = (text: string): string => {
  const end = delimiter(text);
  return `<<'${end}'\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${end}\n`;
};

/** Quotes a word so that its content is visible in the script, and a terminal only displays it. */
function word(text: string): string {
  if (!isDoubtful(text)) return quoted(text);
  // Command substitution removes line feeds at the end.
  const [, inner = "", ends = ""] = /^(.*?)(\n*)$/s.exec(text) ?? [];
  const byte = (one: number) => `\\0${one.toString(8).padStart(3, "0")}`;
  const escaped = inner.replaceAll("\\", "\\\\").replace(UNSEEN, (char) => [...bytesOf(char)].map(byte).join(""));
  return `"$(printf %b '${escaped.replaceAll("'", `'"'"'`)}')"${ends && quoted(ends)}`;
}

/** A path that no command takes for a flag, nor for one on another drive. */
const file = (path: string) => word(/^(-|[A-Za-z]:)/.test(path) ? `./${path}` : path);

/** Characters that a shell drops, or that would control or reorder the display of a terminal where the script is inspected. */
const isDoubtful = (text: string): boolean => text.replaceAll("\r\n", "\n").search(UNSEEN) >= 0;

function writing(path: string, content: string | Uint8Array): string {
  if (typeof content !== "string" || isDoubtful(content))
    return `base64 -d > ${file(path)} ${hereDocument(base64(bytesOf(content)))}`;
  if (content === "" || content.endsWith("\n")) return `cat > ${file(path)} ${hereDocument(content)}`;
  // A here-document ends with a line feed; this text does not.
  return `printf %s ${word(content)} > ${file(path)}\n`;
}

/** The flags that pass the files to ytt in their order, with their paths. */
function fileFlags(paths: string[]): string {
  // `=` would separate the name that ytt uses.
  if (!unsorted(paths) || paths.some((path) => path.includes("="))) return "-f .";
  return paths.map((path) => `-f ${word(`${path}=./${path}`)}`).join(" ");
}

/** Variables that make shells, loaders and interpreters run code, in case the command is a wrapper script. */
const RUNS =
  /^(PATH|IFS|ENV|SHELLOPTS|ZDOTDIR|_?RLD.*|LD_.*|DYLD_.*|(BASH|PYTHON|PERL|RUBY|NODE|JAVA|JDK|LUA|GIT|GCONV|LOCPATH).*|.*_OPTIONS)$/i;

/** Whether a variable can be passed to the command, and is only data to it. */
const isData = ({ name }: Work["env"][number]) => !name.includes("=") && !RUNS.test(name);

/**
 * Whether the flags make ytt write to or empty a folder outside of the script's own. Each word is checked separately as well, so that it does not
 * matter which words ytt takes for flags and which for their values.
 */
const writesElsewhere = (all: readonly string[]): boolean =>
  all.some((word, at) => {
    const [, equals, folder] = /^--?(?:output-files|dangerous-emptied-output-directory)(=?)(.*)$/s.exec(word) ?? [];
    const named = equals === "" ? all[at + 1] : folder;
    if (folder === undefined) return false;
    // The paths of output files come from other flags, such as --file-mark.
    return named === undefined || named.startsWith("/") || all.some((word) => word.split(/[/\\=:]/).includes(".."));
  });

/** The script; the variable YTT may contain another command, with its full path. */
export function scriptOf(work: Work): string {
  const flagWords = words(work.commandLine);
  const elsewhere = flagWords !== undefined && writesElsewhere(flagWords);
  const flags = elsewhere ? [] : (flagWords ?? []);
  const all = /^ytt(erby)?$/.test(flags[0] ?? "") ? flags.slice(1) : flags;
  // The real ytt would reject the flag.
  const runs = extended(work.commandLine) ? "ytterby" : "ytt";
  const paths = work.files.map(({ path }) => path);
  const folders = [
    ...new Set(paths.flatMap((path) => (path.includes("/") ? [path.slice(0, path.lastIndexOf("/"))] : []))),
  ];
  // If two variables have the same name, the last one wins, as in the page.
  const named = work.env.filter(({ name }) => name !== "");
  const env = new Map(named.filter(isData).map(({ name, value }) => [name, value]));
  const command = [
    ...(env.size > 0 ? ["env", "--", ...[...env].map(([name, value]) => word(variableText({ name, value })))] : []),
    `"\${YTT:-${runs}}"`,
    ...(namesFiles(all) || paths.length === 0 ? [] : [fileFlags(paths)]),
    ...all.map(word),
  ].join(" ");
  const title = work.title ? `: ${work.title.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")}` : "";
  return [
    "#!/bin/sh\n",
    `# Runs a Ytterby playground with ${runs}${title}\n`,
    ...(runs === "ytt" ? [] : [`# ${NOT_PORTABLE}. ${WHY} Ytterby's own command, ytterby, supports them.\n`]),
    "# To use another command, give its full path: YTT=/path/to/ytt sh playground.sh\n",
    "set -eu\n",
    'work=$(mktemp -d)\ntrap \'rm -rf "$work"\' EXIT\ncd "$work"\n\n',
    ...(folders.length > 0 ? [`mkdir -p ${folders.map(file).join(" ")}\n`] : []),
    ...work.files.map(({ path, content }) => writing(path, content)),
    "\n",
    ...(flagWords ? [] : ["# The flags are omitted: they have a quote that is not closed.\n"]),
    ...(elsewhere ? ["# The flags are omitted: they make ytt write outside of this script's folder.\n"] : []),
    ...(named.every(isData) ? [] : ["# Variables that make programs run code are omitted.\n"]),
    `${command}\n`,
  ].join("");
}
