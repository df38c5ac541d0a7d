// The seeds of fuzzing: the golden cases, cut into inputs for each target. Written anew for each run, so nothing is stored twice.
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findCases, readCase } from "../wasm/case-file.mjs";

const cases = fileURLToPath(new URL("../cases/", import.meta.url));

/** Line between the two files that some targets take; `two_files` in tests/parts/src/properties.rs. */
const BETWEEN = "\n-- --\n";

/** The seeds that a case has for each target. */
const SEEDS = {
  reader: ({ inputs, expected }) => [...inputs, ...expected.files].map(({ content }) => content),
  front_end: ({ inputs }) => inputs.map(({ content }) => content),
  schema: ({ inputs }) => pairs(inputs, (content) => /@data\/values-schema|@schema(\/definition)?\b/.test(content)),
  overlay: ({ inputs }) => pairs(inputs, (content) => !content.includes("overlay/")),
  request: (found) => [requestText(found)],
  // Its bytes are choices: no text means anything.
  project: () => [],
};

/** Each file that is a first one, with each of the others. */
function pairs(inputs, isFirst) {
  const texts = inputs.map(({ content }) => content).filter((content) => typeof content === "string");
  return texts
    .filter(isFirst)
    .flatMap((first) => texts.filter((other) => other !== first).map((other) => first + BETWEEN + other));
}

/** The case without its expectations. */
function requestText({ args, command, env, inputs }) {
  const head = [
    `args: ${command === undefined ? args : command.replace(/^ytt */, "")}`,
    ...env.map((one) => `env: ${one}`),
  ];
  const files = inputs.map(({ path, content }) => `-- ${path} --\n${content}`);
  return [...head, ...files].join("\n");
}

/** Writes the seeds of a target into an empty folder, those that are not longer than its inputs; says how many there are. */
export function writeSeeds(target, folder, longest) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const seeds = findCases(cases)
    .flatMap((path) => SEEDS[target](readCase(cases + path)))
    .map((content) => Buffer.from(content))
    .filter((content) => content.length <= longest);
  for (const seed of seeds) writeFileSync(`${folder}/${createHash("sha1").update(seed).digest("hex")}`, seed);
  return seeds.length;
}
