import { expect, test } from "vitest";
import { bytesOf, checkedWork, contentOf, environment, identical, pathObjection, sameWork, workOf } from "./work";

test.each([[undefined], [null], [7], ["text"], [[]], [{ files: "none" }], [{ files: [null, 7, { path: 7 }] }]])(
  "a work from %j is empty",
  (data) => {
    expect(checkedWork(data)).toEqual({ work: workOf({}), left: [] });
  },
);

test("fields of the right type are taken, and others are not", () => {
  const { work, left } = checkedWork({
    title: "Kiln",
    description: 7,
    files: [
      { path: "a.yml", content: "a: 1\r\n", more: true },
      { path: "b", content: new Uint8Array([255, 0]) },
    ],
    open: 1,
    env: [{ name: "A", value: "1" }, { name: 7 }, "B=2"],
    checks: [{ output: "a.yml", is: { deep: [1] }, document: 0, unknown: true, passes: "yes" }],
    variants: [{ name: "test", commandLine: "--debug", env: [], without: ["b", 7] }],
    view: "checks",
  });
  expect(left).toEqual([]);
  expect(work).toEqual(
    workOf({
      title: "Kiln",
      files: [
        { path: "a.yml", content: "a: 1\r\n" },
        { path: "b", content: new Uint8Array([255, 0]) },
      ],
      open: 1,
      env: [
        { name: "A", value: "1" },
        { name: "", value: "" },
      ],
      checks: [{ output: "a.yml", is: { deep: [1] }, document: 0 }],
      variants: [{ name: "test", commandLine: "--debug", env: [], without: ["b"] }],
      view: "checks",
    }),
  );
});

test.each([
  ["a path twice", { files: [{ path: "a" }, { path: "a" }] }, /The file "a" was skipped. Another file has this name/],
  ["a path out of the folder", { files: [{ path: "../a" }] }, /was skipped/],
  [
    "too many files",
    { files: Array.from({ length: 201 }, (_, at) => ({ path: `${at}` })) },
    /Only the first 200 files/,
  ],
  ["a long title", { title: "x".repeat(2_001) }, /title was truncated after 2000 characters/],
  ["too many variables", { env: Array.from({ length: 1_001 }, () => ({})) }, /Only the first 1000 of 1001 variables/],
  ["a deeply nested expectation", { checks: [{ is: JSON.parse("[".repeat(200) + "]".repeat(200)) }] }, /too deeply/],
])("%s is reported", (_, data, message) => {
  const { left } = checkedWork(data);
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(message);
});

test("the open file is one of the files", () => {
  const open = (index: unknown) => checkedWork({ files: [{ path: "a" }, { path: "b" }], open: index }).work.open;
  expect([0, 1, 2, -1, 0.5, "1", Number.NaN].map(open)).toEqual([0, 1, 0, 0, 0, 0, 0]);
});

test("steps that are done are indices, and do not make a work another one", () => {
  const done = [2, 0, 2, -1, 0.5, "1", 50, null];
  expect(checkedWork({ done }).work.done).toEqual([0, 2]);
  const [one, other] = [workOf({}), workOf({ done: [0] })];
  expect(sameWork(one, other)).toBe(true);
  expect(identical(one, other)).toBe(false);
});

test("checks have values and counts", () => {
  const checks = [{ value: "a", not: null, has: { b: 1 }, least: 2, lines: -1, documents: "3", document: 1.5 }];
  expect(checkedWork({ checks }).work.checks).toEqual([{ value: "a", least: 2, not: null, has: { b: 1 } }]);
  const deep = JSON.parse("[".repeat(200) + "]".repeat(200));
  expect(checkedWork({ checks: [{ value: "a", not: deep }] }).left).toHaveLength(1);
});

test("lone surrogates are replaced", () => {
  const { work } = checkedWork({ title: "a\ud800", files: [{ path: "a.yml", content: "b\udc00" }] });
  expect(work.title).toBe("a\ufffd");
  expect(work.files[0]?.content).toBe("b\ufffd");
});

test.each(["a.yml", "dir/a.yml", "näme 🔥.yml", " a ", ".hidden", "a:b"])("%j is a path", (path) => {
  expect(pathObjection(path)).toBeUndefined();
});

test.each(["", "/a", "a/", "a//b", ".", "a/../b", "a\\b", "a\nb", "a\u007fb", "C:/a", "\ud800", "x".repeat(201)])(
  "%j is not a path",
  (path) => {
    expect(pathObjection(path)).toEqual(expect.any(String));
  },
);

test("bytes are text if they are UTF-8 without NUL, with their byte order mark", () => {
  for (const text of ["", "a: 1\r\n", "\ufeffa: 1\n", "🔥"]) expect(contentOf(bytesOf(text))).toBe(text);
  for (const bytes of [new Uint8Array([255]), new Uint8Array([97, 0])]) expect(contentOf(bytes)).toBe(bytes);
});

test("of two variables with one name the last one counts, and one without a name does not", () => {
  const env = ["A=1", "=2", "A=3", "__proto__=4"].map((text) => {
    const [name = "", value = ""] = text.split("=");
    return { name, value };
  });
  expect(Object.entries(environment(env))).toEqual([
    ["A", "3"],
    ["__proto__", "4"],
  ]);
});

test("works are the same whatever is open, and identical if that is equal, too", () => {
  const files = (byte: number) => [
    { path: "a", content: "text" },
    { path: "b", content: new Uint8Array([0, byte]) },
  ];
  const work = workOf({ files: files(1) });
  const elsewhere = workOf({ files: files(1), open: 1, view: "checks" });
  expect(sameWork(work, elsewhere)).toBe(true);
  expect(identical(work, elsewhere)).toBe(false);
  expect(identical(work, workOf({ files: files(1) }))).toBe(true);
  for (const other of [workOf({ files: files(2) }), workOf({ files: files(1), title: "x" }), workOf({ files: [] })])
    expect(sameWork(work, other)).toBe(false);
});
