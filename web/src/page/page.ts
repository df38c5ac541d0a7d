// The page without its element: the workbench, the panes around it, and the actions of the header, the dialogs and the tabs of the result.
import { effect, signal, untracked } from "@preact/signals-core";
import { unchanged } from "../codemirror/engine-questions";
import { measureNow } from "../codemirror/measured";
import type { ProblemActions } from "../components/problem-actions";
import { exampleOf } from "../content/examples";
import { extended, switched } from "../core/extension";
import { noted } from "../core/failures";
import type { TextQuery } from "../core/text-query";
import { inWords } from "../core/unseen";
import type { Work } from "../core/work";
import { contentOf, isPreview } from "../engine/outputs";
import { WorkerEngine } from "../engine/worker-engine";
import { FixMenu } from "../features/editor/fix-menu";
import { OpenMenu } from "../features/open/open-menu";
import { Opening } from "../features/open/opening";
import { Lints } from "../features/problems/lints";
import { SchemaTab } from "../features/result/schema";
import { ValuesView } from "../features/result/values";
import { type Opened, openChosen } from "../formats/local-files";
import type { Theme } from "../store/settings";
import type { WorkStore } from "../store/work-store";
import { LazyParts } from "../ui/lazy-parts";
import { Menu } from "../ui/menu";
import { drawn } from "../ui/part";
import { Actions } from "../workbench/actions";
import { statusText } from "../workbench/status-text";
import { Workbench } from "../workbench/workbench";
import { Announcer } from "./announcer";
import { Autosave } from "./autosave";
import { EditorStack } from "./editor-stack";
import type { FirstView } from "./first-view";
import { FlagCompletions } from "./flag-completions";
import { PROPOSAL } from "./header";
import { loadParts, type PageParts } from "./load-parts";
import { OpenLesson } from "./open-lesson";
import { Panes, resultTabOf } from "./panes";
import { Preferences } from "./preferences";
import { TouchTyping } from "./touch-typing";
import { Unfolded } from "./unfolded";

const ONLY_PREVIEW = "a preview that ytt does not print";

export interface PageHost {
  root: ShadowRoot;
  store: WorkStore;
}

