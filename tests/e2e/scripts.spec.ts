// The script that reproduces a run: with the native command in place of ytt it gives what the page gives, for every example and for files and
// names that are hard to quote.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { scriptOf } from "../../web/src/share/script";
import { commandLineOf, words } from "../../web/src/share/shell";
import { environment, type Work, workOf } from "../../web/src/work/work";
import { examples } from "./works";

const COMMAND = `${__dirname}/../../target/debug/ytterby`;

function run(work: Work) {
  const { stdout, stderr, status } = spawnSync("sh", [], {
    input: scriptOf(work),
    env: { PATH: process.env.PATH, YTT: COMMAND },
  });
  return { stdout: String(stdout), report: String(stderr), exitStatus: status };
}

async function page(work: Work) {
  const { render } = await import("../wasm/engine.mjs");
  const { files, commandLine, env, checks } = work;
  const { stdout, report, exitStatus } = await render({ files, args: commandLine, env: environment(env), checks });
  return { stdout, report, exitStatus };
}

test.beforeAll(() => {
  expect(existsSync(COMMAND), "cargo build --bin ytterby").toBe(true);
});

for (const { id, work } of examples) {
  test(`the script of ${id} gives the page's output`, async () => {
    expect(run(work)).toEqual(await page(work));
  });
}

test("odd names, texts without an end, bytes, and a command line full of traps", async () => {
  const work = workOf({
    title: "Two\nlines $(touch /tmp/never)",
    files: [
      { path: "z 'quoted' $HOME.yml", content: "a: 1\nb: END_OF_FILE\n" },
      { path: "dir/näme 🔥.yml", content: "no: end" },
      { path: "-dash.txt", content: "END_OF_FILE\nEND_OF_FILE_\n" },
      { path: "empty.txt", content: "" },
      { path: "dos.txt", content: "a\r\nb\r\n" },
      { path: "lines.txt", content: "a\n\n\n" },
      { path: "raw.bin", content: Uint8Array.from({ length: 256 }, (_, at) => at) },
    ],
    commandLine: `--data-value-yaml 'a=$(id); \`id\`' --output-files "out dir"`,
    env: [{ name: "odd", value: "it's $HOME" }],
  });
  const script = run(work);
  const expected = await page(work);
  expect(script.exitStatus).toBe(expected.exitStatus);
  expect(script.report).toBe(expected.report);
  const plain = { ...work, commandLine: "" };
  expect(run(plain)).toEqual(await page(plain));
});

test("command lines are taken apart as a shell does", () => {
  for (const [line, expected] of [
    ["", []],
    ["  a  b\t'c d' \"e f\" g\\ h ", ["a", "b", "c d", "e f", "g h"]],
    ["'' \"\"", ["", ""]],
    [`a'b'"c"d`, ["abcd"]],
    [`"\\$x \\\\ \\a"`, ["$x \\ \\a"]],
    ["a # rest", ["a"]],
    ["a#b", ["a#b"]],
    ["'open", undefined],
  ] as const) {
    expect(words(line), line).toEqual(expected);
  }
  const odd = ["", "it's", "$HOME `id`", "a b", "\\", '"', "ä\n"];
  expect(words(commandLineOf(odd))).toEqual(odd);
});
