// What the user is working on: files in order, which of them is open, the command line and the environment. All changes are made here, and listeners
// (session, view, storage) get the kind of each.

import type { Check } from "../../pkg/ytterby.js";
import { editorText, fileText } from "./line-endings";
import { unusedPath } from "./unused-path";
import { MOST_FILES, pathObjection, type Variable, type Variant, type Work, type WorkFile } from "./work";

/** A string, or a CodeMirror `Text`, which is converted when it is first read. */
type EditorText = { readonly length: number; toString(): string };

export interface ProjectFile {
  /** Stays the same when the file is renamed or moved. */
  readonly id: string;
  readonly path: string;
  /** The content that the file was opened with, with its own line endings, or its bytes. */
  readonly original: string | Uint8Array;
  /** The text in the editor; empty for a file that is not text. */
  readonly content: string;
  /** Of `content`. */
  readonly length: number;
  /** Whether `content` is this text. */
  is(text: EditorText): boolean;
}

/** A file with write access, for its project only. */
class OwnFile implements ProjectFile {
  readonly id: string;
  path: string;
  readonly original: string | Uint8Array;
  #text: EditorText;

  constructor(id: string, { path, content }: WorkFile) {
    this.id = id;
    this.path = path;
    this.original = content;
    this.#text = editorText(content);
  }

  /** Converted on first read: not on every key press, as a text may have megabytes. */
  get content(): string {
    if (typeof this.#text !== "string") this.#text = this.#text.toString();
    return this.#text as string;
  }

  get length(): number {
    return this.#text.length;
  }

  is(text: EditorText): boolean {
    return this.#text === text || (this.#text.length === text.length && this.content === text.toString());
  }

  write(text: EditorText): void {
    this.#text = text;
  }
}

/** The content of a file that is not text. */
export const binary = ({ original }: ProjectFile): Uint8Array | undefined =>
  typeof original === "string" ? undefined : original;

/** A file as ytt gets it, with its own line endings. */
export const exact = ({ path, content, original }: ProjectFile): WorkFile => ({
  path,
  content: typeof original === "string" ? fileText(content, original) : original,
});

/** What describes the work as a whole. */
export type About = Pick<Work, "title" | "description" | "lesson" | "steps" | "example">;

/**
 * `text`: a file's content. `files`: the list of files, or everything. `settings`: command line, environment or checks. `about`: nothing that changes
 * the result. `open`: which file is open.
 */
export type Change = "text" | "files" | "settings" | "about" | "open";

export class Project {
  #files: OwnFile[] = [];
  #open = "";
  #commandLine = "";
  #env: readonly Variable[] = [];
  #about: About = { title: "", description: "", lesson: "", steps: [], example: "" };
  #checks: readonly Check[] = [];
  #variants: readonly Variant[] = [];
  #nextId = 1;
  #listeners: ((change: Change) => void)[] = [];

  get files(): readonly ProjectFile[] {
    return this.#files;
  }

  /** The id of the open file; empty if there is none. */
  get open(): string {
    return this.#open;
  }

  get commandLine(): string {
    return this.#commandLine;
  }

  get env(): readonly Variable[] {
    return this.#env;
  }

  get about(): About {
    return this.#about;
  }

  get checks(): readonly Check[] {
    return this.#checks;
  }

  get variants(): readonly Variant[] {
    return this.#variants;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  #changed(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  get current(): ProjectFile | undefined {
    return this.#files.find((file) => file.id === this.#open);
  }

  byPath(path: string): ProjectFile | undefined {
    return this.#byPath(path);
  }

  #byPath(path: string): OwnFile | undefined {
    return this.#files.find((file) => file.path === path);
  }

  /** Replaces everything. Loading the returned work restores the previous state. */
  load(work: Work): Work {
    const before = this.save();
    this.#files = work.files.map((file) => this.#own(file));
    this.#open = (this.#files[work.open] ?? this.#files[0])?.id ?? "";
    this.#commandLine = work.commandLine;
    this.#env = work.env.map((variable) => ({ ...variable }));
    const { title, description, lesson, steps, example } = work;
    this.#about = { title, description, lesson, steps: structuredClone(steps), example };
    this.#checks = structuredClone(work.checks);
    this.#variants = structuredClone(work.variants);
    this.#changed("files");
    return before;
  }

