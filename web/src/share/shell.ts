// Words of a command line, as a POSIX shell takes them apart, and back. The engine takes the flags apart in the same way; nothing is expanded.

/** The words; nothing, if a quote is not closed. A word that begins with `#` begins a comment. */
export function words(line: string): string[] | undefined {
  const found: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return undefined;
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      word ??= "";
      for (at++; line[at] !== '"'; at++) {
        if (at >= line.length) return undefined;
        const next = line[at + 1] ?? "";
        if (line[at] !== "\\" || !'$`"\\\n'.includes(next) || next === "") word += line[at];
        else {
          at++;
          if (next !== "\n") word += next;
        }
      }
    } else if (char === "\\") {
      at++;
      if (at >= line.length) return undefined;
      if (line[at] !== "\n") word = (word ?? "") + line[at];
    } else if (char === "#" && word === undefined) {
      const end = line.indexOf("\n", at);
      at = end < 0 ? line.length : end;
    } else if (/[ \t\n]/.test(char)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) found.push(word);
  return found;
}

/** A word as one would type it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;

/** Words as one would type them. */
export const commandLineOf = (all: readonly string[]): string => all.map(quoted).join(" ");

/** Whether the words name the files that ytt is to take. */
export const namesFiles = (all: readonly string[]): boolean => all.some((word) => /^(-f.*|--file(=.*)?)$/s.test(word));
