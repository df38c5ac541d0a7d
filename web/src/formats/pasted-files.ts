// Several files in one text: code blocks of Markdown with names, here-documents of a shell script, and documents after a comment with their path.

import { unusedPath } from "../core/unused-path";
import { pathObjection, type WorkFile } from "../core/work";
import { firstCommand, type PastedCommand } from "./pasted-command";

export interface PastedFiles {
  files: WorkFile[];
  command?: PastedCommand | undefined;
}

/** Longer lines have no path. */
const LONGEST_LINE = 250;

const PATH = /^(?:\.\/)?((?:[\w@+.-]+\/)*[\w@+.-]+\.[A-Za-z]\w*)$/;

/** The path that a text consists of. */
function pathIn(text: string): string | undefined {
  const path = text.length <= LONGEST_LINE ? PATH.exec(text)?.[1] : undefined;
  return path !== undefined && !pathObjection(path) ? path : undefined;
}

const COMMENT = /^(?:#!?|\/\/)[ \t]*(?:(?:source|file|filename|path):[ \t]*)?(\S+)[ \t]*$/i;
const ARCHIVE = /^(?:--|={2,}) (\S+) (?:--|={2,})[ \t]*$/;

/** The path in a comment that has nothing else: `# config/app.yml`. */
const pathInComment = (line: string): string | undefined =>
  line.length > LONGEST_LINE ? undefined : pathIn((COMMENT.exec(line) ?? ARCHIVE.exec(line))?.[1] ?? "");

const textOf = (lines: readonly string[]): string => (lines.length === 0 ? "" : `${lines.join("\n")}\n`);

/** Files by name; another one of the same name gets a new name. */
class Files {
  readonly all = new Map<string, string>();

  add(path: string, content: string): void {
    this.all.set(
      unusedPath(path, (used) => this.all.has(used)),
      content,
    );
  }

  append(path: string, content: string, between = ""): void {
    const before = this.all.get(path);
    this.all.set(path, before === undefined ? content : before + between + content);
  }

  get list(): WorkFile[] {
    return [...this.all].map(([path, content]) => ({ path, content }));
  }
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*)$/;
const NAMED = /(?:^|[\s{,])(?:title|file|filename|name|path)=["']?([^"'\s,}]+)/i;

/** The name in the words after a fence: `yaml title="a.yml"`, `yaml a.yml`, `yaml:a.yml`. */
function nameInInfo(info: string): string | undefined {
  const named = pathIn(NAMED.exec(info)?.[1] ?? "");
  if (named) return named;
  for (const word of info.split(/[\s:{},]+/)) {
    const path = pathIn(word);
    if (path) return path;
  }
  return undefined;
}

/** The name in the line before a code block: a heading, code or strong text that is a path, or a sentence with one path as code before a colon. */
function nameInLine(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const bare = line
    .replace(/^[\s#>*+-]*(?:\d+[.)]\s+)?/, "")
    .replace(/^file(?:name)?:\s*/i, "")
    .replace(/[\s:]*$/, "")
    .replace(/^[*_`"]+|[*_`":]+$/g, "");
  const whole = pathIn(bare);
  if (whole) return whole;
  const paths = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => pathIn(code) ?? []);
  return paths.length === 1 && /:\s*$/.test(line) ? paths[0] : undefined;
}

/** Sections of Markdown that this page writes about a run. */
const RESULT = /^#+ (?:Output|What ytt(?:erby)? reports)\s*$/;

/** The named code blocks of Markdown, and the first command of ytt in others. */
export function filesInMarkdown(text: string): PastedFiles {
  const files = new Files();
  let command: PastedCommand | undefined;
  let lastLine = "";
  let inResult = false;
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, indent = "", fence, info = ""] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      if (/^#+ /.test(line)) inResult = RESULT.test(line);
      if (line.trim() !== "") lastLine = line;
      continue;
    }
    const body: string[] = [];
    for (at++; at < lines.length; at++) {
      const inner = lines[at] ?? "";
      const closing = inner.trim();
      if (closing.length >= fence.length && closing === (fence[0] ?? "").repeat(closing.length)) break;
      body.push(inner.startsWith(indent) ? inner.slice(indent.length) : inner.trimStart());
    }
    const first = pathInComment(body[0] ?? "");
    const name = nameInInfo(info) ?? nameInLine(lastLine) ?? first;
    lastLine = "";
    if (inResult) continue;
    if (name) files.add(name, textOf(first === name ? body.slice(1) : body));
    else command ??= firstCommand(body.join("\n"));
  }
  return { files: files.list, command };
}

const HERE = /^[ \t]*(?:sudo[ \t]+)?(?:cat|tee)\b.*<<(-?)[ \t]*(["']?)([\w.-]+)\2/;
const TARGET = /(?:\btee\b(?:[ \t]+-a)?|(>>?))[ \t]*('[^']*'|"[^"]*"|[^\s<>|&;]+)/;

/** The files that a shell script writes with here-documents, and the first command of ytt in it. */
export function filesInScript(text: string): PastedFiles {
  const files = new Files();
  const others: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, dash, quote, end] = (line.length <= LONGEST_LINE && HERE.exec(line)) || [];
    const [, append, target = ""] =
      TARGET.exec(line.slice(0, LONGEST_LINE).replace(/<<-?[ \t]*["']?[\w.-]+["']?/, "")) ?? [];
    const path = target.replace(/^["']|["']$/g, "").replace(/^\.\//, "");
    if (end === undefined || path === "" || pathObjection(path)) {
      others.push(line);
      continue;
    }
    const body: string[] = [];
    for (at++; at < lines.length; at++) {
      const inner = dash ? (lines[at] ?? "").replace(/^\t+/, "") : (lines[at] ?? "");
      if (inner === end) break;
      // The shell reads an escaped character of an unquoted here-document.
      body.push(quote ? inner : inner.replace(/\\([$`\\])/g, "$1"));
    }
    if (append === ">>") files.append(path, textOf(body));
    else files.add(path, textOf(body));
  }
  return { files: files.list, command: files.all.size > 0 ? firstCommand(others.join("\n")) : undefined };
}

/** Documents that each begin with a comment with their path. */
export function filesInDocuments(text: string): PastedFiles {
  const lines = text.split("\n");
  const blank = (line: string | undefined) => line === undefined || line.trim() === "";
  const separator = (line: string | undefined) => line?.trimEnd() === "---";
  const starts = lines.flatMap((line, at) => {
    const path = pathInComment(line);
    const before = lines[at - 1];
    const after = lines[at + 1];
    const apart = blank(before) || separator(before) || separator(after) || /^#[@!]/.test(after ?? "");
    return path && apart ? [{ path, at }] : [];
  });
  const [first] = starts;
  // The text begins with a path, and there is another one.
  if (!first || new Set(starts.map(({ path }) => path)).size < 2) return { files: [] };
  if (!lines.slice(0, first.at).every((line) => blank(line) || separator(line))) return { files: [] };
  const files = new Files();
  for (const [index, { path, at }] of starts.entries()) {
    const body = lines.slice(at + 1, starts[index + 1]?.at);
    while (body.length > 0 && (blank(body.at(-1)) || (separator(body.at(-1)) && index < starts.length - 1))) body.pop();
    while (body.length > 0 && blank(body[0])) body.shift();
    files.append(path, textOf(body), "---\n");
  }
  return { files: files.list };
}
