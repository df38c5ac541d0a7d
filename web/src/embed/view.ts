// An embed in use: file tabs, editor, output and problems in the shadow root of its element. The parts are the page's; here they are arranged in
// little space. Loaded by element.ts when the reader runs an embed, and by frame.ts.
import { nothing, render } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { command } from "../components/command-line";
import { notPortableHere } from "../components/extension-switch";
import { titleOf } from "../content/examples";
import { explanation } from "../content/explain-pages";
import { extended } from "../core/extension";
import { watchFailures } from "../core/failures";
import { binary } from "../core/project";
import { sameWork, type Work, type WorkFile } from "../core/work";
import { contentOf, outputs } from "../engine/outputs";
import { Rename } from "../features/editor/rename";
import { Explain } from "../features/problems/explain";
import { diagnosticsOf, problemsIn, wrongIn } from "../features/problems/problems";
import { writeLink } from "../formats/link";
import tokens from "../style/tokens.css?inline";
import { FocusKeeper } from "../ui/focus-keeper";
import { html } from "../ui/html";
import { icon, RotateCcw, Square, SquareArrowRight } from "../ui/icons";
import { pathName } from "../ui/path-name";
import { spread } from "../ui/spread";
import { Widgets } from "../ui/widgets";
import type { View as Pane } from "../workbench/panes";
import { statusText } from "../workbench/status-text";
import { Workbench } from "../workbench/workbench";
import type { Mounted, Place } from "./contract";
import style from "./embed.css?inline";
import { SharedEngine } from "./shared-engine";
import { type Files, linesOf, type Start } from "./start";
import { asDeclared, type Begun, begin, environmentWords } from "./work-of";

/** Below this width the panes are behind tabs. */
const NARROW = 620;
/** Shorter than the playground's limit, because other embeds wait for their turn. */
const LIMIT_MS = 4_000;
/** Problems of what is being typed replace the output when the reader pauses for this long. */
const PAUSE_MS = 700;

let sheets: CSSStyleSheet[] | undefined;
/** The page's tokens, as defaults of what the docs page sets on the element. */
function styles(): CSSStyleSheet[] {
  sheets ??= [tokens.replaceAll(":root", ":host"), style].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}

class EmbedView {
  #place: Place;
  #start: Start;
  #root: ShadowRoot;
  /** The container that Lit renders into. Not the root itself, for which Lit would remember what another view has rendered. */
  #box = document.createElement("div");
  #changed = () => this.#draw();
  /** The initial work, for Reset. */
  #original: Begun;
  #widgets: Widgets;
  #workbench: Workbench;
  #explain: Explain;
  #rename: Rename;
  #pane: Pane;
  /** The reader preferred another pane of the result to the one that the run suggests. */
  #chosen = false;
  /** The next answer is to an edit, not to a run that was asked for. */
  #typed = false;
  #switching: ReturnType<typeof setTimeout> | undefined;
  #loads = 0;
  #narrow: boolean;
  #drawing: Promise<void> | undefined;
  #observer: ResizeObserver;
  #focusKeeper: FocusKeeper;
  #paneTabs;
  #link = "";
  #linking: ReturnType<typeof setTimeout> | undefined;

