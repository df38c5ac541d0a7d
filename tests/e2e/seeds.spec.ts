// The complete examples of ytt's schema reference and validation guide, as cases with the real ytt's answers (tests/cases/seeds), run by the page
// itself: its project, its flags bar, its session and its worker. tests/native and tests/wasm run all of them, this every twentieth.
import type { Parts } from "../../web/src/engine/answer";
import { type Case, compare, findCases, type Response, readCase } from "../wasm/case-file.mjs";
import { expect, type Playground, test } from "./playground";
import { storeWork } from "./stored-works";

const seeds = `${__dirname}/../cases/seeds/`;

type Answer = { parts: Parts };

/** The flags after `ytt -f .`, or the whole command if the case has one. */
const commandLine = ({ command, args }: Case) => command?.replace(/^ytt\s*/, "") ?? args;

async function run({ page }: Playground, found: Case): Promise<Response> {
  const env = found.env.map((variable) => {
    const [name = "", ...value] = variable.split("=");
    return { name, value: value.join("=") };
  });
  await storeWork(page, {
    files: found.inputs.map(({ path, content }) => ({ path, content: String(content) })),
    commandLine: commandLine(found),
    env,
  });
  await page.goto("./");
  await expect.poll(() => page.evaluate(() => answers().length)).toBeGreaterThan(0);
  const [answer] = await page.evaluate(() => answers());
  if (!answer) throw new Error("no answer");
  return whole(answer.parts);
}

/** Standard output is left out if it is the joined files. */
function whole({ head, contents }: Parts): Response {
  const { files, stdout, ...rest } = JSON.parse(head) as Omit<Response, "files"> & { files: string[] };
  return {
    ...rest,
    files: files.map((path, at) => ({ path, content: contents[at] ?? "" })),
    stdout: stdout ?? contents.join("---\n"),
  } as Response;
}

declare function answers(): Answer[];

const names = findCases(seeds);
if (names.length < 102) throw new Error(`only ${names.length} seeds`);

test("seeds have ytt's results", async ({ playground, page }) => {
  // Records the answers of the page's worker to its requests.
  await page.addInitScript(() => {
    const kept: Answer[] = [];
    Object.assign(globalThis, { answers: () => kept });
    const Original = Worker;
    globalThis.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }) => data.parts && kept.push(data));
      }
    };
  });
  const wrong: string[] = [];
  for (const name of names.filter((_, at) => at % 20 === 0)) {
    const found = readCase(seeds + name);
    const response = await run(playground, found);
    wrong.push(...compare(found, response).map((problem) => `${name}: ${problem}`));
    const failed = response.exitStatus !== 0;
    if (found.expected.error !== undefined) {
      await expect(playground.problems.first(), name).toBeVisible();
      await playground.page.getByRole("tab", { name: "ytt’s report" }).click();
      const shown = await page.locator("pre.report").last().textContent();
      if (shown !== response.report) wrong.push(`${name}: the page shows another report: ${shown}`);
    } else {
      await expect(playground.status, name).toContainText("Rendered in");
      const text = found.expected.stdout ?? found.expected.files.map(({ content }) => content)[0] ?? "";
      const line =
        String(text)
          .split("\n")
          .find((line) => line.trim()) ?? "";
      await expect(playground.output, name).toContainText(line);
    }
    if (failed !== (found.expected.error !== undefined)) wrong.push(`${name}: exit status ${response.exitStatus}`);
  }
  expect(wrong).toEqual([]);
});
