// Input that could block a tab: each is stopped, by its limit or by the button, the files are unchanged, and the next render works.
import { expect, type Playground, fresh as test } from "./playground";

const CODE = {
  "an endless loop": "#@ while True:\n#@   x = 1\n#@ end\na: 1\n",
  "aliases of aliases": `a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n${[..."bcdefghij"]
    .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghij"[at]}`).join(", ")}]\n`)
    .join("")}`,
  "lists until the memory is used up": '#@ x = []\n#@ while True:\n#@   x.append("a" * 10000000)\n#@ end\na: 1\n',
  "a regular expression with catastrophic backtracking":
    '#@ load("@ytt:regexp", "regexp")\na: #@ regexp.match("(a{1,100})*b", "a" * 5000000)\n',
};

/** The message if it is not stopped. */
const SAID = {
  "an endless loop": "stopped after 10000 ms",
  "aliases of aliases": "aliases add more than 1000000 nodes",
  "lists until the memory is used up": /more than 1536 MiB of memory|after 10000 ms/,
  "a regular expression with catastrophic backtracking": "the text is too long for this expression",
} as const;

/** These run until the time limit, or nearly. */
const LONG = new Set<string>(["an endless loop", "lists until the memory is used up"]);

async function expectLimit(playground: Playground, name: keyof typeof CODE): Promise<void> {
  const { page } = playground;
  await playground.write(CODE[name]);
  await expect(playground.problems.first()).toContainText(SAID[name], { timeout: 30_000 });
  await expect(playground.problems.getByRole("button", { name: /plan\.yml:\d/ }).first()).toBeVisible();
  await expect(page.getByText("The engine crashed")).toHaveCount(0);
  await expect(playground.editor).toContainText(CODE[name].split("\n", 1)[0] ?? "");
  await playground.write(`after: #@ "${name}" + "."\n`);
  await expect(playground.output).toContainText(`after: ${name}.`);
}

const names = Object.keys(CODE) as (keyof typeof CODE)[];

test("what runs for ever, or fills the memory, ends at a limit, and the next render works", { tag: "@long" }, async ({
  playground,
}) => {
  test.setTimeout(90_000);
  await playground.open();
  await playground.openFile("plan.yml");
  for (const name of names.filter((name) => LONG.has(name))) await test.step(name, () => expectLimit(playground, name));
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
  await test.step("what would take too much ends at a limit, and the next render works", async () => {
    for (const name of names.filter((name) => !LONG.has(name)))
      await test.step(name, () => expectLimit(playground, name));
  });
});
