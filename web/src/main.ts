// The page. Wires the buffers, the session and the panes together; the numbers follow one keystroke through it.
//
//   1. editor.ts      CodeMirror has a changed document and writes it to the buffer.
//   2. buffers.ts     The buffer has a new text; whoever listens is told.
//   3. session.ts     Waits for a pause, makes a request of all buffers, gives it to the engine.
//   4. engine/        Posts it to the worker, which calls the wasm export `render`; crate/src/wasm.rs and lib.rs go on from there.
//   5. session.ts     Takes the answer if it is to the newest request; replaces the worker if none came in time.
//   6. output.ts shows the output, problems.ts the violations, editor.ts underlines them.
import { html, LitElement, nothing, unsafeCSS } from "lit";
import { classMap } from "lit/directives/class-map.js";
import "@fontsource-variable/geist";
import "@fontsource-variable/geist-mono";
import { Buffers, type Work } from "./buffers";
import { commandBar, environment } from "./command";
import { Editor, type Target } from "./editor";
import { Engine } from "./engine/engine";
import type { Request } from "./engine/types";
import { examples } from "./examples";
import { type FileActions, fileHeader, fileList, type Marks } from "./files";
import { applyTheme, header } from "./header";
import { helpDialog, openHelp } from "./help";
import { Copy, icon } from "./icons";
import { ImportDialog } from "./import-schema";
import { insight } from "./insight";
import { LineLinks } from "./line-links";
import { Lints, lintList } from "./lints";
import { type Opened, openChosen, openDropped } from "./opened";
import { contentOf, Output, outputPanel } from "./output";
import type { Places } from "./places";
import { diagnosticsOf, problemList, problemsTitle } from "./problems";
import { reportPanel } from "./report";
import { SchemaTab } from "./schema";
import { Session } from "./session";
import { spread } from "./spread";
import { type Notice, statusBar, statusText } from "./status";
import { loadSettings, loadWork, type Settings, saveSettings, saveWork, type Theme } from "./storage";
import pageStyle from "./style/page.css?inline";
import "./style/tokens.css";
import { ValuesView, valuesPanel } from "./values";
import { valuesFile } from "./values-file";
import { type Tabs, Widgets } from "./widgets";

/** Narrower than this, the panes are stacked behind tabs. */
const NARROW = 820;

class Playground extends LitElement {
  static override styles = unsafeCSS(pageStyle);

