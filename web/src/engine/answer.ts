// A response of the engine. The worker sends what is visible at once; the trees of data values and schemas stay with the engine until they are
// shown, and then come a few hundred nodes at a time, because parsing and copying them in one go would block the page. Small trees come at once if
// those of the last response were shown, so that lists do not wait for them after each key.

import { signal } from "@preact/signals-core";
import type {
  CheckResult,
  DataValue,
  Diagnostic,
  Input,
  LineOrigin,
  OutputKind,
  SchemaNode,
  Response as Whole,
  OutputFile as WholeFile,
} from "../../../crate/wasm/src/declarations";
import { firstAt } from "../core/first-at";
import { placing } from "../core/line-endings";
import type { Request } from "./types";

/** Origins of a file's lines as numbers; crate/wasm/src/answer.rs describes them. */
export interface Lines {
  files: string[];
  origins: Uint32Array;
  more: Uint32Array;
}

/** A response as the worker sends it. */
export interface Parts {
  /** JSON of a `Head`. */
  head: string;
  contents: (string | Uint8Array)[];
  lines: Lines[];
  /** JSON of all nodes of some trees, by name. */
  trees?: Record<string, string>;
}

/** The nodes of a tree. Parents come before their children. */
type Nodes<Node> = [depth: number, node: Node][];

export interface Head extends Omit<Whole, "files" | "stdout" | "values" | "libraries" | "schema"> {
  files: string[];
  stdout: string | null;
  /** The number of data values at the top level; null if the run did not get as far. */
  values: number | null;
  libraries: string[];
  schema: boolean;
}

/** Whether there is output, which stays visible while the input is broken. */
export const gaveOutput = ({
  exitStatus,
  files,
  stdout,
}: {
  exitStatus: number;
  files: unknown[];
  stdout?: string | null | undefined;
}) => exitStatus === 0 || files.length > 0 || Boolean(stdout);

/** Parts that a response may lack when its run fails. */
export const CONTENTS = ["output", "values", "schema"] as const;
export type Content = (typeof CONTENTS)[number];

/** Whether a response has such content, or is that of a run that would have it. */
export function knows(response: Response | Head, content: Content): boolean {
  if (gaveOutput(response)) return true;
  if (content === "output") return false;
  const tree = response[content];
  return tree instanceof Tree ? tree.exists : tree !== null && tree !== false;
}

/** Requests some nodes of a tree of the response, as JSON. No string if the engine no longer has it. */
export type AskPart = (tree: string, from: number, count: number) => Promise<string | null | undefined>;

/** Parsed in a few milliseconds. */
const PART_NODES = 250;

/** Maps lines of an output file to the lines of input files that they came from, and back. */
export class LineMap {
  readonly length: number;
  #lines: Lines;

  constructor(lines: Lines = { files: [], origins: new Uint32Array(), more: new Uint32Array() }) {
    this.#lines = lines;
    this.length = lines.origins.length / 2;
  }

  /** Whether the origin of any line is known. */
  get any(): boolean {
    return this.#lines.files.length > 0;
  }

  /** The input files that lines came from. */
  get files(): readonly string[] {
    return this.#lines.files;
  }

  #file(number: number | undefined): string {
    return this.#lines.files[(number ?? 0) - 1] ?? "";
  }

  /** The index of the first entry of `more` that is about this line or a later one. */
  #moreFrom(line: number): number {
    const { more } = this.#lines;
    return firstAt(more.length / 4, (at) => (more[at * 4] ?? 0) < line) * 4;
  }

  /** The origin of an output line, counted from 1. */
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

  /** The map of another text: each of its lines has the origin of one of these lines, or for 0 one of its own, if there is any. */
  moved(lines: readonly number[], own: (line: number) => { file: string; line: number } | undefined): LineMap {
    const { files, origins, more } = this.#lines;
    const all = [...files];
    const numberOf = (file: string): number => all.indexOf(file) + 1 || all.push(file);
    const entries = lines.flatMap((from, at) => {
      if (from > 0) return [origins[(from - 1) * 2] ?? 0, origins[(from - 1) * 2 + 1] ?? 0];
      const origin = own(at + 1);
      return origin ? [numberOf(origin.file), origin.line] : [0, 0];
    });
    const further = lines.flatMap((from, at) => {
      const found: number[] = [];
      for (let entry = this.#moreFrom(from); from > 0 && more[entry] === from; entry += 4)
        found.push(at + 1, more[entry + 1] ?? 0, more[entry + 2] ?? 0, more[entry + 3] ?? 0);
      return found;
    });
    return new LineMap({ files: all, origins: new Uint32Array(entries), more: new Uint32Array(further) });
  }

  /** The output lines that an input line contributed to, in order. */
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

  /** The output lines that any of these lines of input files made or changed, in order. */
  fromAny(lines: ReadonlyMap<string, ReadonlySet<number>>): number[] {
    const { files, origins, more } = this.#lines;
    const wanted = [undefined, ...files.map((file) => lines.get(file))];
    const found = new Set<number>();
    for (let at = 0; at < origins.length; at += 2)
      if (wanted[origins[at] ?? 0]?.has(origins[at + 1] ?? 0)) found.add(at / 2 + 1);
    for (let at = 0; at < more.length; at += 4)
      if (more[at + 1] === 0 && wanted[more[at + 2] ?? 0]?.has(more[at + 3] ?? 0)) found.add(more[at] ?? 0);
    return [...found].sort((a, b) => a - b);
  }
}

