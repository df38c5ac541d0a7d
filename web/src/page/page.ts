// The page without its element: the workbench, the panes and dialogs around it, and what happens when a text changes and when a response comes.
import { signal } from "@preact/signals-core";
import type { ProblemActions } from "../components/problem-actions";
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { Comparison } from "../features/compare/comparison";
import { FixMenu } from "../features/editor/fix-menu";
import { OpenMenu } from "../features/open/open-menu";
import type { Opening } from "../features/open/opening";
import { Lints } from "../features/problems/lints";
import { SchemaTab } from "../features/result/schema";
import { ValuesView } from "../features/result/values";
import { openChosen } from "../formats/local-files";
import type { WorkStore } from "../store/work-store";
import { LazyParts } from "../ui/lazy-parts";
import { drawn } from "../ui/part";
import { Actions } from "../workbench/actions";
import { statusText } from "../workbench/status-text";
import { Workbench } from "../workbench/workbench";
import { Announcer } from "./announcer";
import { Autosave } from "./autosave";
import { type Copy, copier } from "./clipboard";
import { Dialogs } from "./dialogs";
import { EditorStack } from "./editor-stack";
import { FittingTabs } from "./fitting-tabs";
import { FlagCompletions } from "./flag-completions";
import { Focus } from "./focus";
import { loadParts, type PageParts } from "./load-parts";
import { OpenLesson } from "./open-lesson";
import { OutputActions } from "./output-actions";
import { Panes } from "./panes";
import { Preferences } from "./preferences";
import { resultTabOf, viewOf } from "./result-tab";
import { SettingsMenu } from "./settings-menu";
import type { Start } from "./start";
import { TouchTyping } from "./touch-typing";

export class Page {
  readonly root: ShadowRoot;
  readonly store: WorkStore;
  readonly preferences: Preferences;
  readonly panes: Panes;
  readonly fittingTabs: FittingTabs;
  readonly workbench: Workbench;
  readonly lints: Lints;
  readonly values: ValuesView;
  readonly schema: SchemaTab;
  readonly actions: Actions;
  readonly comparison = new Comparison();
  readonly opening: Opening;
  readonly lesson: OpenLesson;
  readonly openMenu: OpenMenu;
  readonly lazy: LazyParts<PageParts>;
  readonly fixMenu: FixMenu;
  readonly settingsMenu: SettingsMenu;
  readonly focus: Focus;
  readonly dialogs: Dialogs;
  readonly copy: Copy;
  readonly outputActions: OutputActions;
  readonly editors: EditorStack;
  readonly announcer: Announcer;
  readonly #start: Start;
  /** Loads the new version of the page, if there is one. */
  readonly reload = signal<(() => void) | undefined>(undefined);
  readonly flagCompletions: FlagCompletions;
  /** The environment is expanded below the command bar. */
  readonly unfolded = signal(false);
  readonly touchTyping: TouchTyping;
  readonly autosave: Autosave;
  /** For the list of problems, which keeps the focus when one of them disappears. */
  readonly listedProblemActions: ProblemActions;

  /** `adopts`: the page begins with the elements of the first view. */
  constructor(root: ShadowRoot, start: Start, adopts: boolean) {
    const { model, store, opening } = start;
    this.root = root;
    this.store = store;
    this.opening = opening;
    this.preferences = new Preferences(() => this.editors.narrow);
    const { preferences } = this;
    this.panes = new Panes(root, preferences, adopts);
    this.fittingTabs = new FittingTabs(root, this.panes);
    this.focus = new Focus(root, this.panes);
    const { engine } = model;
    this.lints = new Lints(engine, preferences, () => this.workbench.project.about.example);
    this.workbench = new Workbench({
      root,
      model,
      panes: this.panes,
      answered: () => this.#answered(),
      lints: (texts) => this.lints.current(texts),
      warnings: (texts) => this.lints.warnings(texts),
      listProblems: this.focus.listProblems,
      explain: (code) => this.dialogs.explain(code),
      rename: (position) => this.dialogs.rename(position),
      isComparing: () => this.panes.resultTab === "compare" && this.workbench.project.variants.length > 0,
      compare: (one, other) => {
        this.panes.showResult("compare");
        this.panes.show("output");
        void this.lazy.use(({ compare }) => compare.compareFiles(one, other));
      },
      commands: {
        fixes: () => this.fixMenu.open(),
        format: () => {
          void this.actions.format();
          return true;
        },
      },
      opening: () => this.actions.leaveNaming(),
      arrangement: () => (this.panes.is("columns") ? "columns" : this.panes.wide ? "stack" : "one"),
      maximized: preferences.maximized,
      marksValues: true,
      toggleWrap: preferences.toggleWrap,
      phaseMarks: async () => (await this.lazy.get()).phaseMarks,
      findInFiles: (query) => this.dialogs.findInFiles(query),
    });
    const { workbench } = this;
    this.flagCompletions = new FlagCompletions(workbench);
    const { notices, problemActions } = workbench;
    this.listedProblemActions = {
      ...problemActions,
      fix: (fix) => {
        // After a click, users go on in the editor.
        if (!root.activeElement?.matches(":focus-visible")) return problemActions.fix(fix);
        workbench.fix(fix);
        void this.focus.problems();
      },
    };
    this.copy = copier(notices);
    this.values = new ValuesView();
    this.schema = new SchemaTab(engine, {
      copy: (text) => void this.copy(text),
      openImport: () => this.dialogs.importing(),
    });
    this.actions = new Actions({
      workbench,
      panes: this.panes,
      focus: this.focus.to,
      focusFile: () => this.editors.focusFile(),
      open: (files) => this.dialogs.take(openChosen(files)),
    });
    this.lazy = new LazyParts(
      () => loadParts(this),
      (error) =>
        notices.show({
          text: `Could not load this part of the page. Check your connection and try again. (${String(error)})`,
          refused: true,
        }),
    );
    this.dialogs = new Dialogs(this.lazy, workbench.editor);
    this.outputActions = new OutputActions(workbench, this.lazy, this.copy);
    this.lesson = new OpenLesson(root, workbench, this.opening, this.lazy, (id) => preferences.finishLesson(id));
    this.openMenu = new OpenMenu(root, this.lazy.use);
    this.fixMenu = new FixMenu({
      root,
      editor: workbench.editor,
      engine: workbench.engine,
      request: () => workbench.request(),
      diagnostics: () => workbench.diagnostics,
      settled: () => workbench.session.settled(),
      fix: problemActions.fix,
      fixFlags: workbench.fix,
      commandLine: () => workbench.project.commandLine,
      rename: (position) => this.dialogs.rename(position),
      report: (text) => notices.report(text),
    });
    root.addEventListener(
      "keydown",
      // The first Escape closes the list of its places.
      (event) =>
        (event as KeyboardEvent).key === "Escape" && !workbench.usesList?.menu.isOpen && workbench.chosenValue?.clear(),
      true,
    );
    this.editors = new EditorStack(this);
    this.settingsMenu = new SettingsMenu(root, preferences, workbench.project, notices);
    this.announcer = new Announcer();
    this.touchTyping = new TouchTyping({
      element: root.host as HTMLElement,
      root,
      editor: workbench.editor,
    });
    this.autosave = new Autosave(() => this.opening.save());
    this.#start = start;
  }

