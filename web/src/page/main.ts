// The page. Wires the project, the session and the panes together; the numbers follow one keystroke through it.
//
//   1. features/editor/editor.ts    CodeMirror has a changed document and writes it to the buffer.
//   2. core/project.ts     The buffer has a new text; whoever listens is told.
//   3. engine/session.ts     Waits for a pause, makes a request of all project, gives it to the engine.
//   4. engine/             Posts it to the worker, which calls `Workspace.renderInParts` of the wasm; crate/wasm and crate/api go on from there.
//   5. engine/session.ts     Takes the answer if it is to the newest request; replaces the worker if none came in time.
//   6. features/result/output.ts shows the output, problems/ the violations, features/editor/underlines.ts underlines them.
//
// Beside these: page/ is what is around the panes (header, status, dialogs' and splitters' wiring, where links lead, and in open-and-share.ts the ways in
// and out: share/, gallery/); checks/ and compare/ are tabs of the result; embed/ and offline/ are pages and workers of their own.
import { LitElement, nothing, unsafeCSS } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { html } from "../ui/html";
import "@fontsource-variable/geist";
import "@fontsource-variable/geist-mono";
import { unchanged } from "../codemirror/asking";
import { closeCards } from "../codemirror/cards";
import { type Below, commandBar } from "../components/command-line";
import type { Places } from "../components/places";
import type { ProblemActions } from "../components/problem-actions";
import { extended, switched } from "../core/extension";
import { editorText } from "../core/line-endings";
import { binary, exact, Project } from "../core/project";
import { environment, type Work } from "../core/work";
import { Engine } from "../engine/engine";
import { Session } from "../engine/session";
import type { Request } from "../engine/types";
import type { Checks } from "../features/checks/checks";
import type { Compare } from "../features/compare/compare";
import { Editor } from "../features/editor/editor";
import { FixMenu } from "../features/editor/fix-menu";
import type { Rename } from "../features/editor/rename";
import { fileHeader, fileList } from "../features/files/files";
import type { Explain } from "../features/problems/explain";
import { Lints, lintList } from "../features/problems/lints";
import { diagnosticsOf, problemsPane, wrongIn } from "../features/problems/problems";
import type { ImportDialog } from "../features/result/import-schema";
import { Output } from "../features/result/output";
import { SchemaTab } from "../features/result/schema";
import type { SchemaChanges } from "../features/result/schema-changes";
import { openDropped } from "../formats/local-files";
import { loadSettings, type Settings, saveSettings, type Theme } from "../store/settings";
import { WorkStore } from "../store/work-store";
import pageStyle from "../style/page.css?inline";
import { takeDrops } from "../ui/drop";
import { KeptFocus } from "../ui/kept-focus";
import { afterPaint, LazyParts } from "../ui/lazy-parts";
import { Notices } from "../ui/notices";
import { spread } from "../ui/spread";
import { Actions } from "../workbench/actions";
import { LineLinks } from "../workbench/line-links";
import { Navigation } from "../workbench/navigation";
import { statusText } from "../workbench/status-text";
import { applyTheme, header } from "./header";
import { helpDialog, openHelp } from "./help";
import { keepOffline } from "./offline";
import { Panes, type ResultTab, resultTabOf } from "./panes";
import { resultPane } from "./result-pane";
import { statusBar } from "./status";
import "../style/tokens.css";
import { UsedValues } from "../features/result/used-values";
import { ValuesView } from "../features/result/values";
import { Widgets } from "../ui/widgets";
import { type LazyDialogs, OpenAndShare } from "./open-and-share";

/** More problems are underlined a moment later. */
const MOST_UNDERLINED = 200;

/** So long after a change it is kept, and a millisecond longer for so many characters. */
const KEEP_MS = 50;
const KEEP_PER_MS = 8_000;
const LONGEST_KEEP_MS = 1_000;

const store = new WorkStore();

/** What the first drawing does without. */
type PageParts = LazyDialogs & {
  compare: Compare;
  checks: Checks;
  explain: Explain;
  importing: ImportDialog;
  schemaChanges: SchemaChanges;
  rename: Rename;
};

class Playground extends LitElement {
  static override styles = unsafeCSS(pageStyle);