interface Branch<Node> {
  children: Node[];
}

/** A tree that may still be in the engine. */
export class Tree<Node extends Branch<Node>> {
  readonly exists: boolean;
  readonly name: string;
  readonly #known = signal<Node | undefined>(undefined);
  #ask: AskPart | undefined;
  #loading: Promise<Node | undefined> | undefined;
  readonly #lost = signal(false);
  #isRead = false;
  #placed: (nodes: Node[]) => void;

  /** `from`: where the nodes come from, or the JSON of all of them. */
  constructor(exists: boolean, name: string, placed: (nodes: Node[]) => void, from?: AskPart | string) {
    this.exists = exists;
    this.name = name;
    this.#placed = placed;
    if (typeof from === "string") this.#known.value = this.#grow(JSON.parse(from), [])[0];
    else this.#ask = from;
  }

  /** The root, once the whole tree is loaded. */
  get known(): Node | undefined {
    this.#isRead = true;
    return this.#known.value;
  }

  /** Whether its nodes have been asked for. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Appends nodes of a list in which parents come before their children; `path` contains the last node of each depth, the root first. */
  #grow(nodes: Nodes<Node>, path: Node[]): Node[] {
    for (const [depth, node] of nodes) {
      node.children = [];
      path[depth - 1]?.children.push(node);
      path[depth] = node;
    }
    this.#placed(nodes.map(([, node]) => node));
    return path;
  }

  /** The engine no longer had it when it was requested, because its worker was replaced. */
  get isLost(): boolean {
    return this.#lost.value;
  }

  /** The root if it is loaded; otherwise loads it. */
  now(): Node | undefined {
    this.#isRead = true;
    if (!this.#known.value && !this.#loading) void this.load();
    return this.#known.value;
  }

  /** Loads the root if necessary; `undefined` if the engine no longer has it. */
  load(): Promise<Node | undefined> {
    this.#isRead = true;
    if (this.#known.value || !this.exists || !this.#ask) return Promise.resolve(this.#known.value);
    this.#loading ??= this.#load(this.#ask).then((root) => {
      this.#known.value = root;
      this.#lost.value = root === undefined;
      return root;
    });
    return this.#loading;
  }

  async #load(ask: AskPart): Promise<Node | undefined> {
    const path: Node[] = [];
    // Each part in a task of its own, so that the page is not blocked.
    for (let from = 0; ; from += PART_NODES) {
      const text = await ask(this.name, from, PART_NODES);
      if (typeof text !== "string") return undefined;
      const nodes = JSON.parse(text) as Nodes<Node>;
      this.#grow(nodes, path);
      if (nodes.length < PART_NODES) return path[0];
    }
  }
}

export interface OutputFile {
  path: string;
  content: WholeFile["content"];
  map: LineMap;
}

/** The response to a request. */
export class Response {
  readonly exitStatus: number;
  readonly outputKind: OutputKind | null;
  readonly files: OutputFile[];
  /** The files of the request, in its order, with how the run treats each; also if it fails. */
  readonly inputs: Input[];
  /** Standard output; `undefined` if it is the output files, one after another. */
  readonly stdout: string | undefined;
  readonly prints: string[];
  readonly report: string;
  readonly diagnostics: Diagnostic[];
  readonly values: Tree<DataValue>;
  readonly hasValues: boolean;
  readonly libraries: { name: string; values: Tree<DataValue> }[];
  readonly schema: Tree<SchemaNode>;
  readonly checks: CheckResult[];
  readonly usage: Whole["usage"];

  /** `placed` converts positions to positions in the editor. */
  constructor(parts: Parts, placed: <T>(answer: T) => T, ask?: AskPart) {
    const head = JSON.parse(parts.head) as Head;
    this.exitStatus = head.exitStatus;
    this.outputKind = head.outputKind;
    this.files = head.files.map((path, at) => ({
      path,
      content: parts.contents[at] ?? "",
      map: new LineMap(parts.lines[at]),
    }));
    this.inputs = head.inputs;
    this.stdout = head.stdout ?? undefined;
    this.prints = head.prints;
    this.report = head.report;
    this.diagnostics = placed(head.diagnostics);
    this.checks = placed(head.checks);
    this.usage = head.usage;
    const tree = <Node extends Branch<Node>>(exists: boolean, name: string) =>
      new Tree<Node>(exists, name, (nodes) => void placed(nodes), parts.trees?.[name] ?? ask);
    this.values = tree(head.values !== null, "values");
    this.libraries = head.libraries.map((name, at) => ({ name, values: tree(true, `${at}`) }));
    this.hasValues = this.libraries.length > 0 || (head.values ?? 0) > 0;
    this.schema = tree(head.schema, "schema");
  }

  /** The names of the trees of which nodes have been asked for. */
  get readTrees(): string[] {
    const { values, schema, libraries } = this;
    const all = [values, schema, ...libraries.map((library) => library.values)];
    return all.filter(({ isRead }) => isRead).map(({ name }) => name);
  }
}

export const filesOf = ({ files = [] }: Request) => files.map(({ path, content = "" }) => ({ path, content }));

export const responseOf = (request: Request, parts: Parts, ask?: AskPart): Response =>
  new Response(parts, placing(filesOf(request)), ask);
