// The `html` for all templates of the page: Lit's, with invisible characters (core/unseen.ts) marked in every text, so that no file name, message or
// value can be taken for another. Values of properties, such as the text of a field, and URLs are not changed.
// biome-ignore lint/style/noRestrictedImports: this is the replacement that others use.
import { html as plain, type TemplateResult } from "lit";
import { cutAtUnseen, inWords, numberOf, UNSEEN, UNSEEN_IN_NAME } from "../core/unseen";

/** The position of an expression in a template: between tags, or in an attribute that is read out or displayed; others contain no text for users. */
type Hole = "child" | "words" | "raw";

export const READ = /^(title|aria-(label|description|roledescription|valuetext)|placeholder|alt|label)$/;
/** Elements that cannot contain elements. */
const ONLY_TEXT = /^(option|textarea|title|style)$/;

function holesOf(strings: TemplateStringsArray): Hole[] {
  const holes: Hole[] = [];
  /** The open tag, as far as it was scanned. */
  let tag: string | undefined;
  let inside = "";
  for (const piece of strings) {
    for (let at = 0; at < piece.length; at++) {
      const char = piece[at] ?? "";
      if (tag === undefined) {
        if (char === "<" && /[a-z/!]/i.test(piece[at + 1] ?? "")) tag = "<";
      } else if (char === ">" && !/=("[^"]*|'[^']*)$/.test(tag)) {
        inside = /^<([\w-]+)/.exec(tag)?.[1] ?? "";
        tag = undefined;
      } else tag += char;
    }
    if (tag === undefined) holes.push(ONLY_TEXT.test(inside) ? "words" : "child");
    else {
      const [, name = ""] = /\s([^\s"'<>=]+)=(?:"[^"]*|'[^']*)?$/.exec(tag) ?? [];
      holes.push(READ.test(name) ? "words" : "raw");
      tag += "…";
    }
  }
  return holes;
}

const known = new WeakMap<TemplateStringsArray, Hole[]>();

function marked(text: string, unseen: RegExp): unknown {
  const pieces = cutAtUnseen(text, unseen);
  if (pieces.length < 2) return text;
  return pieces.map((piece, at) =>
    at % 2 ? plain`<span class="unseen" data-number=${numberOf(piece)}>${piece}</span>` : piece,
  );
}

/** A text with its invisible characters marked, for templates without `html`. */
export const markInvisible = (text: string): unknown => marked(text, UNSEEN);

/** Marks the name of a file or a position in it: one line, without spaces at its ends. */
export const markInvisibleInName = (name: string): unknown => marked(name, UNSEEN_IN_NAME);

function shown(value: unknown, hole: Hole): unknown {
  if (typeof value === "string")
    return hole === "child" ? markInvisible(value) : hole === "words" ? inWords(value) : value;
  if (!Array.isArray(value) || hole !== "child") return value;
  return value.some((one) => typeof one === "string" || Array.isArray(one))
    ? value.map((one) => shown(one, hole))
    : value;
}

const isText = (value: unknown) => typeof value === "string" || Array.isArray(value);

export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  if (!values.some(isText)) return plain(strings, ...values);
  let holes = known.get(strings);
  if (!holes) {
    holes = holesOf(strings);
    known.set(strings, holes);
  }
  return plain(strings, ...values.map((value, at) => (isText(value) ? shown(value, holes[at] ?? "raw") : value)));
}
