import { beforeEach, expect, test } from "vitest";
import { benchOf } from "../../testing/bench";
import { workOf } from "../core/work";
import { Actions } from "./actions";
import type { Workbench } from "./workbench";

const SCHEMA = "#@data/values-schema\n---\nreplicas: 1\n";
const TEMPLATE = '#@ load("@ytt:data", "data")\n---\na: #@ data.values\n';

let focused: string[];

function begin(files: Record<string, string>, commandLine = "") {
  const bench = benchOf(
    workOf({ files: Object.entries(files).map(([path, content]) => ({ path, content })), commandLine }),
  );
  const { project } = bench;
  const replace = (text: string) => {
    const { current } = project;
    return bench.bench.editor.write(current ? [{ path: current.path, content: text }] : []);
  };
  const request = () => ({ files: project.files.map(({ path, content }) => ({ path, content })) });
  const workbench = { ...bench.bench, request, editor: { ...bench.bench.editor, replace, change: bench.change } };
  const actions = new Actions({
    workbench: workbench as unknown as Workbench,
    panes: { show: (pane: string) => focused.push(`pane ${pane}`) } as unknown as ConstructorParameters<
      typeof Actions
    >[0]["panes"],
    // Names are typed in a browser.
    focus: (selector) => {
      focused.push(selector);
      return selector === ".file-name-input" ? new Promise(() => {}) : Promise.resolve(undefined);
    },
    focusFile: async () => void focused.push("file"),
    open: () => {},
  });
  const id = (path: string) => project.byPath(path)?.id ?? "";
  const said = () => bench.notices.current?.text;
  return { ...bench, actions, id, said };
}

beforeEach(() => {
  focused = [];
});

test("a file is formatted, once, and that is undone", async () => {
  const { actions, text, said, notices } = begin({ "plan.yml": "a:   1\n" });
  await actions.format();
  expect([text("plan.yml"), said()]).toEqual(["a: 1\n", "Formatted plan.yml."]);
  notices.undo();
  expect(text("plan.yml")).toBe("a:   1\n");
  await actions.format();
  await actions.format();
  expect(said()).toBe("Already formatted: plan.yml.");
});

test("a file that cannot be formatted stays, with a reason", async () => {
  const { actions, text, said, id } = begin({ "plan.yml": "a: [1\nb: 2\n", "notes.txt": "a:   1\n" });
  await actions.format(id("plan.yml"));
  expect(said()).toMatch(/^plan\.yml cannot be formatted: .*line/);
  await actions.format(id("notes.txt"));
  expect(said()).toBe("notes.txt cannot be formatted: it is not YAML.");
  expect([text("plan.yml"), text("notes.txt")]).toEqual(["a: [1\nb: 2\n", "a:   1\n"]);
});

test("what is typed while a file is formatted stays", async () => {
  const { actions, engine, text, type, said } = begin({ "plan.yml": "a:   1\n" });
  let answer = (_: unknown) => {};
  engine.ask = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const formatting = actions.format();
  type("plan.yml", "a:   12\n");
  answer({ text: "a: 1\n", error: null });
  await formatting;
  expect([text("plan.yml"), said()]).toEqual(["a:   12\n", undefined]);
});

test("a new file that gets no name is removed again, and the file before it is open", () => {
  const { actions, project, paths } = begin({ "a.yml": "", "b.yml": "" });
  actions.add();
  expect([paths().length, actions.adding, actions.naming]).toEqual([3, true, project.open]);
  actions.refuse("a.yml already exists.");
  expect(actions.refused).toBe("a.yml already exists.");
  actions.cancelRename();
  expect([paths(), project.current?.path, actions.naming, actions.refused]).toEqual([
    ["a.yml", "b.yml"],
    "a.yml",
    "",
    "",
  ]);
  actions.add();
  actions.endRename(project.open, "");
  expect(paths()).toHaveLength(3);
});

test("a renamed file has its old name after undo", () => {
  const { actions, paths, project, id, notices, said } = begin({ "a.yml": "" });
  project.rename(id("a.yml"), "b.yml");
  actions.endRename(id("b.yml"), "a.yml");
  expect(said()).toBe("Renamed a.yml to b.yml.");
  notices.undo();
  expect(paths()).toEqual(["a.yml"]);
});

