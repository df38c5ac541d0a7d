// Splits a command line into words like a POSIX shell, and quotes words. The engine splits flags in the same way; nothing is expanded.

/** A word and its range in the line. */
export interface Word {
  text: string;
  from: number;
  to: number;
}

/**
 * All words with their ranges. A word that begins with `#` starts a comment. If a quote is not closed, `closed` is false and the words before it are
 * returned.
 */
export function wordsIn(line: string): { all: Word[]; closed: boolean } {
  const all: Word[] = [];
  let word: string | undefined;
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (word === undefined) from = at;
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return { all, closed: false };
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      word ??= "";
      for (at++; line[at] !== '"'; at++) {
        if (at >= line.length) return { all, closed: false };
        const next = line[at + 1] ?? "";
        if (line[at] !== "\\" || !'$`"\\\n'.includes(next) || next === "") word += line[at];
        else {
          at++;
          if (next !== "\n") word += next;
        }
      }
    } else if (char === "\\") {
      at++;
      if (at >= line.length) return { all, closed: false };
      if (line[at] !== "\n") word = (word ?? "") + line[at];
    } else if (char === "#" && word === undefined) {
      const end = line.indexOf("\n", at);
      at = end < 0 ? line.length : end;
    } else if (/[ \t\n]/.test(char)) {
      if (word !== undefined) all.push({ text: word, from, to: at });
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) all.push({ text: word, from, to: line.length });
  return { all, closed: true };
}

/** All words; `undefined` if a quote is not closed. */
export function words(line: string): string[] | undefined {
  const { all, closed } = wordsIn(line);
  return closed ? all.map(({ text }) => text) : undefined;
}

/** Quotes a word if necessary. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;

/** Quotes words and joins them. */
export const commandLineOf = (all: readonly string[]): string => all.map(quoted).join(" ");

/** Flags that set data values, alone and with the value in the same word: the text after `=` is no path. */
const SETS_VALUE = /^(-v|--data-value(-yaml)?)$/;
const SETS_VALUE_ITSELF = /^(-v.|--data-value(-yaml)?=)/;

/** A command line that names a file by its new path: as a word, after `=`, or in a file mark. */
export function withRenamed(line: string, from: string, to: string): string {
  const newText = (text: string): string | undefined => {
    if (text === from || text.endsWith(`=${from}`)) return text.slice(0, text.length - from.length) + to;
    return text.startsWith(`${from}:`) ? to + text.slice(from.length) : undefined;
  };
  let renamed = line;
  const { all } = wordsIn(line);
  for (const [at, word] of [...all.entries()].toReversed()) {
    if (SETS_VALUE_ITSELF.test(word.text) || SETS_VALUE.test(all[at - 1]?.text ?? "")) continue;
    const text = newText(word.text);
    if (text !== undefined) renamed = renamed.slice(0, word.from) + quoted(text) + renamed.slice(word.to);
  }
  return renamed;
}

/** Whether the words include the flag for input files: `--file`, or `-f`, which may follow the letters of flags without a value. */
export const namesFiles = (all: readonly string[]): boolean =>
  all
    .slice(0, all.includes("--") ? all.indexOf("--") : undefined)
    .some((word) => /^(-[hs]*f.*|--file(=.*)?)$/s.test(word));

/** The command before the flags. The engine gets every file, in the order of the list, unless flags name files. `unordered`: `-f .` would be another order. */
export function command(commandLine: string, unordered = false): string {
  if (namesFiles(wordsIn(commandLine).all.map(({ text }) => text))) return "ytt";
  return unordered ? "ytt -f …" : "ytt -f .";
}

/** The word of an argument by its index. The engine does not count a leading `ytt`. */
export function argumentAt(line: string, index: number): Word | undefined {
  const { all } = wordsIn(line);
  const first = all[0]?.text;
  return all[first === "ytt" || first === "ytterby" ? index + 1 : index];
}
