// Works for tests that need many: the examples, and generated ones with unusual names and contents.
import { readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { fromExample, type Work, workOf } from "../src/core/work";
import { type WrittenBundle, workOfWritten } from "../src/formats/written-bundle";

const FOLDER = `${__dirname}/../examples`;

/** `work` is the work that a visitor gets of an example, `whole` all of it. */
export const examples: { id: string; work: Work; whole: Work }[] = readdirSync(FOLDER)
  .filter((name) => name !== "earlier")
  .sort()
  .map((name) => {
    if (!name.endsWith(".yml")) throw new Error(`web/examples/${name} is not an example`);
    const id = name.replace(/\.yml$/, "");
    const whole = workOfWritten(load(readFileSync(`${FOLDER}/${name}`, "utf8")) as WrittenBundle);
    return { id, whole, work: fromExample(id, whole) };
  });
if (examples.length < 80) throw new Error(`only ${examples.length} examples in web/examples`);

/** Pseudo-random numbers in [0, 1), the same in every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  "a: 1\n",
  "a: 1\r\n",
  "\r",
  "\n",
  "\n\n",
  "",
  " ",
  "\t",
  "---\n",
  "#@ load('@ytt:data', 'data')\n",
  "- x",
  "null",
  "~",
  "'",
  '"',
  "\\",
  "`",
  "$HOME",
  "END_OF_FILE\n",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\u0007",
  "\u001b[31m",
  "näme",
  "🔥",
  "日本語",
  "</script><script>alert(1)</script>",
  "x".repeat(300),
  "key: |\n  text  \n\n",
  "```\n",
  "%TAG ! x\n",
];
const NAMES = [
  "a.yml",
  "config",
  "näme 🔥",
  "with space.yml",
  "'quoted'.yml",
  "-f",
  "a=b",
  "__proto__",
  "1",
  "0",
  "constructor",
  "#x",
  "$(id)",
  "`id`",
  ".hidden",
  "%41",
  "a:b.yml",
  "~",
  "CON",
  "x&y;z",
  ".ytterby.json",
];

export function randomWork(random: () => number): Work {
  const below = (most: number) => Math.floor(random() * most);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const text = (most = 6) => Array.from({ length: below(most) }, () => one(PIECES)).join("");
  const line = () => text(3).replaceAll(/[\r\n]/g, " ");
  const paths = new Set(
    Array.from({ length: below(6) }, () => Array.from({ length: 1 + below(3) }, () => one(NAMES)).join("/")),
  );
  const files = [...paths].map((path) => ({
    path,
    // The NUL makes it binary.
    content:
      random() < 0.2
        ? Uint8Array.from([one([0, 255]), 0, ...Array.from({ length: below(400) }, () => below(256))])
        : text(),
  }));
  const env = () =>
    Array.from({ length: below(3) }, () => ({ name: one(["A", "A", "", "odd name", "ä"]), value: line() }));
  return workOf({
    title: line(),
    description: line(),
    lesson: text(),
    steps: Array.from({ length: below(2) }, () => ({
      text: text(),
      edits: [
        one([
          { file: "a.yml", replace: "a: 1", with: text() },
          { file: "b.yml", content: text() },
          { commandLine: line() },
        ]),
      ],
      done: [{ passes: random() < 0.5 }],
    })),
    files,
    open: files.length > 0 ? below(files.length) : 0,
    commandLine: line(),
    env: env(),
    checks: Array.from({ length: below(3) }, () =>
      one([
        { value: "a.b", is: one([1, "x", null, [1, { a: true }], 1.5]) },
        { output: "a.yml", is: text() },
        { passes: random() < 0.5 },
        { violation: "a", says: line() },
      ]),
    ),
    variants: Array.from({ length: below(2) }, () => ({
      name: line(),
      commandLine: line(),
      env: env(),
      without: files.slice(0, 1).map(({ path }) => path),
    })),
    view: one(["", "values", "schema", "checks"]),
  });
}

const random = numbers(5);
/** These works are the same in every run. */
export const generatedWorks = Array.from({ length: 400 }, (_, at) => ({
  id: `generated ${at}`,
  work: randomWork(random),
}));
