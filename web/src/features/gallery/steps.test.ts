import { expect, test, vi } from "vitest";
import { benchOf } from "../../../testing/bench";
import { render } from "../../../testing/engine";
import { read } from "../../../testing/template";
import { examples } from "../../../testing/works";
import { environment, type Step, type Work, workOf } from "../../core/work";
import { LessonSteps } from "./steps";

function begin(start: Work) {
  const bench = benchOf(start);
  const { project, session } = bench;
  const steps = new LessonSteps(bench.bench);
  steps.follow({ steps: start.steps } as unknown as Parameters<LessonSteps["follow"]>[0], () => start);
  const bar = () =>
    read(
      steps.next(
        (text) => text,
        () => {},
      ),
    );
  const list = () =>
    read(
      steps.render(
        (text) => text,
        () => {},
      ),
    );
  /** Runs the work as it is, and looks at the checks of the steps. */
  const run = async () => {
    const { files, commandLine, env } = project.save();
    session.request = { files, args: commandLine, env: environment(env), checks: [...steps.checks] };
    session.response = await render(session.request);
    steps.answered();
    return project.about.done;
  };
  return { ...bench, steps, bar, list, run };
}

const example = (id: string) => {
  const found = examples.find((one) => one.id === id);
  if (!found) throw new Error(`there is no example ${id}`);
  return found.whole;
};

const LESSON = workOf({
  title: "Mine",
  files: [
    { path: "a.yml", content: "a: 1\nb: 1\n" },
    { path: "c.yml", content: "c: 1\n" },
  ],
  steps: [
    {
      text: "Make it 2.",
      edits: [{ file: "a.yml", replace: "a: 1", with: "a: 2" }],
      done: [{ output: "a.yml", at: "a", is: 2 }],
    },
    { text: "Look at it.", edits: [], done: [] },
    {
      text: "Make it 1 again.",
      edits: [{ file: "a.yml", replace: "a: 2", with: "a: 1" }],
      done: [{ output: "a.yml", at: "a", is: 1 }],
    },
  ],
});

test("a step is applied with its button, is done once its checks hold, and is undone", async () => {
  const { bar, run, notices, text, steps, went } = begin(LESSON);
  expect(await run()).toEqual([]);
  expect(bar().text).toContain("Step 1 of 3: Make it 2.");
  await bar().click("Apply: step 1");
  expect([text("a.yml"), notices.current?.text, went]).toEqual(["a: 2\nb: 1\n", "Applied step 1.", ["show a.yml"]]);
  expect(await run()).toEqual([0]);
  expect(steps.spoken).toBe("Step 1 of 3 done.");
  // It can be read until the reader goes on.
  expect(bar().text).toContain("Step 1 of 3 done: Make it 2.");
  await bar().click("Next step");
  expect(bar().text).toContain("Step 2 of 3: Look at it.");
  // A step without edits is done when the reader says so.
  await bar().click("Got it: step 2");
  expect(bar().text).toContain("Step 3 of 3");
  notices.undo();
  expect(text("a.yml")).toBe("a: 1\nb: 1\n");
});

test("a step that holds from the start is open until the steps before it are done", async () => {
  const { bar, run, steps } = begin(LESSON);
  // The third step holds.
  expect(await run()).toEqual([]);
  await bar().click("Apply: step 1");
  await run();
  await bar().click("Next step");
  await bar().click("Got it: step 2");
  await bar().click("Apply: step 3");
  expect(await run()).toEqual([0, 1, 2]);
  expect([steps.finished, steps.spoken]).toEqual([true, "Step 3 done. All steps of this lesson are done."]);
  expect(bar().text).toContain("All steps are done. Make it 1 again.");
  expect(bar().buttons).toEqual([]);
});

test("a step is done by another solution, and once the reader has gone on it stays done when later changes replace its result, until it is reset", async () => {
  const { run, type, bar, list, text, project } = begin(LESSON);
  await run();
  type("a.yml", "#@ n = 2\na: #@ n\nb: 7\n");
  expect(await run()).toEqual([0]);
  await bar().click("Next step");
  type("a.yml", "a: 5\nb: 7\n");
  expect(await run()).toEqual([0]);
  await list().click("Reset: step 1");
  expect([text("a.yml"), project.about.done]).toEqual(["a: 1\nb: 7\n", []]);
});

