import { expect, test } from "vitest";
import { exampleTexts } from "../../content/example-texts";
import { type Example, examples } from "../../content/examples";
import { match } from "./search";

const example: Example = {
  id: "one",
  title: "A first look",
  description: "Something short.",
  topics: ["start", "overlays"],
  official: [],
  portable: true,
};
const texts = [
  { path: "", text: "If you come from Helm, read this.\nThen that." },
  { path: "config.yml", text: "kind: ConfigMap\nname: first" },
];

test("all words must be in the example, and the title counts most", () => {
  expect(match(example, texts, "")).toEqual({ rank: 5 });
  expect(match(example, texts, "LOOK first")).toEqual({ rank: 5 });
  expect(match(example, texts, "look overlays")).toEqual({ rank: 4 });
  expect(match(example, texts, "short look")).toEqual({ rank: 3 });
  expect(match(example, texts, "helm look")?.rank).toBe(2);
  expect(match(example, texts, "helm configmap")?.rank).toBe(1);
  expect(match(example, texts, "helm nowhere")).toBeUndefined();
  expect(match(example, [], "helm")).toBeUndefined();
});

test("a match that is not on the card has the line, and names the file", () => {
  expect(match(example, texts, "helm")?.snippet).toEqual({
    path: "",
    before: "If you come from ",
    word: "Helm",
    after: ", read this.",
  });
  expect(match(example, texts, "look configmap")?.snippet).toEqual({
    path: "config.yml",
    before: "kind: ",
    word: "ConfigMap",
    after: "",
  });
  const long = [{ path: "", text: `${"word ".repeat(40)}needle${" word".repeat(40)}` }];
  const { before, word, after } = match(example, long, "needle")?.snippet ?? { before: "", word: "", after: "" };
  expect(word).toBe("needle");
  expect(before).toMatch(/^… word/);
  expect(after).toMatch(/ …$/);
  expect((before + word + after).length).toBeLessThan(110);
});

test("a path of a file is found, without a snippet", () => {
  expect(match(example, texts, "config.yml")).toEqual({ rank: 1 });
});

test("words of lessons and files find examples", () => {
  const found = (search: string) =>
    examples.filter((one) => match(one, exampleTexts.get(one.id) ?? [], search)).map(({ id }) => id);
  expect(found("helm")).toEqual(expect.arrayContaining(["kubernetes", "kubernetes-overlays"]));
  expect(found("containerPort").length).toBeGreaterThan(1);
  expect(found("no such word anywhere")).toEqual([]);
});
