// A work and its result as Markdown, for an issue or a chat: the files, the command, ytt's output, and a link.

import { extended, NOT_PORTABLE, WHY } from "../core/extension";
import { editorText } from "../core/line-endings";
import { commandLineOf, namesFiles, words } from "../core/shell-words";
import { variableText } from "../core/variable-text";
import type { Work } from "../core/work";
import type { Response } from "../engine/types";

/** Longer links are left out. */
const LONGEST_LINK = 4000;

/** Escapes text for Markdown, in one line: readers of the issue load no image from it. */
export const plainly = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&!|~]/g, "\\$&");

/** One by one: a call takes only so many arguments. */
function longest(found: Iterable<RegExpMatchArray>): number {
  let most = 0;
  for (const [, ticks = ""] of found) most = Math.max(most, ticks.length);
  return most;
}

/** A fence that no line of the text closes. */
function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(2, longest(text.matchAll(/^ {0,3}(`{3,})/gm))) + 1);
  return `${fence}${language}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${fence}\n`;
}

/** A name as code, whatever it contains. */
function code(text: string): string {
  const most = longest(text.matchAll(/(`+)/g));
  const ticks = "`".repeat(most + 1);
  return most > 0 ? `${ticks} ${text} ${ticks}` : `\`${text}\``;
}

const language = (path: string): string => (/\.ya?ml$/.test(path) ? "yaml" : /\.star$/.test(path) ? "python" : "");

function section(path: string, content: string | Uint8Array): string {
  const text =
    typeof content === "string"
      ? fenced(editorText(content), language(path))
      : `Binary file, ${content.length} bytes.\n`;
  return `${code(path)}\n\n${text}`;
}

export function markdownOf(work: Work, response: Response | undefined, link: string): string {
  const all = words(work.commandLine) ?? [work.commandLine];
  const env = work.env.filter(({ name }) => name !== "").map(variableText);
  const beyond = extended(work.commandLine);
  const program = beyond ? "ytterby" : "ytt";
  const command =
    `${env.length > 0 ? `${commandLineOf(env)} ` : ""}${program}${namesFiles(all) ? "" : " -f ."} ${work.commandLine}`.trim();
  const heading = work.title ? `## ${plainly(work.title)}\n` : "";
  const outputs = response?.exitStatus === 0 ? response.files : [];
  const printed = outputs.length === 0 ? (response?.stdout ?? "") : "";
  return [
    heading,
    work.files.length > 0 ? "### Files\n" : "",
    ...work.files.map(({ path, content }) => section(path, content)),
    "### Command\n",
    fenced(`$ ${command}`, "console"),
    beyond ? `**${NOT_PORTABLE}.** ${WHY}\n` : "",
    outputs.length > 0 ? "### Output\n" : "",
    ...outputs.map(({ path, content }) => section(path, content)),
    printed ? `### Output\n\n${fenced(printed, "yaml")}` : "",
    response?.report ? `### What ${program} reports\n\n${fenced(response.report, "")}` : "",
    link !== "" && link.length <= LONGEST_LINK
      ? `[Open in the playground](${link})\n`
      : "The link is too long for this text.\n",
  ]
    .filter(Boolean)
    .join("\n");
}
