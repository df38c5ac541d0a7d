// Links that are based on an example need the exact text that it had. tests/links/examples.json has the digest of every text of an example in a
// release. If a test fails because an example was changed: keep the old text as web/examples/earlier/ID.DIGEST.yml, and add the new digest.
import { existsSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { examples as written } from "../../testing/works";
import { stepped } from "../core/steps";
import { fromExample } from "../core/work";
import { digest } from "../formats/link";
import { type WrittenBundle, workOfWritten } from "../formats/written-bundle";
import { exampleOf, examples, exampleText, exampleWork, FIRST, firstWork, readMarkdown } from "./examples";
import { topics } from "./order";

const released: Record<string, string[]> = JSON.parse(
  readFileSync(`${__dirname}/../../../tests/links/examples.json`, "utf8"),
);

test("the digest of every example is recorded", () => {
  const unknown = written.filter(({ id, work }) => !released[id]?.includes(digest(work)));
  expect(unknown.map(({ id, work }) => `${id}: ${digest(work)}`)).toEqual([]);
});

test("every recorded text of an example still exists", () => {
  expect(Object.keys(released).length).toBeGreaterThanOrEqual(80);
  for (const [id, texts] of Object.entries(released)) {
    const now = written.find((example) => example.id === id);
    for (const text of texts) {
      if (now && digest(now.work) === text) continue;
      const path = `${__dirname}/../../examples/earlier/${id}.${text}.yml`;
      expect(existsSync(path), path).toBe(true);
      const work = workOfWritten(load(readFileSync(path, "utf8")) as WrittenBundle);
      expect(digest(fromExample(id, work)), path).toBe(text);
    }
  }
});

test("visitors of an example get neither its checks nor its title, lesson and steps", async () => {
  for (const { id } of written) {
    const { title, description, lesson, steps, checks, example } = (await exampleWork(id)) ?? firstWork;
    expect({ title, description, lesson, steps, checks, example }, id).toEqual({
      title: "",
      description: "",
      lesson: "",
      steps: [],
      checks: [],
      example: id,
    });
  }
});

test("the steps of the examples can be applied one after the other", () => {
  for (const { id, whole } of written) {
    let work = whole;
    for (const { text, edits } of whole.steps) {
      const { work: next, refused } = stepped(work, edits);
      expect(refused, `${id}: ${text}`).toEqual([]);
      work = next;
    }
  }
});

test("every example has exactly one place in the gallery", () => {
  const ids = written.map(({ id }) => id).toSorted();
  expect(topics.flatMap((topic) => topic.ids).toSorted()).toEqual(ids);
  expect(examples.map(({ id }) => id).toSorted()).toEqual(ids);
});

test("the first example, with its description and lesson, is part of the page itself", () => {
  expect(firstWork).toEqual(written.find(({ id }) => id === FIRST)?.work);
  const whole = written.find(({ id }) => id === FIRST)?.whole;
  for (const text of [whole?.description, whole?.lesson, ...(whole?.steps ?? []).map(({ text }) => text)])
    expect(readMarkdown(text ?? ""), text).toBeDefined();
});

test("examples are found by their own ids and by those of the official playground", async () => {
  for (const { id, official } of examples) {
    expect(exampleOf(id)?.id).toBe(id);
    for (const name of official) expect(exampleOf(name)?.official, name).toContain(name);
    const one = written.find((one) => one.id === id);
    expect(await exampleWork(id), id).toEqual(one?.work);
    for (const { text } of one?.whole.steps ?? []) expect(readMarkdown(text), text).toBeDefined();
  }
  expect(exampleOf("example-if")).toBeDefined();
  expect(exampleOf("no-such")).toBeUndefined();
  expect(exampleOf("__proto__")).toBeUndefined();
  expect(await exampleWork("no-such")).toBeUndefined();
});

test("every recorded text can be loaded by its digest, for links that are based on it", async () => {
  for (const [id, texts] of Object.entries(released))
    for (const text of texts) {
      const work = await exampleText(id, text);
      expect(work && digest(work), `${id} ${text}`).toBe(text);
    }
  expect(await exampleText("kiln", "other")).toBeUndefined();
});
