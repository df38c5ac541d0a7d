// Opened, dropped or pasted files become the playground or a part of it. They replace an untouched example or starter; otherwise the user is asked.
// A saved playground (a bundle, or a zip of this page) always replaces: it has flags and variables of its own.

import type { Bench } from "../../components/bench";
import { exampleWork } from "../../content/examples";
import { importedWork, type Starter, starters, starterWork } from "../../content/starters";
import { unusedPath } from "../../core/unused-path";
import { messageOf } from "../../core/user-error";
import { contentOf, sameWork, summaryOf, type Work, type WorkFile, workOf } from "../../core/work";
import { isBundle, readBundle } from "../../formats/bundle";
import { type Opened, withoutRoot } from "../../formats/local-files";
import { readZip } from "../../formats/zip";
import { firstFile } from "./first-file";
import type { Opening } from "./opening";
import type { PlainValues } from "./plain-values";
import { ReplaceOrAdd } from "./replace-or-add";

/** Files, and the command line and variables to run ytt with, if they are known. */
export interface Received extends Partial<Pick<Work, "commandLine" | "env">> {
  files: WorkFile[];
  /** A sentence for each part that was left out. */
  left: string[];
}

/** Larger bundles and zips are rejected. */
const MOST_BYTES = 20_000_000;

export class Receiving {
  readonly #bench: Bench;
  readonly #opening: Opening;
  readonly #focusEditor: () => void;
  readonly #plainValues: Pick<PlainValues, "offer">;
  readonly #dialog = new ReplaceOrAdd();

  constructor(bench: Bench, opening: Opening, plainValues: Pick<PlainValues, "offer">, focusEditor: () => void) {
    this.#bench = bench;
    this.#opening = opening;
    this.#plainValues = plainValues;
    this.#focusEditor = focusEditor;
  }

  /** Opens a new playground in place of the current work, and focuses its editor. */
  start(starter: Starter): void {
    const notice = `Opened a ${starter === "blank" ? "blank" : "new"} playground.`;
    this.#opening.replaceOwn(starterWork(starter), notice);
    this.#focusEditor();
  }

  /** Opens a new playground with an imported schema in place of the current work, and returns the paths of its files. */
  startWith(schema: string, dataValues: string | undefined): { schema: string; values: string | undefined } {
    this.#opening.replaceOwn(importedWork(schema, dataValues), "Opened a new playground with the imported schema.");
    this.#bench.navigation.followOpenFile();
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
    this.#bench.notices.show({ text, refused: true });
    return false;
  }

  /** Opens a bundle in place of the current work. Returns whether it could be read. */
  async bundle(name: string, text: string): Promise<boolean> {
    try {
      const { work, left } = await readBundle(this.#bench.engine, text);
      if (work.files.length === 0) return this.#refuse(`${name} contains no files. ${summaryOf(left)}`.trim());
      this.#opening.replaceOwn(work, `Opened ${name}. ${summaryOf(left)}`.trim());
      return true;
    } catch (error) {
      return this.#refuse(`${name}: ${messageOf(error)}`);
    }
  }

  async #zip(name: string, content: Uint8Array): Promise<unknown> {
    try {
      const { work, left, saved } = readZip(content);
      if (work.files.length === 0) return this.#refuse(`${name} contains no files. ${summaryOf(left)}`.trim());
      if (!saved) return await this.open({ files: withoutRoot(work.files), left }, name);
      return this.#opening.replaceOwn(work, `Opened ${name}. ${summaryOf(left)}`.trim());
    } catch (error) {
      return this.#refuse(`${name}: ${messageOf(error)}`);
    }
  }

  /** Opens files in place of the current work, or adds them to it. Returns whether they were opened. */
  async open(received: Received, name?: string): Promise<boolean> {
    const { project } = this.#bench;
    const { files, left } = received;
    const [first, ...others] = files;
    if (!first) return this.#refuse(summaryOf(left) || "There are no files to open.");
    const what = name ?? (others.length === 0 ? first.path : `${files.length} files`);
    const notice = `Opened ${what}. ${summaryOf(left)}`.trim();
    const replace = ({ commandLine = "", env = [] }: Partial<Work>) => {
      const work = workOf({ files, open: firstFile(files), commandLine, env });
      this.#opening.replaceOwn(work, notice, left.length > 0);
      this.#plainValues.offer(files.map(({ path }) => path));
      void this.#bench.navigation.showFirstProblem(files.map(({ path }) => path));
      return true;
    };
    const now = this.#opening.work;
    if (now.files.length === 0) return replace({ ...now, ...received });
    if (await this.isUntouched()) return replace(received);
    const existing = files.flatMap(({ path }) => (project.byPath(path) ? [path] : []));
    const answer = await this.#dialog.ask(
      files.map(({ path }) => path),
      existing,
      now.files.length,
    );
    if (answer === "replace") return replace(received);
    if (answer) this.#add(received, notice, answer === "addBeside");
    return answer !== undefined;
  }

  #add({ files, left, commandLine, env }: Received, notice: string, beside: boolean): void {
    const { project, notices, navigation } = this.#bench;
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
    if (taken.length > 0) navigation.followOpenFile();
    this.#plainValues.offer(taken);
    const unused = commandLine || env?.length ? ["The command was left out."] : [];
    const names =
      renamed.length > 0 ? [`Renamed to ${renamed.slice(0, 3).join(", ")}${renamed.length > 3 ? ", …" : ""}.`] : [];
    notices.show({
      text: [...(taken.length > 0 ? [notice] : left), ...names, ...objections, ...unused].join(" "),
      refused: left.length + objections.length > 0,
      ...(taken.length > 0 ? { undo, lasting: true } : {}),
    });
    void navigation.showFirstProblem(taken);
  }

  /** An example, a starter or an explanation's example, without edits. */
  async isUntouched(): Promise<boolean> {
    const { address, shared, edited, work: now } = this.#opening;
    const { kind } = address;
    if (shared) return !edited && (kind === "example" || kind === "explain");
    if (starters.some((starter) => sameWork(now, starterWork(starter)))) return true;
    const example = now.example ? await exampleWork(now.example) : undefined;
    return example !== undefined && sameWork(now, example);
  }

  render() {
    return this.#dialog.render();
  }
}