test("a reset takes back one step, what cannot be told apart from it resets the lesson, and both can be undone", async () => {
  const { run, type, bar, list, text, project, notices } = begin({
    ...LESSON,
    steps: [
      LESSON.steps[0] as Step,
      {
        text: "Make them 2.",
        edits: [
          { file: "c.yml", replace: "c: 1", with: "c: 2" },
          { file: "d.yml", content: "d: 2\n" },
        ],
        done: [{ output: "c.yml", at: "c", is: 2 }],
      },
    ],
  });
  await run();
  const own = "#@ n = 2\na: #@ n\nb: 7\n";
  type("a.yml", own);
  await run();
  await bar().click("Next step");
  await bar().click("Apply: step 2");
  expect(await run()).toEqual([0, 1]);
  await list().click("Reset: step 2");
  expect([text("a.yml"), text("c.yml"), text("d.yml")]).toEqual([own, "c: 1\n", undefined]);
  expect([project.about.done, notices.current?.text]).toEqual([[0], "Reset step 2."]);
  await notices.undo();
  expect([text("a.yml"), text("c.yml"), text("d.yml")]).toEqual([own, "c: 2\n", "d: 2\n"]);
  expect(project.about.done).toEqual([0, 1]);
  project.remove(project.byPath("c.yml")?.id ?? "");
  await list().click("Reset: step 2");
  expect([text("a.yml"), text("c.yml")]).toEqual(["a: 2\nb: 1\n", "c: 1\n"]);
  expect(notices.current?.text).toContain("Reset the whole lesson to before step 2");
  await notices.undo();
  expect([text("a.yml"), text("c.yml")]).toEqual([own, undefined]);
});

test("a step is open again if the reader goes on typing in it, or undoes it", async () => {
  const { run, type, bar, steps } = begin(LESSON);
  await run();
  type("a.yml", "a: 2\nb: 1\n");
  expect(await run()).toEqual([0]);
  type("a.yml", "a: 2x\nb: 1\n");
  expect(await run()).toEqual([]);
  expect([steps.spoken, bar().buttons]).toEqual(["Step 1 is open again.", ["Apply: step 1"]]);
  type("a.yml", "a: 2\nb: 1\n");
  expect(await run()).toEqual([0]);
  await bar().click("Next step");
  await bar().click("Got it: step 2");
  // The third step holds, which does not show whether this is meant.
  type("a.yml", "a: 1\nb: 2\n");
  expect(await run()).toEqual([0, 1, 2]);
});

test("a step is open again when it is undone after the reader has gone on, also with a step to read in between", async () => {
  const { run, type, bar } = begin({ ...LESSON, steps: LESSON.steps.slice(0, 2) });
  await run();
  await bar().click("Apply: step 1");
  await run();
  await bar().click("Next step");
  await bar().click("Got it: step 2");
  type("a.yml", "a: 1\nb: 1\n");
  expect(await run()).toEqual([1]);
  expect(bar().text).toContain("Step 1 of 2: Make it 2.");
  type("a.yml", "a: 2\nb: 1\n");
  expect(await run()).toEqual([0, 1]);
});

test("a run that fails does and undoes no step, unless a check expects that", async () => {
  const step = { text: "Set it.", edits: [{ file: "a.yml", replace: "a: 1", with: "a: 2" }] };
  const files = [
    { path: "a.yml", content: "#@data/values\n---\na: 1\n" },
    { path: "c.yml", content: "c: #@ 1\n" },
  ];
  const { run, type } = begin(workOf({ files, steps: [{ ...step, done: [{ value: "a", is: 2 }] }] }));
  await run();
  type("a.yml", "#@data/values\n---\na: 2\n");
  type("c.yml", "c: #@ 1 +\n");
  expect(await run()).toEqual([]);
  type("c.yml", "c: #@ 1 + 1\n");
  expect(await run()).toEqual([0]);
  type("c.yml", "c: #@ 1 + 1 +\n");
  expect(await run()).toEqual([0]);
});

