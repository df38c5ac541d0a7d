// An answer as the page has it. The worker hands over what is seen at once; data values and schemas of many nodes stay with the engine until
// somebody looks at them, and then come a few hundred nodes at a time: taken apart and copied in one go they would hold the page up.
import type {
  CheckResult,
  DataValue,
  Diagnostic,
  LineOrigin,
  SchemaNode,
  Response as Whole,
  OutputFile as WholeFile,
} from "../../pkg/ytterby.js";

/** Where the lines of a file came from, as numbers: crate/wasm/src/answer.rs says which. */
export interface Lines {
  files: string[];
  origins: Uint32Array;
  more: Uint32Array;
}

/** What the worker sends. */
export interface Parts {
  /** JSON of a `Head`. */
  head: string;
  contents: (string | Uint8Array)[];
  lines: Lines[];
}

interface Start<Node> {
  count: number;
  /** All of them, or none: then they are to be asked for. */
  nodes: [depth: number, node: Node][];
}

interface Head extends Omit<Whole, "files" | "stdout" | "values" | "libraries" | "schema"> {
  files: string[];
  stdout: string | null;
  values: Start<DataValue>;
  libraries: { name: string; values: Start<DataValue> }[];
  schema: Start<SchemaNode>;
}

/** Whether there is something to show, and to go on showing while the input is broken. */
export const gaveOutput = ({
  exitStatus,
  files,
  stdout,
}: {
  exitStatus: number;
  files: unknown[];
  stdout?: string | null | undefined;
}) => exitStatus === 0 || files.length > 0 || Boolean(stdout);

/** Asks for some nodes of a tree of the answer, as JSON; nothing if the engine does not have it any more. */
export type AskPart = (tree: string, from: number, count: number) => Promise<string | null | undefined>;

/** Taken apart in a few milliseconds. */
const PART_NODES = 250;

/** Which lines of which files the lines of an output file came from. */
export class LineMap {
  readonly length: number;
  #lines: Lines;

  constructor(lines: Lines = { files: [], origins: new Uint32Array(), more: new Uint32Array() }) {
    this.#lines = lines;
    this.length = lines.origins.length / 2;
  }

  /** Whether anything is known of any line. */
  get any(): boolean {
    return this.#lines.files.length > 0;
  }