  #project = new Project();
  #settings: Settings = loadSettings();
  #root = this.attachShadow({ mode: "open" });
  #changed = () => this.requestUpdate();
  #notices = new Notices(this.#changed);
  #widgets = new Widgets({
    root: () => this.#root,
    changed: this.#changed,
    drawn: () => this.updateComplete,
  });
  #panes = new Panes(this.#widgets, {
    changed: this.#changed,
    sizes: this.#settings.panes,
    resized: () => this.#saveSettings(),
  });

  // The engine, and what is asked of it.

  #engine = new Engine();
  #session = new Session(
    this.#engine,
    () => this.#makeRequest(),
    () => this.#answered(),
  );
  #lints = new Lints(this.#engine, this.#settings.lintsOff, () => this.#linted());
  /** The texts that the newest answer is to, by path. */
  #sent: ReadonlyMap<string, string> = new Map();

  // What is seen.

  #places: Places = {
    has: (file) => this.#navigation.has(file),
    goTo: (place) => this.#navigation.goTo(place),
  };
  /** As they are offered on cards in the editor, and in its menu. */
  #problemActions: ProblemActions = {
    places: this.#places,
    explain: (code) => this.#explain(code),
    changed: this.#changed,
    fix: (fix) => {
      closeCards(this.#editor.view);
      this.#actions.fix(fix);
      this.#editor.view.focus();
    },
  };
  /** As they are offered in the list, which goes on without the problem that is gone. */
  #listedProblemActions: ProblemActions = {
    ...this.#problemActions,
    fix: (fix) => {
      this.#actions.fix(fix);
      void this.#focus(".problems-pane .scroll");
    },
  };

  #editor: Editor = new Editor(
    this.#project,
    this.#root,
    {
      engine: this.#engine,
      request: () => this.#makeRequest(),
      file: () => this.#project.current?.path ?? "",
      places: this.#places,
      tell: (text) => this.#notices.tell(text),
      rename: (position) => this.#rename(position),
    },
    this.#problemActions,
    {
      edited: () => this.#editor.leave(),
      problems: () => this.#listProblems(),
      elsewhere: () => {
        void this.#problemElsewhere();
        return true;
      },
      fixes: () => this.#fixMenu.open(),
      format: () => {
        void this.#actions.format();
        return true;
      },
      rename: () => this.#rename(),
      pointed: (line) => this.#links?.pointInEditor(line),
      moved: () => this.#links?.cursorMoved(),
      output: () => this.#navigation.showOutput(),
    },
  );
  #output = new Output(this.#root, {
    pointed: (line) => this.#links.pointInOutput(line),
    moved: () => this.#links.cursorMoved(),
    toSource: (place, focus) => this.#navigation.goTo(place, focus),
  });
  #links: LineLinks = new LineLinks(
    this.#editor,
    this.#output,
    (file) => !this.#session.stale && this.#isCurrent(file),
    this.#changed,
  );
  #used = new UsedValues(this.#engine, this.#changed);
  #valuesView = new ValuesView(this.#changed);
  #schema = new SchemaTab({
    engine: this.#engine,
    changed: this.#changed,
    copy: (text) => this.#copy(text),
    openImport: () => void this.#withLate(({ importing }) => importing.open()),
    changes: () => (extended(this.#project.commandLine) ? this.#late.parts?.schemaChanges : undefined),
  });

  // What one can do.

  #navigation: Navigation = new Navigation({
    project: this.#project,
    session: this.#session,
    notices: this.#notices,
    panes: this.#panes,
    editor: this.#editor,
    output: this.#output,
    links: this.#links,
    changed: this.#changed,
    drawn: () => this.updateComplete,
  });
  #actions = new Actions({
    project: this.#project,
    session: this.#session,
    notices: this.#notices,
    panes: this.#panes,
    navigation: this.#navigation,
    editor: this.#editor,
    engine: this.#engine,
    current: (file) => this.#isCurrent(file),
    changed: this.#changed,
    focus: (selector) => this.#focus(selector),
  });

  #fileTabs = this.#widgets.tabs({
    id: "files",
    value: () => this.#project.open,
    select: (id) => {
      this.#actions.leaveNaming();
      this.#project.select(id);
      this.#navigation.followOpenFile();
    },
    vertical: () => !this.#panes.narrow,
  });
  #outputTabs = this.#widgets.tabs({
    id: "outputs",
    value: () => this.#output.current(this.#session.good)?.path ?? "",
    select: (path) => this.#navigation.chooseOutput(path),
  });
  #openAndShare: OpenAndShare = new OpenAndShare({
    root: () => this.#root,
    changed: this.#changed,
    drawn: () => this.updateComplete,
    project: this.#project,
    engine: this.#engine,
    session: this.#session,
    notices: this.#notices,
    store,
    places: this.#places,
    widgets: this.#widgets,
    actions: () => this.#actions,
    work: () => this.#work(),
    show: (work) => this.#show(work),
    copy: (text, what) => this.#copy(text, what),
    late: () => this.#late,
  });
  #late = new LazyParts(() => this.#loadLate(), this.#changed);
  #fixMenu = new FixMenu(this.#widgets, {
    editor: () => this.#editor,
    diagnostics: () => [...diagnosticsOf(this.#session.response), ...this.#lints.current(this.#sent)],
    changed: this.#changed,
    drawn: () => this.updateComplete,
    fix: this.#problemActions.fix,
    tell: (text) => this.#notices.tell(text),
  });
  #keptFocus = new KeptFocus(this.#root, [".trouble button", '.file-tab[aria-selected="true"]', ".add-file"]);
  #themeMenu = this.#widgets.menu({ id: "theme", select: (theme) => this.#setTheme(theme as Theme) });

  /** What of the command bar is unfolded. */
  #unfolded = new Set<Below>();
  /** The tab of the result when the page was last drawn. */
  #tab: ResultTab = "output";
  /** Of each list of tabs, which was selected and in which layout, when the page was last drawn. */
  #seen = new Map<string, string>();
  /** What screen readers are told, a moment after things have settled. */
  #spoken = "";
  /** Takes over the new version of the page that waits. */
  #reload: (() => void) | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #speaking: ReturnType<typeof setTimeout> | undefined;

  /** With what the visitor has, or with the first example. */
  async #begin(): Promise<void> {
    const { opening } = this.#openAndShare;
    this.#show(await opening.start());
    opening.started();
    // 1. A keystroke: the editor has written it to its buffer.
    // 2. The project tell what changed.
    this.#project.onChange((change) => {
      if (change === "text") this.#notices.typed();
      else if (change !== "open") this.#notices.clear();
      // 3. and 4. The session takes over.
      if (change !== "open" && change !== "about") this.#session.edited();
      this.#keep();
      this.#links.refresh();
      this.requestUpdate();
    });
    this.#session.render();
  }

  /** Everything that the visitor has made, and what of the result they look at. */
  #work(): Work {
    const { resultTab } = this.#panes;
    return { ...this.#project.save(), view: resultTab === "output" ? "" : resultTab };
  }

  /** Another work in place of the one on show. */
  #show(work: Work): void {
    this.#actions.leaveNaming();
    this.#session.begin();
    this.#panes.seeResult(resultTabOf(work.view));
    this.#panes.see("input");
    this.#project.load(work);
  }

  #makeRequest(): Request {
    return {
      files: this.#project.files.map(exact),
      args: this.#project.commandLine,
      env: environment(this.#project.env),
      ...(this.#project.checks.length > 0 ? { checks: this.#project.checks } : {}),
    };
  }

  /** Whether a file's text is still the one that the newest answer speaks of. */
  #isCurrent(file: string): boolean {
    const text = this.#sent.get(file);
    return text !== undefined && Boolean(this.#project.byPath(file)?.is(text));
  }

  /** 5. and 6. There is an answer, or the lack of one to tell. */
  #answered(): void {
    const { request } = this.#session;
    this.#sent = new Map(request?.files?.map(({ path, content }) => [path, editorText(content ?? "")]));
    // Of very many the answer's turn would become long.
    if ((this.#session.response?.diagnostics.length ?? 0) > MOST_UNDERLINED) setTimeout(() => this.#underline());
    else this.#underline();
    this.#lints.rendered(request);
    this.#navigation.showOutputAgain();
    this.#speak();
    if (this.#panes.resultTab === "compare") void this.#withLate(({ compare }) => compare.refresh());
    this.requestUpdate();
  }

  /** The file on show has none: another one may have. Waits for the answer to what is typed: places in older texts lead nowhere. */
  async #problemElsewhere(): Promise<void> {
    await this.#session.settled();
    const all = [...diagnosticsOf(this.#session.response), ...this.#lints.current(this.#sent)];
    const place = all.find(({ primary }) => primary && this.#navigation.has(primary.file))?.primary;
    if (place) this.#navigation.goTo(place);
    else this.#notices.tell("There is no problem in these files.");
  }

  async #loadLate(): Promise<PageParts> {
    const parts = await import("./lazy-part-modules");
    const compare = new parts.Compare({
      engine: this.#engine,
      session: this.#session,
      project: this.#project,
      notices: this.#notices,
      root: this.#root,
      shared: () => this.#openAndShare.opening.shared,
      changed: this.#changed,
    });
    const output = this.#root.querySelector(".output-pane");
    if (output) compare.watch(output);
    return {
      ...this.#openAndShare.make(parts),
      compare,
      checks: new parts.Checks({
        project: this.#project,
        session: this.#session,
        notices: this.#notices,
        output: () => this.#output.current(this.#session.good),
        changed: this.#changed,
      }),
      explain: new parts.Explain({
        root: () => this.#root,
        changed: this.#changed,
        drawn: () => this.updateComplete,
        openExample: (code, which) => this.#openAndShare.opening.go({ kind: "explain", code, which }),
      }),
      importing: new parts.ImportDialog({
        engine: this.#engine,
        root: () => this.#root,
        changed: this.#changed,
        schemas: () => this.#actions.schemas(),
        add: (schema, inPlaceOf) => this.#actions.addSchema(schema, inPlaceOf),
      }),
      schemaChanges: new parts.SchemaChanges({
        engine: this.#engine,
        changed: this.#changed,
        shared: () => this.#openAndShare.opening.shared,
        current: () => this.#work(),
        schemas: () => this.#actions.schemas(),
      }),
      rename: new parts.Rename({
        project: this.#project,
        engine: this.#engine,
        editor: () => this.#editor,
        request: () => this.#makeRequest(),
        notices: this.#notices,
        places: this.#places,
      }),
    };
  }

  /** Does it at once, or when it can be done. */
  async #withLate(act: (parts: PageParts) => unknown): Promise<void> {
    try {
      if (!this.#late.parts) {
        await this.#late.get();
        await this.updateComplete;
      }
      if (this.#late.parts) await act(this.#late.parts);
    } catch (error) {
      this.#notices.show({ text: `That could not be loaded: ${String(error)}`, refused: true });
    }
  }

  /** What cannot be loaded is tried again when somebody asks for it. */
  #loadRest(): void {
    const rest = [this.#late.get(), this.#widgets.startRest(), this.#editor.late(), this.#output.late()];
    void Promise.allSettled(rest);
  }

  #explain(code?: string): void {
    void this.#withLate(({ explain }) => explain.open(code));
  }

  #rename(position?: number): boolean {
    const same = unchanged(this.#editor.view);
    void this.#withLate(({ rename }) => same() && rename.start(position));
    return true;
  }

  #listProblems(): boolean {
    this.#panes.see("problems");
    void this.#focus(".problems-pane .scroll");
    return true;
  }

  #underline(): void {
    this.#editor.display(this.#session.response, this.#sent, this.#lints.current(this.#sent));
  }

  #linted(): void {
    this.#settings.lintsOff = [...this.#lints.off];
    this.#underline();
    this.#saveSettings();
  }

  #speak(): void {
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      this.#spoken = this.#session.trouble?.message ?? statusText(this.#session);
      this.requestUpdate();
    }, 600);
  }

  /** Keeps the work a moment after a change, and every moment while somebody types: of a crash, a moment is what is lost. Large works take longer to
      be put together, and have longer moments. */
  #keep(): void {
    const length = this.#project.files.reduce((sum, file) => sum + file.length, 0);
    this.#saving ??= setTimeout(() => this.#save(), Math.min(KEEP_MS + length / KEEP_PER_MS, LONGEST_KEEP_MS));
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    this.#openAndShare.opening.save();
  }

  #saveSettings(): void {
    saveSettings(this.#settings);
    this.requestUpdate();
  }

  /** Switches the schema proposal on or off, in the command line. */
  #extend(on: boolean): void {
    const { commandLine } = this.#project;
    this.#project.setCommandLine(switched(commandLine, on));
    this.#notices.tell(`The schema proposal is ${on ? "on" : "off"}.`, () => this.#project.setCommandLine(commandLine));
  }

  #setTheme(theme: Theme): void {
    this.#settings.theme = theme;
    applyTheme(theme);
    this.#saveSettings();
  }

  #newVersion(reload: () => void): void {
    this.#reload = reload;
    this.requestUpdate();
  }

  #copy(text: string, what = ""): void {
    navigator.clipboard.writeText(text).then(
      () => this.#notices.tell(`Copied${what ? ` ${what}` : ""}.`),
      () => this.#notices.tell("The browser did not allow copying."),
    );
  }

  async #focus(selector: string): Promise<HTMLElement | undefined> {
    await this.updateComplete;
    const element = this.#root.querySelector<HTMLElement>(selector) ?? undefined;
    element?.focus();
    return element;
  }

  /** Before the first drawing there is a turn for what is to be drawn. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) {
      const turn = () => new Promise((next) => setTimeout(next));
      await turn();
      await this.#begin();
      await turn();
    }
    super.scheduleUpdate();
  }

  override firstUpdated(): void {
    // They measure the page: once it is laid out anyway.
    requestAnimationFrame(() => setTimeout(() => this.#widgets.start()));
    this.#panes.watch(this);
    store.watch(() => this.#save());
    // After the first render: the visitor waits for that, and for nothing else.
    void this.#session.settled().then(() => {
      afterPaint(() => this.#loadRest());
      return keepOffline((reload) => this.#newVersion(reload));
    });
    this.#openAndShare.listen();
    takeDrops(this, (data) => void this.#openAndShare.take(openDropped(data)));
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#session.render();
    });
  }

  override updated(): void {
    this.#keptFocus.drawn();
    const { resultTab, narrow, view } = this.#panes;
    if (resultTab !== this.#tab && resultTab === "compare") void this.#withLate(({ compare }) => compare.refresh());
    if (resultTab !== this.#tab) this.#keep();
    this.#tab = resultTab;
    // There may be more tabs than there is room for.
    this.#intoView(".file-tab", `${this.#project.open} ${narrow}`);
    this.#intoView(
      ".result-tab",
      `${resultTab} ${narrow} ${view} ${this.#root.querySelector(".result-tabs")?.textContent}`,
    );
  }

  /** Brings the selected tab into view, if what is seen is not what was seen. */
  #intoView(tab: string, seen: string): void {
    if (this.#seen.get(tab) === seen) return;
    this.#seen.set(tab, seen);
    // Where things are is known when they are laid out; asked for before, they would be laid out twice.
    requestAnimationFrame(() => {
      const selected = this.#root.querySelector(`${tab}[aria-selected="true"]`);
      selected?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  override render() {
    const { narrow, close } = this.#panes;
    const late = this.#late.parts;
    const diagnostics = diagnosticsOf(this.#session.response);
    return html`
      <div class=${classMap({ page: true, narrow })}>
        ${header(
          {
            ...this.#openAndShare.header(narrow),
            keys: () => openHelp(this.#root),
          },
          this.#themeMenu,
          this.#settings.theme,
        )}
        ${this.#openAndShare.bar(narrow)}
        ${commandBar({
          project: this.#project,
          refused: diagnostics.some(({ code }) => code === "flag"),
          open: this.#unfolded,
          toggle: (part) => {
            if (!this.#unfolded.delete(part)) this.#unfolded.add(part);
            this.requestUpdate();
          },
          extend: (on) => this.#extend(on),
        })}
        ${this.#panes.switch(wrongIn(this.#session))}
        <div class=${classMap({ body: true, "beside-lesson": !close && this.#openAndShare.teaching })}>
        ${close ? nothing : this.#openAndShare.lesson(false)}
        ${this.#panes.render({
          lesson: close ? this.#openAndShare.lesson(true) : nothing,
          files: fileList(this.#project, this.#fileTabs(), diagnostics, !narrow, this.#actions),
          editor: this.#editorPane(),
          output: resultPane({
            panes: this.#panes,
            session: this.#session,
            project: this.#project,
            output: this.#output,
            outputTabs: this.#outputTabs,
            links: this.#links,
            used: this.#used,
            values: this.#valuesView,
            schema: this.#schema,
            late: this.#late.parts,
            actions: this.#actions,
            places: this.#navigation,
            copy: (text) => this.#copy(text),
          }),
          problems: problemsPane(
            this.#session,
            this.#listedProblemActions,
            lintList(this.#lints, this.#sent, this.#listedProblemActions),
          ),
        })}
        </div>
        ${statusBar(this.#session, {
          notice: this.#notices.current,
          undo: () => this.#notices.undo(),
          refused: store.refused,
          spoken: this.#spoken,
          reload: this.#reload,
          beyond: extended(this.#project.commandLine),
        })}
        ${helpDialog(() => this.#explain())} ${late?.importing.render()} ${late?.explain.render()}
        ${this.#openAndShare.dialogs()}
      </div>
    `;
  }

  #editorPane() {
    const { current } = this.#project;
    const bytes = current && binary(current);
    return html`
      ${fileHeader(this.#project, this.#actions)}
      ${bytes ? html`<p class="note">${bytes.length} bytes that are not text. The file is given to ytt, and shared, as it is.</p>` : nothing}
      <div class="code" ${spread({ ...(current ? this.#fileTabs().getContentProps({ value: current.id }) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${this.#editor.view.dom}</div>
      ${this.#fixMenu.render()}
      ${current ? nothing : html`<p class="note">There are no files. Add one, or open an example.</p>`}
    `;
  }
}

applyTheme(loadSettings().theme);
// Reading all this was one turn. The browser looks for the visitor's work while the page is made; then the page is drawn.
void store.begin();
setTimeout(() => customElements.define("ytterby-page", Playground));
