import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { sealed, sealedPayload } from "../../testing/sealed-link";
import { examples, generatedWorks, numbers } from "../../testing/works";
import { checkedWork, summaryOf, type Work, workOf } from "../core/work";
import { type Base, digest, readLink, writeLink } from "./link";

const none = async () => undefined;
const kiln = workOf({
  title: "A kiln",
  lesson: "Try *this*.",
  files: [
    { path: "schema.yml", content: "#@data/values-schema\n---\nkiln:\n  peak: 1000\n" },
    { path: "odd/näme = 'x' 🔥.yml", content: "a: 1\r\nb: 2\r\n" },
    { path: "empty", content: "" },
    { path: "raw.bin", content: Uint8Array.from({ length: 300 }, (_, at) => at % 256) },
  ],
  open: 1,
  commandLine: "--data-value a='b c' -o json",
  env: [
    { name: "A", value: "1=2" },
    { name: "A", value: "" },
    { name: "", value: "half typed" },
  ],
  checks: [{ value: "kiln.peak", is: 1000 }],
  variants: [{ name: "prod", commandLine: "-v a=1", env: [{ name: "B", value: "2" }], without: ["empty"] }],
  view: "values",
});

test("a work survives a link", async () => {
  expect(await readLink(writeLink(kiln), none)).toEqual({ kind: "work", work: kiln, left: [] });
});

describe("round trips of examples and generated works", () => {
  const works = [...examples, ...generatedWorks];

  test("in a link that holds the whole work", async () => {
    for (const { id, work } of works)
      expect(await readLink(writeLink(work), none), id).toEqual({ kind: "work", work, left: [] });
  });

  test("in a link that is based on an example", async () => {
    const base = examples[0] as Base;
    for (const { id, work } of works)
      expect(await readLink(writeLink(work, base), async () => base.work), id).toEqual({
        kind: "work",
        work,
        left: [],
      });
  });
});

test("a link based on an example is short, and can only be read with that version of the example", async () => {
  const base: Base = { id: "kiln", work: kiln };
  const changed: Work = { ...kiln, commandLine: "--strict" };
  const link = writeLink(changed, base);
  expect(link.length).toBeLessThan(100);
  const find = async (id: string, text: string) => (id === "kiln" && text === digest(kiln) ? kiln : undefined);
  expect(await readLink(link, find)).toEqual({ kind: "work", work: changed, left: [] });
  expect(await readLink(link, none)).toMatchObject({ kind: "newer", message: expect.stringContaining("“kiln”") });
});

test("percent escapes and line breaks within a link are ignored", async () => {
  const link = writeLink(kiln);
  const broken = `${link.slice(0, 60)}\n  ${link.slice(60).replaceAll("-", "%2D")}`;
  expect(await readLink(broken, none)).toMatchObject({ kind: "work", work: kiln });
});

test("punctuation and query parameters after a link are ignored, and so are invisible characters within it", async () => {
  const link = writeLink(kiln);
  for (const after of [
    ".",
    ")",
    ">",
    "_",
    "**",
    '",',
    "?utm_source=chat&x=1",
    "&fbclid=A.b-c",
    "%29.",
    "\u200b",
    "…",
    "..",
  ])
    expect(await readLink(link + after, none), after).toEqual({ kind: "work", work: kiln, left: [] });
  expect(await readLink(`${link.slice(0, 50)}\u00ad\u200b${link.slice(50)}`, none)).toMatchObject({ kind: "work" });
});

test("when the example cannot be loaded, the link is not reported as newer than the page", async () => {
  const link = writeLink({ ...kiln, title: "mine" }, { id: "kiln", work: kiln });
  expect(await readLink(link, () => Promise.reject(new Error("offline")))).toEqual({
    kind: "unavailable",
    message: expect.stringContaining("“kiln”, which could not be loaded"),
  });
});

test("the beginning of a truncated link can be read", async () => {
  const link = writeLink(kiln);
  const read = await readLink(link.slice(0, -60), none);
  expect(read).toMatchObject({ kind: "damaged", message: expect.stringContaining("its end is missing") });
  if (read.kind !== "damaged") throw new Error("not damaged");
  expect(read.read?.work.title).toBe("A kiln");
  expect(read.read?.work.files[0]).toEqual(kiln.files[0]);
  expect(read.read?.left.join()).toContain("incomplete");
});

