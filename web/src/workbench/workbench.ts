// The common part of the page and the embeds: a project, the session that renders it, editor and output with links between their lines, navigation,
// and actions for problems. The page and the embeds add panes, bars and dialogs.
import { computed, effect, untracked } from "@preact/signals-core";
import { nothing } from "lit";
import { closeCards } from "../codemirror/cards";
import { unchanged } from "../codemirror/engine-questions";
import { selectArgument } from "../components/command-line";
import type { ProblemActions, Remedy } from "../components/problem-actions";
import { unsortedInputs } from "../core/file-order";
import { editorText } from "../core/line-endings";
import type { Project } from "../core/project";
import { commandLineOf } from "../core/shell-words";
import { type Arrangement, Stack } from "../core/stack";
import { steady } from "../core/steady";
import type { TextQuery } from "../core/text-query";
import type { Work, WorkFile } from "../core/work";
import type { Engine } from "../engine/engine";
import type { Session } from "../engine/session";
import type { Diagnostic, Edit, Fix, Input, InputKind, OutputFile, Request, UsedValue } from "../engine/types";
import { type Verdict, verdict } from "../features/checks/verdict";
import { CodeValues } from "../features/editor/code-values";
import { Editor, type EditorEvents } from "../features/editor/editor";
import { type Mark, type Marks, marksOf } from "../features/files/marks";
import { diagnosticsOf } from "../features/problems/problems";
import { Output, type OutputEvents, type OutputPanelOptions, outputPanel } from "../features/result/output";
import { Phases } from "../features/result/phases";
import { UsedValues, usedValues } from "../features/result/used-values";
import { valuesOf } from "../features/result/values";
import { html } from "../ui/html";
import type { Notices } from "../ui/notices";
import { painted } from "../ui/painted";
import { drawn } from "../ui/part";
import { Tabs } from "../ui/tabs";
import { isTouch } from "../ui/touch";
import { ChosenValue } from "./chosen-value";
import { CompleteFlags } from "./complete-flags";
import { LineLinks } from "./line-links";
import type { Model } from "./model";
import { Navigation } from "./navigation";
import type { PaneSwitch } from "./panes";
import { UsesList } from "./uses-list";

/** More problems are underlined in a separate task. */
const MOST_UNDERLINED = 200;

const READ_ONLY = "These files are read-only. Open them in the playground to edit.";

export interface WorkbenchHost {
  root: ShadowRoot;
  model: Model;
  panes: PaneSwitch;
  readonly?: boolean;
  /** Called after a response or a failure; underlines and output are up to date. */
  answered: () => void;
  /** Lints of these texts, which are underlined like problems. */
  lints?: (texts: ReadonlyMap<string, string>) => Diagnostic[];
  /** Lints that count as problems. */
  warnings?: (texts: ReadonlyMap<string, string>) => Diagnostic[];
  /** Shows the list of problems and focuses it. */
  listProblems: () => void;
  explain: (code: string) => void;
  /** A comparison with variants is visible: for hosts that compare. */
  isComparing?: () => boolean;
  /** Compares two values files: for hosts that can. */
  compare?: (one: string, other: string) => void;
  /** Asks for a new name for the data value at a position, or at the cursor. */
  rename: (position?: number) => void;
  /** Commands of the editor that need more than the workbench. */
  commands?: Partial<Pick<EditorEvents, "fixes" | "format">>;
  /** Called before another file is opened by its tab. */
  opening?: () => void;
  /** Wraps long lines, or no longer: for hosts with that setting. */
  toggleWrap?: (text: "editor" | "output") => void;
  /** Loads the marks of the changes by a step of the overlays: for hosts that show these steps. */
  phaseMarks?: OutputEvents["phaseMarks"];
  /** Searches all files: for hosts that can. */
  findInFiles?: (query: TextQuery) => void;
  /** How files are arranged. */
  arrangement: () => Arrangement;
  /** One file of the stack was maximized before. */
  maximized?: boolean;
  /** Marks all places of a data value that is chosen in a list or by the cursor. */
  marksValues?: boolean;
}

