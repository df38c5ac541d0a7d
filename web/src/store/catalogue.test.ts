import { expect, test } from "vitest";
import { earlierHeads, MOST_OWN, oldest } from "./catalogue";
import type { Head } from "./database";

const head = (id: string, address: string, when: number): Head => ({
  id,
  address,
  when,
  rev: 1,
  by: "page",
  title: id,
  example: "",
  paths: [],
});
const ids = (heads: readonly Head[]) => heads.map(({ id }) => id);

test("earlier works are all own ones, and what an address had before its newest, the latest first", () => {
  const heads = [head("set aside", "-", 4), head("older", "#a", 2), head("newest", "#a", 3), head("own", "", 5)];
  expect(ids(earlierHeads(heads))).toEqual(["own", "set aside", "older"]);
});

test("the oldest own works are removed first, whatever else is kept", () => {
  const own = Array.from({ length: MOST_OWN + 2 }, (_, at) => head(`own ${at}`, at % 2 ? "" : "-", at));
  const shared = Array.from({ length: 20 }, (_, at) => head(`shared ${at}`, `#${at}`, -at));
  expect(oldest([...shared, ...own])).toEqual(["own 1", "own 0"]);
});

test("works of addresses have a limit of their own", () => {
  const shared = Array.from({ length: 101 }, (_, at) => head(`shared ${at}`, `#${at}`, at));
  expect(oldest([...shared, head("own", "", -1)])).toEqual(["shared 0"]);
});
