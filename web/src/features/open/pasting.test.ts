import { beforeEach, expect, test, vi } from "vitest";
import { benchOf } from "../../../testing/bench";
import { read } from "../../../testing/template";
import { workOf } from "../../core/work";
import { Pasting } from "./pasting";
import type { Received, Receiving } from "./receiving";

const BUNDLE = "ytterby: 1\nfiles:\n  - path: pool.yml\n    content: |\n      depth: 42\n";
const SCRIPT =
  "cat > schema.yml <<'EOF'\na: 1\nEOF\ncat > pool.yml <<'EOF'\nb: 1\nEOF\nytt -f . --data-value-yaml depth=7\n";

let accepts: boolean;
let opened: (Received | string)[];
let offered: string[];
let focused: number;

function begin() {
  const bench = benchOf(
    workOf({ files: [{ path: "a.yml", content: "mine: true\n" }], env: [{ name: "A", value: "1" }] }),
  );
  const receiving = {
    bundle: async (_: string, text: string) => {
      opened.push(text);
      return accepts;
    },
    open: async (received: Received) => {
      opened.push(received);
      return accepts;
    },
  };
  const plainValues = { offerPasted: (path: string) => offered.push(path) };
  const pasting = new Pasting(bench.bench, receiving as unknown as Receiving, plainValues, () => focused++);
  /** A paste in place of the whole file, which is in the editor already. */
  const paste = (text: string, isValues = false) => {
    bench.type("a.yml", text);
    pasting.consider({ text, path: "a.yml", before: "mine: true\n" }, isValues);
  };
  return { ...bench, pasting, paste, bar: () => read(pasting.bar()) };
}

beforeEach(() => {
  accepts = true;
  opened = [];
  offered = [];
  focused = 0;
});

test("a pasted bundle is opened with one click, and the text before it is put back", async () => {
  const { paste, bar, text } = begin();
  paste(BUNDLE);
  expect(bar().text).toContain("This looks like a saved playground");
  expect(text("a.yml")).toBe(BUNDLE);
  await bar().click("Open playground");
  await vi.waitFor(() => expect(focused).toBe(1));
  expect([opened, text("a.yml"), bar().text]).toEqual([[BUNDLE], "mine: true\n", ""]);
});

test("where it is not opened, the pasted text is there again", async () => {
  const { paste, bar, text } = begin();
  accepts = false;
  paste(BUNDLE);
  await bar().click("Open playground");
  await vi.waitFor(() => expect(text("a.yml")).toBe(BUNDLE));
  expect(focused).toBe(0);
});

test("several files are opened with their command", async () => {
  const { paste, bar } = begin();
  paste(SCRIPT);
  await bar().click("Open as 2 files");
  expect(opened).toMatchObject([
    { files: [{ path: "schema.yml" }, { path: "pool.yml" }], left: [], commandLine: "--data-value-yaml depth=7" },
  ]);
});

test("a command line is used, and undo restores the previous one", async () => {
  const { paste, bar, project, notices } = begin();
  paste("$ KILN_name=Vesta ytt -f . --data-values-env KILN");
  await bar().click("Use this command");
  expect(project.commandLine).toBe("--data-values-env KILN");
  expect(project.env).toEqual([
    { name: "A", value: "1" },
    { name: "KILN_name", value: "Vesta" },
  ]);
  notices.undo();
  expect([project.commandLine, project.env]).toEqual(["", [{ name: "A", value: "1" }]]);
});

test("an offer ends with Keep as text, with an edit, and with the next paste", async () => {
  const { paste, bar, type, project, text } = begin();
  paste(BUNDLE);
  await bar().click("Keep as text");
  expect([bar().text, text("a.yml")]).toEqual(["", BUNDLE]);
  paste(BUNDLE);
  project.select(project.open);
  expect(bar().text).not.toBe("");
  type("a.yml", `${BUNDLE}#`);
  expect(bar().text).toBe("");
  paste(BUNDLE);
  paste("a: 1\n");
  expect([bar().text, opened]).toEqual(["", []]);
});

test("plain values that are the whole file now are asked about", () => {
  const { paste } = begin();
  paste("a: 1\n", true);
  paste(BUNDLE, true);
  paste("b: 1\n");
  expect(offered).toEqual(["a.yml"]);
});

test("the dialog says what a text is, and opens it; one file needs a name", async () => {
  const { pasting } = begin();
  void pasting.ask();
  const dialog = () => read(pasting.dialog());
  const write = (value: string) => dialog().fire("textarea", "input", { target: { value } });
  await dialog().fire("form", "submit");
  await write("a: #@ 1 + 1\n");
  expect(dialog().text).toContain("This looks like one file.");
  // Without a browser, the field with the name is empty.
  await dialog().fire("form", "submit");
  expect(dialog().text).toContain("cannot be empty");
  expect(opened).toEqual([]);
  await write(SCRIPT);
  expect(dialog().text).toContain("2 files: schema.yml and pool.yml, and a ytt command.");
  await dialog().fire("form", "submit");
  await vi.waitFor(() => expect(focused).toBe(1));
  expect(opened).toMatchObject([{ files: [{ path: "schema.yml" }, { path: "pool.yml" }] }]);
});