  #file(number: number | undefined): string {
    return this.#lines.files[(number ?? 0) - 1] ?? "";
  }

  /** The first entry of `more` that is about this line or one after it. */
  #moreFrom(line: number): number {
    const { more } = this.#lines;
    let low = 0;
    let high = more.length / 4;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((more[middle * 4] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return low * 4;
  }

  /** Of a line of the output, counted from 1. */
  at(line: number): LineOrigin | undefined {
    const { origins, more } = this.#lines;
    const file = origins[(line - 1) * 2];
    if (!file) return undefined;
    const of = (kind: number) => {
      const places: LineOrigin["touchedBy"] = [];
      for (let at = this.#moreFrom(line); more[at] === line; at += 4)
        if (more[at + 1] === kind) places.push({ file: this.#file(more[at + 2]), line: more[at + 3] ?? 0 });
      return places;
    };
    return { file: this.#file(file), line: origins[(line - 1) * 2 + 1] ?? 0, touchedBy: of(0), replaced: of(1) };
  }

  /** The lines of the output that a line of a file had a say in, in order. */
  from(file: string, line: number): number[] {
    const { files, origins, more } = this.#lines;
    const number = files.indexOf(file) + 1;
    if (number === 0) return [];
    const found = new Set<number>();
    for (let at = 0; at < origins.length; at += 2)
      if (origins[at] === number && origins[at + 1] === line) found.add(at / 2 + 1);
    const alone = found.size;
    for (let at = 0; at < more.length; at += 4)
      if (more[at + 2] === number && more[at + 3] === line) found.add(more[at] ?? 0);
    return found.size === alone ? [...found] : [...found].sort((a, b) => a - b);
  }
}

interface Branch<Node> {
  children: Node[];
}

/** A tree that may still be with the engine. */
export class Tree<Node extends Branch<Node>> {
  readonly count: number;
  #known: Node | undefined;
  #ask: AskPart | undefined;
  #name: string;
  #loading: Promise<Node | undefined> | undefined;
  #placed: (nodes: Node[]) => void;

  constructor({ count, nodes }: Start<Node>, name: string, placed: (nodes: Node[]) => void, ask?: AskPart) {
    this.count = count;
    this.#name = name;
    this.#ask = ask;
    this.#placed = placed;
    if (count > 0 && nodes.length === count) this.#known = this.#grow(nodes, [])[0];
  }

  /** The root, once the whole tree is loaded. */
  get known(): Node | undefined {
    return this.#known;
  }

  /** Adds nodes of a list in which a parent comes before its children; `path` has the last node of each depth, the root first. */
  #grow(nodes: Start<Node>["nodes"], path: Node[]): Node[] {
    for (const [depth, node] of nodes) {
      node.children = [];
      path[depth - 1]?.children.push(node);
      path[depth] = node;
    }
    this.#placed(nodes.map(([, node]) => node));
    return path;
  }

  /** The root; or nothing yet, and `changed` is called when it has come. */
  now(changed: () => void): Node | undefined {
    if (!this.#known && this.count > 0 && !this.#loading) void this.load().then((root) => root && setTimeout(changed));
    return this.#known;
  }

  /** The root, from the engine if need be; nothing if it is not to be had any more. */
  load(): Promise<Node | undefined> {
    if (this.#known || this.count === 0 || !this.#ask) return Promise.resolve(this.#known);
    this.#loading ??= this.#load(this.#ask).then((root) => {
      this.#known = root;
      return root;
    });
    return this.#loading;
  }

  async #load(ask: AskPart): Promise<Node | undefined> {
    const asked: ReturnType<AskPart>[] = [];
    for (let from = 0; from < this.count; from += PART_NODES) asked.push(ask(this.#name, from, PART_NODES));
    const path: Node[] = [];
    let got = 0;
    // Each part in a task of its own: all at once would hold the page up.
    for (const part of asked) {
      const text = await part;
      if (typeof text !== "string") return undefined;
      const nodes = JSON.parse(text) as Start<Node>["nodes"];
      this.#grow(nodes, path);
      got += nodes.length;
    }
    return got === this.count ? path[0] : undefined;
  }
}

/** A rendered file. */
export interface OutputFile {
  path: string;
  content: WholeFile["content"];
  map: LineMap;
}

/** What came of a request. */
export class Response {
  readonly exitStatus: number;
  readonly files: OutputFile[];
  /** What is printed; nothing where that is the files, one after the other. */
  readonly stdout: string | undefined;
  readonly prints: string[];
  readonly report: string;
  readonly diagnostics: Diagnostic[];
  readonly values: Tree<DataValue>;
  readonly libraries: { name: string; values: Tree<DataValue> }[];
  readonly schema: Tree<SchemaNode>;
  readonly checks: CheckResult[];
  readonly usage: Whole["usage"];

  /** `placed` puts the places in what it is given to where they are in the editor. */
  constructor(parts: Parts, placed: <T>(answer: T) => T, ask?: AskPart) {
    const head = JSON.parse(parts.head) as Head;
    this.exitStatus = head.exitStatus;
    this.files = head.files.map((path, at) => ({
      path,
      content: parts.contents[at] ?? "",
      map: new LineMap(parts.lines[at]),
    }));
    this.stdout = head.stdout ?? undefined;
    this.prints = head.prints;
    this.report = head.report;
    this.diagnostics = placed(head.diagnostics);
    this.checks = placed(head.checks);
    this.usage = head.usage;
    const tree = <Node extends Branch<Node>>(start: Start<Node>, name: string) =>
      new Tree(start, name, (nodes) => void placed(nodes), ask);
    this.values = tree(head.values, "values");
    this.libraries = head.libraries.map(({ name, values }, at) => ({ name, values: tree(values, `${at}`) }));
    this.schema = tree(head.schema, "schema");
  }
}