export class Page {
  readonly root: ShadowRoot;
  readonly store: WorkStore;
  readonly preferences: Preferences;
  readonly panes: Panes;
  readonly workbench: Workbench;
  readonly lints: Lints;
  readonly values: ValuesView;
  readonly schema: SchemaTab;
  readonly actions: Actions;
  readonly opening: Opening;
  readonly lesson: OpenLesson;
  readonly openMenu: OpenMenu;
  readonly lazy: LazyParts<PageParts>;
  readonly fixMenu: FixMenu;
  readonly settingsMenu: Menu;
  readonly editors: EditorStack;
  readonly announcer: Announcer;
  readonly #firstView = signal<FirstView | undefined>(undefined);
  /** Loads the new version of the page, if there is one. */
  readonly reload = signal<(() => void) | undefined>(undefined);
  readonly flagCompletions: FlagCompletions;
  readonly unfolded: Unfolded;
  readonly touchTyping: TouchTyping;
  readonly autosave: Autosave;
  /** For the list of problems, which keeps the focus when one of them disappears. */
  readonly listedProblemActions: ProblemActions;
  constructor({ root, store }: PageHost) {
    this.root = root;
    this.store = store;
    this.preferences = new Preferences(() => this.editors.narrow);
    const { preferences } = this;
    this.panes = new Panes(root, preferences);
    const engine = new WorkerEngine();
    this.lints = new Lints(engine, preferences, () => this.workbench.project.about.example);
    this.workbench = new Workbench({
      root,
      engine,
      panes: this.panes,
      answered: () => this.#answered(),
      lints: (texts) => this.lints.current(texts),
      furtherChecks: () => this.lesson.checks,
      listProblems: () => this.listProblems(),
      explain: (code) => this.explain(code),
      rename: (position) => this.#rename(position),
      commands: {
        fixes: () => this.fixMenu.open(),
        format: () => {
          void this.actions.format();
          return true;
        },
      },
      opening: () => this.actions.leaveNaming(),
      arrangement: () => (this.panes.narrow ? "one" : this.panes.twoColumns ? "columns" : "stack"),
      maximized: preferences.maximized,
      toggleWrap: preferences.toggleWrap,
      findInFiles: (query) => this.findInFiles(query),
    });
    const { workbench } = this;
    this.flagCompletions = new FlagCompletions(workbench);
    this.unfolded = new Unfolded();
    const { notices, problemActions } = workbench;
    this.listedProblemActions = {
      ...problemActions,
      fix: (fix) => {
        workbench.fix(fix);
        void this.focusProblems();
      },
    };
    this.values = new ValuesView();
    this.schema = new SchemaTab(engine, {
      copy: (text) => void this.copy(text),
      openImport: () => void this.lazy.use(({ importing }) => importing.open()),
    });
    this.actions = new Actions({
      workbench,
      panes: this.panes,
      focus: this.focus,
      focusFile: () => this.editors.focusFile(),
      open: (files) => this.take(openChosen(files)),
    });
    this.opening = new Opening(workbench, store, { work: () => this.work(), show: (work) => this.#show(work) });
    this.lazy = new LazyParts(
      () => loadParts(this),
      (error) =>
        notices.show({
          text: `Could not load this part of the page. Check your connection and try again. (${String(error)})`,
          refused: true,
        }),
    );
    this.lesson = new OpenLesson(root, workbench, this.opening, this.lazy, (id) => preferences.finishLesson(id));
    this.openMenu = new OpenMenu(root, this.lazy.use);
    this.fixMenu = new FixMenu({
      root,
      editor: workbench.editor,
      diagnostics: () => workbench.diagnostics,
      settled: () => workbench.session.settled(),
      fix: problemActions.fix,
      report: (text) => notices.report(text),
    });
    this.editors = new EditorStack(this);
    this.settingsMenu = new Menu({ id: "settings", root, select: (item) => this.#set(item) });
    this.announcer = new Announcer();
    this.touchTyping = new TouchTyping({
      element: root.host as HTMLElement,
      root,
      editor: workbench.editor,
    });
    this.autosave = new Autosave(() => this.opening.save());
  }

  /** Shows the playground of the address, the user's work or the first example, and renders it. */
  async begin(): Promise<void> {
    const { project, session, notices, links } = this.workbench;
    await this.opening.begin();
    this.lesson.follow();
    this.wrap();
    // 1. A key press: the editor has written it to the project.
    // 2. The project reports what changed.
    project.onChange((change) => {
      if (change === "text") {
        this.editors.measure();
        notices.typed();
      } else if (change !== "open" && change !== "progress") notices.clear();
      // 3. and 4. The session continues.
      if (change !== "open" && change !== "progress" && change !== "about") session.edited();
      this.saveSoon();
      links.refresh();
    });
    session.render();
  }

  /** What follows the state beside the templates. Called once the page is rendered. */
  follow(): void {
    const { workbench, preferences, panes, lints } = this;
    effect(() => {
      document.title = this.title;
    });
    effect(() => workbench.editor.wrap(preferences.wraps("editor")));
    effect(() => preferences.setMaximized(workbench.stack.isMaximized));
    effect(() => {
      void workbench.stack.open;
      void drawn().then(() => this.editors.measure());
    });
    effect(() => {
      void workbench.stack.columns;
      void panes.narrow;
      void drawn().then(() => this.editors.watchWidth());
    });
    effect(() => workbench.output.wrap(preferences.wraps("output")));
    // What these effects call reads much more, which must not repeat them.
    effect(() => {
      workbench.session.latestWith("values");
      untracked(() => this.flagCompletions.refresh());
    });
    effect(() => {
      lints.enabled;
      untracked(() => workbench.underline());
    });
    let tab = panes.resultTab;
    effect(() => {
      if (panes.resultTab === tab) return;
      tab = panes.resultTab;
      untracked(() => {
        if (tab === "compare") this.refreshComparison();
        this.saveSoon();
      });
    });
  }

  /** 5. and 6. A response, or the reason why there is none. */
  #answered(): void {
    const { session } = this.workbench;
    if (session.response || session.trouble) this.endFirstView();
    this.lints.rendered(session.request);
    this.lesson.answered();
    this.announcer.announce(() => session.trouble?.message ?? statusText(session));
    if (this.panes.resultTab === "compare") this.refreshComparison();
  }

  /** The project with the selected tab of the result. */
  work(): Work {
    const { resultTab } = this.panes;
    return { ...this.workbench.project.save(), view: resultTab === "output" ? "" : resultTab };
  }

  /** The result of the first view, until there is another. */
  get firstView(): FirstView | undefined {
    return this.#firstView.value;
  }

  /** Shows the result of the first view until there is another. */
  beginWith(firstView: FirstView | undefined): void {
    this.#firstView.value = firstView;
  }

  /** Its buttons have no effect: the live ones are needed. */
  endFirstView(): void {
    if (!this.firstView) return;
    this.#firstView.value = undefined;
    void drawn().then(() => measureNow(this.workbench.output.view));
  }

  #show(work: Work): void {
    this.#firstView.value = undefined;
    this.actions.leaveNaming();
    this.panes.showResult(resultTabOf(work.view));
    this.panes.show("input");
    this.panes.problemsHeight.forget();
    this.workbench.open(work);
  }

  /** Saves the work soon. */
  saveSoon(): void {
    this.autosave.changed(this.workbench.project.files.reduce((sum, file) => sum + file.length, 0));
  }

  /** Loads all lazy parts. Those that fail are loaded again when they are needed. */
  loadRest(): void {
    const { editor, output } = this.workbench;
    for (const loading of [this.lazy.get(), editor.loadLazy(), output.loadLazy()])
      void loading.catch(noted("loading parts of the page"));
  }

  refreshComparison(): void {
    void this.lazy.use(({ compare }) => compare.refresh());
  }

  /** Opens files that were dropped or selected. */
  take(opening: Promise<Opened>): void {
    void this.lazy.use(({ receiving }) => receiving.take(opening));
  }

  examples = (): void => void this.lazy.use(({ gallery }) => gallery.open());
  share = (): void => void this.lazy.use(({ share }) => share.open());

  /** For the selected text, if it is in one line. */
  findInFiles = (query: Partial<TextQuery> = this.#selected()): void =>
    void this.lazy.use(({ findInFiles }) => findInFiles.open(query));

  #selected(): Partial<TextQuery> {
    const { state } = this.workbench.editor.view;
    const { from, to } = state.selection.main;
    const isInLine = from < to && state.doc.lineAt(from).to >= to;
    return isInLine ? { text: state.sliceDoc(from, to), isRegExp: false } : {};
  }

  help(): void {
    void this.lazy.use(({ help }) => help.open());
  }

  /** The page about the version of ytt. */
  version(): void {
    void this.lazy.use(({ version }) => version.open());
  }

  explain(code?: string): void {
    void this.lazy.use(({ explain }) => explain.open(code));
  }

  #rename(position?: number): void {
    const same = unchanged(this.workbench.editor.view);
    void this.lazy.use(({ rename }) => same() && rename.start(position));
  }

  /** An item of the menu of settings: a theme, or the schema proposal, which is a flag of the command line. */
  #set(item: string): void {
    if (item === PROPOSAL) this.#switchProposal();
    else this.preferences.setTheme(item as Theme);
  }

