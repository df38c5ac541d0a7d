// A work as bytes, before compression: a line of JSON with everything but the files' contents, then these as they are. In this order, because the
// beginning of a damaged link can still be read.
import { joined } from "../core/joined";
import { bytesOf, type Checked, checkedWork, MOST_FILES, type Work } from "../core/work";

/** The first line. Empty fields are left out; names are short, because every character counts in a link. */
interface Header {
  /** Each file's path, the length of its content in bytes, and 1 if it is not text. */
  f: [string, number, 1?][];
  /** Title, description, lesson. */
  t?: string;
  d?: string;
  l?: string;
  /** The steps of the lesson, and the example that the work began as. */
  s?: unknown[];
  x?: string;
  /** The open file, the command line, the environment, the checks, the variants, the view. */
  o?: number;
  c?: string;
  e?: [string, string][];
  k?: unknown[];
  n?: [string, string, [string, string][], string[]][];
  w?: string;
}

/** More files are not allowed in a playground. */
const MOST_LISTED = 2 * MOST_FILES;

const pairs = (env: Work["env"]): [string, string][] => env.map(({ name, value }) => [name, value]);
const named = (env: unknown) =>
  Array.isArray(env) ? env.map((pair) => ({ name: (pair as string[])?.[0], value: (pair as string[])?.[1] })) : [];

export function toBody(work: Work): Uint8Array {
  const contents = work.files.map(({ content }) => bytesOf(content));
  const header: Header = {
    f: work.files.map(({ path, content }, at) => {
      const length = contents[at]?.length ?? 0;
      return typeof content === "string" ? [path, length] : [path, length, 1];
    }),
    ...(work.title ? { t: work.title } : {}),
    ...(work.description ? { d: work.description } : {}),
    ...(work.lesson ? { l: work.lesson } : {}),
    ...(work.steps.length ? { s: work.steps } : {}),
    ...(work.example ? { x: work.example } : {}),
    ...(work.open ? { o: work.open } : {}),
    ...(work.commandLine ? { c: work.commandLine } : {}),
    ...(work.env.length ? { e: pairs(work.env) } : {}),
    ...(work.checks.length ? { k: work.checks } : {}),
    ...(work.variants.length
      ? { n: work.variants.map(({ name, commandLine, env, without }) => [name, commandLine, pairs(env), without]) }
      : {}),
    ...(work.view ? { w: work.view } : {}),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  return joined([line, ...contents]);
}

/** Reads a body; `undefined` if not even its first line is complete. Truncated files are listed in `left`. */
export function fromBody(body: Uint8Array): Checked | undefined {
  const end = body.indexOf(10);
  let header: Partial<Header>;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(0, end)));
  } catch {
    // The caller reports it.
    return undefined;
  }
  if (end < 0 || typeof header !== "object" || header === null) return undefined;
  const files: Work["files"] = [];
  const cut: string[] = [];
  let at = end + 1;
  const listed = Array.isArray(header.f) ? header.f : [];
  if (listed.length > MOST_LISTED) cut.push(`Only the first ${MOST_LISTED} of ${listed.length} files were read.`);
  for (const file of listed.slice(0, MOST_LISTED)) {
    const [path, length, isBinary] = Array.isArray(file) ? file : [];
    if (typeof path !== "string" || typeof length !== "number" || !(length >= 0)) continue;
    const bytes = body.slice(at, at + length);
    at += length;
    if (bytes.length < length) cut.push(`The file ${JSON.stringify(path.slice(0, 60))} is incomplete.`);
    files.push({ path, content: isBinary ? bytes : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) });
  }
  const { work, left } = checkedWork({
    title: header.t,
    description: header.d,
    lesson: header.l,
    steps: header.s,
    example: header.x,
    files,
    open: header.o,
    commandLine: header.c,
    env: named(header.e),
    checks: header.k,
    variants: Array.isArray(header.n)
      ? header.n.map((variant) => {
          const [name, commandLine, env, without] = Array.isArray(variant) ? variant : [];
          return { name, commandLine, env: named(env), without };
        })
      : [],
    view: header.w,
  });
  return { work, left: [...cut, ...left] };
}
