// Headlines of problems: what is wrong in plain words, above ytt's message, in the list and on the cards in the editor; template errors besides
// violations. tests/diagnostics has all headlines and fixes.
import { expect, type Playground, test } from "./playground";

const SCHEMA = "#@data/values-schema\n---\nkiln:\n  #@schema/validation min=900\n  heat: 1000\n  labels: {}\n";

async function write(playground: Playground, files: Record<string, string>): Promise<void> {
  await playground.open();
  for (const [path, content] of Object.entries(files)) {
    await playground.openFile(path);
    await playground.write(content);
  }
}

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