test("files that load a renamed file load it by its new path, and undo restores them", async () => {
  const load = (path: string) => `#@ load("${path}", "f")\na: #@ f()\n`;
  const { actions, project, id, notices, said, text, type } = begin({ "a.yml": load("f.star"), "f.star": "f = 1\n" });
  const rename = () => {
    project.rename(id("f.star"), "g.star");
    actions.endRename(id("g.star"), "f.star");
  };
  rename();
  await expect.poll(said).toBe("Renamed f.star to g.star, also in 1 load.");
  expect(text("a.yml")).toBe(load("g.star"));
  notices.undo();
  expect([text("a.yml"), text("f.star")]).toEqual([load("f.star"), "f = 1\n"]);
  rename();
  type("a.yml", `${load("f.star")}b: 1\n`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(text("a.yml")).toBe(`${load("f.star")}b: 1\n`);
});

test("a file that is renamed is not removed by Escape", () => {
  const { actions, paths, id } = begin({ "a.yml": "" });
  actions.startRename(id("a.yml"));
  expect([actions.naming, actions.adding]).toEqual([id("a.yml"), false]);
  actions.cancelRename();
  expect(paths()).toEqual(["a.yml"]);
});

test("a deleted file is restored by undo, also after typing", () => {
  const { actions, paths, id, notices, said } = begin({ "a.yml": "", "b.yml": "b: 1\n" });
  actions.remove(id("b.yml"));
  expect([paths(), said()]).toEqual([["a.yml"], "Deleted b.yml."]);
  notices.typed();
  notices.undo();
  expect(paths()).toEqual(["a.yml", "b.yml"]);
});

test("an imported schema gets an unused name, or that of the file that it replaces", () => {
  const { actions, paths, text, notices, said } = begin({
    "schema.yml": SCHEMA,
    "imported-schema.yml": "",
    "values.yml": "",
  });
  expect(actions.schemas()).toEqual(["schema.yml"]);
  expect(actions.addImport("a: 1\n", undefined, "b: 1\n")).toEqual({
    schema: "imported-schema-2.yml",
    values: "values-2.yml",
  });
  expect(said()).toBe("Imported imported-schema-2.yml and added values-2.yml.");
  notices.undo();
  expect(paths()).toEqual(["schema.yml", "imported-schema.yml", "values.yml"]);
  expect(actions.addImport("a: 1\n", "schema.yml", undefined)).toEqual({ schema: "schema.yml", values: undefined });
  expect([text("schema.yml"), said()]).toEqual(["a: 1\n", "Replaced schema.yml."]);
  notices.undo();
  expect(text("schema.yml")).toBe(SCHEMA);
});

test("the files with a schema, also of the proposal where it is enabled", () => {
  const files = {
    "a.yml": SCHEMA,
    "b.yml": "#@schema\n---\nkiln: 1\n",
    "c.yml": "#@schema/definition data_values=True\n---\nkiln: 1\n",
    "d.yml": TEMPLATE,
    "e.txt": SCHEMA,
  };
  expect(begin(files).actions.schemas()).toEqual(["a.yml"]);
  const { actions } = begin(files, "--enable-extension schema-proposal");
  expect(actions.schemas()).toEqual(["a.yml", "b.yml", "c.yml"]);
});

test("a schema from plain values has the values in place of the file, and a template where there is none", () => {
  const alone = begin({ "app/values.yaml": "replicas: 2\n" });
  expect(alone.actions.addImport(SCHEMA, undefined, "values\n", { path: "app/values.yaml", guesses: 2 })).toEqual({
    schema: "app/schema.yml",
    values: "app/values.yaml",
  });
  expect(alone.paths()).toEqual(["app/config.yml", "app/schema.yml", "app/values.yaml"]);
  expect(alone.said()).toBe(
    "From app/values.yaml: the schema is in app/schema.yml, the values are in app/values.yaml. app/config.yml prints them. 2 types are guesses; Import in the Schema tab lists them.",
  );
  alone.notices.undo();
  expect([alone.paths(), alone.text("app/values.yaml")]).toEqual([["app/values.yaml"], "replicas: 2\n"]);

  // A file of data values is not called config.yml, and the template of a chart is used.
  const beside = begin({ "config.yml": "replicas: 2\n", "template.yml": TEMPLATE });
  beside.actions.addImport(SCHEMA, undefined, "values\n", { path: "config.yml", guesses: 0 });
  expect(beside.paths().toSorted()).toEqual(["schema.yml", "template.yml", "values.yml"]);
  beside.notices.undo();
  expect(beside.paths().toSorted()).toEqual(["config.yml", "template.yml"]);
});

test("plain values become data values by an annotation, or by a flag where the run does not read them", () => {
  const { actions, project, session, text, notices } = begin(
    { "schema.yml": SCHEMA, "prod.yml": "replicas: 9\n" },
    "-f schema.yml",
  );
  session.response = { inputs: [{ path: "prod.yml", kind: "template" }] };
  actions.useAsDataValues("prod.yml", "#@data/values\n---\nreplicas: 9\n");
  expect(text("prod.yml")).toContain("#@data/values");
  notices.undo();
  expect(text("prod.yml")).toBe("replicas: 9\n");

  session.response = { inputs: [{ path: "schema.yml", kind: "schema" }] };
  actions.useAsDataValues("prod.yml", "#@data/values\n---\nreplicas: 9\n");
  expect(project.commandLine).toBe("-f schema.yml --data-values-file prod.yml");
  notices.undo();
  expect(project.commandLine).toBe("-f schema.yml");

  // One that cannot be annotated is an input, and must not be printed.
  session.response = { inputs: [{ path: "prod.yml", kind: "template" }] };
  actions.useAsDataValues("prod.yml", undefined);
  expect(project.commandLine).toBe("-f schema.yml --file-mark prod.yml:exclude=true --data-values-file prod.yml");
});

test("a new values file needs a schema", async () => {
  const { actions, paths, said, session, notices } = begin({ "values.yml": "" });
  await actions.newValuesFile();
  expect([paths(), said()]).toEqual([["values.yml"], "The schema is not known. Run again, then try again."]);
  const schema = { load: async () => ({ children: [] }) };
  session.latestWith = (content: string) => (content === "schema" ? { response: { schema } } : undefined);
  await actions.newValuesFile();
  expect([paths(), said()]).toEqual([["values.yml", "values-2.yml"], "Added values-2.yml."]);
  expect(focused).toEqual(["pane input", ".file-pane.chosen .cm-content"]);
  notices.undo();
  expect(paths()).toEqual(["values.yml"]);
});
