// A work comes back from a link, a bundle and a zip as it was, whatever is in it. Without a page; bundles are written and read by the built wasm.
import { expect, test } from "@playwright/test";
import type { Question } from "../../web/src/engine/types";
import { type Asked, readBundle, writeBundle } from "../../web/src/share/bundle";
import { readLink, writeLink } from "../../web/src/share/link";
import { readZip, writeZip } from "../../web/src/share/zip";
import type { Work } from "../../web/src/work/work";

import { examples, numbers, randomWork } from "./works";

const GENERATED = 400;
const random = numbers(5);
const generated = Array.from({ length: GENERATED }, (_, at) => ({ id: `generated ${at}`, work: randomWork(random) }));
const all = [...examples, ...generated];

/** Any export of the built wasm. */
async function ask(name: string, given: unknown) {
  const engine = await import("../wasm/engine.mjs");
  return engine.ask(name, given);
}

/** The engine, as far as bundles need it. */
const engine = {
  ask: (question: Question) =>
    question.kind === "writeBundle"
      ? ask("writeBundle", question.bundle)
      : ask("readBundle", (question as { text: string }).text),
} as Asked;

const ways: Record<string, (work: Work) => Promise<{ work: Work }>> = {
  link: async (work) => {
    const read = await readLink(writeLink(work), async () => undefined);
    if (read.kind !== "work") throw new Error(read.message);
    return read;
  },
  "link that builds on an example": async (work) => {
    const base = examples[0];
    if (!base) throw new Error("no example");
    const read = await readLink(writeLink(work, base), async () => base.work);
    if (read.kind !== "work") throw new Error(read.message);
    return read;
  },
  zip: async (work) => readZip(writeZip(work)),
  bundle: async (work) => readBundle(engine, await writeBundle(engine, work)),
};

for (const [name, way] of Object.entries(ways)) {
  test(`${name}: ${examples.length} examples and ${GENERATED} generated works come back as they were`, async () => {
    test.setTimeout(120_000);
    for (const { id, work } of all) {
      const read = await way(work).catch((error) => ({ work: `${id}: ${error.message ?? error}` }));
      expect(read.work, id).toEqual(work);
    }
  });
}

test("the same work gives the same zip", () => {
  for (const { work } of examples) expect(writeZip(work)).toEqual(writeZip(work));
});
