// What was opened, dropped or pasted becomes the playground or a part of it. It replaces an untouched example or starter; otherwise the user is asked.
// A saved playground (a bundle, or a zip of this page) always replaces: it has flags and variables of its own.

import { exampleWork } from "../../content/examples";
import { importedWork, type Starter, starters, starterWork } from "../../content/starters";
import type { Project } from "../../core/project";
import { unusedPath } from "../../core/unused-path";
import { messageOf } from "../../core/user-error";
import { contentOf, sameWork, summaryOf, type Work, type WorkFile, workOf } from "../../core/work";
import type { Engine } from "../../engine/engine";
import type { Session } from "../../engine/session";
import type { Place } from "../../engine/types";
import { isBundle, readBundle } from "../../formats/bundle";
import { type Opened, withoutRoot } from "../../formats/local-files";
import { readZip } from "../../formats/zip";
import type { Notices } from "../../ui/notices";
import { firstFile } from "./first-file";
import type { Opening } from "./opening";
import { ReplaceOrAdd, type ReplaceOrAddHost } from "./replace-or-add";

export interface ReceivingHost extends ReplaceOrAddHost {
  engine: Engine;
  opening: Opening;
  project: Project;
  session: Session;
  notices: Notices;
  /** Scrolls to a position in the input without moving the focus. */
  reveal: (place: Place) => void;
  /** The current work. */
  work: () => Work;
  focusEditor: () => void;
  /** Another file is open. */
  followOpenFile: () => void;
}

/** Files, and the command line and variables to run ytt with, if they are known. */
export interface Received extends Partial<Pick<Work, "commandLine" | "env">> {
  files: WorkFile[];
  /** A sentence for each part that was left out. */
  left: string[];
}

/** Larger bundles and zips are rejected. */
const MOST_BYTES = 20_000_000;

export class Receiving {
  #host: ReceivingHost;
  #dialog: ReplaceOrAdd;

  constructor(host: ReceivingHost) {
    this.#host = host;
    this.#dialog = new ReplaceOrAdd(host);
  }

  /** Opens a new playground in place of the current work, and focuses its editor. */
  start(starter: Starter): void {
    const { opening, focusEditor } = this.#host;
    opening.replaceOwn(starterWork(starter), `Opened a ${starter === "blank" ? "blank" : "new"} playground.`);
    focusEditor();
  }

  /** Opens a new playground with an imported schema in place of the current work, and returns the paths of its files. */
  startWith(schema: string, dataValues: string | undefined): { schema: string; values: string | undefined } {
    const { opening, followOpenFile } = this.#host;
    opening.replaceOwn(importedWork(schema, dataValues), "Opened a new playground with the imported schema.");
    followOpenFile();
    return { schema: "schema.yml", values: dataValues === undefined ? undefined : "values.yml" };
  }

  /** Files that were dropped or selected. */
  async take(opening: Promise<Opened>): Promise<void> {
    const { files, refused } = await opening.catch((error) => ({
      files: [],
      refused: [`The files could not be read: ${String(error)}`],
    }));
    const [only, ...others] = files;
    if (only && others.length === 0 && refused.length === 0) {
      const { path, content } = only;
      if (/\.zip$/i.test(path) && typeof content !== "string") return void (await this.#zip(path, content));
      if (typeof content === "string" && isBundle(content)) return void (await this.bundle(path, content));
    }
    await this.open({ files, left: refused });
  }

  /** A file that was selected as a bundle or a zip, whatever its name. */
  async takePlayground(file: File): Promise<void> {
    if (file.size > MOST_BYTES) {
      this.#refuse(`${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.`);
      return;
    }
    const content = contentOf(new Uint8Array(await file.arrayBuffer()));
    await (typeof content === "string" ? this.bundle(file.name, content) : this.#zip(file.name, content));
  }

  #refuse(text: string): false {
    this.#host.notices.show({ text, refused: true });
    return false;
  }

  /** Opens a bundle in place of the current work. Returns whether it could be read. */
  async bundle(name: string, text: string): Promise<boolean> {
    const { engine, opening } = this.#host;
    try {
      const { work, left } = await readBundle(engine, text);
      if (work.files.length === 0) return this.#refuse(`${name} contains no files. ${summaryOf(left)}`.trim());
      opening.replaceOwn(work, `Opened ${name}. ${summaryOf(left)}`.trim());
      return true;
    } catch (error) {
      return this.#refuse(`${name}: ${messageOf(error)}`);
    }
  }

  async #zip(name: string, content: Uint8Array): Promise<unknown> {
    const { opening } = this.#host;
    try {
      const { work, left, saved } = readZip(content);
      if (work.files.length === 0) return this.#refuse(`${name} contains no files. ${summaryOf(left)}`.trim());
      if (!saved) return await this.open({ files: withoutRoot(work.files), left }, name);
      return opening.replaceOwn(work, `Opened ${name}. ${summaryOf(left)}`.trim());
    } catch (error) {
      return this.#refuse(`${name}: ${messageOf(error)}`);
    }
  }

