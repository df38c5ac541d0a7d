// Highlights ytt's Starlark: `.star` files, the code after `#@`, annotations, and `(@ … @)` in text. A line-by-line tokenizer rather than a Python
// grammar, because ytt closes blocks with `end`, has node forms such as `if/end`, and spreads one program over many comments.
import { StreamLanguage, StringStream } from "@codemirror/language";
import { type Input, NodeSet, NodeType, Parser, type PartialParse, Tree, type TreeFragment } from "@lezer/common";
import { styleTags, type Tag, tags } from "@lezer/highlight";

export interface State {
  /** The closing quote of an open multi-line string. */
  quote: string;
  /** Inside `(@ … @)`. */
  inText: boolean;
  /** Number of open parentheses; within them `name=` is an argument. */
  depth: number;
  /** After an annotation, where `name=` is an argument as well. */
  annotation: boolean;
}

export const startState = (): State => ({ quote: "", inText: false, depth: 0, annotation: false });

const KEYWORDS = new Set(
  "and break continue def elif else end for if in lambda load not or pass return while if/end for/end while/end def/end elif/end else/end".split(
    " ",
  ),
);
const ATOMS = new Set(["True", "False", "None"]);
const BUILTINS = new Set(
  "abs all any assert bool bytes chr dict dir enumerate fail float getattr hasattr hash int len list max min ord print range repr reversed set sorted str struct tuple type zip data overlay template yaml json".split(
    " ",
  ),
);

function string(stream: StringStream, state: State): string {
  const { quote } = state;
  while (!stream.eol()) {
    if (stream.next() === "\\") stream.next();
    else if (stream.string.startsWith(quote, stream.pos - 1)) {
      stream.pos += quote.length - 1;
      state.quote = "";
      return "string";
    }
  }
  if (quote.length === 1) state.quote = "";
  return "string";
}

/** The next token of a line. */
export function code(stream: StringStream, state: State): string | null {
  if (state.quote) return string(stream, state);
  if (stream.eatSpace()) return null;
  // `#@`, `#@name` and `#!` start code or a comment in YAML; `#` starts a comment in a .star file.
  if (stream.match(/^#!.*/)) return "comment";
  if (stream.match(/^#@(?=$|\s)/)) {
    state.annotation = false;
    return "meta";
  }
  if (stream.match(/^#@[\w./-]+/)) {
    state.annotation = true;
    state.depth = 0;
    return "annotation";
  }
  if (stream.match(/^#.*/)) return "comment";
  if (stream.match(/^\(@[=-]*/)) {
    state.inText = true;
    return "meta";
  }
  if (state.inText && stream.match(/^-?@\)/)) {
    state.inText = false;
    return "meta";
  }
  const opening = stream.match(/^[rb]{0,2}("""|'''|"|')/) as RegExpMatchArray | null;
  if (opening) {
    state.quote = opening[1] ?? '"';
    return string(stream, state);
  }
  if (stream.match(/^(0[xX][\da-fA-F]+|0[oO][0-7]+|\d+(\.\d*)?([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?)/)) return "number";
  if (stream.match(/^(if|elif|else|for|while|def)\/end\b/)) return "keyword";
  const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
  if (word) {
    const name = word[0];
    const member = stream.string[stream.start - 1] === ".";
    if (member) return stream.peek() === "(" ? "callee" : "member";
    if (KEYWORDS.has(name)) return "keyword";
    if (ATOMS.has(name)) return "atom";
    if ((state.annotation || state.depth > 0) && stream.match(/^\s*=(?!=)/, false)) return "argument";
    if (stream.peek() === "(") return "callee";
    return BUILTINS.has(name) ? "builtin" : "variableName";
  }
  if (stream.match(/^[-+*/%<>=!&|^~]+/)) return "operator";
  const next = stream.next();
  if (next === "(") state.depth++;
  else if (next === ")" && state.depth > 0) state.depth--;
  return null;
}

const tokenTable = {
  callee: tags.function(tags.variableName),
  argument: tags.attributeName,
  member: tags.special(tags.variableName),
};

/** `.star` files. */
export const starlark = StreamLanguage.define<State>({
  name: "starlark",
  startState,
  token: code,
  languageData: { commentTokens: { line: "#" } },
  tokenTable,
});

/** Text templates: text, with code in `(@ … @)`. */
export const textTemplate = StreamLanguage.define<State>({
  name: "ytt-text",
  startState,
  token(stream, state) {
    if (state.inText || stream.match(/^\(@/, false)) return code(stream, state);
    while (!stream.eol() && !stream.match(/^\(@/, false)) stream.next();
    return null;
  },
  tokenTable,
});

// Code inside YAML is many ranges of one program. CodeMirror's stream languages lose their state between ranges, so this parser tokenizes range after
// range with one state.

const NESTED: Record<string, Tag> = {
  ...tokenTable,
  comment: tags.lineComment,
  meta: tags.meta,
  annotation: tags.annotation,
  string: tags.string,
  number: tags.number,
  keyword: tags.keyword,
  atom: tags.atom,
  builtin: tags.standard(tags.variableName),
  variableName: tags.variableName,
  operator: tags.operator,
};
const top = NodeType.define({ id: 0, name: "Starlark", top: true });
const ids = new Map(Object.keys(NESTED).map((name, at) => [name, at + 1]));
const nodeSet = new NodeSet([
  top,
  ...Object.entries(NESTED).map(([name, tag], at) =>
    NodeType.define({ id: at + 1, name, props: [styleTags({ [name]: tag })] }),
  ),
]);

/** Parsed within about a millisecond. */
const SOME_RANGES = 100;

class NestedParse implements PartialParse {
  parsedPos: number;
  stoppedAt: number | null = null;
  #input: Input;
  #ranges: readonly { from: number; to: number }[];
  #start: number;
  #next = 0;
  #state = startState();
  #buffer: number[] = [];

  constructor(input: Input, ranges: readonly { from: number; to: number }[]) {
    this.#input = input;
    this.#ranges = ranges;
    this.parsedPos = ranges[0]?.from ?? 0;
    this.#start = this.parsedPos;
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }

  /** A few ranges at a time: there may be thousands. */
  advance(): Tree | null {
    const start = this.#start;
    const end = this.stoppedAt ?? Number.POSITIVE_INFINITY;
    const state = this.#state;
    const buffer = this.#buffer;
    const some = this.#ranges.slice(this.#next, this.#next + SOME_RANGES);
    this.#next += some.length;
    for (const { from, to } of some) {
      if (from >= end) {
        this.#next = this.#ranges.length;
        break;
      }
      let lineStart = from;
      for (const line of this.#input.read(from, Math.min(to, end)).split("\n")) {
        const stream = new StringStream(line, 2, 2);
        while (!stream.eol()) {
          stream.start = stream.pos;
          const id = ids.get(code(stream, state) ?? "");
          if (stream.pos === stream.start) stream.next();
          if (id !== undefined) buffer.push(id, lineStart + stream.start - start, lineStart + stream.pos - start, 4);
        }
        lineStart += line.length + 1;
      }
      this.parsedPos = Math.min(to, end);
    }
    if (this.#next < this.#ranges.length) return null;
    return Tree.build({ buffer, nodeSet, topID: 0, length: this.parsedPos - start });
  }
}

class NestedParser extends Parser {
  override createParse(input: Input, _: readonly TreeFragment[], ranges: readonly { from: number; to: number }[]) {
    return new NestedParse(input, ranges);
  }
}

/** All code in a YAML file. */
export const nestedStarlark: Parser = new NestedParser();
