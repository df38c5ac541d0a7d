import { expect, test } from "vitest";
import { examples as written } from "../../testing/works";
import { stepped } from "../core/step-edits";
import { digest } from "../formats/link";
import { exampleOf, examples, exampleText, exampleWork, FIRST, firstWork, readMarkdown } from "./examples";
import { topics } from "./order";

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

test("links that are based on an example find its text by its digest", async () => {
  for (const { id, work } of written) expect(await exampleText(id, digest(work)), id).toEqual(work);
  expect(await exampleText("kiln", "other")).toBeUndefined();
});