  #buffers = new Buffers();
  #settings: Settings = loadSettings();
  #root = this.attachShadow({ mode: "open" });
  #engine = new Engine();
  #session = new Session(
    this.#engine,
    () => this.#makeRequest(),
    () => this.#answered(),
  );
  #editor: Editor = new Editor(
    this.#buffers,
    this.#root,
    insight({
      engine: this.#engine,
      request: () => this.#makeRequest(),
      file: () => this.#buffers.current?.path ?? "",
      goTo: (place) => this.#goTo(place),
      tell: (text) => this.#tell(text),
    }),
    () => this.#editor.leave(),
    {
      pointed: (line) => this.#links?.pointInEditor(line),
      moved: () => this.#links?.cursorMoved(),
      output: () => this.#showOutput(),
    },
  );
  #lints = new Lints(this.#engine, this.#settings.lintsOff, () => this.#linted());
  #output = new Output(this.#root, {
    pointed: (line) => this.#links.pointInOutput(line),
    moved: () => this.#links.cursorMoved(),
    toSource: (place, focus) => this.#goTo(place, focus),
  });
  #links: LineLinks = new LineLinks(
    this.#editor,
    this.#output,
    (file) => !this.#session.stale && this.#sent.get(file) === this.#buffers.byPath(file)?.content,
    () => this.requestUpdate(),
  );
  /** The texts that the newest answer is to, by path. */
  #sent: ReadonlyMap<string, string> = new Map();
  #import = new ImportDialog({
    engine: this.#engine,
    root: () => this.#root,
    changed: () => this.requestUpdate(),
    add: (schema) => this.#addSchema(schema),
  });
  #schema = new SchemaTab({
    engine: this.#engine,
    changed: () => this.requestUpdate(),
    copy: (text) => this.#copy(text),
    openImport: () => this.#import.open(),
  });
  #widgets = new Widgets({ root: () => this.#root, changed: () => this.requestUpdate() });

  #valuesView = new ValuesView(() => this.requestUpdate());

  #narrow = false;
  #view = "input";
  #resultTab = "output";
  #envOpen = false;
  /** Which file was open, and in which layout, when the page was last drawn. */
  #seen = "";
  #renaming = false;
  #refused = "";
  #notice: Notice | undefined;
  /** What screen readers are told, a moment after things have settled. */
  #spoken = "";
  #stored = true;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #speaking: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.#buffers.load(loadWork() ?? this.#firstWork());
    // 1. A keystroke: the editor has written it to its buffer.
    // 2. The buffers tell what changed.
    this.#buffers.onChange((change) => {
      if (change !== "open") {
        this.#notice = undefined;
        // 3. and 4. The session takes over.
        this.#session.edited();
      }
      this.#keep();
      this.#links.refresh();
      this.requestUpdate();
    });
    this.#session.render();
  }

  #firstWork(): Work {
    return examples[0]?.work ?? { files: [{ path: "config.yml", content: "" }], open: 0, commandLine: "", env: [] };
  }

  #makeRequest(): Request {
    return {
      files: this.#buffers.files.map(({ path, content }) => ({ path, content })),
      args: this.#buffers.commandLine,
      env: environment(this.#buffers.env),
    };
  }

  /** 5. and 6. There is an answer, or the lack of one to tell. */
  #answered(): void {
    const { request, good } = this.#session;
    this.#sent = new Map(request?.files?.map(({ path, content }) => [path, String(content)]));
    this.#underline();
    this.#lints.rendered(request);
    this.#output.display(good);
    this.#links.refresh();
    this.#speak();
    this.requestUpdate();
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
      this.#spoken = statusText(this.#session);
      this.requestUpdate();
    }, 600);
  }

  /** Stores the work a moment after the last change. */
  #keep(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), 250);
  }

  #save(): void {
    clearTimeout(this.#saving);
    const stored = saveWork(this.#buffers.save());
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.requestUpdate();
  }

  #saveSettings(): void {
    saveSettings(this.#settings);
    this.requestUpdate();
  }

  #goTo(place: Target, focus = true): void {
    // Seen first: an editor that is not displayed cannot scroll or take the focus.
    if (this.#narrow && focus) this.#view = "input";
    this.requestUpdate();
    void this.updateComplete.then(() => this.#editor.reveal(place, focus));
  }

  #open(work: Work, title: string): void {
    const before = this.#buffers.load(work);
    this.#renaming = false;
    this.#session.good = undefined;
    this.#notice = { text: `Opened “${title}”.`, undo: () => this.#buffers.load(before) };
    if (this.#narrow) this.#view = "input";
    this.requestUpdate();
  }

  #addSchema(schema: string): string {
    let path = "schema.yml";
    for (let n = 1; this.#buffers.byPath(path); n++)
      path = n === 1 ? "imported-schema.yml" : `imported-schema-${n}.yml`;
    const { before } = this.#buffers.take([{ path, content: schema }]);
    this.#notice = { text: `Imported ${path}.`, undo: () => this.#buffers.load(before) };
    return path;
  }

  #copy(text: string): void {
    navigator.clipboard.writeText(text).then(
      () => this.#tell("Copied."),
      () => this.#tell("The browser did not allow copying."),
    );
  }

  #tell(text: string): void {
    this.#notice = { text };
    this.requestUpdate();
  }

  #undo(): void {
    this.#notice?.undo?.();
    this.#notice = undefined;
    this.requestUpdate();
  }

  #setTheme(theme: Theme): void {
    this.#settings.theme = theme;
    applyTheme(theme);
    this.#saveSettings();
  }

  /** Somebody who opens a template wants to see what becomes of it. */
  #followOpenFile(): void {
    this.#output.follow(this.#buffers.current?.path ?? "");
    this.#output.display(this.#session.good);
    this.#links.refresh();
  }

  /** Goes to the output of the editor's line. */
  #showOutput(): boolean {
    const found = this.#links.outputOfEditorLine();
    if (!found) {
      this.#tell(`${this.#editor.file}:${this.#editor.line} has no line of its own in the output.`);
      return true;
    }
    this.#resultTab = "output";
    if (this.#narrow) this.#view = "output";
    this.#output.choose(found.path);
    this.#output.display(this.#session.good);
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.#output.reveal(found.line, true);
      this.#links.refresh();
    });
    return true;
  }

  /** Adds a file with the data values that the schema declares, and opens it. */
  async #newValuesFile(): Promise<void> {
    // What is shown may still be of the files that were open a moment ago.
    await this.#session.settled();
    const { response, good } = this.#session;
    const schema = response?.schema ?? good?.schema;
    if (!schema) return;
    let path = "values.yml";
    for (let n = 2; this.#buffers.byPath(path); n++) path = `values-${n}.yml`;
    const content = valuesFile(schema, response?.values ?? good?.values ?? undefined);
    const { before } = this.#buffers.take([{ path, content }]);
    this.#notice = { text: `Added ${path}.`, undo: () => this.#buffers.load(before) };
    if (this.#narrow) this.#view = "input";
    this.requestUpdate();
    void this.updateComplete.then(() => this.#editor.view.focus());
  }

  /** Takes files from the user's machine, and tells of those that cannot be taken. */
  async #take(opening: Promise<Opened>): Promise<void> {
    const { files, refused } = await opening.catch((error) => ({
      files: [],
      refused: [`The files could not be read: ${String(error)}`],
    }));
    const { taken, objections, before } = this.#buffers.take(files);
    const [first] = taken;
    if (first) this.#followOpenFile();
    const opened = first === undefined ? "" : `Opened ${taken.length === 1 ? first : `${taken.length} files`}.`;
    this.#notice = {
      text: [opened, ...refused, ...objections].filter(Boolean).join(" "),
      refused: refused.length + objections.length > 0,
      ...(first ? { undo: () => this.#buffers.load(before) } : {}),
    };
    this.requestUpdate();
  }

  #fileActions: FileActions = {
    open: (files) => void this.#take(openChosen(files)),
    add: () => {
      this.#buffers.add();
      this.#fileActions.startRename();
    },
    remove: (id) => {
      const path = this.#buffers.files.find((file) => file.id === id)?.path;
      const restore = this.#buffers.remove(id);
      this.#notice = { text: `Deleted ${path}.`, undo: restore };
      this.#renaming = false;
      this.requestUpdate();
      void this.updateComplete.then(() => this.#focus('.file-tab[aria-selected="true"], .add-file'));
    },
    startRename: () => {
      this.#renaming = true;
      this.#refused = "";
      this.requestUpdate();
      void this.updateComplete.then(() => {
        const input = this.#root.querySelector<HTMLInputElement>(".file-name-input");
        input?.focus();
        const name = input?.value ?? "";
        input?.setSelectionRange(name.lastIndexOf("/") + 1, name.search(/(\.[^./]*)?$/));
      });
    },
    endRename: () => {
      this.#renaming = false;
      this.#refused = "";
      this.#followOpenFile();
      this.requestUpdate();
      this.#fileActions.refocus();
    },
    showOutput: () => void this.#showOutput(),
    refocus: () => void this.updateComplete.then(() => this.#focus('.file-tab[aria-selected="true"]')),
  };

  #focus(selector: string): void {
    this.#root.querySelector<HTMLElement>(selector)?.focus();
  }

  #places: Places = {
    has: (file) => this.#buffers.byPath(file) !== undefined,
    goTo: (place) => this.#goTo(place),
  };

  // Widgets.

  #fileTabs = this.#widgets.tabs({
    id: "files",
    value: () => this.#buffers.open,
    select: (id) => {
      this.#renaming = false;
      this.#buffers.select(id);
      this.#followOpenFile();
    },
    vertical: () => !this.#narrow,
  });

  #viewTabs = this.#widgets.tabs({
    id: "views",
    value: () => this.#view,
    select: (view) => {
      this.#view = view;
      this.requestUpdate();
    },
  });

  #resultTabs = this.#widgets.tabs({
    id: "result",
    value: () => this.#resultTab,
    select: (tab) => {
      this.#resultTab = tab;
      this.requestUpdate();
    },
  });

  #outputTabs = this.#widgets.tabs({
    id: "outputs",
    value: () => this.#output.current(this.#session.good)?.path ?? "",
    select: (path) => {
      this.#output.choose(path);
      this.#output.display(this.#session.good);
      this.#links.refresh();
      this.requestUpdate();
    },
  });

  #exampleMenu = this.#widgets.menu({
    id: "examples",
    select: (id) => {
      const example = examples.find((example) => example.id === id);
      if (example) this.#open(example.work, example.title);
    },
  });

  #themeMenu = this.#widgets.menu({ id: "theme", select: (theme) => this.#setTheme(theme as Theme) });

  #splitter(id: string, vertical: boolean, panels: { id: string; minSize: string }[], sizes: number[]) {
    return this.#widgets.splitter({
      id,
      vertical,
      panels,
      sizes: this.#settings.panes[id]?.length === panels.length ? this.#settings.panes[id] : sizes,
      resized: (sizes) => {
        this.#settings.panes[id] = sizes;
        this.#saveSettings();
      },
    });
  }

  #mainSplit = this.#splitter(
    "main",
    false,
    [
      { id: "input", minSize: "320px" },
      { id: "result", minSize: "240px" },
    ],
    [58, 42],
  );
  #inputSplit = this.#splitter(
    "input",
    false,
    [
      { id: "files", minSize: "120px" },
      { id: "editor", minSize: "180px" },
    ],
    [22, 78],
  );
  #resultSplit = this.#splitter(
    "result",
    true,
    [
      { id: "output", minSize: "90px" },
      { id: "problems", minSize: "60px" },
    ],
    [64, 36],
  );

  override firstUpdated(): void {
    this.#widgets.start();
    new ResizeObserver(([entry]) => {
      const narrow = (entry?.contentRect.width ?? innerWidth) < NARROW;
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.requestUpdate();
    }).observe(this);
    addEventListener("pagehide", () => this.#save());
    this.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      this.#dropping(true);
    });
    this.addEventListener("dragleave", (event) => !event.relatedTarget && this.#dropping(false));
    // Before the editor takes it for text.
    this.addEventListener(
      "drop",
      (event) => {
        this.#dropping(false);
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        event.stopPropagation();
        void this.#take(openDropped(event.dataTransfer));
      },
      { capture: true },
    );
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#session.render();
    });
  }

  #dropping(now: boolean): void {
    this.toggleAttribute("dropping", now);
  }

  /** The list of files may be longer than there is room for. */
  override updated(): void {
    const seen = `${this.#buffers.open} ${this.#narrow}`;
    if (this.#seen === seen) return;
    this.#seen = seen;
    this.#root
      .querySelector('.file-tab[aria-selected="true"]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #marks(): Marks {
    const marks = new Map<string, { errors: number; warnings: number }>();
    for (const { primary, severity } of diagnosticsOf(this.#session.response)) {
      if (!primary) continue;
      const mark = marks.get(primary.file) ?? { errors: 0, warnings: 0 };
      mark[severity === "error" ? "errors" : "warnings"]++;
      marks.set(primary.file, mark);
    }
    return marks;
  }

  override render() {
    const narrow = this.#narrow;
    const diagnostics = diagnosticsOf(this.#session.response);
    const wrong = diagnostics.length + (this.#session.trouble ? 1 : 0);
    const views = this.#viewTabs();
    const split = narrow
      ? undefined
      : { main: this.#mainSplit(), input: this.#inputSplit(), result: this.#resultSplit() };
    const view = (name: string) => (narrow ? views.getContentProps({ value: name }) : {});
    const sash = (api: NonNullable<typeof split>["main"] | undefined, id: `${string}:${string}`, label: string) =>
      api ? html`<div class="sash" aria-label=${label} ${spread(api.getResizeTriggerProps({ id }))}></div>` : nothing;
    const marks = this.#marks();

    return html`
      <div class=${classMap({ page: true, narrow })}>
        ${header(this.#exampleMenu(), this.#themeMenu(), this.#settings.theme, () => openHelp(this.#root))}
        ${commandBar(
          this.#buffers,
          diagnostics.some(({ code }) => code === "flag"),
          this.#envOpen,
          () => {
            this.#envOpen = !this.#envOpen;
            this.requestUpdate();
          },
        )}
        ${narrow ? this.#viewSwitch(views, wrong) : nothing}
        <main class="panes" ${spread(split?.main.getRootProps() ?? {})}>
          <section class="input" aria-label="Input" ${spread({ ...split?.main.getPanelProps({ id: "input" }), ...view("input") })}>
            <div class="input-split" ${spread(split?.input.getRootProps() ?? {})}>
              <div class="files-pane" ${spread(split?.input.getPanelProps({ id: "files" }) ?? {})}>
                ${fileList(this.#buffers, this.#fileTabs(), marks, !narrow, this.#fileActions)}
              </div>
              ${sash(split?.input, "files:editor", "Width of the list of files")}
              <div class="editor-pane" ${spread(split?.input.getPanelProps({ id: "editor" }) ?? {})}>${this.#editorPane()}</div>
            </div>
          </section>
          ${sash(split?.main, "input:result", "Width of the input")}
          <section class="result" aria-label="Result" ${spread(split?.main.getPanelProps({ id: "result" }) ?? {})}>
            <div class="result-split" ${spread(split?.result.getRootProps() ?? {})}>
              <div class="output-pane" ${spread({ ...split?.result.getPanelProps({ id: "output" }), ...view("output") })}>${this.#outputPane()}</div>
              ${sash(split?.result, "output:problems", "Height of the output")}
              <section class="problems-pane" aria-labelledby="problems-title" ${spread({ ...split?.result.getPanelProps({ id: "problems" }), ...view("problems") })}>
                <div class="pane-head">
                  <h2 id="problems-title" class="pane-title">${problemsTitle(diagnostics)}${wrong > 0 ? html` <span class="count bad">${wrong}</span>` : nothing}</h2>
                </div>
                <div class="scroll" tabindex="0" role="group" aria-label=${problemsTitle(diagnostics)}>
                  ${problemList(this.#session, this.#places)} ${lintList(this.#lints, this.#sent, this.#places)}
                </div>
              </section>
            </div>
          </section>
        </main>
        ${statusBar(this.#session, {
          notice: this.#notice,
          undo: () => this.#undo(),
          stored: this.#stored,
          spoken: this.#spoken,
        })}
        ${helpDialog()} ${this.#import.render()}
      </div>
    `;
  }

  #viewSwitch(views: Tabs, wrong: number) {
    const tab = (value: string, label: unknown) =>
      html`<button type="button" class="view-tab" ${spread(views.getTriggerProps({ value }))}>${label}</button>`;
    return html`
      <nav class="view-switch" aria-label="Panes" ${spread(views.getRootProps())}>
        <div class="view-tabs" ${spread({ ...views.getListProps(), "aria-label": "Panes" })}>
          ${tab("input", "Input")} ${tab("output", "Output")}
          ${tab("problems", html`Problems${wrong > 0 ? html` <span class="count bad">${wrong}</span>` : nothing}`)}
        </div>
      </nav>
    `;
  }

  #editorPane() {
    const { current } = this.#buffers;
    return html`
      ${fileHeader(
        this.#buffers,
        this.#renaming,
        this.#refused,
        (objection) => {
          this.#refused = objection;
          this.requestUpdate();
        },
        this.#fileActions,
      )}
      <div class="code" ?hidden=${!current} ${spread(current ? this.#fileTabs().getContentProps({ value: current.id }) : {})} tabindex="-1">${this.#editor.view.dom}</div>
      ${current ? nothing : html`<p class="note">There are no files. Add one, or open an example.</p>`}
    `;
  }

  #outputPane() {
    const tabs = this.#resultTabs();
    const tab = (value: string, label: string) =>
      html`<button type="button" class="result-tab" ${spread(tabs.getTriggerProps({ value }))}>${label}</button>`;
    const { response, good } = this.#session;
    const current = this.#output.current(good);
    // Values and schema are shown from the moment they are known; the last known ones stay while the input is broken.
    const root = response?.values ?? good?.values;
    const values = root?.children.length ? root : undefined;
    const schema = response?.schema ?? good?.schema;
    return html`
      <div class="result-tabs-root" ${spread(tabs.getRootProps())}>
        <div class="pane-head">
          <div class="result-tabs" ${spread({ ...tabs.getListProps(), "aria-label": "Result" })}>${tab("output", "Output")} ${values ? tab("values", "Data values") : nothing} ${tab("schema", "Schema")} ${tab("report", "ytt’s report")}</div>
          <div class="pane-tools">
            ${
              this.#resultTab === "output" && current
                ? html`<button type="button" class="icon-button" aria-label="Copy ${current.path}" title="Copy" @click=${() => this.#copy(contentOf(current))}>${icon(Copy)}</button>`
                : nothing
            }
          </div>
        </div>
        <div class="result-content" ${spread(tabs.getContentProps({ value: "output" }))} tabindex="-1">${outputPanel(this.#session, this.#output, this.#outputTabs(), this.#links, this.#places)}</div>
        ${values ? html`<div class="result-content" ${spread(tabs.getContentProps({ value: "values" }))} tabindex="-1">${this.#resultTab === "values" ? valuesPanel(values, schema ?? undefined, this.#valuesView, this.#places, () => void this.#newValuesFile()) : nothing}</div>` : nothing}
        <div class="result-content" ${spread(tabs.getContentProps({ value: "schema" }))} tabindex="-1">${this.#resultTab === "schema" ? this.#schema.panel(schema, response, this.#session.request, this.#places) : nothing}</div>
        <div class="result-content" ${spread(tabs.getContentProps({ value: "report" }))} tabindex="-1">
          ${reportPanel(this.#session, this.#buffers.commandLine, this.#places, (text) => this.#copy(text))}
        </div>
      </div>
    `;
  }
}

applyTheme(loadSettings().theme);
customElements.define("ytt-playground", Playground);
