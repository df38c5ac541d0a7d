// The codec of links, without a page: what goes in comes out, and whatever else comes in ends in a message.
import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { readAddress } from "../../web/src/share/address";
import { toBase64url } from "../../web/src/share/base64url";
import { crc32 } from "../../web/src/share/crc32";
import { gistId } from "../../web/src/share/gist";
import { type Base, digest, readLink, writeLink } from "../../web/src/share/link";
import { checkedWork, type Work, workOf } from "../../web/src/work/work";
import { examples, numbers } from "./works";

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

test("a link that builds on an example is short, and needs that very text of it", async () => {
  const base: Base = { id: "kiln", work: kiln };
  const changed: Work = { ...kiln, commandLine: "--strict" };
  const link = writeLink(changed, base);
  expect(link.length).toBeLessThan(100);
  const find = async (id: string, text: string) => (id === "kiln" && text === digest(kiln) ? kiln : undefined);
  expect(await readLink(link, find)).toEqual({ kind: "work", work: changed, left: [] });
  expect(await readLink(link, none)).toMatchObject({ kind: "newer", message: expect.stringContaining("“kiln”") });
});

test("escapes and line breaks on the way do no harm", async () => {
  const link = writeLink(kiln);
  const broken = `${link.slice(0, 60)}\n  ${link.slice(60).replaceAll("-", "%2D")}`;
  expect(await readLink(broken, none)).toMatchObject({ kind: "work", work: kiln });
});

test("what stands around a link in a text does no harm", async () => {
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
  expect(readAddress("#example:kiln).")).toEqual({ kind: "example", id: "kiln" });
});

test("an example that cannot be loaded is not called a newer one", async () => {
  const link = writeLink({ ...kiln, title: "mine" }, { id: "kiln", work: kiln });
  expect(await readLink(link, () => Promise.reject(new Error("offline")))).toEqual({
    kind: "unavailable",
    message: expect.stringContaining("“kiln”, which could not be loaded"),
  });
});

test("gists are known by all their addresses", () => {
  const id = "0123456789abcdef0123";
  for (const url of [
    id,
    `somebody/${id}`,
    `https://gist.github.com/${id}`,
    `https://gist.github.com/some-body/${id}/`,
    `http://gist.github.com/somebody/${id}.git`,
    `gist.github.com/somebody/${id}#file-a-yml`,
    `https://gist.github.com/somebody/${id}?permalink_comment_id=1#c`,
    `https://gist.github.com/somebody/${id}/0123456789abcdef0123456789abcdef01234567`,
    `https://gist.github.com/somebody/${id}/raw/a.yml`,
    ` https://gist.github.com/somebody/${id}). `,
  ])
    expect(gistId(url), url).toBe(id);
  for (const url of [
    "",
    "https://example.org/0123456789abcdef0123",
    "javascript:0123456789abcdef0123",
    "a/b/c",
    "https://gist.github.com/somebody",
  ])
    expect(gistId(url), url).toBeUndefined();
});

test("of a link that was cut off the beginning can be read", async () => {
  const link = writeLink(kiln);
  const read = await readLink(link.slice(0, -60), none);
  expect(read).toMatchObject({ kind: "damaged", message: expect.stringContaining("its end is missing") });
  if (read.kind !== "damaged") throw new Error("not damaged");
  expect(read.read?.work.title).toBe("A kiln");
  expect(read.read?.work.files[0]).toEqual(kiln.files[0]);
  expect(read.read?.left.join()).toContain("cut off");
});

test("a link of a later version says so", async () => {
  expect(await readLink("y2:d.abc.def", none)).toMatchObject({
    kind: "newer",
    message: expect.stringContaining("version 2"),
  });
});

// Links that were made when their version was released, with the works they hold. Never to be changed: somebody may have kept one.
const RELEASED = `${__dirname}/../links`;
for (const file of readdirSync(RELEASED).filter((name) => name.startsWith("version-"))) {
  test(`released links open as ever: ${file}`, async () => {
    const fixtures: { name: string; link: string; base?: unknown; work: unknown }[] = JSON.parse(
      readFileSync(`${RELEASED}/${file}`, "utf8"),
      (_, value) => (typeof value?.base64 === "string" ? Uint8Array.from(Buffer.from(value.base64, "base64")) : value),
    );
    expect(fixtures.length).toBeGreaterThan(0);
    for (const { name, link, base, work } of fixtures) {
      const read = await readLink(link, async () => base as Work | undefined);
      expect(read, name).toEqual({ kind: "work", work, left: [] });
    }
  });
}

test("10,000 random and mutated links: each ends in a work or a message, and none in more than it may hold", async () => {
  test.setTimeout(300_000);
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
    // A damaged payload under a right checksum: made by somebody, not by accident.
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
    // Said without `expect`, which takes longer than the reading.
    if (read.kind !== "work" && read.message.length < 20) wrong.push(mutated);
    // Whatever it holds is a work, with names that a playground takes.
    if (checked && !isDeepStrictEqual(checkedWork(checked.work), { work: checked.work, left: [] })) wrong.push(mutated);
  }
  expect(wrong).toEqual([]);
  console.log(`10,000 links: ${JSON.stringify(kinds)}`);
  expect(kinds.damaged).toBeGreaterThan(5_000);
  expect(kinds.newer).toBeGreaterThan(100);
});

test("a link that would fill the memory is not read to its end", async () => {
  const bomb = sealed(`y1:d.${toBase64url(deflateRawSync(Buffer.alloc(200_000_000)))}`);
  const read = await readLink(bomb, none);
  expect(read).toMatchObject({ kind: "damaged", message: expect.stringContaining("more than 8 MB") });
});

/** With the checksum that makes a link whole. */
function sealed(before: string): string {
  const sum = crc32(new TextEncoder().encode(before));
  return `${before}.${toBase64url(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum))}`;
}
