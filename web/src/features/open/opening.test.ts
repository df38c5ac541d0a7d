import { type Signal, signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { engine } from "../../../testing/engine";
import { firstWork } from "../../content/examples";
import { type Work, workOf } from "../../core/work";
import type { Engine } from "../../engine/engine";
import type { WorkStore } from "../../store/work-store";
import { Notices } from "../../ui/notices";
import { Opening } from "./opening";

const own = workOf({ files: [{ path: "own.yml", content: "a: 1\n" }] });
const earlier = { id: "earlier", title: "", example: "", paths: [], when: 0, address: "", rev: 1, by: "" };

let shown: Signal<Work>;
let events: string[];
let stored: Promise<Work | undefined>;
let ownStored: Promise<Work | undefined>;
let notices: Notices;
let opening: Opening;

beforeEach(() => {
  const location = { hash: "", pathname: "/", search: "" };
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", {
    pushState: (_: unknown, __: string, url: string) => {
      location.hash = url.startsWith("#") ? url : "";
    },
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("navigator", {});
  // Something is stored.
  vi.stubGlobal("localStorage", { "ytterby.kept": "1" });
  shown = signal(workOf({}));
  events = [];
  stored = Promise.resolve(undefined);
  ownStored = Promise.resolve(own);
  notices = new Notices();
  const store = {
    own: "own",
    load: async (address: string, wanted = () => true) => {
      const found = await (address === "" ? ownStored : stored);
      return wanted() ? found : undefined;
    },
    save: (address: string) => void events.push(`save ${address}`),
    removeChanges: (address: string) => void events.push(`remove changes of ${address}`),
    newOwn() {},
    remove: async () => {},
    useOwn: async (id: string) => (id === "earlier" ? workOf({ title: "Earlier" }) : undefined),
  };
  opening = new Opening({ notices, engine: engine as unknown as Engine }, store as unknown as WorkStore, {
    work: () => shown.value,
    show: (work) => {
      shown.value = work;
    },
    linkOpened() {},
    hasKeys: () => false,
  });
});
afterEach(() => vi.unstubAllGlobals());

const edit = (content: string) => {
  shown.value = { ...shown.value, files: shown.value.files.map(({ path }) => ({ path, content })) };
};

test("changes to an example are stored for its address, until they are undone", async () => {
  await opening.begin();
  await opening.go({ kind: "example", id: "deployment" });
  const { shared } = opening;
  expect(shown.value).toEqual(shared);
  expect([opening.example, opening.edited]).toEqual(["deployment", false]);
  edit("a: 2\n");
  opening.save();
  expect(opening.edited).toBe(true);
  if (shared) shown.value = shared;
  opening.save();
  expect(opening.edited).toBe(false);
  expect(events).toEqual(["save #example:deployment", "remove changes of #example:deployment"]);
});

test("the open work stays if an address cannot be opened", async () => {
  await opening.begin();
  await opening.go({ kind: "example", id: "nowhere" });
  expect(opening.trouble?.message).toContain("There is no example “nowhere”");
  expect([shown.value, opening.loading]).toEqual([own, false]);
  await opening.dismiss();
  expect([opening.trouble, opening.address.kind]).toEqual([undefined, "own"]);
});

test("an earlier work that is opened meanwhile is not replaced by an address that was still loading", async () => {
  await opening.begin();
  let answer = (_: undefined) => {};
  stored = new Promise((resolve) => {
    answer = resolve;
  });
  const going = opening.go({ kind: "example", id: "deployment" });
  await vi.waitFor(() => expect(opening.loading).toBe(true));
  await opening.openEarlier(earlier);
  expect(opening.loading).toBe(false);
  answer(undefined);
  await going;
  expect([shown.value.title, opening.address.kind]).toEqual(["Earlier", "own"]);
});

test("an address that is left while it is loading is not shown", async () => {
  await opening.begin();
  let answer = (_: undefined) => {};
  stored = new Promise((resolve) => {
    answer = resolve;
  });
  const going = opening.go({ kind: "example", id: "deployment" });
  await vi.waitFor(() => expect(opening.loading).toBe(true));
  await opening.go({ kind: "own" });
  answer(undefined);
  await going;
  expect([shown.value, opening.address.kind, opening.loading]).toEqual([own, "own", false]);
});

test("an address does not wait for the database if nothing seems to be stored; changes that are found late are shown", async () => {
  vi.stubGlobal("localStorage", {});
  await opening.begin();
  const changed = workOf({ title: "Changed" });
  let answer = (_: Work | undefined) => {};
  stored = new Promise((resolve) => {
    answer = resolve;
  });
  await opening.go({ kind: "example", id: "deployment" });
  expect(shown.value).toEqual(opening.shared);
  answer(changed);
  await vi.waitFor(() => expect(shown.value).toEqual(changed));
  expect([opening.address.kind, opening.edited]).toEqual(["example", true]);
  notices.undo();
  await vi.waitFor(() => expect(opening.address.kind).toBe("own"));
});

test("what was typed meanwhile is not replaced by changes that are found late", async () => {
  vi.stubGlobal("localStorage", {});
  await opening.begin();
  let answer = (_: Work | undefined) => {};
  stored = new Promise((resolve) => {
    answer = resolve;
  });
  await opening.go({ kind: "example", id: "deployment" });
  edit("typed: 1\n");
  answer(workOf({ title: "Changed" }));
  await new Promise((next) => setTimeout(next));
  expect(shown.value.files[0]?.content).toBe("typed: 1\n");
});

test("a new visitor of an example goes back to the first example", async () => {
  ownStored = Promise.resolve(undefined);
  location.hash = "#example:kiln";
  await opening.begin();
  expect(opening.example).toBe("kiln");
  await opening.back();
  expect(shown.value.files.map(({ path }) => path)).toEqual(firstWork.files.map(({ path }) => path));
  expect(notices.current?.text).toBe("Opened the first example as your playground.");
});

test("going back to the own work does not wait for the database; what another tab has written is shown then", async () => {
  await opening.begin();
  edit("mine: 1\n");
  const mine = shown.value;
  await opening.go({ kind: "example", id: "deployment" });
  let answer = (_: Work) => {};
  ownStored = new Promise((resolve) => {
    answer = resolve;
  });
  void opening.back();
  expect([shown.value, opening.address.kind]).toEqual([mine, "own"]);
  const changed = workOf({ title: "Changed" });
  answer(changed);
  await vi.waitFor(() => expect(shown.value).toEqual(changed));
});

test("going back shows the work of before if the example that was saved in its place is undone", async () => {
  await opening.begin();
  await opening.go({ kind: "example", id: "deployment" });
  opening.keepAsMine();
  notices.undo();
  await vi.waitFor(() => expect(opening.address.kind).toBe("example"));
  let answer = (_: Work) => {};
  ownStored = new Promise((resolve) => {
    answer = resolve;
  });
  void opening.back();
  expect(opening.address.kind).toBe("example");
  answer(own);
  await vi.waitFor(() => expect([shown.value, opening.address.kind]).toEqual([own, "own"]));
});

test("the file that was open in an unchanged example is open when the user comes back to it", async () => {
  await opening.begin();
  await opening.go({ kind: "example", id: "deployment" });
  shown.value = { ...shown.value, open: 2 };
  await opening.go({ kind: "example", id: "kiln" });
  expect(shown.value.open).toBe(0);
  await opening.go({ kind: "example", id: "deployment" });
  expect([shown.value.open, opening.edited]).toEqual([2, false]);
});