export class Workbench {
  readonly project: Project;
  readonly stack: Stack;
  readonly engine: Engine;
  readonly notices: Notices;
  readonly session: Session;
  readonly editor: Editor;
  readonly codeValues: CodeValues;
  readonly output: Output;
  readonly links: LineLinks;
  readonly used: UsedValues;
  readonly phases: Phases;
  readonly chosenValue: ChosenValue | undefined;
  /** The places of the chosen value. */
  readonly usesList: UsesList | undefined;
  readonly navigation: Navigation;
  /** For problems on cards in the editor. */
  readonly problemActions: ProblemActions;
  readonly fileTabs: Tabs;
  readonly outputTabs: Tabs;
  #host: WorkbenchHost;
  #model: Model;
  #completeFlags: CompleteFlags;
  #endPruning: () => void;
  #endShowing: () => void;
  /** The numbers of problems by file, the kinds of files, and the problems of flags: they change only with some responses. */
  readonly #marks = steady(() => marksOf(this.counted));
  readonly #kinds = steady(() => this.session.response?.inputs ?? this.#lastKinds);
  readonly #flagProblems = steady(() =>
    diagnosticsOf(this.session.response).filter(({ argument, code }) => argument !== null || code === "flag"),
  );
  /** The content of the result's tabs. */
  readonly #outputPaths = steady(() => this.shownOutput.map(({ path }) => path));
  readonly #verdict = steady(() => verdict(this.session, this.project.checks) ?? null);
  readonly #unordered = steady(() => unsortedInputs(this.#kinds.value, this.project.commandLine) ?? null);
  readonly #hasOverlays = computed(() =>
    this.#kinds.value.some(({ path, kind }) => kind === "overlay" && !path.includes("_ytt_lib/")),
  );
  readonly #hasValues = computed(() => valuesOf(this.session) !== undefined);
  #lastKinds: readonly Input[] = [];
  #texts: ReadonlyMap<string, string> = new Map();
  /** The editor texts of the response that the shown output comes from. */
  #outputTexts: ReadonlyMap<string, string> = new Map();

  constructor(host: WorkbenchHost) {
    const { root, model, panes, commands } = host;
    const { engine } = model;
    this.#host = host;
    this.#model = model;
    this.project = model.project;
    this.engine = engine;
    this.notices = model.notices;
    this.session = model.session;
    model.answered = () => this.answered();
    this.stack = new Stack(this.project, host.arrangement, host.maximized);
    const places = {
      has: (file: string) => this.project.byPath(file) !== undefined,
      goTo: (...to: Parameters<Navigation["goTo"]>) => this.navigation.goTo(...to),
    };
    this.problemActions = {
      places,
      explain: host.explain,
      choose: host.marksValues ? (name) => this.chosenValue?.choose(name) : undefined,
      goToArgument: (argument) => selectArgument(root, argument, this.project.commandLine),
      fix: (fix) => {
        closeCards(this.editor.view);
        this.fix(fix);
        if (!isTouch()) this.editor.view.focus();
      },
    };
    const rename = (position?: number) => {
      if (host.readonly) this.notices.report(READ_ONLY);
      else host.rename(position);
      return true;
    };
    const wrap = (text: "editor" | "output") => () => {
      host.toggleWrap?.(text);
      return host.toggleWrap !== undefined;
    };
    this.codeValues = new CodeValues({
      engine,
      request: () => this.session.request,
      isCurrent: (file) => this.isCurrent(file),
      isBroken: () =>
        diagnosticsOf(this.session.response).some(({ code, severity }) => code !== "violation" && severity === "error"),
      used: (file, line) => this.#usedIn(file, line),
      report: (text) => this.notices.report(text),
      places,
      isComparing: () => host.isComparing?.() ?? false,
    });
    this.editor = new Editor(
      this.project,
      this.stack,
      root,
      {
        engine,
        request: () => this.#askedRequest(),
        places,
        report: (text) => this.notices.report(text),
        rename,
        uses: host.marksValues
          ? {
              describe: (uses, request) => this.chosenValue?.describe(uses, request) ?? "",
              list: (position) => void this.#listUses(position),
            }
          : undefined,
        readonly: host.readonly ?? false,
      },
      this.problemActions,
      this.codeValues,
      {
        edited: () => this.editor.leave(),
        typed: () => this.session.typed(),
        stoppedTyping: () => this.session.stoppedTyping(),
        problems: () => {
          host.listProblems();
          return true;
        },
        elsewhere: () => {
          void this.goToProblem();
          return true;
        },
        fixes: commands?.fixes ?? (() => false),
        format: commands?.format ?? (() => false),
        notJoined: (paths, isUndone) => {
          const edited = `${listed(paths)}${isUndone ? ", which" : ""} ${paths.length === 1 ? "was" : "were"} edited since.`;
          this.notices.report(isUndone ? `Not undone in ${edited}` : `Not redone: ${edited}`);
        },
        undoAction: () => {
          if (!this.notices.current?.undo) return false;
          void this.notices.undo();
          return true;
        },
        rename: () => rename(),
        uses: () => {
          void this.#listUses(this.editor.view.state.selection.main.head);
          return host.marksValues ?? false;
        },
        wrap: wrap("editor"),
        findInFiles: host.findInFiles,
        maximize: () => {
          this.stack.toggleMaximized();
          void drawn().then(() => this.editor.view.focus());
          return true;
        },
        stuck: () => this.notices.show({ text: "Tab indents. Escape and then Tab leaves the editor.", lasting: true }),
        pointed: (file, line) => this.links.pointInEditor(file, line),
        moved: (edited) => {
          this.links.cursorMoved(edited);
          this.chosenValue?.cursorMoved(edited);
        },
        changed: (id, changes) => this.navigation.visited.follow(id, changes),
        goAgain: (direction) => this.navigation.goAgain(direction),
        focused: (id) => {
          if (id === this.project.open) return;
          this.project.select(id);
          this.navigation.followOpenFile();
        },
        output: () => {
          void this.navigation.showOutput();
          return true;
        },
      },
    );
    this.codeValues.showIn(this.editor);
    this.output = new Output(root, {
      pointed: (line) => this.links.pointInOutput(line),
      moved: () => this.links.cursorMoved(),
      wrap: wrap("output"),
      phaseMarks: host.phaseMarks,
      toSource: (place, focus) => {
        // Without `focus`, only where the input is visible.
        if (focus || panes.inputBesideOutput) this.navigation.goTo(place, focus);
      },
    });
    this.links = new LineLinks(
      this.editor,
      this.output,
      (file) => this.#isText(file, this.#outputTexts),
      () => this.#stepPlace,
    );
    this.used = new UsedValues(engine);
    this.phases = new Phases(
      engine,
      this.session,
      () => host.phaseMarks !== undefined && this.#hasOverlays.value,
      () => this.output.phaseMarks,
    );
    this.#completeFlags = new CompleteFlags(this.session, engine);
    const { project, session, notices, editor, output, phases, links, stack } = this;
    if (host.marksValues)
      this.chosenValue = new ChosenValue({
        ...{ project, stack, engine, session, editor, output },
        request: () => this.#askedRequest(),
      });
    this.usesList =
      this.chosenValue &&
      new UsesList({
        root,
        chosenValue: this.chosenValue,
        output: () => session.output,
        commandLine: () => project.commandLine,
        goTo: (place) => this.navigation.goTo(place),
        goToOutput: (path, line) => this.navigation.goToOutput(path, line),
        goToArgument: this.problemActions.goToArgument,
      });
    this.navigation = new Navigation({
      project,
      session,
      notices,
      panes,
      editor,
      output,
      phases,
      shownOutput: () => this.shownOutput,
      links,
      stack: this.stack,
      linesOfValue: async () => {
        const isChosen = await this.chosenValue?.chooseAt(editor.view.state.selection.main.head);
        return isChosen ? this.chosenValue?.places?.output.find(({ lines }) => lines.length > 0) : undefined;
      },
    });
    let choices = 0;
    this.#endShowing = effect(() => {
      const { shown } = phases;
      untracked(() => {
        this.navigation.showOutputAgain();
        const place = this.#stepPlace;
        if (place && shown?.choices && shown.choices !== choices) editor.see({ file: place.file, line: place.from });
        choices = shown?.choices ?? 0;
      });
    });
    this.#endPruning = effect(() => {
      void this.stack.open;
      void drawn().then(() => {
        editor.prune();
        this.codeValues.refresh();
      });
    });
    this.fileTabs = new Tabs({
      id: "files",
      root: () => root,
      value: () => project.open,
      select: (id) => {
        host.opening?.();
        project.select(id);
        this.navigation.followOpenFile();
      },
    });
    this.outputTabs = new Tabs({
      id: "outputs",
      root: () => root,
      value: () => output.current(this.shownOutput)?.path ?? "",
      select: (path) => this.navigation.chooseOutput(path),
    });
  }

  /** Opens another work. The caller starts its first render. */
  open(work: Work): void {
    this.links.forget();
    this.output.forget();
    this.phases.close();
    this.chosenValue?.clear();
    this.#model.open(work);
  }

  /** The project as a request to the engine. */
  request(): Request {
    return this.#model.request();
  }

  /** The project for questions about a text: with the last flags that led to data values, where the current ones do not. */
  #askedRequest(): Request {
    const request = this.request();
    const known = this.session.latestWith("values");
    const isKnown = known === undefined || known.response === this.session.response;
    if (isKnown || this.session.request?.args !== request.args) return request;
    return { ...request, args: known.request.args ?? "", env: known.request.env ?? [] };
  }

  /** The output with its tabs and notes. */
  outputPanel(options?: OutputPanelOptions) {
    const { session, output, outputTabs, links, used, phases, problemActions, shownOutput } = this;
    const { listProblems } = this.#host;
    const { places } = problemActions;
    return outputPanel(
      {
        session,
        output,
        shownOutput,
        tabs: outputTabs,
        links,
        used,
        phases,
        dependent: this.chosenValue?.files.output ?? [],
        places,
        chooseOutput: (path) => this.navigation.chooseOutput(path),
        listProblems,
        toProblem: () => void this.goToProblem(),
      },
      options,
    );
  }

  /** The output files to show: those of a step of the overlays, if one is chosen, with the files that overlays do not change. */
  get shownOutput(): readonly OutputFile[] {
    const { output, stale } = this.session;
    const files = this.phases.shown?.files;
    if (!files) return output;
    const others = stale ? [] : output.filter(({ path }) => !files.some((file) => file.path === path));
    return [...others, ...files];
  }

  /** The place of the overlay of the shown step. */
  get #stepPlace(): { file: string; from: number; to: number } | undefined {
    const { place, lines } = this.phases.shown?.step.overlay ?? {};
    return place && lines ? { file: place.file, ...lines } : undefined;
  }

  /** The editor texts of the latest response, by path. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  markOf(path: string): Mark | undefined {
    return this.#marks.value[path];
  }

  get marks(): Marks {
    return this.#marks.value;
  }

  /** The first two files with an order in the list that has an effect, and differs from that of their paths. */
  get unordered(): readonly [before: string, after: string] | null {
    return this.#unordered.value;
  }

  kindOf(path: string): InputKind | undefined {
    return this.#kinds.value.find((input) => input.path === path)?.kind;
  }

  get outputPaths(): readonly string[] {
    return this.#outputPaths.value;
  }

  /** The verdict of the checks; null without any. */
  get verdict(): Verdict | null {
    return this.#verdict.value;
  }

  get hasValues(): boolean {
    return this.#hasValues.value;
  }

  get flagProblems(): readonly Diagnostic[] {
    return this.#flagProblems.value;
  }

  /** Whether a file's text is still that of the latest response. */
  isCurrent(file: string): boolean {
    return this.#isText(file, this.#texts);
  }

  #isText(file: string, texts: ReadonlyMap<string, string>): boolean {
    const text = texts.get(file);
    return text !== undefined && Boolean(this.project.byPath(file)?.is(text));
  }

  /** Problems and lints of the latest response. */
  get diagnostics(): Diagnostic[] {
    return [...diagnosticsOf(this.session.response), ...this.#lints];
  }

  /** Everything that counts as a problem: the problems of the latest response, and warnings. */
  get counted(): Diagnostic[] {
    const problems = diagnosticsOf(this.session.response);
    return [...problems, ...(this.#host.warnings?.(this.#texts) ?? [])];
  }

  get #lints(): Diagnostic[] {
    return this.#host.lints?.(this.#texts) ?? [];
  }

  /** Underlines the problems of the latest response, and lints. */
  underline(): void {
    this.editor.display(this.session.response, this.#texts, this.#lints);
  }

  /** Applies a fix, in open and other files, as a step of their undo histories and that of the open file. A file that the request does not have is added. */
  fix = (fix: Remedy): void => {
    const { edits, args, compares } = fix;
    if (compares) {
      this.#host.compare?.(...compares);
      return;
    }
    if (this.#host.readonly) {
      this.notices.report(READ_ONLY);
      return;
    }
    const isNew = ({ file }: Edit) => !this.#texts.has(file);
    const isPossible = (edit: Edit) => (isNew(edit) ? !this.project.byPath(edit.file) : this.isCurrent(edit.file));
    if (!edits.every(isPossible)) {
      this.notices.show({ text: "The file has changed since. Check the problem again.", refused: true });
      return;
    }
    const { commandLine, current } = this.project;
    const added = edits.filter(isNew).map(({ file, text }) => ({ path: file, content: text }));
    const done = fixed(fix, this.diagnostics, added);
    const add = () => {
      const taken = added.length > 0 ? this.project.take(added) : undefined;
      // The user goes on in the open file.
      if (taken && current) this.project.select(current.id);
      for (const { path } of added) this.stack.show(this.project.byPath(path)?.id ?? "");
      return taken;
    };
    let taken = add();
    if (taken && taken.objections.length > 0) {
      this.notices.show({ text: taken.objections.join(" "), refused: true });
      return;
    }
    const flags = args ? commandLineOf(args) : commandLine;
    this.project.setCommandLine(flags);
    const changes = edits.filter((edit) => !isNew(edit));
    const undo = this.editor.change(changes, "input.fix", {
      undo: () => {
        taken?.undo();
        if (this.project.commandLine === flags) this.project.setCommandLine(commandLine);
      },
      redo: () => {
        taken = add();
        if (this.project.commandLine === commandLine) this.project.setCommandLine(flags);
      },
    });
    // Its pane may be smaller now.
    const { file, line } = this.editor;
    if (edits.some((edit) => edit.file === file && edit.span.end.line === line))
      void drawn().then(() => this.editor.see({ file, line: this.editor.line }));
    this.notices.report(done, undo);
  };

  /** A response has come, or will not. Also for the first one, which may be there before the workbench. */
  answered(): void {
    const { request, response } = this.session;
    this.#texts = editorTexts(request);
    const made = this.session.latestWith("output")?.request;
    this.#outputTexts = made === request ? this.#texts : editorTexts(made);
    // Many underlines would make this task long.
    if ((response?.diagnostics.length ?? 0) > MOST_UNDERLINED) setTimeout(() => this.underline());
    else this.underline();
    this.navigation.showOutputAgain();
    this.codeValues.refresh();
    this.#lastKinds = response?.inputs ?? this.#lastKinds;
    this.chosenValue?.answered();
    this.#host.answered();
    void this.#completeFlags.answered();
  }

  /** The data values that a line depends on, as a list. */
  async #usedIn(file: string, line: number) {
    const { request, response } = this.session;
    if (!request || !response) return nothing;
    const used = await this.engine.ask<UsedValue[]>({ kind: "used", request, file, line });
    if (!used || used.length === 0) return nothing;
    return html`<dl>${usedValues(used, await response.values.load(), this.problemActions.places)}</dl>`;
  }

  /** Chooses the data value at a position of the open file, and lists its places, or those of the variable or function there. */
  async #listUses(position: number): Promise<void> {
    const { view } = this.editor;
    const same = unchanged(view);
    const found = await this.chosenValue?.chooseAt(position);
    if (found === undefined || !same()) return;
    const named = found ? undefined : await this.chosenValue?.namedAt(position);
    if (!same()) return;
    if (!found && !named) return this.notices.report("No data value, variable or function here.");
    closeCards(view);
    await this.usesList?.open(view.coordsAtPos(position) ?? view.dom.getBoundingClientRect(), named ?? undefined);
  }

  /** Goes to the first problem. Waits for an up-to-date response, as positions in older texts would be wrong. */
  async goToProblem(): Promise<void> {
    await this.session.settled();
    const place = this.diagnostics.find(({ primary }) => primary && this.navigation.has(primary.file))?.primary;
    if (!place) return this.notices.report("No problems in these files.");
    this.navigation.goTo(place);
    // The browser reports the selection of an editor that gets the focus, which closes cards.
    await painted();
    this.editor.showProblems();
  }

  /** Ends the running render and destroys the views. */
  end(): void {
    this.session.end();
    this.chosenValue?.end();
    this.engine.end();
    this.#endPruning();
    this.#endShowing();
    this.phases.end();
    this.editor.end();
    this.output.view.destroy();
  }
}

