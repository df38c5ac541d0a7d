// The user's work: files in order, which of them is open, the command line and the environment. All changes are made here, and listeners
// (session, storage) get the kind of each; templates that read a property are rendered again when it changes.

import { signal } from "@preact/signals-core";
import type { Check } from "../../pkg/ytterby.js";
import { isInSameFolder, movedIndex, placeIn, separates } from "./file-order";
import { editorText, fileText } from "./line-endings";
import { withRenamed } from "./shell-words";
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
  /** The length of `content`. */
  readonly length: number;
  /** Whether `content` is this text. */
  is(text: EditorText): boolean;
}

/** A file with write access, for its project only. */
class OwnFile implements ProjectFile {
  readonly id: string;
  readonly original: string | Uint8Array;
  readonly #path;
  readonly #text;
  /** The text, once it was read. */
  #content: { of: EditorText; text: string } | undefined;

  constructor(id: string, { path, content }: WorkFile) {
    this.id = id;
    this.#path = signal(path);
    this.original = content;
    this.#text = signal<EditorText>(editorText(content));
  }

  get path(): string {
    return this.#path.value;
  }

  set path(path: string) {
    this.#path.value = path;
  }

  /** Converted on first read: not on every key press, as a text may have megabytes. */
  get content(): string {
    const text = this.#text.value;
    if (typeof text === "string") return text;
    if (this.#content?.of !== text) this.#content = { of: text, text: text.toString() };
    return this.#content.text;
  }

  get length(): number {
    return this.#text.value.length;
  }

  is(text: EditorText): boolean {
    const own = this.#text.value;
    return own === text || (own.length === text.length && this.content === text.toString());
  }

  write(text: EditorText): void {
    this.#text.value = text;
  }
}

/** The list with one more file, at the end if none is in a folder of it. */
const withFile = (files: readonly OwnFile[], file: OwnFile): readonly OwnFile[] =>
  files.toSpliced(
    placeIn(
      files.map(({ path }) => path),
      file.path,
    ) ?? files.length,
    0,
    file,
  );

/** The content of a file that is not text. */
export const binary = ({ original }: ProjectFile): Uint8Array | undefined =>
  typeof original === "string" ? undefined : original;

/** A file as ytt gets it, with its own line endings. */
export const exact = ({ path, content, original }: ProjectFile): WorkFile => ({
  path,
  content: typeof original === "string" ? fileText(content, original) : original,
});

/** The properties of the work as a whole. */
export type About = Pick<Work, "title" | "description" | "lesson" | "steps" | "done" | "example">;

/**
 * `text`: a file's content. `files`: the list of files, or everything. `settings`: command line, environment or checks. `about`: nothing that changes
 * the result. `progress`: which steps of a lesson are done. `open`: which file is open.
 */
export type Change = "text" | "files" | "settings" | "about" | "progress" | "open";

export class Project {
  readonly #files = signal<readonly OwnFile[]>([]);
  readonly #open = signal("");
  readonly #commandLine = signal("");
  readonly #env = signal<readonly Variable[]>([]);
  readonly #about = signal<About>({ title: "", description: "", lesson: "", steps: [], done: [], example: "" });
  readonly #checks = signal<readonly Check[]>([]);
  readonly #variants = signal<readonly Variant[]>([]);
  #nextId = 1;
  #listeners: ((change: Change) => void)[] = [];

  get files(): readonly ProjectFile[] {
    return this.#files.value;
  }

  /** The id of the open file; empty if there is none. */
  get open(): string {
    return this.#open.value;
  }

  get commandLine(): string {
    return this.#commandLine.value;
  }

  get env(): readonly Variable[] {
    return this.#env.value;
  }

  get about(): About {
    return this.#about.value;
  }

  get checks(): readonly Check[] {
    return this.#checks.value;
  }

  get variants(): readonly Variant[] {
    return this.#variants.value;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  #changed(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  get current(): ProjectFile | undefined {
    return this.#files.value.find((file) => file.id === this.#open.value);
  }

