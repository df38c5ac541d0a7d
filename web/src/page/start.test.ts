import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstWork, loadedExample } from "../content/examples";
import { type Work, workOf } from "../core/work";
import type { Answer } from "../engine/engine";
import type { Request } from "../engine/types";
import type { WorkStore } from "../store/work-store";
import { Start } from "./start";

const own = workOf({ files: [{ path: "own.yml", content: "a: 1\n" }], view: "schema" });

let requests: Request[];
let stored: Work | undefined;
/** Until when the store loads. */
let loading: Promise<void>;
let input: { hasKeys: boolean };
let start: Start;

beforeEach(() => {
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => {});
  requests = [];
  stored = undefined;
  loading = Promise.resolve();
  const store = {
    load: async (_: string, wanted = () => true) => {
      await loading;
      return wanted() ? stored : undefined;
    },
    save() {},
  };
  const engine = {
    warm() {},
    run: (request: Request) => {
      requests.push(request);
      return Promise.resolve<Answer>({ failed: "there is no engine" });
    },
    replace() {},
    isCompiled: true,
  };
  input = { hasKeys: false };
  start = new Start(store as unknown as WorkStore, input, engine as unknown as Start["engine"]);
});
afterEach(() => vi.unstubAllGlobals());

const paths = () => requests.map(({ files }) => files?.map(({ path }) => path));

test("a new visitor's first request is the first example with the checks of its lesson", async () => {
  await start.begin();
  expect(paths()).toEqual([firstWork.files.map(({ path }) => path)]);
  const checks = loadedExample(firstWork.example)?.steps.flatMap(({ done }) => done) ?? [];
  expect(checks.length).toBeGreaterThan(0);
  expect(requests[0]?.checks).toEqual(checks);
});

test("a stored work is rendered once, with its tab of the result", async () => {
  stored = own;
  await start.begin();
  expect(paths()).toEqual([["own.yml"]]);
  expect(start.view).toBe("schema");
  expect(start.shown.work()).toEqual(own);
});

/** Begins before the stored work is found. */
async function beginEarly(): Promise<() => void> {
  let found = () => {};
  loading = new Promise((resolve) => {
    found = resolve;
  });
  stored = own;
  await start.begin();
  return found;
}

test("a work that is found late is rendered, too", async () => {
  const found = await beginEarly();
  found();
  await vi.waitFor(() => expect(paths().at(-1)).toEqual(["own.yml"]));
});

test("once the page shows works, it has them rendered", async () => {
  const found = await beginEarly();
  const shown: Work[] = [];
  const { work } = start.shown;
  start.shown = { work, show: (work) => void shown.push(work), linkOpened() {} };
  found();
  await vi.waitFor(() => expect(shown).toEqual([own]));
  expect(requests).toHaveLength(1);
});

test("a work that is found late does not replace what was typed meanwhile, also when that is saved", async () => {
  const found = await beginEarly();
  start.model.project.setCommandLine("-o json");
  start.opening.save();
  found();
  await loading;
  await Promise.resolve();
  expect(paths()).toHaveLength(1);
  expect(start.shown.work().commandLine).toBe("-o json");
});

test("a work that is found late does not replace what keys are still to be typed into", async () => {
  const found = await beginEarly();
  input.hasKeys = true;
  found();
  await loading;
  await Promise.resolve();
  expect(paths()).toHaveLength(1);
});
