import { expect, test } from "vitest";
import { flagsIn } from "../formats/pasted-command";
import { mayBeCommand } from "./pasted-flags";

interface Pasted {
  text: string;
  flags: string;
  env?: Record<string, string>;
}

const commands: Pasted[] = [
  { text: "ytt --data-value a=1", flags: "--data-value a=1" },
  { text: "ytt -f . --data-value a=1\n", flags: "--data-value a=1" },
  { text: "./bin/ytt -v a=1", flags: "-v a=1" },
  { text: "ytterby -v a=1", flags: "-v a=1" },
  // Prompts.
  { text: "$ ytt -v a=1", flags: "-v a=1" },
  { text: "  %  ytt -v a=1", flags: "-v a=1" },
  { text: "$ ytt -v a=1\na: 1\n$ ", flags: "-v a=1" },
  // Variables that are set for the command.
  { text: "KILN_heat=900 ytt --data-values-env KILN", flags: "--data-values-env KILN", env: { KILN_heat: "900" } },
  { text: "$ A=1 B= env C=x=y ytt -v a=1", flags: "-v a=1", env: { A: "1", B: "", C: "x=y" } },
  { text: `A='one two' B="three four" ytt -v a=1`, flags: "-v a=1", env: { A: "one two", B: "three four" } },
  // For another program.
  { text: "kubectl apply -f <(ytt -f . -v a=1)", flags: "-v a=1" },
  { text: "$ kapp deploy -a shop -f <( bin/ytt -f config -v a=1 ) -y", flags: "-f config -v a=1" },
  { text: "kubectl apply -f - <<< $(ytt -v a=1)", flags: "-v a=1" },
  // Continued lines.
  { text: "ytt \\\n  -v a=1 \\\r\n\t-v b=2", flags: "-v a=1 -v b=2" },
  { text: "A=1 \\\n  ytt -v a=1", flags: "-v a=1", env: { A: "1" } },
  // Quotes stay as they are, and the rest is for other programs.
  { text: "ytt -v 'a=b | c' -v \"d=e; f\"", flags: "-v 'a=b | c' -v \"d=e; f\"" },
  { text: "ytt -v a=1 | kubectl apply -f -", flags: "-v a=1" },
  { text: "ytt -v a=1 > out.yml", flags: "-v a=1" },
];

test.each(commands)("a pasted command: $text", ({ text, flags, env = {} }) => {
  expect(mayBeCommand(text)).toBe(true);
  const read = flagsIn(text);
  expect(read.commandLine).toBe(flags);
  expect(Object.fromEntries(read.env.map(({ name, value }) => [name, value]))).toEqual(env);
});

test.each(["", "--data-value a=1", "-f config", "kubectl apply -f .", "yttrium -v a=1", "A=1"])(
  "%j is pasted as it is",
  (text) => {
    expect(mayBeCommand(text)).toBe(false);
  },
);

test.each(["--data-value program=ytt", "-f /opt/ytt/config", "--data-value a='run ytt -f .'"])(
  "flags that name ytt stay as they are: %s",
  (text) => {
    expect(mayBeCommand(text)).toBe(true);
    expect(flagsIn(text)).toEqual({ commandLine: text, env: [] });
  },
);

const PARTS = [
  " ",
  "\t",
  "\n",
  "\\\n",
  " \\",
  "=",
  "a=",
  "a=b ",
  "a=b",
  "'",
  '"',
  "\\",
  "/",
  "a/",
  "$ ",
  "$",
  "ytt",
  "ytt ",
  "-v ",
  ";",
  "|",
];

test.each(PARTS)("200,000 characters made of %j are read in linear time", (part) => {
  const long = part.repeat(200_000 / part.length);
  for (const text of [
    long,
    `A=1 ${long}`,
    `ytt ${long}`,
    `ytt -v ${long}`,
    `ytt -v a=1 ${long}x`,
    `${long} ytt -v a=1`,
  ]) {
    mayBeCommand(text);
    expect(flagsIn(text).commandLine.length).toBeLessThanOrEqual(text.length);
  }
});
