import { expect, test } from "vitest";
import { workOf } from "../core/work";
import { embedCode } from "./embed-code";

const PAGE = "https://play.example/ytt/";
const HEAD = `<link rel="stylesheet" href="${PAGE}embed.css">\n<script defer src="${PAGE}embed.js"></script>\n`;
const file = (content: string | Uint8Array) => ({ path: "a.yml", content });

test("files are text, with label, flags and variables", () => {
  const work = workOf({
    title: 'A "kiln" & more',
    files: [file('a: #@ 1 < 2 and "&"\n'), { path: "b.yml", content: "b: 1\n" }],
    open: 1,
    commandLine: "--data-value 'a=\"b\"'",
    env: [{ name: "A", value: "two words" }],
  });
  expect(embedCode(work, `${PAGE}#y1:x`, PAGE)).toBe(
    `${HEAD}<ytt-playground label="A &quot;kiln&quot; &amp; more" active="b.yml" args="--data-value 'a=&quot;b&quot;'" env="A='two words'">
<pre data-filename="a.yml">a: #@ 1 &lt; 2 and &quot;&amp;&quot;
</pre>
<pre data-filename="b.yml">b: 1
</pre>
</ytt-playground>
`,
  );
});

test("an unchanged example is its name", () => {
  expect(embedCode(workOf({ files: [file("a: 1\n")] }), `${PAGE}#example:kiln`, PAGE)).toBe(
    `${HEAD}<ytt-playground src="#example:kiln"></ytt-playground>\n`,
  );
});

test.each([
  ["bytes", file(Uint8Array.of(0, 255))],
  ["an indent in all lines", file("  a: 1\n")],
  ["a first blank line", file("\na: 1\n")],
  ["line ends of Windows", file("a: 1\r\nb: 2\r\n")],
  ["blanks at the end", file("a: 1\n  ")],
  ["control characters", file("a: \u0007\n")],
  ["a lot of text", file("a".repeat(20_001))],
  ["nothing", file("")],
])("%s: a link, because HTML would not keep it", (_, one) => {
  expect(embedCode(workOf({ title: "T", files: [one] }), `${PAGE}#y1:x`, PAGE)).toBe(
    `${HEAD}<ytt-playground label="T" src="#y1:x"></ytt-playground>\n`,
  );
});