  byPath(path: string): ProjectFile | undefined {
    return this.#byPath(path);
  }

  #byPath(path: string): OwnFile | undefined {
    return this.#files.value.find((file) => file.path === path);
  }

  /** Replaces everything. Loading the returned work restores the previous state. */
  load(work: Work): Work {
    const before = this.save();
    this.#files.value = work.files.map((file) => this.#own(file));
    this.#open.value = (this.#files.value[work.open] ?? this.#files.value[0])?.id ?? "";
    this.#commandLine.value = work.commandLine;
    this.#env.value = work.env.map((variable) => ({ ...variable }));
    const { title, description, lesson, steps, done, example } = work;
    this.#about.value = { title, description, lesson, steps: structuredClone(steps), done: [...done], example };
    this.#checks.value = structuredClone(work.checks);
    this.#variants.value = structuredClone(work.variants);
    this.#changed("files");
    return before;
  }

  /** Everything but `view`, which belongs to the page. */
  save(): Work {
    return {
      ...this.#about.value,
      steps: structuredClone(this.#about.value.steps),
      done: [...this.#about.value.done],
      files: this.#files.value.map(exact),
      open: Math.max(
        0,
        this.#files.value.findIndex((file) => file.id === this.#open.value),
      ),
      commandLine: this.#commandLine.value,
      env: this.#env.value.map((variable) => ({ ...variable })),
      checks: structuredClone([...this.#checks.value]),
      variants: structuredClone([...this.#variants.value]),
      view: "",
    };
  }

  #own(file: WorkFile): OwnFile {
    return new OwnFile(this.#newId(), file);
  }

  select(id: string): void {
    if (id === this.#open.value || !this.#files.value.some((file) => file.id === id)) return;
    this.#open.value = id;
    this.#changed("open");
  }

  write(id: string, content: EditorText): void {
    const file = this.#files.value.find((file) => file.id === id);
    if (!file || file.is(content)) return;
    file.write(content);
    this.#changed("text");
  }

  /** Adds an empty file with an unused name in the folder of the open file, and opens it. */
  add(): ProjectFile {
    const folder = this.current?.path.replace(/[^/]*$/, "") ?? "";
    const name = this.#files.value.length === 0 ? "config.yml" : "new.yml";
    const file = this.#own({ path: unusedPath(folder + name, (path) => this.byPath(path) !== undefined), content: "" });
    this.#files.value = withFile(this.#files.value, file);
    this.#open.value = file.id;
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
    const openBefore = this.#open.value;
    const taken = new Map<string, { file: OwnFile; before: OwnFile | undefined }>();
    const objections: string[] = [];
    for (const { path, content } of files) {
      const known = this.#byPath(path);
      const full =
        !known && this.#files.value.length >= MOST_FILES
          ? `A playground can have at most ${MOST_FILES} files.`
          : undefined;
      const objection = this.objection(known?.id ?? "", path) ?? full;
      if (objection) {
        objections.push(`${path}: ${objection}`);
        continue;
      }
      // A new id, so that the editor's undo history does not lead to the replaced text.
      const file = this.#own({ path, content });
      this.#files.value = known
        ? this.#files.value.map((other) => (other === known ? file : other))
        : withFile(this.#files.value, file);
      taken.set(path, { file, before: taken.get(path)?.before ?? known });
    }
    const [first] = taken.values();
    const opened = taken.get(files[open]?.path ?? "") ?? first;
    if (opened) {
      this.#open.value = opened.file.id;
      this.#changed("files");
    }
    const undo = () => {
      for (const { file, before } of taken.values()) this.#giveBack(file, before);
      if (!this.current)
        this.#open.value = (this.#files.value.find((file) => file.id === openBefore) ?? this.#files.value[0])?.id ?? "";
      this.#changed("files");
    };
    const replaced = [...taken].flatMap(([path, { before }]) => (before ? [path] : []));
    return { taken: [...taken.keys()], replaced, objections, undo };
  }

  /** Undoes the replacement of one file. A replacing file that was edited meanwhile stays. */
  #giveBack(file: OwnFile, before: OwnFile | undefined): void {
    const files = [...this.#files.value];
    const at = files.indexOf(file);
    const typed = at >= 0 && !file.is(editorText(file.original));
    if (typed && !before) return;
    if (at >= 0) files.splice(at, typed ? 0 : 1, ...(before ? [before] : []));
    else if (before) files.push(before);
    this.#files.value = files;
    while (before && this.#files.value.some((other) => other !== before && other.path === before.path))
      before.path = `restored-${before.path}`;
  }

  /** Why a file cannot have this path, or `undefined` if it can. */
  objection(id: string, path: string): string | undefined {
    const objection = pathObjection(path);
    if (objection) return objection;
    if (this.#files.value.some((file) => file.id !== id && file.path === path)) return `${path} already exists.`;
    return undefined;
  }

  /** Flags and variants that name the file change with it. */
  rename(id: string, path: string): void {
    const file = this.#files.value.find((file) => file.id === id);
    if (!file || file.path === path || this.objection(id, path)) return;
    const others = this.#files.value.filter((other) => other !== file);
    const paths = others.map((other) => other.path);
    const at = this.#files.value.indexOf(file);
    // If the user has moved it, it stays, unless it goes to another folder.
    const moves = !isInSameFolder(file.path, path) || placeIn(paths, file.path) === at;
    const from = file.path;
    file.path = path;
    const place = placeIn(paths, path) ?? (separates(paths, path, at) ? paths.length : at);
    if (moves) this.#files.value = others.toSpliced(place, 0, file);
    this.#commandLine.value = withRenamed(this.commandLine, from, path);
    this.#variants.value = this.variants.map((variant) => ({
      ...variant,
      commandLine: withRenamed(variant.commandLine, from, path),
      without: variant.without.map((other) => (other === from ? path : other)),
    }));
    this.#changed("files");
  }

  /** The returned function restores the file. */
  remove(id: string): () => void {
    const at = this.#files.value.findIndex((file) => file.id === id);
    const file = this.#files.value[at];
    if (!file) return () => {};
    this.#files.value = this.#files.value.toSpliced(at, 1);
    if (this.#open.value === id) this.#open.value = (this.#files.value[at] ?? this.#files.value[at - 1])?.id ?? "";
    this.#changed("files");
    return () => {
      while (this.byPath(file.path)) file.path = `restored-${file.path}`;
      this.#files.value = this.#files.value.toSpliced(at, 0, file);
      this.#open.value = file.id;
      this.#changed("files");
    };
  }

  /** Moves a file to an index of the list, or to the next one that keeps folders together; ytt processes files in this order. */
  move(id: string, to: number): void {
    const from = this.#files.value.findIndex((file) => file.id === id);
    const wanted = Math.max(0, Math.min(to, this.#files.value.length - 1));
    if (from < 0 || from === wanted) return;
    const paths = this.#files.value.map(({ path }) => path);
    const target = movedIndex(paths, from, wanted);
    if (target === undefined) return;
    const file = this.#files.value[from];
    if (file) this.#files.value = this.#files.value.toSpliced(from, 1).toSpliced(target, 0, file);
    this.#changed("files");
  }

  setCommandLine(text: string): void {
    if (text === this.#commandLine.value) return;
    this.#commandLine.value = text;
    this.#changed("settings");
  }

  setEnv(env: readonly Variable[]): void {
    this.#env.value = env;
    this.#changed("settings");
  }

  setAbout(about: Partial<About>): void {
    this.#about.value = { ...this.#about.value, ...about };
    this.#changed("about");
  }

  setDone(done: number[]): void {
    this.#about.value = { ...this.#about.value, done };
    this.#changed("progress");
  }

  setChecks(checks: readonly Check[]): void {
    this.#checks.value = checks;
    this.#changed("settings");
  }

  setVariants(variants: readonly Variant[]): void {
    this.#variants.value = variants;
    this.#changed("about");
  }

  #newId(): string {
    return `f${this.#nextId++}`;
  }
}
