import { expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { GROUPS, pathsOf } from "../../testing/hostile-texts";
import { parsed } from "../content/markdown-tree";
import { workOf } from "../core/work";
import { markdownOf } from "./markdown";

test("no text in a work ends the code block that holds it", () => {
  const content = "a: |\n  ```\n  `````\n</details>\n";
  const text = markdownOf(
    workOf({ files: [{ path: "a``b|<i>.yml", content }], commandLine: "-v a='```'" }),
    undefined,
    "",
  );
  expect(text).toContain("``` a``b|<i>.yml ```");
  expect(text).toContain(`\`\`\`\`\`\`yaml\n${content}\`\`\`\`\`\`\n`);
  expect(text).not.toContain("](");
});

test("Markdown of a work that needs the schema proposal says so, and names ytterby", () => {
  const flag = "--enable-extension schema-proposal";
  const work = workOf({ title: "Clay", files: [{ path: "clay.yml", content: "clay: red\n" }] });
  const markdown = markdownOf({ ...work, commandLine: flag }, undefined, "");
  expect(markdown).toContain(`$ ytterby -f . ${flag}\n`);
  expect(markdown).toContain("**Not portable to ytt.**");
  expect(markdownOf(work, undefined, "")).toContain("$ ytt -f .\n");
  expect(markdownOf(work, undefined, "")).not.toContain("Not portable to ytt");
});

test("hostile texts stay within code", () => {
  for (const texts of [...Object.values(GROUPS), ["```", "~~~", "`````\n````", "</details>", "` `` ```"]] as const) {
    for (const text of texts) {
      const markdown = markdownOf(
        workOf({
          title: text,
          files: [{ path: pathsOf([text])[0] ?? "a.yml", content: `${text}\n\`\`\`\n${text}` }],
          commandLine: text,
          env: [{ name: "A", value: text }],
        }),
        { exitStatus: 1, files: [], stdout: text, report: `${text}\n\`\`\`\`\n` } as never,
        "",
      );
      const tree = parsed(markdown);
      const names = tree.children.map(({ name }) => name);
      expect(names, text).not.toContain("HTMLBlock");
      expect(names.filter((name) => name === "FencedCode").length, text).toBe(4);
      // The heading is plain text: no links, images, markup or emphasis.
      const heading = tree.children.find(({ name }) => name === "ATXHeading2");
      const marks = (heading?.children ?? [])
        .map(({ name }) => name)
        .filter((name) => !/^(HeaderMark|Escape|URL)$/.test(name));
      expect(marks, text).toEqual([]);
      const inline = tree.children
        .filter(({ name }) => name === "Paragraph")
        .flatMap(({ children }) => children.map(({ name }) => name));
      expect(
        inline.filter((name) => name !== "InlineCode"),
        text,
      ).toEqual([]);
    }
  }
});

test("a file of 300,000 fences takes no long time", () => {
  const begun = cpuTime();
  const ticks = Array.from({ length: 300_000 }, () => "```").join("\n");
  expect(markdownOf(workOf({ files: [{ path: "a.yml", content: ticks }] }), undefined, "")).toContain("````yaml");
  expect(cpuTime() - begun).toBeLessThan(LIMIT_MS);
});
