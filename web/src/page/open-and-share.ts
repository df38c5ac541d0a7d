// The gallery with its lessons, the Open menu, the share dialog, and the state of what is open.

import { nothing } from "lit";
import type { Places, Target } from "../components/places";
import { exampleOf, examples, exampleWork, type Lesson, loadedExample, readMarkdown } from "../content/examples";
import type { MarkdownNode } from "../content/markdown-tree";
import { noted } from "../core/failures";
import type { Project } from "../core/project";
import { fromExample, type Work, type WorkFile } from "../core/work";
import type { Engine } from "../engine/engine";
import type { Session } from "../engine/session";
import type { Gallery } from "../features/gallery/gallery";
import { LessonView } from "../features/gallery/lesson";
import { LessonSteps } from "../features/gallery/steps";
import type { OpenDialogs } from "../features/open/open-dialogs";
import { OpenMenu } from "../features/open/open-menu";
import { openedBar, openingBar } from "../features/open/opened-bar";
import { Opening } from "../features/open/opening";
import type { EditorPaste, Pasting } from "../features/open/pasting";
import type { Receiving } from "../features/open/receiving";
import type { ShareDialog } from "../features/open/share-dialog";
import { type StorageActions, storageBars } from "../features/open/storage-bars";
import { readBundle, writeBundle } from "../formats/bundle";
import { type Opened, openChosen } from "../formats/local-files";
import type { WorkStore } from "../store/work-store";
import { html } from "../ui/html";
import type { LazyParts } from "../ui/lazy-parts";
import type { Notices } from "../ui/notices";
import type { HeaderActions } from "./header";

export interface OpenAndShareHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  project: Project;
  engine: Engine;
  session: Session;
  notices: Notices;
  store: WorkStore;
  places: Places;
  focusEditor: () => void;
  /** Another file is open. */
  followOpenFile: () => void;
  /** Scrolls to a position in the input without moving the focus. */
  reveal: (place: Target) => void;
  /** The current work. */
  work: () => Work;
  /** Shows another work in place of the current one. */
  show: (work: Work) => void;
  copy: (text: string, what: string) => void;
  /** Replaces the texts of files, each by one step of its undo history. */
  write: (files: readonly WorkFile[]) => () => void;
  lazy: () => LazyParts<LazyDialogs>;
}

/** The parts that are loaded lazily. */
export interface LazyDialogs {
  gallery: Gallery;
  share: ShareDialog;
  receiving: Receiving;
  pasting: Pasting;
  openDialogs: OpenDialogs;
  parsed: (source: string) => MarkdownNode;
}