  constructor(place: Place, original: Begun) {
    this.#place = place;
    this.#root = place.root;
    this.#focusKeeper = new FocusKeeper(place.root, [".trouble button", '.pane-tab[aria-selected="true"]']);
    this.#start = place.start;
    this.#original = original;
    this.#narrow = place.host.clientWidth < NARROW;
    // Before the editors add their own.
    place.root.adoptedStyleSheets = [...styles(), ...place.sheets];
    this.#pane = paneOf(this.#start.view);
    const root = () => this.#root;
    const changed = this.#changed;
    const drawn = this.#drawn;
    this.#widgets = new Widgets({ root, changed, drawn });
    const single = () => this.#single;
    this.#workbench = new Workbench({
      root: place.root,
      engine: new SharedEngine(),
      widgets: this.#widgets,
      panes: {
        get inputBesideOutput() {
          return !single();
        },
        show: (view) => this.#see(view),
        showOutput: () => this.#see("output"),
      },
      limit: LIMIT_MS,
      readonly: this.#start.readonly,
      changed,
      drawn,
      answered: () => this.#answered(),
      listProblems: () => this.#list(),
      explain: (code) => void this.#explain.open(code),
      rename: (position) => void this.#rename.start(position),
    });
    const { project, engine, notices, editor, links, navigation } = this.#workbench;
    project.load(original.work);
    if (this.#start.edited)
      project.load({ ...original.work, files: withEdits(original.work.files, this.#start.edited) });
    this.#explain = new Explain({
      root,
      changed,
      drawn,
      openExample: async (code, which) => {
        const page = await explanation(code);
        if (page) this.#workbench.project.load(page[which]);
      },
    });
    this.#rename = new Rename({
      project,
      engine,
      editor: () => editor,
      request: () => this.#workbench.request(),
      notices,
      places: navigation,
    });
    this.#paneTabs = this.#widgets.tabs({
      id: "panes",
      value: () => this.#shown,
      select: (pane) => this.#choose(pane as Pane),
    });
    this.#observer = new ResizeObserver(([entry]) => {
      const narrow = (entry?.contentRect.width ?? 0) < NARROW;
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.#draw();
    });

    project.onChange((change) => {
      if (change !== "open") {
        notices.clear();
        this.#typed = true;
        clearTimeout(this.#switching);
        this.#workbench.session.edited();
        if (change === "text") this.#edit();
      }
      links.refresh();
      this.#draw();
    });
    this.#box.className = "box";
    this.#root.replaceChildren(this.#box);
    this.#root.addEventListener("keydown", this.#key as EventListener);
    this.#draw();
  }

  async begin(): Promise<void> {
    await this.#drawn();
    this.#widgets.start();
    this.#observer.observe(this.#place.host);
    this.run();
    await this.#drawn();
    if (this.#original.problem) this.#place.failed({ kind: "src", message: this.#original.problem });
  }

  focus(): void {
    this.#root.querySelector<HTMLElement>('.pane-tab[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  get start(): Start {
    return this.#start;
  }

  get files() {
    return this.#workbench.project.files.map(({ path, content }) => ({ path, content }));
  }

  run(): void {
    this.#typed = this.#chosen = false;
    this.#workbench.session.render();
  }

  /** Replaces what is named, and keeps the reader's edits of the rest. */
  async load(part: Partial<Start>): Promise<void> {
    const { src, files, args, env, active, view } = part;
    // Files replace an address, and the other way round.
    const from = src ? { files: [] } : files ? { src: "" } : {};
    const { edited: _, ...before } = this.#start;
    this.#start = { ...before, ...part, ...from };
    const { project } = this.#workbench;
    if (files || src !== undefined) {
      const load = ++this.#loads;
      const original = await begin(this.#start);
      // Another one, or the end, has overtaken it.
      if (load !== this.#loads) return;
      this.#original = original;
      project.load(this.#original.work);
      if (this.#original.problem) this.#place.failed({ kind: "src", message: this.#original.problem });
    } else {
      if (args !== undefined || env !== undefined) {
        const work = asDeclared(this.#original.work, this.#start);
        this.#original = { ...this.#original, work };
        project.setCommandLine(work.commandLine);
        project.setEnv(work.env);
      }
      const file = active ? project.byPath(active) : undefined;
      if (file) project.select(file.id);
    }
    if (view) this.#pane = paneOf(view);
    this.run();
    this.#draw();
  }

  end(): void {
    this.#loads++;
    this.#observer.disconnect();
    clearTimeout(this.#linking);
    clearTimeout(this.#switching);
    this.#widgets.stop();
    this.#workbench.end();
    this.#focusKeeper.end();
    this.#root.removeEventListener("keydown", this.#key as EventListener);
    // Another view may be in the root already.
    this.#box.remove();
  }

  #edit(): void {
    this.#place.changed({ files: this.files });
  }

  /** The current work as a link to the playground: an unchanged example by its name. */
  #writeLink(): void {
    const { page, start } = this.#place;
    const { base } = this.#original;
    const work = this.#work();
    const same = base && sameWork(base.work, work);
    this.#link = `${page}#${same ? `example:${base.id}` : writeLink({ ...work, title: work.title || (start.label ?? "") }, base)}`;
  }

  /** The rendered link may be older than the last edit. */
  #freshLink = ({ currentTarget }: Event): void => {
    this.#writeLink();
    (currentTarget as HTMLAnchorElement).href = this.#link;
  };

  #work = (): Work => this.#workbench.project.save();

  /** One pane at a time. */
  get #single(): boolean {
    return this.#narrow || this.#start.view === "input" || this.#start.view === "output";
  }

  /** Beside the input there is always a result. */
  get #shown(): Pane {
    return this.#single || this.#pane !== "input" ? this.#pane : "output";
  }

  #see(pane: Pane): void {
    if (pane !== "input" || this.#single) this.#pane = pane;
    this.#draw();
  }

  /** The reader selects a tab. */
  #choose(pane: Pane): void {
    clearTimeout(this.#switching);
    if (pane !== "input") this.#chosen = (pane === "problems") !== this.#failed;
    this.#see(pane);
  }

  get #failed(): boolean {
    const { response, trouble } = this.#workbench.session;
    return trouble !== undefined || (response !== undefined && response.exitStatus !== 0);
  }

  /** Problems in place of the output when a run fails, and the output again when it succeeds, unless the reader or the page wants another pane. */
  #suggest(): void {
    clearTimeout(this.#switching);
    const { view } = this.#start;
    if (this.#chosen || this.#shown === "input" || view === "problems") return;
    const pane = this.#failed ? "problems" : "output";
    if (pane === this.#shown) return;
    const show = () => {
      const focused = this.#root.activeElement?.matches(".pane-tab");
      this.#see(pane);
      if (focused) void this.#drawn().then(() => this.focus());
    };
    if (this.#failed && this.#typed) this.#switching = setTimeout(show, PAUSE_MS);
    else show();
  }

  #list(): void {
    this.#see("problems");
    void this.#drawn().then(() => this.#root.querySelector<HTMLElement>(".problems")?.focus());
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.run();
  };

  #answered(): void {
    const { response, trouble, slow } = this.#workbench.session;
    if (slow) return;
    this.#suggest();
    if (trouble) {
      const { kind, message } = trouble;
      this.#place.failed({ kind: kind === "limit" || kind === "stopped" ? kind : "engine", message });
      return;
    }
    if (!response) return;
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => {
      this.#writeLink();
      this.#draw();
    }, 200);
    const { exitStatus, report } = response;
    const files = outputs(response).map((file) => ({ path: file.path, content: contentOf(file) }));
    const problems = diagnosticsOf(response).flatMap(({ severity, code, message, primary }) =>
      severity === "error" || severity === "warning"
        ? [{ severity, code, message, file: primary?.file ?? null, line: primary?.span?.start.line ?? null }]
        : [],
    );
    this.#place.rendered({ exitStatus, report, files, problems });
  }

  #drawn = (): Promise<void> => this.#drawing ?? Promise.resolve();

  /** Once for all changes of one task. */
  #draw(): void {
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = undefined;
      render(this.#template(), this.#box);
      this.#focusKeeper.drawn();
    });
  }

  #template() {
    const label = this.#start.label ?? titleOf(this.#original.work);
    const single = this.#single;
    const lines = linesOf(this.#start.files);
    const { project, session, editor, fileTabs: tabsOfFiles, problemActions } = this.#workbench;
    const problems = wrongIn(session);
    const panes = this.#paneTabs();
    const files = tabsOfFiles();
    const { current } = project;
    const tab = (value: Pane, text: unknown) =>
      html`<button type="button" class="pane-tab" ${spread(panes.getTriggerProps({ value }))}>${text}</button>`;
    const pane = (value: Pane, inside: unknown) =>
      html`<div class="pane ${value}" ${spread(panes.getContentProps({ value }))} tabindex=${value === "problems" ? "0" : "-1"}>${inside}</div>`;
    const bytes = current && binary(current);
    const input = html`
      ${bytes ? html`<p class="note">Binary file, ${bytes.length} bytes.</p>` : nothing}
      <div class="code" ${spread({ ...(current ? files.getContentProps({ value: current.id }) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${editor.view.dom}</div>
    `;
    const fileTabs = html`
      <div class="file-tabs" ${spread({ ...files.getListProps(), "aria-label": "Files" })}>
        ${repeat(
          project.files,
          ({ id }) => id,
          ({ id, path }) => {
            const wrong = this.#wrongIn(path);
            return html`<button type="button" class="file-tab" title=${path} ${spread(files.getTriggerProps({ value: id }))}>${pathName(path)}${wrong > 0 ? html`<span class="mark error-mark"><span class="for-readers">, problems: </span>${wrong}</span>` : nothing}</button>`;
          },
        )}
      </div>
    `;
    return html`
      <div class=${classMap({ embed: true, single, narrow: this.#narrow })} .style=${`--lines: ${lines}`}>
        ${label ? html`<p class="label">${label}</p>` : nothing}
        ${this.#original.problem ? html`<p class="note stale-note" role="alert">${this.#original.problem}</p>` : nothing}
        ${this.#commandBar()}
        <div class="body">
          ${
            single
              ? nothing
              : html`<div class="half" role="group" aria-label="Input" ${spread(files.getRootProps())}>
                <div class="bar">${fileTabs}</div> ${input}
              </div>`
          }
          <div class="half" role="group" aria-label=${single ? "Example" : "Result"} ${spread(panes.getRootProps())}>
            <div class="bar">
              <div class="pane-tabs" ${spread({ ...panes.getListProps(), "aria-label": single ? "Panes" : "Result" })}>
                ${single ? tab("input", "Input") : nothing} ${tab("output", "Output")}
                ${tab("problems", html`Problems${problems > 0 ? html` <span class="count bad">${problems}</span>` : nothing}`)}
              </div>
            </div>
            ${single ? pane("input", html`<div class="inside" ${spread(files.getRootProps())}>${fileTabs} ${input}</div>`) : nothing}
            ${pane("output", this.#workbench.outputPanel({ compact: true, expected: this.#start.expected }))}
            ${pane("problems", problemsIn(session, problemActions))}
          </div>
        </div>
        ${this.#foot()}
        ${this.#explain.render()}
      </div>
    `;
  }

  /** Number of diagnostics of a file. */
  #wrongIn(path: string): number {
    return diagnosticsOf(this.#workbench.session.response).filter(({ primary }) => primary?.file === path).length;
  }

  #commandBar() {
    const { project } = this.#workbench;
    const { commandLine, env } = project;
    if (this.#start.args === null && commandLine === "" && env.length === 0) return nothing;
    const before = command(commandLine);
    const beyond = extended(commandLine);
    const variables = environmentWords(env).map((word) => html`<span class="variable">${word}</span> `);
    return html`
      <div class="command">
        <label class="prompt" for="flags"><span aria-hidden="true">$</span> ${variables}${before}</label>
        <input id="flags" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label="Flags after ${before}" aria-describedby=${beyond ? "not-portable" : nothing} ?readonly=${this.#start.readonly}
          .value=${commandLine} @input=${(event: InputEvent) => project.setCommandLine((event.target as HTMLInputElement).value)} />
        ${beyond ? notPortableHere() : nothing}
      </div>
    `;
  }

  #foot() {
    const { session, notices } = this.#workbench;
    const { slow, response, milliseconds, trouble } = session;
    const { current: notice } = notices;
    const wrong = wrongIn(session) > 0;
    const time = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toString();
    const answered = response && !trouble && !slow;
    return html`
      <div class=${classMap({ foot: true, slow, bad: wrong })}>
        <span class="light" aria-hidden="true"></span>
        <span class="status" role="status">${notice?.text ?? statusText(session)}</span>
        ${notice?.undo ? html`<button type="button" class="quiet" @click=${() => notices.undo()}>Undo</button>` : nothing}
        ${answered && !notice ? html`<span class="time">${time} ms</span>` : nothing}
        ${slow ? html`<button type="button" class="stop" @click=${() => session.stop()}>${icon(Square)} Stop</button>` : nothing}
        ${answered || trouble || slow ? nothing : html`<progress aria-label="Loading the engine"></progress>`}
        <span class="spring"></span>
        ${this.#edited() ? html`<button type="button" class="quiet" title="Discard your changes" @click=${() => this.#reset()}>${icon(RotateCcw)} Reset</button>` : nothing}
        <a class="quiet" href=${this.#link || this.#place.page} target="_blank" rel="noopener" aria-label="Open in the playground" @pointerdown=${this.#freshLink} @click=${this.#freshLink}>${icon(SquareArrowRight)} ${this.#narrow ? "Open" : "Open in the playground"}</a>
      </div>
    `;
  }

  /** Whether there are changes to discard. */
  #edited = (): boolean => !sameWork(this.#original.work, this.#work());

  #reset(): void {
    this.#workbench.project.load(this.#original.work);
    this.#edit();
  }
}

/** The files as the reader left them. Those that are not text cannot have been edited. */
const withEdits = (files: readonly WorkFile[], edited: Files): WorkFile[] =>
  edited.map((file) => files.find(({ path, content }) => path === file.path && typeof content !== "string") ?? file);

/** The initial pane. */
const paneOf = (view: Start["view"]): Pane => (view === "split" ? "output" : view);

/** Shows an embed in a shadow root, in place of what is there, and runs it. */
export async function mount(place: Place): Promise<Mounted> {
  const original = await begin(place.start);
  place.signal.throwIfAborted();
  // Another element of the page may have the focus now.
  const focus = place.focus && (place.root.activeElement !== null || document.activeElement === document.body);
  const unwatch = watchFailures(({ action, error, when }) => place.handled?.({ action, message: String(error), when }));
  let view = new EmbedView(place, original);
  await view.begin();
  if (focus) view.focus();

  /** Editor states contain whether they can be changed, so this needs another view. */
  const replaceView = async (start: Start) => {
    const original = await begin(start);
    place.signal.throwIfAborted();
    const before = view;
    view = new EmbedView({ ...place, start: { ...start, edited: before.files } }, original);
    before.end();
    await view.begin();
  };
  return {
    run: () => view.run(),
    focus: () => view.focus(),
    end: () => {
      unwatch();
      view.end();
    },
    load: (part) =>
      part.readonly === undefined || part.readonly === view.start.readonly
        ? view.load(part)
        : replaceView({ ...view.start, ...part }),
  };
}
