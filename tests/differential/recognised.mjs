// `recognised.json`: for each reason of reasons.mjs a program, and the real ytt's answers to it and to further questions, in order.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("recognised.json", import.meta.url);

/** Examples by the name of their reason: { program, answers }. */
export const readExamples = () => JSON.parse(readFileSync(FILE, "utf8"));

/** A real ytt that answers from an example. */
export function recorded({ answers }) {
  let next = 0;
  const ask = async () => answers[Math.min(next++, answers.length - 1)];
  return { ask, answer: ask };
}

/** So much of a report is stored: Go's stacks are long. */
const LONGEST = 800;

/** If ytt is random, it may take some attempts to see that. */
const ATTEMPTS = 50;

/** Stores an example. `judge` judges the program with a real ytt. */
export async function record(reason, { files, args, env }, judge, ytt) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answers = [];
    const ask = async (program) => {
      const { status, stdout, report, files } = await ytt.ask(program);
      answers.push({ status, stdout, report: report.slice(0, LONGEST), files });
      return answers.at(-1);
    };
    await judge({ ask, answer: ask });
    const example = { program: { files, args, env }, answers };
    if ((await judge(recorded(example))).reasons?.join() !== reason) continue;
    const examples = { ...readExamples(), [reason]: example };
    const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
    return writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  }
  throw new Error(`the program does not show again that ${reason}`);
}