test("what is before a missing or wrong character in the middle of a link can be read", async () => {
  const lines = (word: string) => Array.from({ length: 200 }, (_, n) => `${word}${n * n}: ${n}\n`).join("");
  const [first, second] = [lines("a"), lines("b")];
  const link = writeLink(
    workOf({
      files: [
        { path: "a.yml", content: first },
        { path: "b.yml", content: second },
      ],
    }),
  );
  const middle = Math.floor(link.length * 0.75);
  for (const inserted of ["", "!", link[middle] === "A" ? "B" : "A"]) {
    const read = await readLink(link.slice(0, middle) + inserted + link.slice(middle + 1), none);
    if (read.kind !== "damaged") throw new Error(read.kind);
    expect(read.message).toContain("corrupted");
    expect(read.read?.work.files[0]?.content).toBe(first);
    const found = String(read.read?.work.files[1]?.content);
    const same = [...found].findIndex((char, at) => char !== second[at]);
    expect(same < 0 ? found.length : same).toBeGreaterThan(600);
  }
});

test("a link of a later version is reported as such", async () => {
  expect(await readLink("y2:d.abc.def", none)).toMatchObject({
    kind: "newer",
    message: expect.stringContaining("version 2"),
  });
});

// Links from the release of each version, with their works. They must never be changed: such links exist elsewhere.
const RELEASED = `${__dirname}/../../../tests/links`;
const versions = readdirSync(RELEASED).filter((name) => /^version-\d+\.json$/.test(name));

test("there are released links", () => {
  expect(versions).toContain("version-1.json");
});

for (const file of versions) {
  test(`released links can still be read: ${file}`, async () => {
    const fixtures: { name: string; link: string; base?: unknown; work: unknown }[] = JSON.parse(
      readFileSync(`${RELEASED}/${file}`, "utf8"),
      (_, value) => (typeof value?.base64 === "string" ? Uint8Array.from(Buffer.from(value.base64, "base64")) : value),
    );
    expect(fixtures.length).toBeGreaterThan(0);
    for (const { name, link, base, work } of fixtures) {
      // Fields that were added later are empty.
      const read = await readLink(link, async () => (base ? workOf(base as Partial<Work>) : undefined));
      expect(read, name).toEqual({ kind: "work", work: workOf(work as Partial<Work>), left: [] });
    }
  });
}

test("the links of the examples have a median of at most 600 characters, and none exceeds 4,000", () => {
  const lengths = examples
    .map(({ id, work }) => ({ id, length: writeLink(work).length }))
    .sort((a, b) => a.length - b.length);
  const median = lengths[Math.floor(lengths.length / 2)]?.length;
  const longest = lengths.at(-1);
  const edited = examples.map(({ id, work }) => {
    const files = work.files.map((file, at) =>
      at === 0 ? { ...file, content: `#! Changed.\n${file.content}` } : file,
    );
    return writeLink({ ...work, files }, { id, work }).length;
  });
  const middle = edited.sort((a, b) => a - b)[Math.floor(edited.length / 2)];
  console.log(
    `links of ${lengths.length} examples: median ${median} characters, longest ${longest?.length} (${longest?.id}); after an edit: median ${middle}, longest ${edited.at(-1)}`,
  );
  expect(median).toBeLessThanOrEqual(600);
  expect(longest?.length).toBeLessThanOrEqual(4000);
});

