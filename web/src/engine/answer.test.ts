import { expect, test, vi } from "vitest";
import { LineMap, Response, Tree } from "./answer";

/** `origins`: file and line for each output line; `more`: output line, kind (0 merged, 1 replaced), file and line. */
const lines = (files: string[], origins: number[], more: number[] = []) => ({
  files,
  origins: Uint32Array.from(origins),
  more: Uint32Array.from(more),
});

test("an output line knows its origin, and the overlays that touched it", () => {
  const map = new LineMap(
    lines(["a.yml", "over.yml"], [1, 1, 0, 0, 1, 3, 2, 9], [1, 0, 2, 5, 3, 0, 2, 6, 3, 0, 2, 7, 3, 1, 1, 4]),
  );
  expect(map.any).toBe(true);
  expect(map.length).toBe(4);
  expect(map.at(1)).toEqual({ file: "a.yml", line: 1, touchedBy: [{ file: "over.yml", line: 5 }], replaced: [] });
  expect(map.at(2)).toBeUndefined();
  expect(map.at(3)).toEqual({
    file: "a.yml",
    line: 3,
    touchedBy: [
      { file: "over.yml", line: 6 },
      { file: "over.yml", line: 7 },
    ],
    replaced: [{ file: "a.yml", line: 4 }],
  });
  expect(map.at(4)).toEqual({ file: "over.yml", line: 9, touchedBy: [], replaced: [] });
  expect(map.at(0)).toBeUndefined();
  expect(map.at(5)).toBeUndefined();
});

test("an input line knows its output lines, in order and each once", () => {
  const map = new LineMap(lines(["a.yml", "over.yml"], [1, 2, 1, 2, 2, 1, 1, 2], [1, 0, 2, 1, 3, 0, 2, 1, 3, 1, 1, 2]));
  expect(map.from("a.yml", 2)).toEqual([1, 2, 3, 4]);
  expect(map.from("over.yml", 1)).toEqual([1, 3]);
  expect(map.from("over.yml", 2)).toEqual([]);
  expect(map.from("other.yml", 1)).toEqual([]);
});

test("several input lines know their output lines, without those of replaced values", () => {
  const map = new LineMap(lines(["a.yml", "over.yml"], [1, 2, 1, 3, 2, 1, 1, 4], [1, 0, 2, 5, 4, 1, 2, 5]));
  const from = (...wanted: [string, number[]][]) =>
    map.fromAny(new Map(wanted.map(([file, lines]) => [file, new Set(lines)])));
  expect(from(["a.yml", [2, 4]], ["over.yml", [1]])).toEqual([1, 3, 4]);
  // Line 5 has changed the first line, and replaces the former last line.
  expect(from(["over.yml", [5]])).toEqual([1]);
  expect(from(["other.yml", [2]])).toEqual([]);
});

test("without origins nothing is known of any line", () => {
  const map = new LineMap();
  expect(map.any).toBe(false);
  expect(map.at(1)).toBeUndefined();
  expect(map.from("a.yml", 1)).toEqual([]);
});

interface Named {
  name: string;
  children: Named[];
}

/** Nodes as the engine sends them: depth and node, parents first. */
const nodes = (text: string) =>
  text.split(" ").map((word): [number, Named] => [word.length - 1, { name: word, children: [] }]);
/** Names, nested like the nodes. */
const shape = (node: Named | undefined): unknown => node && { [node.name]: node.children.map(shape) };
const SHAPE = { a: [{ bb: [{ ccc: [] }, { ddd: [] }] }, { ee: [] }] };
const WORDS = "a bb ccc ddd ee";

test("a tree of which all nodes were sent is there at once", () => {
  const placed = vi.fn();
  const tree = new Tree<Named>(true, "values", placed, JSON.stringify(nodes(WORDS)));
  expect(shape(tree.known)).toEqual(SHAPE);
  expect(placed).toHaveBeenCalledOnce();
});

test("a tree that does not exist has no root, and asks for none", async () => {
  const ask = vi.fn();
  const tree = new Tree<Named>(false, "values", () => {}, ask);
  expect(tree.now()).toBeUndefined();
  expect(await tree.load()).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
});

test("a tree is asked for once, in parts, and the parts fit together", async () => {
  const all = nodes(`a bb ${Array(600).fill("ccc").join(" ")} bb ccc`);
  const ask = vi.fn(async (_: string, from: number, count: number) => JSON.stringify(all.slice(from, from + count)));
  const tree = new Tree<Named>(true, "values", () => {}, ask);
  expect(tree.now()).toBeUndefined();
  await tree.load();
  const root = await tree.load();
  expect(root?.children.map(({ children }) => children.length)).toEqual([600, 1]);
  expect(tree.now()).toBe(root);
  expect(ask.mock.calls).toEqual([
    ["values", 0, 250],
    ["values", 250, 250],
    ["values", 500, 250],
  ]);
});

test("a tree that the engine no longer has stays unknown", async () => {
  const full = JSON.stringify(Array(250).fill([0, { name: "a" }]));
  const tree = new Tree<Named>(
    true,
    "values",
    () => {},
    async (_, from) => (from === 0 ? full : null),
  );
  expect(tree.isLost).toBe(false);
  expect(tree.now()).toBeUndefined();
  await tree.load();
  expect(tree.isLost).toBe(true);
  expect(await tree.load()).toBeUndefined();
});

test("a response has its files with contents and line maps", () => {
  const inputs = [
    { path: "values.yml", kind: "dataValues" },
    { path: "in.yml", kind: "template" },
  ];
  const head = {
    exitStatus: 0,
    files: ["a.yml", "b.bin"],
    inputs,
    stdout: null,
    prints: [],
    report: "",
    diagnostics: ["moved"],
    checks: [],
    usage: {},
    values: null,
    libraries: ["lib"],
    schema: false,
  };
  const placed: unknown[] = [];
  const response = new Response(
    { head: JSON.stringify(head), contents: ["a: 1\n", Uint8Array.of(1)], lines: [lines(["in.yml"], [1, 1])] },
    (answer) => {
      placed.push(answer);
      return answer;
    },
  );
  expect(response.files.map(({ path, content }) => [path, content])).toEqual([
    ["a.yml", "a: 1\n"],
    ["b.bin", Uint8Array.of(1)],
  ]);
  expect(response.files[0]?.map.at(1)?.file).toBe("in.yml");
  expect(response.files[1]?.map.any).toBe(false);
  expect(response.inputs).toEqual(inputs);
  expect(response.stdout).toBeUndefined();
  expect(placed).toContainEqual(["moved"]);
});

test("a response names the trees that were read", () => {
  const head = { exitStatus: 0, files: [], diagnostics: [], checks: [], values: 1, libraries: ["lib"], schema: true };
  const ask = vi.fn(async () => JSON.stringify(nodes("a bb")));
  const trees = { values: JSON.stringify(nodes("a bb")) };
  const parts = { head: JSON.stringify(head), contents: [], lines: [], trees };
  const response = new Response(parts, (answer) => answer, ask);
  expect(response.readTrees).toEqual([]);
  expect(response.values.now()).toBeDefined();
  expect(response.libraries[0]?.values.now()).toBeUndefined();
  expect(response.readTrees).toEqual(["values", "0"]);
  expect(ask).toHaveBeenCalledOnce();
});