/** What a text contains that may be a saved playground, files or a command. */
const SPECIAL = /ytterby:|```|~~~|<<|^(?:#|\/\/|--|==).*\.\w+|\bytt\s/m;

export class OpenAndShare {
  readonly opening: Opening;
  readonly steps: LessonSteps;
  #host: OpenAndShareHost;
  #lesson: LessonView;
  #openMenu: OpenMenu;
  #read = new Map<string, MarkdownNode>();

  constructor(host: OpenAndShareHost) {
    const { root, changed, drawn, engine, notices, store } = host;
    this.#host = host;
    this.opening = new Opening({
      notices,
      store,
      current: host.work,
      show: host.show,
      bundle: (text) => readBundle(engine, text),
      changed: this.#followLesson,
    });
    this.steps = new LessonSteps({
      project: host.project,
      session: host.session,
      notices,
      write: host.write,
      reveal: host.reveal,
      changed,
    });
    this.#lesson = new LessonView({
      root,
      changed,
      drawn,
      places: host.places,
      open: ({ id }) => this.opening.go({ kind: "example", id }),
      read: this.#reading,
    });
    this.#openMenu = new OpenMenu({
      root,
      changed,
      drawn,
      take: this.take,
      takePlayground: (file) => this.#withParts(({ receiving }) => receiving.takePlayground(file)),
      ask: (way) => this.#withParts(({ openDialogs }) => openDialogs.open(way)),
      paste: () => this.#withParts(({ pasting }) => pasting.ask()),
      start: (starter) => this.#withParts(({ receiving }) => receiving.start(starter)),
    });
  }

  /** Creates the lazy parts. */
  make({
    Gallery,
    OpenDialogs,
    Pasting,
    Receiving,
    ShareDialog,
    markdownOf,
    parsed,
  }: typeof import("./lazy-part-modules")): LazyDialogs {
    const {
      root,
      changed,
      drawn,
      project,
      engine,
      session,
      notices,
      work,
      copy,
      focusEditor,
      followOpenFile,
      reveal,
      write,
    } = this.#host;
    const receiving = new Receiving({
      root,
      changed,
      drawn,
      engine,
      opening: this.opening,
      project,
      session,
      notices,
      work,
      focusEditor,
      followOpenFile,
      reveal,
    });
    return {
      gallery: new Gallery({
        root,
        changed,
        drawn,
        current: () => this.#example,
        open: ({ id }) => this.opening.go({ kind: "example", id }),
      }),
      share: new ShareDialog({
        root,
        changed,
        drawn,
        work,
        base: () => this.opening.base,
        setTitle: (title) => project.setAbout({ title }),
        copy,
        bundle: (work) => writeBundle(engine, work),
        // The text has the output of this work: the latest response may be to an earlier one.
        markdown: async (link) => {
          await session.settled();
          return markdownOf(work(), session.response, link);
        },
        notices,
      }),
      receiving,
      openDialogs: new OpenDialogs({ root, changed, drawn, opening: this.opening }),
      pasting: new Pasting({ root, changed, drawn, project, notices, receiving, write, focusEditor }),
      parsed,
    };
  }

  #gallery = (): void => this.#withParts(({ gallery }) => gallery.open());
  #share = (): void => this.#withParts(({ share }) => share.open());

  /** Calls `act` when the lazy parts are loaded. */
  #withParts(act: (parts: LazyDialogs) => unknown): void {
    const { lazy, drawn, notices } = this.#host;
    lazy()
      .get()
      .then(async (parts) => {
        await drawn();
        act(parts);
      })
      .catch((error) =>
        notices.show({
          text: `Could not load this part of the page. Check your connection and try again. (${String(error)})`,
          refused: true,
        }),
      );
  }

  /** Parsed Markdown; `undefined` until the parser is loaded. */
  #reading = (source: string): MarkdownNode | undefined => {
    const known = readMarkdown(source) ?? this.#read.get(source);
    if (known) return known;
    const { parts } = this.#host.lazy();
    if (!parts) void this.#host.lazy().get().catch(noted("loading what reads Markdown"));
    else this.#read.set(source, parts.parsed(source));
    return this.#read.get(source);
  };

  /** The id of the open example. */
  get #example(): string | undefined {
    const { address } = this.opening;
    return address.kind === "example" ? address.id : undefined;
  }

  /** Opens files that were dropped or selected. */
  take = (opening: Promise<Opened>): void => this.#withParts(({ receiving }) => receiving.take(opening));
  takeChosen = (files: FileList): void => this.take(openChosen(files));

  /** A text was pasted into the editor. Most texts need no part of the page to be loaded. */
  pasted(paste: EditorPaste): void {
    if (SPECIAL.test(paste.text)) this.#withParts(({ pasting }) => pasting.consider(paste));
  }

  /** Ctrl S shares and Ctrl K opens the gallery, wherever the focus is: the browser's own actions for these keys are useless here. */
  listen(): void {
    addEventListener("keydown", (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (event.defaultPrevented || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      const open = key === "s" ? this.#share : key === "k" ? this.#gallery : undefined;
      if (!open) return;
      event.preventDefault();
      if (!this.#host.root().querySelector("dialog[open]")) open();
    });
  }

  /** The header's part of this. A narrow header has no space for the open work. */
  header(narrow: boolean): Pick<HeaderActions, "examples" | "open" | "share" | "opened"> {
    return {
      examples: this.#gallery,
      open: this.#openMenu.render(),
      share: this.#share,
      opened: narrow ? nothing : openedBar(this.opening),
    };
  }

  /** The bars below the header. */
  bar(narrow: boolean) {
    return html`${narrow ? openedBar(this.opening) : nothing}${openingBar(this.opening)}${this.#host.lazy().parts?.pasting.bar()}${storageBars(this.#storageActions)}`;
  }

  get #storageActions(): StorageActions {
    const { store } = this.#host;
    return {
      store,
      saveBundle: () => this.#withParts(({ share }) => share.saveBundle()),
      copyLink: () => this.#withParts(({ share }) => share.copyLink()),
      saveText: (name, text) => this.#withParts(({ share }) => share.save(name, text, "application/json")),
      open: (work) => this.opening.replaceOwn(work, "Opened the recovered files."),
    };
  }

  /** The author's lesson, or that of the example that the work began as. An example's lesson does not come with a link. */
  get lessonNow(): Lesson | undefined {
    const { about } = this.#host.project;
    if (about.lesson !== "" || about.steps.length > 0) return about;
    const { kind } = this.opening.address;
    if (!exampleOf(about.example) || (kind !== "own" && kind !== "example")) return undefined;
    return loadedExample(about.example);
  }

  /** Another lesson may be open, or one that was being loaded. Returns whether it has other steps. */
  teach(): boolean {
    const { project, work } = this.#host;
    const { example } = project.about;
    if (exampleOf(example) && !loadedExample(example))
      void exampleWork(example).then(this.#followLesson, noted("loading a lesson"));
    const whole = loadedExample(example);
    const start = () =>
      this.opening.shared ?? (whole && project.about.lesson === "" ? fromExample(example, whole) : work());
    return this.steps.teach(this.lessonNow, start);
  }

  #followLesson = (): void => {
    // The latest response has no results of these steps.
    if (this.teach()) this.#host.session.edited();
    this.#host.changed();
  };

  /** The lesson's bar and its text. */
  lesson() {
    const about = this.lessonNow;
    if (!about) return nothing;
    const open = this.#example ?? this.#host.project.about.example;
    const at = examples.findIndex(({ id }) => id === open);
    const { steps } = this;
    return this.#lesson.render({
      about,
      steps: (text) => steps.render(text, () => this.#lesson.close()),
      next: (text) => steps.next(text, () => this.#lesson.show(true)),
      spoken: steps.spoken,
      finished: steps.finished,
      before: at < 0 ? undefined : examples[at - 1],
      after: at < 0 ? undefined : examples[at + 1],
    });
  }

  dialogs() {
    const { parts } = this.#host.lazy();
    return html`${parts?.gallery.render()} ${parts?.openDialogs.render()} ${parts?.share.render()} ${parts?.receiving.render()} ${parts?.pasting.dialog()}`;
  }
}