  #switchProposal(): void {
    const { project, notices } = this.workbench;
    const { commandLine } = project;
    const on = !extended(commandLine);
    project.setCommandLine(switched(commandLine, on));
    notices.report(`The schema proposal is ${on ? "on" : "off"}.`, () => project.setCommandLine(commandLine));
  }

  /** Before the first render and after each: the user may have decided otherwise, or the width of the page has changed. */
  wrap(): void {
    this.workbench.editor.wrap(this.preferences.wraps("editor"));
    this.workbench.output.wrap(this.preferences.wraps("output"));
  }

  /** The title of the browser's tab. */
  get title(): string {
    const { title, example } = this.workbench.project.about;
    const { shared, label } = this.opening;
    const name = title || exampleOf(example)?.title || (shared && label);
    return name ? `${inWords(name)} · Ytterby` : "Ytterby: a playground for ytt";
  }

  /** Resolves with whether the browser has copied it. */
  copy = async (text: string, what = ""): Promise<boolean> => {
    const { notices } = this.workbench;
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      noted("copying")(error);
      notices.report("The browser did not allow copying.");
      return false;
    }
    notices.report(`Copied${what ? ` ${what}` : ""}.`);
    return true;
  };

  /** Copies the shown output file. */
  copyOutput(): void {
    const { session, output } = this.workbench;
    const preview = session.good !== undefined && isPreview(session.good);
    void this.copy(contentOf(output.current(session.output)), preview ? `the output, ${ONLY_PREVIEW}` : "");
  }

  listProblems = (): void => {
    this.panes.show("problems");
    void this.focusProblems();
  };

  /** Focuses the list of problems, or its pane if there is nothing to list. */
  focusProblems(): Promise<HTMLElement | undefined> {
    return this.focus(".problems-pane > .scroll:not([hidden]), .problems-pane:has(> .scroll[hidden])");
  }

  /** Saves all output. */
  downloadOutput = (): Promise<void> => {
    const { session, notices } = this.workbench;
    // That of the click: another work may be open when the part is loaded.
    const { output, good } = session;
    const preview = good !== undefined && isPreview(good);
    return this.lazy.use(({ downloadOutput }) => {
      const saved = `Saved ${downloadOutput(output, preview)}`;
      notices.report(preview ? `${saved}, ${ONLY_PREVIEW}.` : `${saved}.`);
    });
  };

  /** A menu that closes gives the focus back to its button first. */
  focusEditor = (): void => void requestAnimationFrame(() => void this.focus(".file-pane.chosen .cm-content"));

  /** From the start of the page. */
  skipToEditor = (): void => {
    this.panes.show("input");
    // A file that is not text has only a heading.
    void this.focus(".file-pane.chosen .cm-content, .file-pane.chosen:not(:has(.cm-content)) button");
  };

  /** Focuses an element once the current state is rendered. */
  focus = async (selector: string): Promise<HTMLElement | undefined> => {
    await drawn();
    const element = this.root.querySelector<HTMLElement>(selector) ?? undefined;
    element?.focus();
    return element;
  };
}