test("10,000 random and mutated links: each gives a work within the limits, or a message", async () => {
  const random = numbers(1);
  const below = (most: number) => Math.floor(random() * most);
  const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~:%#/ \u0000é🔥";
  const noise = (most: number) =>
    Array.from({ length: below(most) }, () => CHARACTERS[below(CHARACTERS.length)] ?? "").join("");
  const good = examples.map(({ work }) => writeLink(work));
  const bases = new Map(examples.map(({ id, work }) => [id, work]));
  const built = examples.slice(0, 20).map(({ id, work }) => writeLink({ ...work, title: "mine" }, { id, work }));
  const mutations: ((link: string) => string)[] = [
    (link) => link.slice(0, below(link.length)),
    (link) => link.slice(below(link.length)),
    (link) => {
      const at = below(link.length);
      return link.slice(0, at) + noise(4) + link.slice(at + below(4));
    },
    (link) => {
      const [a, b] = [below(link.length), below(link.length)];
      return link.slice(0, Math.min(a, b)) + link.slice(Math.max(a, b));
    },
    // A damaged payload with a valid checksum: made on purpose, not by accident.
    (link) => {
      const end = link.lastIndexOf(".");
      const at = 5 + below(end - 5);
      return sealed(link.slice(0, at) + noise(3) + link.slice(at + 1, end));
    },
    (link) => link.replace(/^y1:[^.]*/, `y${below(3)}:${noise(20)}`),
    () => `y1:${noise(300)}`,
    () => noise(300),
    () => sealed(`y1:d.${noise(300).replaceAll(/[^\w-]/g, "")}`),
  ];
  const kinds: Record<string, number> = {};
  const wrong: string[] = [];
  for (let round = 0; round < 10_000; round++) {
    const link = round % 5 === 0 ? (built[below(built.length)] ?? "") : (good[below(good.length)] ?? "");
    const mutated = mutations[below(mutations.length)]?.(link) ?? "";
    const read = await readLink(mutated, async (id) => bases.get(id));
    kinds[read.kind] = (kinds[read.kind] ?? 0) + 1;
    const checked = read.kind === "work" ? read : read.kind === "damaged" ? read.read : undefined;
    // Without `expect`, which takes longer than reading.
    if (read.kind !== "work" && read.message.length < 20) wrong.push(mutated);
    if (checked && !isDeepStrictEqual(checkedWork(checked.work), { work: checked.work, left: [] })) wrong.push(mutated);
  }
  expect(wrong).toEqual([]);
  console.log(`10,000 links: ${JSON.stringify(kinds)}`);
  expect(kinds.damaged).toBeGreaterThan(5_000);
  expect(kinds.newer).toBeGreaterThan(100);
});

test("payloads that are huge, empty or invalid end in a message, or in a work that can be shared again", async () => {
  const text = (header: unknown) => Buffer.from(`${typeof header === "string" ? header : JSON.stringify(header)}\n`);
  const deep = `{"f":[],"k":[{"value":"a","is":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`;
  for (const [what, payload, expected] of [
    ["40 MB of zeros", Buffer.alloc(40_000_000), "more than 8 MB"],
    ["a header without end", Buffer.alloc(9_000_000, "["), "more than 8 MB"],
    ["nested arrays", Buffer.concat([Buffer.alloc(3_000_000, "["), Buffer.from("\n")]), "corrupted"],
    ["a deeply nested value", text(deep), "nested too deeply"],
    [
      "files of wrong types",
      text({ f: [1, null, "x", [], ["a"], ["a", -1], ["a", "1"], [["a"], 1], { 0: "a", 1: 1 }] }),
      "",
    ],
    [
      "wrong lengths",
      text({
        f: [
          ["a.yml", 1e308],
          ["b.yml", 9e15],
          ["c.yml", 0.5],
          ["d.yml", Number.MAX_SAFE_INTEGER],
        ],
      }),
      "is incomplete",
    ],
    [
      "300,000 files",
      text({ f: Array.from({ length: 300_000 }, (_, at) => [`f${at}`, 0]) }),
      "Only the first 200 files",
    ],
    [
      "300,000 files of one name",
      text({ f: Array.from({ length: 300_000 }, () => ["f", 0]) }),
      "Another file has this name",
    ],
    ["fields of wrong types", text({ f: {}, t: [], d: {}, l: 1, o: "0", c: {}, e: "x", k: "x", n: [[]], w: {} }), ""],
    [
      "prototypes",
      text(
        `{"f":[["__proto__",0]],"__proto__":{"t":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},"e":[["__proto__","1"]],"k":[{"__proto__":{"polluted":1},"value":"a","is":{"__proto__":{"polluted":1}}}],"n":[["__proto__","",[["__proto__","x"]],["__proto__"]]]}`,
      ),
      "",
    ],
    [
      "150,000 variables",
      text({ f: [], e: Array.from({ length: 150_000 }, (_, at) => [`V${at}`, "x"]) }),
      "Only the first 1000 of 150000 variables",
    ],
  ] as const) {
    const link = sealedPayload(payload);
    const begun = cpuTime();
    const read = await readLink(link, none);
    const said =
      read.kind === "work"
        ? summaryOf(read.left)
        : read.message + summaryOf(read.kind === "damaged" ? (read.read?.left ?? []) : []);
    expect(said, what).toContain(expected);
    expect(cpuTime() - begun, what).toBeLessThan(LIMIT_MS);
    expect(({} as { polluted?: number }).polluted, what).toBeUndefined();
    if (expected === "more than 8 MB") expect(read.kind, what).toBe("damaged");
    if (read.kind !== "work") continue;
    const again = await readLink(writeLink(read.work), none);
    expect(again, what).toEqual({ kind: "work", work: read.work, left: [] });
  }
});
