import { load } from "js-yaml";
import type { Plugin } from "vite";
import type { ExampleText } from "../src/content/example-texts.ts";
import { parsed } from "../src/content/markdown-tree.ts";
import { portable } from "../src/core/extension.ts";
import { type WrittenBundle, workOfWritten } from "../src/formats/written-bundle.ts";

/** The lesson with its steps, as plain text, and the files. */
function searchedTexts(bundle: WrittenBundle): ExampleText[] {
  const { lesson, steps, files } = workOfWritten(bundle);
  const markdown = [lesson, ...steps.map(({ text }) => text)].join("\n");
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`|\*\*/g, "");
  const texts = files.flatMap(({ path, content }) => (typeof content === "string" ? [{ path, text: content }] : []));
  return [{ path: "", text: plain }, ...texts];
}

/**
 * Examples and explanations are written in YAML. They become JSON during the build, so that the page needs no YAML parser; with `?title`, only the
 * title; with `?index`, the data for a list of examples; with `?texts`, what its search looks through; with `?whole`, also description, lesson and steps
 * as parsed Markdown.
 */
export const exampleBundles: Plugin = {
  name: "example-bundles",
  enforce: "pre",
  transform(text, id) {
    const [path = "", query] = id.split("?");
    if (!/\/web\/(examples|explain)\/[^/]+\.yml$/.test(path)) return;
    const bundle = load(text) as WrittenBundle & { topics?: string[]; official?: string[] };
    const { title, description = "", topics = [], official = [] } = bundle;
    const whole = () => {
      const steps = (bundle.steps ?? []).map(({ text }) => text ?? "");
      return { bundle, read: [description, bundle.lesson ?? "", ...steps].map((text) => parsed(text.trim())) };
    };
    const index = () => ({ title, description, topics, official, portable: portable(workOfWritten(bundle)) });
    const parts: Record<string, () => unknown> = {
      title: () => title,
      index,
      texts: () => searchedTexts(bundle),
      whole,
    };
    const part = parts[query ?? ""]?.() ?? bundle;
    return { code: `export default ${JSON.stringify(part)}`, map: null };
  },
};
