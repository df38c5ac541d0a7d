import { beforeEach, expect, test, vi } from "vitest";
import { benchOf } from "../../../testing/bench";
import { read } from "../../../testing/template";
import { exampleWork } from "../../content/examples";
import { starterWork } from "../../content/starters";
import { type Work, workOf } from "../../core/work";
import { writeZip, zipOf } from "../../formats/zip";
import type { Opening } from "./opening";
import { Receiving } from "./receiving";

const mine = workOf({
  files: ["schema.yml", "values.yml", "plan.yml"].map((path) => ({ path, content: `mine: ${path}\n` })),
});
const file = (path: string, content = "a: 1\n") => ({ path, content });

let opening: {
  work: Work;
  address: { kind: string };
  shared?: Work;
  edited: boolean;
  replaceOwn: Opening["replaceOwn"];
};
let opened: { work: Work; notice: string } | undefined;
let offered: readonly string[];
let focused: number;

function begin(work: Work, more: Partial<typeof opening> = {}) {
  const bench = benchOf(work);
  opening = {
    address: { kind: "own" },
    edited: true,
    work,
    replaceOwn: (work, notice) => {
      opened = { work, notice };
    },
    ...more,
  };
  const plainValues = {
    offer: (paths: readonly string[]) => {
      offered = paths;
    },
  };
  const receiving = new Receiving(bench.bench, opening as unknown as Opening, plainValues, () => focused++);
  /** The dialog that asks, once it is open. */
  const question = () =>
    vi.waitFor(() => {
      const dialog = read(receiving.render());
      expect(dialog.buttons).toContain("Cancel");
      return dialog;
    });
  return { ...bench, receiving, question };
}

beforeEach(() => {
  opened = undefined;
  offered = [];
  focused = 0;
});

test("files replace an untouched example or starter without a question", async () => {
  const example = await exampleWork("kiln");
  if (!example) throw new Error("there is no such example");
  for (const untouched of [example, starterWork("blank"), starterWork("schema")]) {
    const { receiving, went } = begin(untouched);
    expect(await receiving.open({ files: [file("README.md"), file("b.yml")], left: [] })).toBe(true);
    expect(opened?.notice).toBe("Opened 2 files.");
    expect(opened?.work.files.map(({ path }) => path)).toEqual(["README.md", "b.yml"]);
    // Never a README.
    expect(opened?.work.open).toBe(1);
    expect(offered).toEqual(["README.md", "b.yml"]);
    expect(went).toEqual(["first problem of README.md, b.yml"]);
  }
});

test("an edited example is no longer untouched, and an address without edits is", async () => {
  const shared = { kind: "example" };
  expect(await begin(mine, { address: shared, shared: mine, edited: false }).receiving.isUntouched()).toBe(true);
  expect(await begin(mine, { address: shared, shared: mine, edited: true }).receiving.isUntouched()).toBe(false);
  expect(await begin(mine, { address: { kind: "link" }, shared: mine, edited: false }).receiving.isUntouched()).toBe(
    false,
  );
  expect(await begin(mine).receiving.isUntouched()).toBe(false);
});

test("a playground without files is replaced without a question, and its flags stay", async () => {
  const { receiving } = begin(workOf({ files: [], commandLine: "--data-value-yaml depth=7" }));
  await receiving.open({ files: [file("a.yml")], left: [] });
  expect(opened?.work.commandLine).toBe("--data-value-yaml depth=7");
});

test("with edits the user is asked: fewer files than there are come first as an addition, others as a replacement", async () => {
  const { receiving, question } = begin(mine);
  const few = receiving.open({ files: [file("a.yml"), file("b.yml")], left: [] });
  expect((await question()).buttons).toEqual(["Close", "Add to the playground", "Replace the playground", "Cancel"]);
  await (await question()).click("Replace the playground");
  expect(await few).toBe(true);
  expect(opened?.work.files).toHaveLength(2);

  const many = receiving.open({ files: ["a", "b", "c"].map((name) => file(`${name}.yml`)), left: [] });
  await vi.waitFor(async () => expect((await question()).text).toContain("Open 3 files"));
  expect((await question()).buttons).toEqual(["Close", "Replace the playground", "Add to the playground", "Cancel"]);
  await (await question()).click("Replace the playground");
  await many;
});

test("added files get new names where theirs exist, and undo removes them", async () => {
  const { receiving, question, paths, text, notices } = begin(mine);
  const adding = receiving.open({ files: [file("plan.yml", "theirs: 1\n"), file("more.yml")], left: [] });
  expect((await question()).text).toContain("this name exists already: plan.yml");
  await (await question()).click("Add to the playground");
  expect(await adding).toBe(true);
  expect(opened).toBeUndefined();
  expect(paths()).toEqual(["schema.yml", "values.yml", "plan.yml", "plan-2.yml", "more.yml"]);
  expect([text("plan.yml"), text("plan-2.yml")]).toEqual(["mine: plan.yml\n", "theirs: 1\n"]);
  expect(notices.current?.text).toBe("Opened 2 files. Renamed to plan-2.yml.");
  notices.undo();
  expect(paths()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
});

test("a command of added files is left out, and says so", async () => {
  const { receiving, question, project, notices } = begin(mine);
  const adding = receiving.open({ files: [file("a.yml")], left: [], commandLine: "-v a=1" });
  await (await question()).click("Add to the playground");
  await adding;
  expect([project.commandLine, notices.current?.text]).toEqual(["", "Opened a.yml. The command was left out."]);
});

test("a zip of files is opened without its root folder, one of this page as it was saved", async () => {
  const { receiving } = begin(starterWork("blank"));
  const files = [file("pool/README.md"), file("pool/schema.yml")];
  await receiving.take(Promise.resolve({ files: [{ path: "pool.zip", content: zipOf(files) }], refused: [] }));
  expect(opened?.work.files.map(({ path }) => path)).toEqual(["README.md", "schema.yml"]);
  expect(opened?.notice).toBe("Opened pool.zip.");

  const work = workOf({ ...mine, title: "Mine", commandLine: "-v a=1" });
  await receiving.take(Promise.resolve({ files: [{ path: "mine.zip", content: writeZip(work) }], refused: [] }));
  expect([opened?.work.title, opened?.work.commandLine]).toEqual(["Mine", "-v a=1"]);
});

test("an invalid bundle is refused with its line, and nothing is replaced", async () => {
  const { receiving, notices } = begin(mine);
  await receiving.take(Promise.resolve({ files: [file("bad.yml", "ytterby: 1\nfils: []\n")], refused: [] }));
  expect(notices.current?.refused).toBe(true);
  expect(notices.current?.text).toMatch(/^bad\.yml: line 2.*fils/);
  expect(opened).toBeUndefined();
});

test("files that could not be read are named", async () => {
  const { receiving, notices } = begin(mine);
  await receiving.take(Promise.reject(new Error("the disk is gone")));
  expect(notices.current?.text).toContain("the disk is gone");
  await receiving.open({ files: [], left: [] });
  expect(notices.current?.text).toBe("There are no files to open.");
});

test("a new playground has the focus in its editor", () => {
  const { receiving } = begin(mine);
  receiving.start("schema");
  expect(opened?.work.files.map(({ path }) => path)).toEqual(["schema.yml", "values.yml", "config.yml"]);
  expect([opened?.notice, focused]).toEqual(["Opened a new playground.", 1]);
});
