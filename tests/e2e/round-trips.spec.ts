// A work comes back from a link, a bundle and a zip as it was, whatever is in it. Without a page; bundles are written and read by the built wasm.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import type { Question } from "../../web/src/engine/types";
import { type Asked, readBundle, writeBundle } from "../../web/src/share/bundle";
import { readLink, writeLink } from "../../web/src/share/link";
import { markdownOf } from "../../web/src/share/markdown";
import { readZip, writeZip } from "../../web/src/share/zip";
import { type Work, workOf } from "../../web/src/work/work";

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

// Made by other tools: Python's zipfile, Info-ZIP, some with a byte changed since.
const elsewhere: Record<string, { files: string[]; left: string[] }> = {
  "plain.zip": { files: ["p/b.yml", "p/ä.yml"], left: [] },
  "streamed.zip": { files: ["a.yml", "b/c.yml"], left: [] },
  "streamed64.zip": { files: ["a.yml"], left: [] },
  "z64.zip": { files: ["a.yml", "d/b.yml"], left: [] },
  "names.zip": {
    files: ["dot.yml", "__proto__", "back/slash.yml", "constructor", "ok.yml"],
    left: ['"../up.yml"', '"/abs.yml"', '"C:/x.yml"', '"a/../b.yml"', '"ok.yml"'],
  },
  "enc.zip": { files: [], left: ["locked with a password", "locked with a password"] },
  "lzma.zip": { files: [], left: ["in a way that is not known"] },
  "link.zip": { files: ["a.yml"], left: ["is a link to another file"] },
  "damaged.zip": { files: [], left: ["is damaged"] },
  "liar.zip": { files: [], left: ["is damaged"] },
  "about1.zip": { files: ["a.yml"], left: ['"a.yml" is missing', '"b.yml" is missing'] },
  "about3.zip": { files: ["a.yml"], left: [] },
  "rezipped.zip": { files: ["a.yml", "new.yml"], left: [] },
};

test("zips from elsewhere are their files, and what cannot be taken is told", () => {
  const zip = (name: string) => readZip(readFileSync(`${__dirname}/../zips/${name}`));
  for (const [name, { files, left }] of Object.entries(elsewhere)) {
    const read = zip(name);
    expect(
      read.work.files.map(({ path }) => path),
      name,
    ).toEqual(files);
    expect(read.left, name).toEqual(left.map((text) => expect.stringContaining(text)));
  }
  expect(zip("rezipped.zip").work).toMatchObject({
    title: "T",
    commandLine: "-o json",
    files: [{ content: "a: 2\n" }, {}],
  });
  expect(() => zip("huge.zip")).toThrow(expect.objectContaining({ message: "The zip holds more than 20 MB." }));
  const whole = readFileSync(`${__dirname}/../zips/plain.zip`);
  for (let length = 0; length < whole.length; length++) {
    expect(() => readZip(whole.subarray(0, length))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/not a zip/) }),
    );
  }
  // Any byte may be wrong: the files that are taken are right all the same, or their names are.
  for (let at = 0; at < whole.length; at++) {
    const changed = Uint8Array.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 255;
    try {
      for (const { content } of readZip(changed).work.files) expect(["a: 1\n", "b: 1\n", ""]).toContain(content);
    } catch (error) {
      expect(error).toEqual({ message: expect.stringMatching(/not a zip|20 MB/) });
    }
  }
});

test("nothing in a work ends the code that it is in, in Markdown", () => {
  const content = "a: |\n  ```\n  `````\n</details>\n";
  const text = markdownOf(
    workOf({ files: [{ path: "a``b|<i>.yml", content }], commandLine: "-v a='```'" }),
    undefined,
    "",
  );
  expect(text).toContain("``` a``b|<i>.yml ```");
  expect(text).toContain(`\`\`\`\`\`\`yaml\n${content}\`\`\`\`\`\`\n`);
  expect(text).not.toContain("](");
});

test("the same work gives the same zip", () => {
  for (const { work } of examples) expect(writeZip(work)).toEqual(writeZip(work));
});