  /** Opens files in place of the current work, or adds them to it. Returns whether they were opened. */
  async open(received: Received, name?: string): Promise<boolean> {
    const { project, opening, work } = this.#host;
    const { files, left } = received;
    const [first, ...others] = files;
    if (!first) return this.#refuse(summaryOf(left) || "There are no files to open.");
    const what = name ?? (others.length === 0 ? first.path : `${files.length} files`);
    const notice = `Opened ${what}. ${summaryOf(left)}`.trim();
    const replace = ({ commandLine = "", env = [] }: Partial<Work>) => {
      opening.replaceOwn(workOf({ files, open: firstFile(files), commandLine, env }), notice, left.length > 0);
      void this.#showProblem(files.map(({ path }) => path));
      return true;
    };
    const now = work();
    if (now.files.length === 0) return replace({ ...now, ...received });
    if (await this.isUntouched()) return replace(received);
    const existing = files.flatMap(({ path }) => (project.byPath(path) ? [path] : []));
    const answer = await this.#dialog.ask(
      files.map(({ path }) => path),
      existing,
    );
    if (answer === "replace") return replace(received);
    if (answer) this.#add(received, notice, answer === "addBeside");
    return answer !== undefined;
  }

  #add({ files, left, commandLine, env }: Received, notice: string, beside: boolean): void {
    const { project, notices, followOpenFile } = this.#host;
    const used = new Set(project.files.map(({ path }) => path));
    const added = beside
      ? files.map(({ path, content }) => {
          const unused = unusedPath(path, (one) => used.has(one));
          used.add(unused);
          return { path: unused, content };
        })
      : files;
    const renamed = added.filter(({ path }, at) => path !== files[at]?.path).map(({ path }) => path);
    const { taken, objections, undo } = project.take(added, firstFile(added));
    if (taken.length > 0) followOpenFile();
    const unused = commandLine || env?.length ? ["The command was left out."] : [];
    const names =
      renamed.length > 0 ? [`Renamed to ${renamed.slice(0, 3).join(", ")}${renamed.length > 3 ? ", …" : ""}.`] : [];
    notices.show({
      text: [...(taken.length > 0 ? [notice] : left), ...names, ...objections, ...unused].join(" "),
      refused: left.length + objections.length > 0,
      ...(taken.length > 0 ? { undo, lasting: true } : {}),
    });
    void this.#showProblem(taken);
  }

  /** An example, a starter or an explanation's example, without edits. */
  async isUntouched(): Promise<boolean> {
    const { opening, work } = this.#host;
    const { kind } = opening.address;
    if (opening.shared) return !opening.edited && (kind === "example" || kind === "explain");
    const now = work();
    if (starters.some((starter) => sameWork(now, starterWork(starter)))) return true;
    const example = now.example ? await exampleWork(now.example) : undefined;
    return example !== undefined && sameWork(now, example);
  }

  /** Once the files are rendered: shows the first problem in one of them, unless the user has opened another file or typed. */
  async #showProblem(paths: readonly string[]): Promise<void> {
    const { project, session, reveal } = this.#host;
    const { current } = project;
    const content = current?.content;
    await session.settled();
    if (project.current !== current || current?.content !== content) return;
    const place = session.response?.diagnostics.find(
      ({ severity, primary }) => severity === "error" && primary && paths.includes(primary.file),
    )?.primary;
    if (place) reveal(place);
  }

  render() {
    return this.#dialog.render();
  }
}
