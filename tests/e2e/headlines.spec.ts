// Headlines of problems: what is wrong in plain words, above ytt's message, in the list and on the cards in the editor; fixes that set a limit, use
// the default or insert what is missing; template errors besides violations.
import { expect, type Playground, test } from "./playground";

const SCHEMA = "#@data/values-schema\n---\nkiln:\n  #@schema/validation min=900\n  heat: 1000\n  labels: {}\n";

async function write(playground: Playground, files: Record<string, string>): Promise<void> {
  await playground.open();
  for (const [path, content] of Object.entries(files)) {
    await playground.openFile(path);
    await playground.write(content);
  }
}

const text = (playground: Playground) =>
  playground.editor.evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );

test("a misspelt key is named in plain words, with ytt's message below", async ({ playground, page }) => {
  await write(playground, {
    "schema.yml": SCHEMA,
    "plan.yml": "a: 1\n",
    "values.yml": "#@data/values\n---\nkiln:\n  lables: {}\n",
  });
  const problem = playground.problems.first();
  await expect(problem.locator(".headline")).toHaveText("lables is not in the schema; did you mean labels?");
  await expect(problem.locator(".message")).toHaveText("Expected number of matched nodes to be 1, but was 0");
  await playground.editor.getByText("lables").hover();
  const card = page.locator(".cm-insight");
  await expect(card.locator(".headline")).toHaveText("lables is not in the schema; did you mean labels?");
  await expect(card).toContainText("Expected number of matched nodes");
});

test("a limit is set, or the default used, with one click", async ({ playground }) => {
  await write(playground, {
    "schema.yml": SCHEMA,
    "plan.yml": "a: 1\n",
    "values.yml": "#@data/values\n---\nkiln:\n  heat: 5\n",
  });
  const problem = playground.problems.first();
  await expect(problem.locator(".headline")).toHaveText("must be at least 900");
  await expect(problem.locator("button.fix")).toHaveText(["Set to 900", "Use the default: 1000"]);
  await problem.getByRole("button", { name: "Use the default: 1000" }).click();
  await expect(playground.problems).toHaveCount(0);
  await expect.poll(() => text(playground)).toContain("heat: 1000");
});

test("a missing end is inserted", async ({ playground }) => {
  await write(playground, { "plan.yml": "#@ if True:\na: 1\n" });
  const problem = playground.problems.first();
  await expect(problem.locator(".headline")).toHaveText("This if has no end");
  await problem.getByRole("button", { name: "Insert the missing end" }).click();
  await expect(playground.problems).toHaveCount(0);
  await expect.poll(() => text(playground)).toBe("#@ if True:\na: 1\n#@ end\n");
});

for (const [mistake, title, fixed] of [
  ["a:\n\tb: 1\n", "Replace tabs with spaces", "a:\n  b: 1\n"],
  ["a: @x\n", "Quote the value", 'a: "@x"\n'],
  ["#@ if True\na: 1\n#@ end\n", "Insert the missing colon", "#@ if True:\na: 1\n#@ end\n"],
  ["a: #@ str(1\nb: 1\n", "Insert the missing )", "a: #@ str(1)\nb: 1\n"],
] as const) {
  test(`a mistake in YAML or code is fixed: ${title}`, async ({ playground }) => {
    await write(playground, { "plan.yml": mistake });
    await playground.problems.first().getByRole("button", { name: title }).click();
    await expect(playground.problems).toHaveCount(0);
    await expect.poll(() => text(playground)).toBe(fixed);
  });
}

test("a value is replaced by an example of the schema", async ({ playground }) => {
  await write(playground, {
    "schema.yml": `#@data/values-schema
---
#@schema/nullable
#@schema/validation not_null=True
#@schema/examples ("in a village", "ytterby")
place: ""
heat: 1
`,
    "plan.yml": "a: 1\n",
    "values.yml": "#@data/values\n---\nheat: 2\nplace:\n",
  });
  const problem = playground.problems.first();
  await expect(problem.locator(".headline")).toHaveText("needs a value");
  await problem.getByRole("button", { name: "Use the example: ytterby" }).click();
  await expect(playground.problems).toHaveCount(0);
  await expect.poll(() => text(playground)).toContain("place: ytterby");
});

test("violations and a template error are both listed", async ({ playground }) => {
  await write(playground, {
    "schema.yml": SCHEMA,
    "values.yml": "#@data/values\n---\nkiln:\n  heat: 5\n",
    "plan.yml": "a: #@ unknown\n",
  });
  await expect(playground.problems).toHaveCount(2);
  await expect(playground.problems.last()).toContainText("Also, in the template:");
  await expect(playground.problems.last().locator(".headline")).toHaveText("unknown is not defined");
});