const editorTexts = (request: Request | undefined): ReadonlyMap<string, string> =>
  new Map(request?.files?.map(({ path, content }) => [path, editorText(content ?? "")]));

/** A fix in words: `replicas is now 10 (values.yml).` if it is a new value. */
function fixed(fix: Fix, diagnostics: readonly Diagnostic[], added: readonly WorkFile[]): string {
  const { title, edits, args } = fix;
  if (added.length > 0) return `Added ${listed(added.map(({ path }) => path))}: ${title}.`;
  const places = listed([...new Set(edits.map(({ file }) => file)), ...(args ? ["the flags"] : [])]);
  const { code, path, primary } = diagnostics.find(({ fixes }) => fixes.includes(fix)) ?? {};
  const [edit, ...others] = edits;
  const isValue =
    (code === "violation" || code === "value-type") &&
    path &&
    edit &&
    others.length === 0 &&
    edit.file === primary?.file &&
    isSameSpan(edit.span, primary?.span);
  return isValue && /^[^\n]+$/.test(edit.text)
    ? `${path} is now ${edit.text} (${places}).`
    : `Changed ${places}: ${title}.`;
}

const isSameSpan = (a: Edit["span"], b: Edit["span"] | null | undefined): boolean =>
  a.start.offset === b?.start.offset && a.end.offset === b.end.offset;

/** `a`, `a and b`, `a, b and c`. */
const listed = (names: string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
