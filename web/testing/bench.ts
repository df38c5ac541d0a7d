// Features' interface to the workbench (components/bench.ts), without an editor and a page. The engine is the built wasm; tests replace what they control.
import type { Bench } from "../src/components/bench";
import { Project } from "../src/core/project";
import type { Work, WorkFile } from "../src/core/work";
import type { Engine } from "../src/engine/engine";
import type { Edit, Question, Request } from "../src/engine/types";
import type { Beside } from "../src/features/editor/editor";
import { Notices } from "../src/ui/notices";
import { ask, render } from "./engine";

/** The questions that these tests ask. */
const answers = ({ kind, ...question }: Question) => {
  const { text = "", format, request, from, to } = question as Record<string, string | undefined>;
  switch (kind) {
    case "readBundle":
    case "format":
      return ask(kind, text);
    case "renameFile":
      return ask(kind, request, from, to);
    case "importSchema":
      return ask("importSchema", { text, format });
    default:
      throw new Error(`no test asks ${kind}`);
  }
};

export function benchOf(work: Work) {
  const project = new Project();
  project.load(work);
  /** Calls of `navigation`, in order. */
  const went: string[] = [];
  const session: { request?: Request; response?: unknown; [more: string]: unknown } = {
    limits: { millis: 10_000, steps: 10_000_000 },
    settled: async () => {},
    latestWith: () => undefined,
  };
  const engine: Record<string, unknown> = { ask: answers, render: (request: Request) => render(request) };
  /** Writes texts as the editor does. Returns the undo. */
  const write = (files: readonly WorkFile[]) => {
    const undo = files.flatMap(({ path, content }) => {
      const file = project.byPath(path);
      if (!file) return [];
      const before = file.content;
      project.write(file.id, String(content));
      return [() => project.write(file.id, before)];
    });
    return () => {
      for (const one of undo) one();
    };
  };
  const change = (edits: readonly Edit[], _: string, beside?: Beside) => {
    const files = [...new Set(edits.map(({ file }) => file))].map((path) => {
      const own = edits.filter(({ file }) => file === path).toReversed();
      const apply = (text: string, { span, text: insert }: Edit) =>
        text.slice(0, span.start.offset) + insert + text.slice(span.end.offset);
      return { path, content: own.reduce(apply, String(project.byPath(path)?.content)) };
    });
    const undo = write(files);
    return () => {
      undo();
      beside?.undo();
    };
  };
  const notices = new Notices();
  const bench: Bench = {
    project,
    notices,
    engine: engine as unknown as Engine,
    session: session as unknown as Bench["session"],
    editor: { write },
    navigation: {
      has: () => true,
      goTo: ({ file }: { file: string }) => went.push(`go to ${file}`),
      show: ({ file }: { file: string }) => went.push(`show ${file}`),
      showFirstProblem: async (paths: readonly string[]) => void went.push(`first problem of ${paths.join(", ")}`),
      followOpenFile: () => went.push("follow"),
    } as unknown as Bench["navigation"],
  };
  return {
    bench,
    project,
    notices,
    session,
    engine,
    change,
    went,
    text: (path: string) => project.byPath(path)?.content,
    paths: () => project.files.map(({ path }) => path),
    /** The user types. */
    type: (path: string, content: string) => void write([{ path, content }]),
  };
}
