// An embed in use: file tabs, editor, output and problems in the shadow root of its element. The parts are the page's; here they are put together
// for little room. Loaded by loader.ts when somebody runs an embed, and by frame.ts.
import { nothing, render } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { closeCards } from "../codemirror/cards";
import { command } from "../components/command-line";
import { notPortableHere } from "../components/extension-switch";
import type { Places, Target } from "../components/places";
import type { ProblemActions } from "../components/problem-actions";
import { explanation } from "../content/explain-pages";
import { extended } from "../core/extension";
import { editorText } from "../core/line-endings";
import { binary, exact, Project } from "../core/project";
import { environment, sameWork, type Work } from "../core/work";
import { contentOf, outputs } from "../engine/outputs";
import { Session } from "../engine/session";
import type { Fix, Request } from "../engine/types";
import { Editor } from "../features/editor/editor";
import { Rename } from "../features/editor/rename";
import { Explain } from "../features/problems/explain";
import { diagnosticsOf, problemsIn, wrongIn } from "../features/problems/problems";
import { Output } from "../features/result/output";
import { writeLink } from "../formats/link";
import tokens from "../style/tokens.css?inline";
import { html } from "../ui/html";
import { CircleX, icon, RotateCcw, Square, SquareArrowRight } from "../ui/icons";
import { KeptFocus } from "../ui/kept-focus";
import { Notices } from "../ui/notices";
import { pathName } from "../ui/path-name";
import { spread } from "../ui/spread";
import { Widgets } from "../ui/widgets";
import { LineLinks } from "../workbench/line-links";
import { statusText } from "../workbench/status-text";
import style from "./embed.css?inline";
import type { Result } from "./protocol";
import { SharedEngine } from "./shared-engine";
import { linesOf, type Start } from "./start";
import { type Begun, begin, environmentWords } from "./work-of";

/** Below this width the panes are behind tabs. */
const NARROW = 620;
/** An embed runs what its page gives it: less patience than the playground has, because others wait for their turn. */
const LIMIT_MS = 4_000;

const READ_ONLY = "These files cannot be changed here. Open them in the playground.";

type Pane = "input" | "output" | "problems";

export interface Place {
  host: HTMLElement;
  root: ShadowRoot;
  start: Start;
  /** The address of the playground's page. */
  page: string;
  /** Somebody pressed Run, and goes on from there. */
  focus: boolean;
  /** There is a new answer. */
  told?: (result: Result) => void;
  /** Somebody edited a file. */
  changed?: (files: Start["files"]) => void;
}

export interface Mounted {
  run(): void;
  load(start: Partial<Start>): Promise<void>;
  end(): void;
}

let sheets: CSSStyleSheet[] | undefined;
/** The page's tokens are the embed's, too; what the docs page sets on the element comes before them. */
function styles(): CSSStyleSheet[] {
  sheets ??= [tokens.replaceAll(":root", ":host"), style].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}

class View implements Mounted {
  #place: Place;
  #start: Start;
  #root: ShadowRoot;
  /** What is drawn. Not the root itself: Lit remembers what it has drawn there, and another view may have been there before. */
  #box = document.createElement("div");
  #changed = () => this.#draw();
  #project = new Project();
  /** As it was given, for starting over. */
  #given: Begun;
  #engine = new SharedEngine();
  #notices = new Notices(this.#changed);
  #widgets: Widgets;
  #session: Session;
  #sent: ReadonlyMap<string, string> = new Map();
  #editor: Editor;
  #output: Output;
  #links: LineLinks;
  #explain: Explain;
  #rename: Rename;
  #places: Places;
  #problemActions: ProblemActions;
  #pane: Pane;
  #narrow: boolean;
  #drawing: Promise<void> | undefined;
  #observer: ResizeObserver;
  #keptFocus: KeptFocus;
  #fileTabs;
  #outputTabs;
  #paneTabs;
  #link = "";
  #linking: ReturnType<typeof setTimeout> | undefined;

