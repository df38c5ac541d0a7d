// The texts of the lessons' steps name what their checks expect. What a step leaves to the reader is shown by another solution of it, in
// tests/lessons/other-solutions.yml, which tests/wasm/lessons.test.mjs runs.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { examples as written } from "../../testing/works";
import { stepped } from "../core/step-edits";
import type { Step, StepEdit, Work } from "../core/work";
import type { WrittenEdit } from "../formats/written-bundle";

type Solutions = Record<string, Record<number, WrittenEdit[][]>>;
const solutions = load(readFileSync(`${__dirname}/../../../tests/lessons/other-solutions.yml`, "utf8")) as Solutions;

const WORD = /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)*|[!<>=]=/gu;
const words = (text: string) => new Set(text.match(WORD));
/** Parts between white space, quotes and brackets, such as `/srv/blog`. */
const parts = (text: string) => new Set(text.split(/[\s"'`,()[\]{}]+/).map((part) => part.replace(/[:;.]+$/, "")));

const textOf = (edit: StepEdit | WrittenEdit): string =>
  ["file", "with", "content", "commandLine", "args"]
    .map((field) => (edit as unknown as Record<string, unknown>)[field])
    .filter((value) => value !== undefined)
    .flat()
    .join(" ");
const fullText = ({ files, commandLine, env }: Work) =>
  [
    commandLine,
    ...env.flatMap(({ name, value }) => [name, value]),
    ...files.flatMap(({ path, content }) => [path, content]),
  ].join(" ");

/** All texts and numbers of a check. */
const leaves = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inside]) => [key, ...leaves(inside)])
    : [String(value)];

interface Found {
  id: string;
  at: number;
  step: Step;
  /** Words that the edits add, and which neither the text nor anything before has. */
  hidden: string[];
  hiddenParts: string[];
}

function stepsOf({ id, whole }: { id: string; whole: Work }): Found[] {
  let work = whole;
  let known = `${fullText(work)} `;
  return whole.steps.map((step, at) => {
    known += `${step.text} `;
    const added = step.edits.map(textOf).join(" ");
    const unknown = (pieces: (text: string) => Set<string>) => {
      const before = pieces(known);
      return [...pieces(added)].filter((piece) => !before.has(piece));
    };
    const found = { id, at, step, hidden: unknown(words), hiddenParts: unknown(parts) };
    work = stepped(work, step.edits).work;
    known += `${added} `;
    return found;
  });
}

const all = written.flatMap(stepsOf);

test("a check of a step expects nothing that only the step's own solution has", () => {
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.flatMap(({ id, at, step, hidden, hiddenParts }) =>
    step.done.flatMap(leaves).flatMap((leaf) => {
      const found = [...words(leaf)].filter((word) => hidden.includes(word));
      const part = [...parts(leaf)].filter((part) => hiddenParts.includes(part));
      return [...found, ...part].map((what) => `${id}, step ${at + 1}: ${what}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test("what a step leaves to the reader is different in another solution", () => {
  const wrong = all.flatMap(({ id, at, hidden }) => {
    const others = (solutions[id]?.[at + 1] ?? []).map((edits) => words(edits.map(textOf).join(" ")));
    return hidden
      .filter((word) => !others.some((other) => !other.has(word)))
      .map((word) => `${id}, step ${at + 1}: ${word}`);
  });
  expect(wrong).toEqual([]);
});

test("other solutions are those of steps that exist", () => {
  for (const [id, steps] of Object.entries(solutions))
    for (const at of Object.keys(steps))
      expect(
        all.some((one) => one.id === id && one.at + 1 === Number(at)),
        `${id} ${at}`,
      ).toBe(true);
});
