// Input that could block a tab: each is stopped, by its limit or by the button, the files are unchanged, and the next render works.
import { expect, type Playground, fresh as test } from "./playground";

/** Code, and the message with which it ends. */
type Limited = Record<string, [code: string, message: string | RegExp]>;

const FOREVER: Limited = {
  "an endless loop": ["#@ while True:\n#@   x = 1\n#@ end\na: 1\n", /plan\.yml:[12]\s*stopped after 10000 ms/],
  // On a busy machine, the time limit of the engine or that of the page comes first.
  "lists until the memory is used up": [
    '#@ x = []\n#@ while True:\n#@   x.append("a" * 10000000)\n#@ end\na: 1\n',
    /more than 1536 MiB of memory|after 10000 ms|Stopped after 10 s/,
  ],
};

const TOO_MUCH: Limited = {
  "aliases of aliases": [
    `a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n${[..."bcdefghij"]
      .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghij"[at]}`).join(", ")}]\n`)
      .join("")}`,
    "aliases add more than 1000000 nodes",
  ],
  "a regular expression with catastrophic backtracking": [
    '#@ load("@ytt:regexp", "regexp")\na: #@ regexp.match("(a{1,100})*b", "a" * 5000000)\n',
    "the text is too long for this expression",
  ],
};

async function expectLimits(playground: Playground, all: Limited): Promise<void> {
  const { page } = playground;
  for (const [name, [code, message]] of Object.entries(all))
    await test.step(name, async () => {
      await playground.write(code);
      await expect(page.locator(".problems-pane")).toContainText(message, { timeout: 30_000 });
      await expect(page.getByText("The engine crashed")).toHaveCount(0);
      await expect(playground.editor).toContainText(code.split("\n", 1)[0] ?? "");
      await playground.write(`after: #@ "${name}" + "."\n`);
      await expect(playground.output).toContainText(`after: ${name}.`);
    });
}

test("what runs for ever, or fills the memory, ends at a limit, and the next render works", { tag: "@long" }, async ({
  playground,
}) => {
  test.setTimeout(90_000);
  await playground.open();
  await playground.openFile("plan.yml");
  await expectLimits(playground, FOREVER);
});

const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("");

/** Input that ytt runs in seconds, and the last line of its output. */
const LARGE: Record<string, [string, string]> = {
  "a list that is replaced in each turn": [
    "#@ def build(n):\n#@   s = []\n#@   for i in range(n):\n#@     s = s + [i]\n#@   end\n#@   return s\n#@ end\nlast: #@ len(build(20000))\n",
    "last: 20000",
  ],
  "a text that is replaced in each turn": [
    '#@ s = ""\n#@ for i in range(20000):\n#@   s = s + "some characters more, "\n#@ end\nlast: #@ len(s)\n',
    "last: 440000",
  ],
  "300 elifs": [
    `#@ x = 299\n#@ if x == -1:\n#@   y = -1\n${lines(300, (i) => `#@ elif x == ${i}:\n#@   y = ${i}\n`)}#@ end\nlast: #@ y\n`,
    "last: 299",
  ],
  "a sum of 900 terms": [`last: #@ ${lines(899, (i) => `${i} + `)}899\n`, "last: 404550"],
  "110 nested lists": [`last: #@ len(${"[".repeat(110)}1${"]".repeat(110)})\n`, "last: 1"],
  "105 nested ifs": [`${"#@ if True:\n".repeat(105)}#@ y = 1\n${"#@ end\n".repeat(105)}last: #@ y\n`, "last: 1"],
};

test("what ytt runs in seconds is rendered; what would take too much ends at a limit, and the next render works", async ({
  playground,
}) => {
  await test.step("what ytt runs in seconds is rendered", async () => {
    test.setTimeout(60_000);
    await playground.open();
    await playground.openFile("plan.yml");
    for (const [name, [code, last]] of Object.entries(LARGE))
      await test.step(name, async () => {
        await playground.write(code);
        await expect(playground.output).toContainText(last, { timeout: 20_000 });
      });
  });
  await test.step("what would take too much ends at a limit, and the next render works", () =>
    expectLimits(playground, TOO_MUCH));
});
