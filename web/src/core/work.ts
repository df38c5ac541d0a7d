// A playground as plain data: what the project loads and saves, and what storage, links, bundles and zips contain. `checkedWork` makes one of any
// data: it takes the parts of the right type, and reports the others.

import type { Check } from "../../pkg/ytterby.js";
import { isObject } from "./guards.ts";

export interface WorkFile {
  path: string;
  /** Text with its own line endings, or bytes that are not text. */
  content: string | Uint8Array;
}

export interface Variable {
  name: string;
  value: string;
}

/** Another command line and environment for the same files, for comparison. */
export interface Variant {
  name: string;
  commandLine: string;
  env: Variable[];
  /** Paths of excluded files. */
  without: string[];
}

/** An edit of a step. `replace` occurs exactly once in the file; `content` is the text of a whole file. */
export type StepEdit =
  | { file: string; replace: string; with: string }
  | { file: string; content: string }
  | { commandLine: string };

/** A step of a lesson. Without edits and checks there is only something to look at. */
export interface Step {
  /** Markdown. */
  text: string;
  /** Changes to the result of the previous steps. */
  edits: StepEdit[];
  /** The step is done when all of these hold. */
  done: Check[];
}

export interface Work {
  title: string;
  /** One sentence. */
  description: string;
  /** Markdown. */
  lesson: string;
  /** The steps of the lesson. */
  steps: Step[];
  /** Indices of the steps that are done. A step that was done once stays done. */
  done: number[];
  /** The id of the built-in example that this began as; empty if there is none. Title, lesson and checks of an example are not part of it. */
  example: string;
  /** In the order in which ytt processes them. */
  files: WorkFile[];
  /** Index into `files`. */
  open: number;
  commandLine: string;
  env: Variable[];
  checks: Check[];
  variants: Variant[];
  /** The selected tab of the result; empty for the first. */
  view: string;
}

/** A work with defaults for everything that is not specified. */
export const workOf = (part: Partial<Work>): Work => ({
  title: "",
  description: "",
  lesson: "",
  steps: [],
  done: [],
  example: "",
  files: [],
  open: 0,
  commandLine: "",
  env: [],
  checks: [],
  variants: [],
  view: "",
  ...part,
});

/** An example as visitors get it. Its description and its tests stay with the example; they are not part of their work. */
export const fromExample = (id: string, { files, open, commandLine, env, variants, view }: Work): Work =>
  workOf({ files, open, commandLine, env, variants, view, example: id });

