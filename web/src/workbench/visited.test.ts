import { ChangeSet } from "@codemirror/state";
import { expect, test } from "vitest";
import { Visited } from "./visited";

const FILES = new Set(["a", "b"]);
const NOW = { file: "b", offset: 0 };

test("places are visited in reverse order, once each", () => {
  const visited = new Visited();
  for (const offset of [3, 3, 5]) visited.add({ file: "a", offset });
  expect(visited.back(FILES, NOW)).toEqual({ file: "a", offset: 5 });
  expect(visited.back(FILES, NOW)).toEqual({ file: "a", offset: 3 });
  expect(visited.back(FILES, NOW)).toBeUndefined();
});

test("after going back, the place that was left is the next one forward, until the user jumps elsewhere", () => {
  const visited = new Visited();
  const first = { file: "a", offset: 1 };
  const second = { file: "a", offset: 2 };
  const third = { file: "a", offset: 3 };
  visited.add(first);
  visited.add(second);
  expect(visited.back(FILES, third)).toEqual(second);
  expect(visited.back(FILES, second)).toEqual(first);
  expect(visited.forward(FILES, first)).toEqual(second);
  expect(visited.forward(FILES, second)).toEqual(third);
  expect(visited.forward(FILES, third)).toBeUndefined();
  expect(visited.back(FILES, third)).toEqual(second);
  visited.add(second);
  expect(visited.forward(FILES, NOW)).toBeUndefined();
});

test("a place moves with the text of its file", () => {
  const visited = new Visited();
  visited.add({ file: "a", offset: 5 });
  visited.follow("a", ChangeSet.of({ from: 0, insert: "12" }, 10));
  visited.follow("b", ChangeSet.of({ from: 0, insert: "12" }, 10));
  expect(visited.back(FILES, NOW)).toEqual({ file: "a", offset: 7 });
});

test("where the user is, and what is in a file that was deleted, is left out", () => {
  const visited = new Visited();
  for (const file of ["a", "gone", "b"]) visited.add({ file, offset: 0 });
  expect(visited.back(FILES, NOW)).toEqual({ file: "a", offset: 0 });
});

test("there is a limit", () => {
  const visited = new Visited();
  for (let offset = 0; offset < 100; offset++) visited.add({ file: "a", offset });
  let count = 0;
  while (visited.back(FILES, NOW)) count++;
  expect(count).toBe(50);
});