  constructor(place: Place, given: Begun) {
    this.#place = place;
    this.#root = place.root;
    this.#keptFocus = new KeptFocus(place.root, [".trouble button", '.pane-tab[aria-selected="true"]']);
    this.#start = place.start;
    this.#given = given;
    this.#narrow = place.host.clientWidth < NARROW;
    // Before the editors, which add their own.
    place.root.adoptedStyleSheets = styles();
    this.#pane = this.#start.view === "input" ? "input" : "output";
    this.#widgets = new Widgets({ root: () => this.#root, changed: this.#changed, drawn: this.#drawn });
    this.#project.load(given.work);
    this.#session = new Session(
      this.#engine,
      () => this.#request(),
      () => this.#answered(),
      LIMIT_MS,
    );
    this.#places = {
      has: (file) => this.#project.byPath(file) !== undefined,
      goTo: (target) => this.#goTo(target, true),
    };
    this.#explain = new Explain({
      root: () => this.#root,
      changed: this.#changed,
      drawn: () => this.#drawn(),
      openExample: async (code, which) => {
        const page = await explanation(code);
        if (page) this.#open(page[which]);
      },
    });
    this.#problemActions = {
      places: this.#places,
      changed: this.#changed,
      explain: (code) => void this.#explain.open(code),
      fix: (fix) => this.#fix(fix),
    };
    this.#editor = new Editor(
      this.#project,
      this.#root,
      {
        engine: this.#engine,
        request: () => this.#request(),
        file: () => this.#project.current?.path ?? "",
        places: this.#places,
        tell: (text) => this.#notices.tell(text),
        rename: (position) => this.#startRename(position),
        readonly: this.#start.readonly,
      },
      this.#problemActions,
      {
        edited: () => this.#editor.leave(),
        problems: () => this.#list(),
        elsewhere: () => this.#list(),
        fixes: () => false,
        format: () => false,
        rename: () => this.#startRename(),
        pointed: (line) => this.#links?.pointInEditor(line),
        moved: () => this.#links?.cursorMoved(),
        output: () => false,
      },
    );
    this.#output = new Output(this.#root, {
      pointed: (line) => this.#links.pointInOutput(line),
      moved: () => this.#links.cursorMoved(),
      // A click on an output line shows where it is from, beside it; where there is no beside, it only marks.
      toSource: (target, focus) => {
        if (focus || !this.#single) this.#goTo(target, focus);
      },
    });
    this.#links = new LineLinks(
      this.#editor,
      this.#output,
      (file) => !this.#session.stale && this.#sent.get(file) === this.#project.byPath(file)?.content,
      () => {},
    );
    this.#rename = new Rename({
      project: this.#project,
      engine: this.#engine,
      editor: () => this.#editor,
      request: () => this.#request(),
      notices: this.#notices,
      places: this.#places,
    });
    this.#fileTabs = this.#widgets.tabs({
      id: "files",
      value: () => this.#project.open,
      select: (id) => this.#project.select(id),
    });
    this.#outputTabs = this.#widgets.tabs({
      id: "output-files",
      value: () => this.#output.current(this.#session.good)?.path ?? "",
      select: (path) => {
        this.#output.choose(path);
        this.#showOutput();
        this.#draw();
      },
    });
    this.#paneTabs = this.#widgets.tabs({
      id: "panes",
      value: () => this.#shown,
      select: (pane) => this.#see(pane as Pane),
    });
    this.#observer = new ResizeObserver(([entry]) => {
      const narrow = (entry?.contentRect.width ?? 0) < NARROW;
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.#draw();
    });

    this.#project.onChange((change) => {
      if (change !== "open") {
        this.#notices.clear();
        this.#session.edited();
        if (change === "text") place.changed?.(this.#files());
      }
      this.#links.refresh();
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
    this.#session.render();
    await this.#drawn();
    if (this.#place.focus)
      this.#root.querySelector<HTMLElement>('.pane-tab[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  run(): void {
    this.#session.render();
  }

  async load(start: Partial<Start>): Promise<void> {
    const { src, files } = start;
    // What says where the files are from takes the place of what said so before.
    const from = src !== undefined ? { files: [] } : files ? { src: "" } : {};
    this.#start = { ...this.#start, ...from, ...start };
    this.#given = await begin(this.#start);
    if (start.view) this.#pane = start.view === "input" ? "input" : "output";
    this.#open(this.#given.work);
    this.#session.render();
  }

  end(): void {
    this.#observer.disconnect();
    this.#session.stop();
    this.#engine.end();
    this.#editor.view.destroy();
    this.#output.view.destroy();
    this.#root.removeEventListener("keydown", this.#key as EventListener);
    this.#root.replaceChildren();
  }

  #open(work: Work): void {
    this.#project.load(work);
    this.#draw();
  }

  #files = (): Start["files"] => this.#project.files.map(({ path, content }) => ({ path, content }));

  #request(): Request {
    const { files, commandLine, env } = this.#project;
    return { files: files.map(exact), args: commandLine, env: environment(env) };
  }

  /** What is here, as a link to the playground: an example's name while it is one, else all of it. */
  #writeLink(): void {
    const { page, start } = this.#place;
    const { base } = this.#given;
    const work = this.#work();
    const same = base && sameWork(base.work, work);
    this.#link = `${page}#${same ? `example:${base.id}` : writeLink({ ...work, title: work.title || start.label }, base)}`;
  }

  /** The link that is drawn may be older than the last edit. */
  #freshLink = ({ currentTarget }: Event): void => {
    this.#writeLink();
    (currentTarget as HTMLAnchorElement).href = this.#link;
  };

  #work = (): Work => this.#project.save();

  /** One pane at a time. */
  get #single(): boolean {
    return this.#narrow || this.#start.view !== "split";
  }

  /** Beside the input there is always a result. */
  get #shown(): Pane {
    return this.#single || this.#pane !== "input" ? this.#pane : "output";
  }

  #see(pane: Pane): void {
    if (pane !== "input" || this.#single) this.#pane = pane;
    this.#draw();
  }

  #startRename(position?: number): boolean {
    if (!this.#start.readonly) return this.#rename.start(position);
    this.#notices.tell(READ_ONLY);
    return true;
  }

  /** Goes to a place in the input; without `focus` it is only shown. */
  #goTo(target: Target, focus: boolean): void {
    if (focus) this.#see("input");
    void this.#drawn().then(() => this.#editor.reveal(target, focus));
  }

  #list(): boolean {
    this.#see("problems");
    void this.#drawn().then(() => this.#root.querySelector<HTMLElement>(".problems")?.focus());
    return true;
  }

  #fix({ title, edits }: Fix): void {
    if (this.#start.readonly) {
      this.#notices.tell(READ_ONLY);
      return;
    }
    const current = edits.every(({ file }) => this.#sent.get(file) === this.#project.byPath(file)?.content);
    if (!current) return;
    closeCards(this.#editor.view);
    const undo = this.#editor.change(edits, "input.fix");
    this.#notices.tell(`${title}: done.`, undo);
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#session.render();
  };

  #showOutput(): void {
    this.#output.display(this.#session.good);
    this.#links.refresh();
  }

  #answered(): void {
    const { request, response, trouble } = this.#session;
    this.#sent = new Map(request?.files?.map(({ path, content }) => [path, editorText(content ?? "")]));
    this.#editor.display(response, this.#sent);
    this.#showOutput();
    this.#draw();
    if (!response || trouble || this.#session.slow) return;
    clearTimeout(this.#linking);
    this.#linking = setTimeout(() => {
      this.#writeLink();
      this.#draw();
    }, 200);
    const { exitStatus, report } = response;
    const files = outputs(response).map((file) => ({ path: file.path, content: contentOf(file) }));
    this.#place.told?.({ exitStatus, report, files });
  }

  #drawn = (): Promise<void> => this.#drawing ?? Promise.resolve();

  /** Once for all that changes at a time. */
  #draw(): void {
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = undefined;
      render(this.#template(), this.#box);
      this.#keptFocus.drawn();
    });
  }

  #template() {
    const label = this.#start.label || this.#given.work.title;
    const single = this.#single;
    const lines = linesOf(this.#given.work.files.map(({ content }) => ({ content: editorText(content) })));
    const problems = wrongIn(this.#session);
    const panes = this.#paneTabs();
    const files = this.#fileTabs();
    const { current } = this.#project;
    const tab = (value: Pane, text: unknown) =>
      html`<button type="button" class="pane-tab" ${spread(panes.getTriggerProps({ value }))}>${text}</button>`;
    const pane = (value: Pane, inside: unknown) =>
      html`<div class="pane ${value}" ${spread(panes.getContentProps({ value }))} tabindex=${value === "problems" ? "0" : "-1"}>${inside}</div>`;
    const bytes = current && binary(current);
    const input = html`
      ${bytes ? html`<p class="note">${bytes.length} bytes that are not text.</p>` : nothing}
      <div class="code" ${spread({ ...(current ? files.getContentProps({ value: current.id }) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${this.#editor.view.dom}</div>
    `;
    const fileTabs = html`
      <div class="file-tabs" ${spread({ ...files.getListProps(), "aria-label": "Files" })}>
        ${repeat(
          this.#project.files,
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
        ${this.#given.problem ? html`<p class="note stale-note" role="alert">${this.#given.problem}</p>` : nothing}
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
            ${pane("output", this.#outputPane())}
            ${pane("problems", problemsIn(this.#session, this.#problemActions))}
          </div>
        </div>
        ${this.#foot()}
        ${this.#explain.render()}
      </div>
    `;
  }

  /** How many diagnostics are about a file. */
  #wrongIn(path: string): number {
    return diagnosticsOf(this.#session.response).filter(({ primary }) => primary?.file === path).length;
  }

  #commandBar() {
    const { commandLine, env } = this.#project;
    if (this.#start.args === null && commandLine === "" && env.length === 0) return nothing;
    const before = command(commandLine);
    const beyond = extended(commandLine);
    const variables = environmentWords(env).map((word) => html`<span class="variable">${word}</span> `);
    return html`
      <div class="command">
        <label class="prompt" for="flags"><span aria-hidden="true">$</span> ${variables}${before}</label>
        <input id="flags" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label="Flags after ${before}" aria-describedby=${beyond ? "not-portable" : nothing} ?readonly=${this.#start.readonly}
          .value=${commandLine} @input=${(event: InputEvent) => this.#project.setCommandLine((event.target as HTMLInputElement).value)} />
        ${beyond ? notPortableHere() : nothing}
      </div>
    `;
  }

  #outputPane() {
    const session = this.#session;
    const all = outputs(session.good);
    const current = this.#output.current(session.good);
    const tabs = this.#outputTabs();
    const invalid = !session.stale && session.response?.exitStatus !== 0 && session.good === session.response;
    return html`
      <div class="inside output" ${spread(tabs.getRootProps())}>
        ${
          all.length < 2
            ? nothing
            : html`<div class="file-strip" ${spread({ ...tabs.getListProps(), "aria-label": "Output files" })}>
              ${repeat(
                all,
                ({ path }) => path,
                ({ path }) =>
                  html`<button type="button" class="strip-tab" title=${path} ${spread(tabs.getTriggerProps({ value: path }))}>${pathName(path)}</button>`,
              )}
            </div>`
        }
        ${this.#note(all.length, invalid && all.length > 0)}
        <div class=${classMap({ code: true, stale: session.stale, invalid: invalid && all.length > 0, mapped: current?.map.any ?? false })}
          ${spread({ ...(all.length > 1 && current ? tabs.getContentProps({ value: current.path }) : {}), hidden: all.length === 0 })}>${this.#output.view.dom}</div>
      </div>
    `;
  }

  #note(outputs: number, invalid: boolean) {
    const { stale, slow, response, busy, good, trouble } = this.#session;
    const violations = invalid;
    const problems = html`<button type="button" class="explain" @click=${() => this.#list()}>${violations ? "violations" : "problems"}</button>`;
    if (stale)
      return html`<p class="note stale-note">${slow ? "Running …" : html`Last good output, see ${problems}.`}</p>`;
    if (invalid)
      return html`<p class="note violation-note">${icon(CircleX)} <span><strong>Not valid.</strong> ytt would print this without the ${problems}.</span></p>`;
    if (outputs > 0) return nothing;
    if (!response)
      return trouble
        ? html`<p class="note">See ${problems}.</p>`
        : html`<p class="note">${busy ? "Loading the engine …" : ""}</p>`;
    return good
      ? html`<p class="note">ytt ran and wrote nothing.</p>`
      : html`<p class="note">No output yet, see ${problems}.</p>`;
  }

  #foot() {
    const session = this.#session;
    const { slow, response, milliseconds, trouble } = session;
    const { current: notice } = this.#notices;
    const wrong = wrongIn(session) > 0;
    const time = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toString();
    const answered = response && !trouble && !slow;
    return html`
      <div class=${classMap({ foot: true, slow, bad: wrong })}>
        <span class="light" aria-hidden="true"></span>
        <span class="status" role="status">${notice?.text ?? statusText(session)}</span>
        ${notice?.undo ? html`<button type="button" class="quiet" @click=${() => this.#notices.undo()}>Undo</button>` : nothing}
        ${answered && !notice ? html`<span class="time">${time} ms</span>` : nothing}
        ${slow ? html`<button type="button" class="stop" @click=${() => session.stop()}>${icon(Square)} Stop</button>` : nothing}
        <span class="spring"></span>
        ${this.#edited() ? html`<button type="button" class="quiet" title="As it was at first" @click=${() => this.#open(this.#given.work)}>${icon(RotateCcw)} Reset</button>` : nothing}
        <a class="quiet" href=${this.#link || this.#place.page} target="_blank" rel="noopener" aria-label="Open in the playground" @pointerdown=${this.#freshLink} @click=${this.#freshLink}>${icon(SquareArrowRight)} ${this.#narrow ? "Open" : "Open in playground"}</a>
      </div>
    `;
  }

  /** Whether there is something to take back. */
  #edited = (): boolean => !sameWork(this.#given.work, this.#work());
}

/** Brings up an embed in a shadow root, in place of what is there, and runs it. */
export async function mount(place: Place): Promise<Mounted> {
  const view = new View(place, await begin(place.start));
  await view.begin();
  return view;
}