test("Apply replaces the reader's line with the same key", async () => {
  const { bar, run, type, text } = begin(LESSON);
  await run();
  type("a.yml", "b: 3\na: 40\n");
  await bar().click("Apply: step 1");
  expect(text("a.yml")).toBe("b: 3\na: 2\n");
  expect(await run()).toEqual([0]);
});

test("what cannot be merged is shown as a difference first, and replaced when the reader agrees", async () => {
  const { bar, list, run, type, text } = begin(LESSON);
  await run();
  type("a.yml", "#@ if True:\n'a': 40\n#@ end\n");
  type("c.yml", "c: mine\n");
  await bar().click("Apply: step 1");
  expect(text("a.yml")).toContain("40");
  expect(list().text).toContain("What you have written cannot be merged with this step.");
  await list().click("Cancel: step 1");
  expect(list().text).not.toContain("cannot be merged");
  await bar().click("Apply: step 1");
  await list().click("Apply the solution: step 1");
  // Only the files that the step changes.
  expect([text("a.yml"), text("c.yml")]).toEqual(["a: 2\nb: 1\n", "c: mine\n"]);
  expect(await run()).toEqual([0]);
});

test("the solution can be read without applying it", async () => {
  const { list, run, text } = begin(LESSON);
  await run();
  await list().click("Show the solution: step 1");
  await vi.waitFor(() => expect(list().text).toContain("The solution changes this:"));
  expect(text("a.yml")).toBe("a: 1\nb: 1\n");
});

test("a step that needs more than its own files sets all files of the lesson", async () => {
  const { bar, list, run, project, type, text } = begin(example("deployment"));
  for (const step of [1, 2]) {
    await run();
    if (step > 1) await bar().click("Next step");
    await bar().click(`Apply: step ${step}`);
  }
  await run();
  // The template of step 4 reads logLevel, which step 3 declares.
  type("schema.yml", `${text("schema.yml")}verbosity: 2\n`);
  project.setDone([0, 1, 2]);
  await bar().click("Next step");
  await bar().click("Apply: step 4");
  expect(list().text).toContain("cannot be merged");
  await list().click("Apply the solution: step 4");
  expect(text("schema.yml")).toContain("logLevel: info");
  expect(await run()).toContain(3);
});

test("a step whose result a later step overrides is done in a playground that was shared after both", async () => {
  const lesson = example("conditions");
  const shared = begin(lesson);
  for (const step of [1, 2]) {
    await shared.run();
    if (step > 1) await shared.bar().click("Next step");
    await shared.bar().click(`Apply: step ${step}`);
  }
  const after = { ...shared.project.save(), done: [] };
  const { steps, run, project } = begin(lesson);
  project.load(after);
  expect(steps.finished).toBe(false);
  expect(await run()).toEqual([0, 1]);
});

test("for a moment after a step is done, a click is not meant for another button", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const { steps, bar, run } = begin(LESSON);
  await run();
  expect(steps.isJustDone).toBe(false);
  await bar().click("Apply: step 1");
  await run();
  expect(steps.isJustDone).toBe(true);
  now.mockReturnValue(1_401);
  expect(steps.isJustDone).toBe(false);
  now.mockRestore();
});

test("an answer to an earlier click is not used", async () => {
  const { bar, engine, run, text, steps } = begin(LESSON);
  await run();
  let answer = (_: undefined) => {};
  engine.render = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const applying = bar().click("Apply: step 1");
  steps.follow(undefined, () => LESSON);
  answer(undefined);
  await applying;
  expect(text("a.yml")).toBe("a: 1\nb: 1\n");
});

test("a step stays done while the reader makes a later one that reverts its edits", async () => {
  const { run, type, bar } = begin(example("debug-calls"));
  await run();
  await bar().click("Apply: step 1");
  expect(await run()).toEqual([0]);
  await bar().click("Next step");
  // The first half of step 2.
  type("ticket.yml", String(example("debug-calls").files.find(({ path }) => path === "ticket.yml")?.content));
  expect(await run()).toEqual([0]);
  await bar().click("Apply: step 2");
  expect(await run()).toEqual([0, 1]);
});
