// Makes a project slightly wrong: a character, a word, a line or an indentation changed somewhere.

const CHARACTERS = [
  " ",
  ":",
  "#",
  "@",
  "-",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  ",",
  ".",
  "=",
  "\t",
  "\n",
  "a",
  "1",
  "é",
  "&",
  "*",
  "!",
  "|",
  ">",
  "%",
  "\\",
  "?",
  "`",
  "~",
  "+",
  "\ufeff",
];
const WORDS = [
  "end",
  "if",
  "for",
  "def",
  "else",
  "return",
  "True",
  "None",
  "in",
  "not",
  "and",
  "lambda",
  "data",
  "overlay",
  "values",
  "schema",
  "min",
  "max",
  "missing_ok",
  "by",
  "pass",
  "while",
  "load",
  "x",
  "1",
  '"s"',
  "len",
  "struct",
  "break",
  "or",
  "elif",
  "when",
  "name",
];
const SWAPS = [
  ["==", "="],
  ["(", "[["],
  [":", ""],
  ["#@ ", "#@"],
  ["#@", "# @"],
  ["#@", "#"],
  ["end", "ennd"],
  ["---", "--"],
  ["True", "true"],
  ["overlay/", "overlay"],
  ["/match", "/mtach"],
  ["overlay/match", "overlay/replace"],
  ["overlay/replace", "overlay/match"],
  ["f()", "f"],
  ["- #@ ", "- "],
  ["template.replace(", "("],
  ["schema/", "schema."],
  ["missing_ok", "missing"],
  ["=", "=="],
  [",", ",,"],
  [" in ", " not in "],
  ["lambda ", "lamda "],
  ["load(", "lod("],
  ['"', "'"],
  ["- ", "-"],
  [": ", ":"],
  ["\n", "\r\n"],
  ["@data/values", "@data/value"],
  ["validation ", "validations "],
  ["def ", "deff "],
  ["if ", "if/end "],
  ["(@", "(@-"],
  ["@)", ")"],
];

/** The project with one to three faults in its files or arguments. */
export function mutate(r, project) {
  const files = project.files.map((file) => ({ ...file }));
  const args = [...project.args];
  for (let count = r.pick([1, 1, 1, 2, 3]); count > 0; count--) {
    const file = r.pick(files);
    file.content = mutateText(r, file.content);
  }
  return { ...project, files, args };
}

function mutateText(r, text) {
  const characters = [...text];
  const at = r.below(characters.length + 1);
  const lines = text.split("\n");
  const line = r.below(lines.length);
  const join = () => lines.join("\n");
  return r.weighted([
    [2, () => characters.toSpliced(at, 1).join("")],
    [2, () => characters.toSpliced(at, 0, r.pick(CHARACTERS)).join("")],
    [1, () => characters.toSpliced(at, 1, r.pick(CHARACTERS)).join("")],
    [0.5, () => characters.toSpliced(at, 0, characters[at] ?? "").join("")],
    [
      2,
      () => {
        lines.splice(line, 1);
        return join();
      },
    ],
    [
      1,
      () => {
        lines.splice(line, 0, lines[line]);
        return join();
      },
    ],
    [
      1,
      () => {
        const other = r.below(lines.length);
        [lines[line], lines[other]] = [lines[other], lines[line]];
        return join();
      },
    ],
    [
      1.5,
      () => {
        lines[line] = r.chance(0.5)
          ? `${r.pick(["  ", " ", "    "])}${lines[line]}`
          : lines[line].replace(/^ {1,2}/, "");
        return join();
      },
    ],
    [
      3,
      () => {
        lines[line] = swapWord(r, lines[line]);
        return join();
      },
    ],
    [3, () => swapPart(r, text)],
    [0.5, () => characters.slice(0, at).join("")],
  ]);
}

function swapWord(r, line) {
  const words = [...line.matchAll(/[\p{L}\w]+/gu)];
  if (!words.length) return `${line} ${r.pick(WORDS)}`;
  const word = r.pick(words);
  const wrong = r.chance(0.5) ? r.pick(WORDS) : misspelt(r, word[0]);
  return line.slice(0, word.index) + wrong + line.slice(word.index + word[0].length);
}

function misspelt(r, word) {
  const at = r.below(word.length);
  return r.pick([word.slice(0, at) + word.slice(at + 1), word.slice(0, at) + word[at] + word.slice(at), `${word}s`]);
}

function swapPart(r, text) {
  const [from, to] = r.pick(SWAPS);
  const places = [...text.matchAll(new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g"))];
  if (!places.length) return text;
  const { index } = r.pick(places);
  return text.slice(0, index) + to + text.slice(index + from.length);
}