/** Variables without a name are still being typed; of two with the same name the last one wins, as in a shell. */
export const environment = (env: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(env.filter(({ name }) => name !== "").map(({ name, value }) => [name, value]));

/** Limits of a playground. */
export const MOST_FILES = 200;
export const MOST_VARIABLES = 1_000;
const MOST_CHECKS = 1_000;
const MOST_VARIANTS = 50;
/** The limit for steps, and for the edits and checks of each. */
const MOST_STEPS = 50;
const LONGEST_PATH = 200;
/** In characters: of titles and names, and of longer texts, such as a lesson, a command line or a variable's value. */
const LONGEST_TITLE = 2_000;
const LONGEST_TEXT = 200_000;
/** Nesting of the values that checks expect: code that walks such a value is recursive. */
const DEEPEST = 100;

/** Why a file cannot have this path, or `undefined` if it can. */
export function pathObjection(path: string): string | undefined {
  if (path === "") return "The name cannot be empty.";
  if (path.length > LONGEST_PATH) return `The name is too long (more than ${LONGEST_PATH} characters).`;
  if ([...path].some((char) => char < " " || char === "\u007f" || char === "\\" || !char.isWellFormed()))
    return "Names cannot contain backslashes or control characters.";
  // On Windows it would be outside of the folder that a script or a zip is extracted to.
  if (/^[A-Za-z]:\//.test(path)) return "Names cannot start with a drive letter.";
  if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
    return "Names are paths inside the playground, such as config/app.yml.";
  return undefined;
}

/** Bytes as a string if they are text. */
export function contentOf(bytes: Uint8Array): string | Uint8Array {
  try {
    // A byte order mark is part of the file.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? bytes : text;
  } catch {
    // Not UTF-8.
    return bytes;
  }
}

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

export interface Checked {
  work: Work;
  /** A sentence for each part that was left out. */
  left: string[];
}

/** The first few of these sentences. */
export const summaryOf = (left: readonly string[]): string =>
  [...left.slice(0, 5), ...(left.length > 5 ? [`And ${left.length - 5} more.`] : [])].join(" ");

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads untrusted data, and reports the parts that it leaves out in `left`. */
class Reader {
  readonly left: string[] = [];

  text(value: unknown, what: string, longest = LONGEST_TEXT): string {
    if (typeof value !== "string") return "";
    if (value.length <= longest) return value.toWellFormed();
    this.left.push(`${what} was truncated after ${longest} characters.`);
    return value.slice(0, longest).toWellFormed();
  }

  /** The objects in a list. */
  objects(value: unknown, most: number, what: string): Record<string, unknown>[] {
    const all = list(value);
    if (all.length > most) this.left.push(`Only the first ${most} of ${all.length} ${what} were read.`);
    return all.slice(0, most).filter(isObject);
  }

  variables(value: unknown): Variable[] {
    return this.objects(value, MOST_VARIABLES, "variables").map(({ name, value }) => ({
      name: this.text(name, "The name of a variable", LONGEST_TITLE),
      value: this.text(value, "A variable"),
    }));
  }
}

/** Whether a value is nested at most this deeply. */
const isShallow = (value: unknown, most = DEEPEST): boolean =>
  typeof value !== "object" ||
  value === null ||
  (most > 0 && Object.values(value).every((one) => isShallow(one, most - 1)));

/** The fields of a check that are any value, and those that are a count. */
const CHECK_VALUES = ["is", "not", "has"] as const satisfies (keyof Check)[];
const CHECK_COUNTS = ["document", "least", "lines", "documents"] as const satisfies (keyof Check)[];
const MOST_COUNTED = 1_000_000;

/** Types of a check's other fields. */
const CHECK_FIELDS: Record<Exclude<keyof Check, (typeof CHECK_VALUES | typeof CHECK_COUNTS)[number]>, string> = {
  title: "string",
  output: "string",
  at: "string",
  contains: "string",
  value: "string",
  violation: "string",
  says: "string",
  error: "string",
  passes: "boolean",
};

/** A check with its known fields of the right type: the engine rejects others. */
function check(data: Record<string, unknown>, reader: Reader): Check {
  const known = Object.entries(CHECK_FIELDS).filter(([name, kind]) => typeof data[name] === kind);
  const fields = known.map(([name]) => [
    name,
    typeof data[name] === "string" ? reader.text(data[name], "A check") : data[name],
  ]);
  const isCount = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_COUNTED;
  const counts = CHECK_COUNTS.filter((name) => isCount(data[name])).map((name) => [name, data[name]]);
  const values = CHECK_VALUES.filter((name) => Object.hasOwn(data, name)).map((name) => [name, data[name]]);
  return Object.fromEntries([...fields, ...counts, ...values]) as Check;
}

function checks(data: unknown, reader: Reader, most = MOST_CHECKS): Check[] {
  const all = reader.objects(data, most, "checks");
  const shallow = all.filter((one) => CHECK_VALUES.every((name) => isShallow(one[name])));
  if (shallow.length < all.length) reader.left.push("A check was skipped: its expected value is nested too deeply.");
  return shallow.map((one) => check(one, reader));
}

function edits(data: unknown, reader: Reader): StepEdit[] {
  const text = (value: unknown) => reader.text(value, "An edit of a step");
  return reader.objects(data, MOST_STEPS, "edits of a step").flatMap((edit): StepEdit[] => {
    if (typeof edit.commandLine === "string") return [{ commandLine: text(edit.commandLine) }];
    if (typeof edit.file !== "string" || pathObjection(edit.file)) return [];
    if (typeof edit.content === "string") return [{ file: edit.file, content: text(edit.content) }];
    if (typeof edit.replace !== "string" || edit.replace === "" || typeof edit.with !== "string") return [];
    return [{ file: edit.file, replace: text(edit.replace), with: text(edit.with) }];
  });
}

/** Steps with edits and checks, or with neither. */
function steps(data: unknown, reader: Reader): Step[] {
  const all = reader.objects(data, MOST_STEPS, "steps").map((step) => ({
    text: reader.text(step.text, "A step"),
    edits: edits(step.edits, reader),
    done: checks(step.done, reader, MOST_STEPS),
  }));
  const complete = all.filter(({ edits, done }) => (edits.length === 0) === (done.length === 0));
  if (complete.length < all.length)
    reader.left.push("A step was left out: it needs both edits and checks, or neither.");
  return complete;
}

/** Indices of steps, each once, in order. */
const doneSteps = (data: unknown): number[] =>
  [...new Set(list(data))]
    .filter((at): at is number => Number.isInteger(at) && (at as number) >= 0 && (at as number) < MOST_STEPS)
    .toSorted((a, b) => a - b);

/** Makes a work of any data: from storage, from a link, from another version of the page. */
export function checkedWork(data: unknown): Checked {
  const fields = isObject(data) ? data : {};
  const reader = new Reader();
  const { left } = reader;
  const files: WorkFile[] = [];
  for (const file of list(fields.files)) {
    if (!isObject(file) || typeof file.path !== "string") continue;
    const path = file.path;
    const objection = files.some((other) => other.path === path) ? "Another file has this name." : pathObjection(path);
    if (objection) left.push(`The file ${JSON.stringify(path.slice(0, 60))} was skipped. ${objection}`);
    else if (files.length === MOST_FILES) {
      left.push(`Only the first ${MOST_FILES} files were read.`);
      break;
    } else {
      const { content } = file;
      const bytes = content instanceof Uint8Array ? content : bytesOf(typeof content === "string" ? content : "");
      // A text with half of a surrogate pair or with NUL becomes what a file with it would be read as.
      files.push({ path, content: contentOf(bytes) });
    }
  }
  const open = Number.isInteger(fields.open) ? (fields.open as number) : 0;
  const work = workOf({
    title: reader.text(fields.title, "The title", LONGEST_TITLE),
    description: reader.text(fields.description, "The description", LONGEST_TITLE),
    lesson: reader.text(fields.lesson, "The lesson"),
    steps: steps(fields.steps, reader),
    done: doneSteps(fields.done),
    example: typeof fields.example === "string" && /^[\w-]{1,100}$/.test(fields.example) ? fields.example : "",
    files,
    open: open >= 0 && open < files.length ? open : 0,
    commandLine: reader.text(fields.commandLine, "The command line"),
    env: reader.variables(fields.env),
    checks: checks(fields.checks, reader),
    variants: reader.objects(fields.variants, MOST_VARIANTS, "variants").map(({ name, commandLine, env, without }) => ({
      name: reader.text(name, "The name of a variant", LONGEST_TITLE),
      commandLine: reader.text(commandLine, "A command line"),
      env: reader.variables(env),
      without: list(without)
        .slice(0, MOST_FILES)
        .filter((path) => typeof path === "string"),
    })),
    view: reader.text(fields.view, "The view", LONGEST_TITLE),
  });
  return { work, left };
}

/** Whether two works are equal but for the open file, the selected tab and the steps that are done. */
export function sameWork(one: Work, other: Work): boolean {
  const plain = (work: Work) =>
    JSON.stringify({ ...work, open: 0, view: "", done: [], files: work.files.map(({ path }) => path) });
  return (
    plain(one) === plain(other) &&
    one.files.every(({ content }, at) => sameContent(content, other.files[at]?.content ?? ""))
  );
}

/** Whether two works are equal. */
export const identical = (one: Work, other: Work): boolean =>
  one.open === other.open && one.view === other.view && `${one.done}` === `${other.done}` && sameWork(one, other);

const sameContent = (one: WorkFile["content"], other: WorkFile["content"]): boolean =>
  typeof one === "string" || typeof other === "string"
    ? one === other
    : one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));