  /** Everything but `view`, which belongs to the page. */
  save(): Work {
    return {
      ...this.#about,
      steps: structuredClone(this.#about.steps),
      files: this.#files.map(exact),
      open: Math.max(
        0,
        this.#files.findIndex((file) => file.id === this.#open),
      ),
      commandLine: this.#commandLine,
      env: this.#env.map((variable) => ({ ...variable })),
      checks: structuredClone([...this.#checks]),
      variants: structuredClone([...this.#variants]),
      view: "",
    };
  }

  #own(file: WorkFile): OwnFile {
    return new OwnFile(this.#newId(), file);
  }

  select(id: string): void {
    if (id === this.#open || !this.#files.some((file) => file.id === id)) return;
    this.#open = id;
    this.#changed("open");
  }

  write(id: string, content: EditorText): void {
    const file = this.#files.find((file) => file.id === id);
    if (!file || file.is(content)) return;
    file.write(content);
    this.#changed("text");
  }

  /** Adds an empty file with an unused name at the end, in the folder of the open file, and opens it. */
  add(): ProjectFile {
    const folder = this.current?.path.replace(/[^/]*$/, "") ?? "";
    const name = this.#files.length === 0 ? "config.yml" : "new.yml";
    const file = this.#own({ path: unusedPath(folder + name, (path) => this.byPath(path) !== undefined), content: "" });
    this.#files.push(file);
    this.#open = file.id;
    this.#changed("files");
    return file;
  }

  /**
   * Adds files from outside, replaces those with the same path, and opens one of them. `undo` restores the replaced files and keeps everything else
   * that was changed since.
   */
  take(
    files: readonly WorkFile[],
    open = 0,
  ): { taken: string[]; replaced: string[]; objections: string[]; undo: () => void } {
    const openBefore = this.#open;
    const taken = new Map<string, { file: OwnFile; before: OwnFile | undefined }>();
    const objections: string[] = [];
    for (const { path, content } of files) {
      const known = this.#byPath(path);
      const full =
        !known && this.#files.length >= MOST_FILES ? `A playground can have at most ${MOST_FILES} files.` : undefined;
      const objection = this.objection(known?.id ?? "", path) ?? full;
      if (objection) {
        objections.push(`${path}: ${objection}`);
        continue;
      }
      // A new id, so that the editor's undo history does not lead to the replaced text.
      const file = this.#own({ path, content });
      if (known) this.#files[this.#files.indexOf(known)] = file;
      else this.#files.push(file);
      taken.set(path, { file, before: taken.get(path)?.before ?? known });
    }
    const [first] = taken.values();
    const opened = taken.get(files[open]?.path ?? "") ?? first;
    if (opened) {
      this.#open = opened.file.id;
      this.#changed("files");
    }
    const undo = () => {
      for (const { file, before } of taken.values()) this.#giveBack(file, before);
      if (!this.current) this.#open = (this.#files.find((file) => file.id === openBefore) ?? this.#files[0])?.id ?? "";
      this.#changed("files");
    };
    const replaced = [...taken].flatMap(([path, { before }]) => (before ? [path] : []));
    return { taken: [...taken.keys()], replaced, objections, undo };
  }

  /** Undoes the replacement of one file. A replacing file that was edited meanwhile stays. */
  #giveBack(file: OwnFile, before: OwnFile | undefined): void {
    const at = this.#files.indexOf(file);
    const typed = at >= 0 && !file.is(editorText(file.original));
    if (typed && !before) return;
    if (at >= 0) this.#files.splice(at, typed ? 0 : 1, ...(before ? [before] : []));
    else if (before) this.#files.push(before);
    while (before && this.#files.some((other) => other !== before && other.path === before.path))
      before.path = `restored-${before.path}`;
  }

  /** Why a file cannot have this path, or `undefined` if it can. */
  objection(id: string, path: string): string | undefined {
    const objection = pathObjection(path);
    if (objection) return objection;
    if (this.#files.some((file) => file.id !== id && file.path === path)) return `${path} already exists.`;
    return undefined;
  }

  rename(id: string, path: string): void {
    const file = this.#files.find((file) => file.id === id);
    if (!file || file.path === path || this.objection(id, path)) return;
    file.path = path;
    this.#changed("files");
  }

  /** The returned function restores the file. */
  remove(id: string): () => void {
    const at = this.#files.findIndex((file) => file.id === id);
    const [file] = at < 0 ? [] : this.#files.splice(at, 1);
    if (!file) return () => {};
    if (this.#open === id) this.#open = (this.#files[at] ?? this.#files[at - 1])?.id ?? "";
    this.#changed("files");
    return () => {
      while (this.byPath(file.path)) file.path = `restored-${file.path}`;
      this.#files.splice(Math.min(at, this.#files.length), 0, file);
      this.#open = file.id;
      this.#changed("files");
    };
  }

  /** Moves a file to an index of the list; ytt processes files in this order. */
  move(id: string, to: number): void {
    const from = this.#files.findIndex((file) => file.id === id);
    const target = Math.max(0, Math.min(to, this.#files.length - 1));
    if (from < 0 || from === target) return;
    const [file] = this.#files.splice(from, 1);
    if (file) this.#files.splice(target, 0, file);
    this.#changed("files");
  }

  setCommandLine(text: string): void {
    if (text === this.#commandLine) return;
    this.#commandLine = text;
    this.#changed("settings");
  }

  setEnv(env: readonly Variable[]): void {
    this.#env = env;
    this.#changed("settings");
  }

  setAbout(about: Partial<About>): void {
    this.#about = { ...this.#about, ...about };
    this.#changed("about");
  }

  setChecks(checks: readonly Check[]): void {
    this.#checks = checks;
    this.#changed("settings");
  }

  setVariants(variants: readonly Variant[]): void {
    this.#variants = variants;
    this.#changed("about");
  }

  #newId(): string {
    return `f${this.#nextId++}`;
  }
}
