// A work as HTML for a docs page (docs/embedding.md): with its files as text where HTML keeps them as they are, else as a link.

import { variableWord } from "../core/variable-text";
import type { Work } from "../core/work";

/** More text than this belongs into a link. */
const MOST_CHARACTERS = 20_000;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The loader removes a first blank line, an indent that all lines share, and blanks at the end; HTML has no control characters. */
const survives = (content: string | Uint8Array): content is string =>
  typeof content === "string" && /^\S/.test(content) && !/[^\P{Cc}\t\n]|\n[ \t]+$/u.test(content);

/** `link`: the work, or the example that it is. `page`: the address of the playground. */
export function embedCode(work: Work, link: string, page: string): string {
  const { title, files, open, commandLine, env, checks, variants } = work;
  const fragment = link.slice(link.indexOf("#"));
  const written = files.flatMap(({ path, content }) => (survives(content) ? [{ path, content }] : []));
  const size = written.reduce((sum, { content }) => sum + content.length, 0);
  const asLink =
    fragment.startsWith("#example:") ||
    written.length < files.length ||
    files.length === 0 ||
    size > MOST_CHARACTERS ||
    checks.length > 0 ||
    variants.length > 0;
  const attributes = asLink
    ? { label: title, src: fragment }
    : {
        label: title,
        active: open > 0 ? (files[open]?.path ?? "") : "",
        args: commandLine,
        env: env.map(variableWord).join(" "),
      };
  const words = Object.entries(attributes).flatMap(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : []));
  const children = asLink
    ? ""
    : `\n${written.map(({ path, content }) => `<pre data-filename="${escaped(path)}">${escaped(content)}</pre>\n`).join("")}`;
  return [
    `<link rel="stylesheet" href="${new URL("embed.css", page).href}">`,
    `<script defer src="${new URL("embed.js", page).href}"></script>`,
    `<ytt-playground${words.join("")}>${children}</ytt-playground>`,
    "",
  ].join("\n");
}
