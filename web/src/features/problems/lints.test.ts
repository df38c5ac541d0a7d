import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Engine } from "../../engine/engine";
import type { Diagnostic, Request } from "../../engine/types";
import { Lints, lintList } from "./lints";

const KINDS = [
  { code: "boolean-word", title: "Words" },
  { code: "unused-value", title: "Unused" },
];

const lint = (code: string, file: string, severity: "warning" | "info" = "info", headline = code) =>
  ({ code, severity, headline, primary: { file }, fixes: [], related: [], hints: [] }) as unknown as Diagnostic;

let found: Diagnostic[];
let asked: { request: Request; signal: AbortSignal | undefined }[];
const off = signal<string[]>([]);
let example: string;
let lints: Lints;

beforeEach(() => {
  vi.useFakeTimers();
  found = [];
  asked = [];
  off.value = [];
  example = "";
  const engine = {
    ask: async ({ request }: { request: Request }, signal?: AbortSignal) => {
      asked.push({ request, signal });
      // The lints of the example as it is written.
      if (!signal) return { diagnostics: [lint("unused-value", "values.yml", "info", "oven")], kinds: KINDS };
      return { diagnostics: found, kinds: KINDS };
    },
  };
  const preferences = {
    get lintsOff() {
      return off.value;
    },
    disableLints: (codes: Iterable<string>) => {
      off.value = [...codes];
    },
  };
  lints = new Lints(engine as unknown as Engine, preferences, () => example);
});
afterEach(() => vi.useRealTimers());

const request = (text: string): Request => ({ args: "", files: [{ path: "a.yml", content: text }] });
const texts = (text: string) => new Map([["a.yml", text]]);

async function render(text: string): Promise<void> {
  lints.rendered(request(text));
  await vi.advanceTimersByTimeAsync(600);
}

test("they are requested after a pause, for the newest text alone", async () => {
  found = [lint("boolean-word", "a.yml")];
  lints.rendered(request("a: o"));
  await vi.advanceTimersByTimeAsync(500);
  lints.rendered(request("a: off"));
  await vi.advanceTimersByTimeAsync(599);
  expect([asked.length, lints.enabled]).toEqual([0, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ request }) => request)).toEqual([request("a: off")]);
  expect(lints.current(texts("a: off"))).toHaveLength(1);
});

test("an answer that comes after a newer response is not used", async () => {
  await render("a: off");
  const [{ signal } = { signal: undefined }] = asked;
  expect(signal?.aborted).toBe(false);
  lints.rendered(request("a: on"));
  expect(signal?.aborted).toBe(true);
});

test("a lint with the fix of a problem is left out: the problem is about the same mistake", async () => {
  const fix = (text: string) => [{ title: text, edits: [{ file: "a.yml", text }], args: null }];
  const withFix = (code: string, text: string) =>
    ({ ...lint(code, "a.yml"), fixes: fix(text) }) as unknown as Diagnostic;
  found = [withFix("extra-space", "one"), withFix("boolean-word", "other"), lint("unused-value", "a.yml")];
  lints.rendered(request("a: off"), [withFix("name", "one")]);
  await vi.advanceTimersByTimeAsync(600);
  expect(lints.enabled.map(({ code }) => code)).toEqual(["boolean-word", "unused-value"]);
});

test("in a text that has changed, suggestions go, and as many warnings are listed as are counted", async () => {
  found = [lint("boolean-word", "a.yml"), lint("text-code", "a.yml", "warning")];
  await render("a: off");
  expect(lints.current(texts("a: off"))).toHaveLength(2);
  expect(lints.isOutdated(texts("a: off"))).toBe(false);
  expect([lints.current(texts("a: of")), lints.warnings(texts("a: of")).length]).toEqual([[], 1]);
  expect(lints.isOutdated(texts("a: of"))).toBe(true);
  const { warnings, content } = lintList(lints, texts("a: of"), {} as never, false);
  const [list] = (content as { values: unknown[] }).values;
  expect([warnings, list]).toEqual([1, expect.objectContaining({ values: expect.anything() })]);
});

test("those of the example that the work began as are not shown", async () => {
  example = "bakery-violations";
  found = [lint("unused-value", "values.yml", "info", "oven"), lint("unused-value", "schema.yml", "info", "spare")];
  await render("a: 1");
  await vi.waitFor(() => expect(lints.enabled.map(({ headline }) => headline)).toEqual(["spare"]));
  await render("a: 2");
  // The example is asked about once.
  expect(asked).toHaveLength(3);
});

test("a kind is disabled and enabled again by the preferences", async () => {
  off.value = ["boolean-word"];
  found = [lint("boolean-word", "a.yml"), lint("unused-value", "a.yml")];
  await render("a: off");
  expect(lints.enabled.map(({ code }) => code)).toEqual(["unused-value"]);
  lints.toggle("unused-value");
  expect(off.value).toEqual(["boolean-word", "unused-value"]);
  lints.toggle("boolean-word");
  expect(off.value).toEqual(["unused-value"]);
});
