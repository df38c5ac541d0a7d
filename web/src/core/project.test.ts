import { expect, test } from "vitest";
import { binary, type Change, exact, Project } from "./project";
import { type WorkFile, workOf } from "./work";

function projectOf(...files: WorkFile[]) {
  const project = new Project();
  project.load(workOf({ files }));
  const changes: Change[] = [];
  project.onChange((change) => changes.push(change));
  return { project, changes };
}

const file = (path: string, content = ""): WorkFile => ({ path, content });
const paths = (project: Project) => project.files.map(({ path }) => path);
const idOf = (project: Project, path: string) => project.byPath(path)?.id ?? "";

test("what is loaded is what is saved", () => {
  const work = workOf({
    title: "Kiln",
    files: [file("a.yml", "a: 1\r\n"), { path: "b", content: new Uint8Array([255, 0]) }],
    open: 1,
    commandLine: "--data-value a=1",
    env: [{ name: "A", value: "1" }],
    view: "",
  });
  const project = new Project();
  project.load(work);
  expect(project.save()).toEqual(work);
  expect(project.current?.path).toBe("b");
});

test("files keep their line endings when they are edited", () => {
  const { project, changes } = projectOf(file("a.yml", "a: 1\r\nb: 2\r\n"));
  expect(project.current?.content).toBe("a: 1\nb: 2\n");
  project.write(project.open, "a: 1\nb: 3\n");
  expect(project.files.map(exact)).toEqual([file("a.yml", "a: 1\r\nb: 3\r\n")]);
  expect(changes).toEqual(["text"]);
});

test("writing the same text is no change", () => {
  const { project, changes } = projectOf(file("a.yml", "a: 1\n"));
  project.write(project.open, "a: 1\n");
  expect(changes).toEqual([]);
});

test("bytes that are not text stay as they are", () => {
  const bytes = new Uint8Array([255, 0, 254]);
  const { project } = projectOf({ path: "b", content: bytes });
  expect(project.current && binary(project.current)).toBe(bytes);
  expect(project.files.map(exact)).toEqual([{ path: "b", content: bytes }]);
});

test("a new file that is named for a new folder does not come between the files of another", () => {
  const { project } = projectOf(file("envs/dev.yml"), file("envs/prod.yml"));
  project.rename(project.add().id, "prod/overlay.yml");
  expect(paths(project)).toEqual(["envs/dev.yml", "envs/prod.yml", "prod/overlay.yml"]);
});

test("an added file has an unused name in the folder of the open one, and is opened", () => {
  const { project } = projectOf(file("new.yml"), file("a/z.yml"));
  project.add();
  expect(paths(project)).toEqual(["new.yml", "a/z.yml", "new-2.yml"]);
  expect(project.current?.path).toBe("new-2.yml");
  project.select(idOf(project, "a/z.yml"));
  expect(project.add().path).toBe("a/new.yml");
  expect(projectOf().project.add().path).toBe("config.yml");
});

test("a deleted file comes back to its place, and is open again", () => {
  const { project } = projectOf(file("a.yml"), file("b.yml"), file("c.yml"));
  const restore = project.remove(idOf(project, "b.yml"));
  expect(paths(project)).toEqual(["a.yml", "c.yml"]);
  restore();
  expect(paths(project)).toEqual(["a.yml", "b.yml", "c.yml"]);
  expect(project.current?.path).toBe("b.yml");
});

test("a deleted file comes back under another name if its own is taken", () => {
  const { project } = projectOf(file("a.yml", "old"));
  const restore = project.remove(idOf(project, "a.yml"));
  project.take([file("a.yml", "new")]);
  restore();
  expect(project.files.map(exact)).toEqual([file("restored-a.yml", "old"), file("a.yml", "new")]);
});

test("taken files replace those of the same name, until that is undone", () => {
  const { project } = projectOf(file("a.yml", "old"), file("b.yml"));
  const { taken, replaced, objections, undo } = project.take([file("a.yml", "new"), file("c.yml"), file("../d.yml")]);
  expect([taken, replaced, objections.length]).toEqual([["a.yml", "c.yml"], ["a.yml"], 1]);
  expect(project.byPath("a.yml")?.content).toBe("new");
  undo();
  expect(project.files.map(exact)).toEqual([file("a.yml", "old"), file("b.yml")]);
});

test("undoing leaves what was typed since in a taken file", () => {
  const { project } = projectOf(file("a.yml", "old"));
  const { undo } = project.take([file("a.yml", "new"), file("b.yml", "b")]);
  project.write(idOf(project, "b.yml"), "typed");
  undo();
  expect(project.files.map(exact)).toEqual([file("a.yml", "old"), file("b.yml", "typed")]);
});

test("a file is not renamed to a name that is taken or no path", () => {
  const { project, changes } = projectOf(file("a.yml"), file("b.yml"));
  const id = idOf(project, "a.yml");
  for (const path of ["b.yml", "", "/a.yml", "a/../b.yml"]) {
    expect(project.objection(id, path)).toBeTruthy();
    project.rename(id, path);
  }
  expect(paths(project)).toEqual(["a.yml", "b.yml"]);
  expect(changes).toEqual([]);
  project.setCommandLine("-f a.yml -f b.yml");
  project.setVariants([{ name: "b", commandLine: "--data-values-file a.yml", env: [], without: ["a.yml"] }]);
  project.rename(id, "c/a.yml");
  expect(paths(project)).toEqual(["c/a.yml", "b.yml"]);
  expect(project.commandLine).toBe("-f c/a.yml -f b.yml");
  expect(project.variants).toMatchObject([{ commandLine: "--data-values-file c/a.yml", without: ["c/a.yml"] }]);
});

test("new and renamed files are placed in their folder", () => {
  const { project } = projectOf(file("a/b.yml"), file("a/d.yml"), file("z.yml"));
  project.take([file("a/c.yml")]);
  expect(paths(project)).toEqual(["a/b.yml", "a/c.yml", "a/d.yml", "z.yml"]);
  project.rename(idOf(project, "z.yml"), "a/a.yml");
  expect(paths(project)).toEqual(["a/a.yml", "a/b.yml", "a/c.yml", "a/d.yml"]);
  project.rename(idOf(project, "a/a.yml"), "a/e.yml");
  expect(paths(project)).toEqual(["a/b.yml", "a/c.yml", "a/d.yml", "a/e.yml"]);
  // A file that was moved stays, with a new name.
  project.move(idOf(project, "a/e.yml"), 0);
  project.rename(idOf(project, "a/e.yml"), "a/f.yml");
  expect(paths(project)).toEqual(["a/f.yml", "a/b.yml", "a/c.yml", "a/d.yml"]);
});

test("a file is moved within the list", () => {
  const { project } = projectOf(file("a.yml"), file("b.yml"), file("c.yml"));
  project.move(idOf(project, "a.yml"), 9);
  expect(paths(project)).toEqual(["b.yml", "c.yml", "a.yml"]);
});