  /** Follows the project, and shows the answer to the first request if it is there. */
  begin(): void {
    const { project, session, notices, links } = this.workbench;
    const { model, view } = this.#start;
    this.comparison.read(view);
    this.panes.showResult(resultTabOf(view));
    this.#start.shown = {
      work: () => this.work(),
      show: (work) => this.#show(work),
      linkOpened: () => this.#showFirstProblem(),
    };
    model.furtherChecks = () => this.lesson.checks;
    this.lesson.follow();
    this.wrap();
    // 1. A key press: the editor has written it to the project.
    // 2. The project reports the change.
    project.onChange((change) => {
      if (change === "text") {
        this.editors.measure();
        notices.typed();
      } else if (change !== "open" && change !== "progress") notices.clear();
      // 3. and 4. The session continues.
      if (change !== "open" && change !== "progress" && change !== "about") session.edited();
      this.saveSoon();
      if (change !== "text") links.refresh();
    });
    if (this.#hasResult) this.workbench.answered();
    if (this.opening.address.kind === "link" && !this.opening.edited) this.#showFirstProblem();
  }

  /** On a narrow page, where one file is visible, a link opens the file with its first problem. */
  #showFirstProblem(): void {
    const { project, navigation } = this.workbench;
    if (this.panes.narrow) void navigation.showFirstProblem(project.files.map(({ path }) => path));
  }

  /** 5. and 6. A response, or the reason why there is none. */
  #answered(): void {
    const { session } = this.workbench;
    this.lints.rendered(session.request, session.response?.diagnostics);
    this.lesson.answered();
    this.announce();
    this.refreshComparison();
  }

  /** For screen readers. */
  announce(): void {
    const { workbench } = this;
    const { session } = workbench;
    this.announcer.announce(() => session.trouble?.message ?? statusText(session, workbench.counted));
  }

  /** The project with the selected tab of the result. */
  work(): Work {
    const { resultTab } = this.panes;
    const view = resultTab === "compare" ? this.comparison.view : viewOf(resultTab);
    return { ...this.workbench.project.save(), view };
  }

  get #hasResult(): boolean {
    const { session } = this.workbench;
    return session.response !== undefined || session.trouble !== undefined;
  }

  #show(work: Work): void {
    this.actions.leaveNaming();
    this.comparison.read(work.view);
    this.panes.showResult(resultTabOf(work.view));
    this.panes.show("input");
    this.panes.problemsHeight.forget();
    const isTyping = Boolean(this.root.activeElement?.closest(".file-pane .cm-content"));
    this.workbench.open(work);
    // Its editor is removed, once the signals that are set together with the work take effect.
    const focus = () => this.workbench.editor.view.focus();
    if (isTyping) queueMicrotask(() => void drawn().then(focus));
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

  /** If the comparison is visible. */
  refreshComparison(): void {
    if (this.panes.resultTab === "compare") void this.lazy.use(({ compare }) => compare.refresh());
  }

  /** Before the first render and after each: the user may have decided otherwise, or the width of the page has changed. */
  wrap(): void {
    this.workbench.editor.wrap(this.preferences.wraps("editor"));
    this.workbench.output.wrap(this.preferences.wraps("output"));
  }
}
