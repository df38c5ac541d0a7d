// The codec of links, without a page: what goes in comes out, and whatever else comes in ends in a message.
import { expect, test } from "@playwright/test";
import { type Base, digest, readLink, writeLink } from "../../web/src/share/link";
import { type Work, workOf } from "../../web/src/work/work";

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
