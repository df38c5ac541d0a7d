// An embed in use: file tabs, editor, output and problems in the shadow root of its element. The parts are the page's; here they are arranged in
// little space.
import { computed, effect, signal } from "@preact/signals-core";
import { nothing, render } from "lit";
import { WRAPS_BELOW } from "../codemirror/line-wrap";
import { fitUnmeasured, measureNow } from "../codemirror/measured";
import { explanation } from "../content/explain-pages";
import { sameWork, type Work, type WorkFile } from "../core/work";
import { contentOf, outputs } from "../engine/outputs";
import { Rename } from "../features/editor/rename";
import { Explain } from "../features/problems/explain";
import { diagnosticsOf } from "../features/problems/problems";
import { writeLink } from "../formats/link";
import { FocusKeeper } from "../ui/focus-keeper";
import { html } from "../ui/html";
import { afterRender, drawn, part } from "../ui/part";
import { Tabs } from "../ui/tabs";
import { Model } from "../workbench/model";
import type { View as Pane } from "../workbench/panes";
import { Workbench } from "../workbench/workbench";
import type { Place } from "./contract";
import { foot } from "./foot";
import { layout } from "./layout";
import { SharedEngine } from "./shared-engine";
import { type Files, levelIn, type Start } from "./start";
import { styles } from "./view-styles";
import { asDeclared, type Begun, begin } from "./work-of";

/** Below this width the panes are behind tabs. */
const NARROW = 620;
/** Shorter than the playground's limit, because other embeds wait for their turn. */
const LIMIT_MS = 4_000;

export class EmbedView {
  #place: Place;
  readonly #start;
  #root: ShadowRoot;
  /** The container that Lit renders into. Not the root itself, for which Lit would remember what another view has rendered. */
  #box = document.createElement("div");
  /** The initial work, for Reset. */
  readonly #original;
  #workbench: Workbench;
  #explain: Explain;
  #rename: Rename;
  readonly #pane;
  /** The reader preferred another pane of the result to the one that the run suggests. */
  #chosen = false;
  #loads = 0;
  readonly #narrow;
  /** The width of the element, in px. */
  readonly #width;
  readonly #level;
  #endKeeper: () => void;
  #endWrapping: () => void;
  #observer: ResizeObserver;
  #focusKeeper: FocusKeeper;
  #paneTabs: Tabs;
  readonly #link = signal("");
  #linking: ReturnType<typeof setTimeout> | undefined;

  constructor(place: Place, original: Begun) {
    this.#place = place;
    this.#root = place.root;
    this.#focusKeeper = new FocusKeeper(place.root, [".trouble button", '.pane-tab[aria-selected="true"]']);
    this.#start = signal(place.start);
    this.#original = signal(original);
    this.#width = signal(place.host.clientWidth);
    this.#narrow = computed(() => this.#width.value < NARROW);
    this.#level = levelIn(place.host);
    // Before the editors add their own.
    place.root.adoptedStyleSheets = [...styles(), ...place.sheets];
    this.#pane = signal(paneOf(place.start.view));
    const root = () => this.#root;
    const single = () => this.#single;
    const stacked = () => this.#stacked;
    this.#workbench = new Workbench({
      root: place.root,
      model: new Model(new SharedEngine(), LIMIT_MS),
      panes: {
        // A click on a line of the output must not scroll the page to a stacked file.
        get inputBesideOutput() {
          return !single() && !stacked();
        },
        show: (view) => this.#see(view),
        showOutput: () => this.#see("output"),
      },
      readonly: this.#start.value.readonly,
      arrangement: () => (this.#stacked ? "all" : "one"),
      answered: () => this.#answered(),
      listProblems: () => this.#list(),
      explain: (code) => void this.#explain.open(code),
      rename: (position) => void this.#rename.start(position),
    });
    const { project, notices, links } = this.#workbench;
    project.load(original.work);
    if (this.#start.value.edited)
      project.load({ ...original.work, files: withEdits(original.work.files, this.#start.value.edited) });
    this.#explain = new Explain((code, which) => void this.#openExample(code, which));
    this.#rename = new Rename(this.#workbench);
    this.#paneTabs = new Tabs({
      id: "panes",
      root,
      value: () => this.#shown,
      select: (pane) => this.#choose(pane as Pane),
    });
    this.#observer = new ResizeObserver(([entry]) => {
      this.#width.value = entry?.contentRect.width ?? 0;
    });

    this.#workbench.output.wrap(true);
    this.#endWrapping = effect(() => this.#workbench.editor.wrap(this.#wraps));
    project.onChange((change) => {
      if (change !== "open") {
        notices.clear();
        this.#workbench.session.edited();
        if (change === "text") {
          this.#edit();
          this.#fit();
        }
      }
      links.refresh();
    });
    this.#box.className = "box";
    this.#root.replaceChildren(this.#box);
    this.#root.addEventListener("keydown", this.#key as EventListener);
    for (const type of ["pointerdown", "focusin"]) this.#box.addEventListener(type, this.#fit);
    this.#endKeeper = afterRender(() => this.#focusKeeper.drawn());
    render(html`${part("embed", () => this.#template())}`, this.#box);
  }

  async #openExample(code: string, which: "wrong" | "right"): Promise<void> {
    const page = await explanation(code);
    if (page) this.#workbench.project.load(page[which]);
  }

  async begin(): Promise<void> {
    await this.#measured();
    this.#observer.observe(this.#place.host);
    this.run();
    await drawn();
    if (this.#original.value.problem) this.#place.failed({ kind: "src", message: this.#original.value.problem });
  }

  /** The content below an editor of the height of its text must not move when CodeMirror measures its lines. */
  async #measured(): Promise<void> {
    await drawn();
    if (this.#stacked) for (const view of this.#workbench.editor.views) measureNow(view);
    this.#fit();
  }

  /** Also before the reader edits or folds something in an editor that is measured by now. */
  #fit = (): void => {
    for (const view of this.#workbench.editor.views) {
      if (this.#stacked) fitUnmeasured(view);
      else view.dom.style.minHeight = "";
    }
  };

  focus(): void {
    this.#root.querySelector<HTMLElement>('.pane-tab[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  get start(): Start {
    return this.#start.value;
  }

  get files() {
    return this.#workbench.project.files.map(({ path, content }) => ({ path, content }));
  }

  run(): void {
    this.#chosen = false;
    this.#workbench.session.render();
  }

  /** Replaces the named parts, and keeps the reader's edits of the rest. */
  async load(part: Partial<Start>): Promise<void> {
    const { src, files, args, env, active, view } = part;
    // Files replace an address, and the other way round.
    const from = src ? { files: [] } : files ? { src: "" } : {};
    const { edited: _, expected, ...before } = this.#start.value;
    // Expectations about other files or flags do not apply to these.
    const same = [src, files, args, env].every((changed) => changed === undefined);
    this.#start.value = { ...before, ...(same && expected ? { expected } : {}), ...part, ...from };
    const { project } = this.#workbench;
    if (files || src !== undefined) {
      const load = ++this.#loads;
      const original = await begin(this.#start.value);
      // Another one, or the end, has overtaken it.
      if (load !== this.#loads) return;
      this.#original.value = original;
      project.load(this.#original.value.work);
      if (this.#original.value.problem) this.#place.failed({ kind: "src", message: this.#original.value.problem });
    } else {
      if (args !== undefined || env !== undefined) {
        const work = asDeclared(this.#original.value.work, this.#start.value);
        this.#original.value = { ...this.#original.value, work };
        project.setCommandLine(work.commandLine);
        project.setEnv(work.env);
      }
      const file = active ? project.byPath(active) : undefined;
      if (file) project.select(file.id);
    }
    if (view) this.#pane.value = paneOf(view);
    this.run();
    await this.#measured();
  }

  end(): void {
    this.#loads++;
    this.#observer.disconnect();
    clearTimeout(this.#linking);
    this.#workbench.end();
    this.#focusKeeper.end();
    this.#endKeeper();
    this.#endWrapping();
    render(nothing, this.#box);
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
    const { base } = this.#original.value;
    const work = this.#work();
    const same = base && sameWork(base.work, work);
    this.#link.value = `${page}#${same ? `example:${base.id}` : writeLink({ ...work, title: work.title || (start.label ?? "") }, base)}`;
  }

  /** The rendered link may be older than the last edit. */
  #freshLink = ({ currentTarget }: Event): void => {
    this.#writeLink();
    (currentTarget as HTMLAnchorElement).href = this.#link.value;
  };

  #work = (): Work => this.#workbench.project.save();

  /** All files, and the result. */
  get #stacked(): boolean {
    return this.#start.value.view === "stacked";
  }

  /** One pane at a time. */
  get #single(): boolean {
    const { view } = this.#start.value;
    return view !== "stacked" && (this.#narrow.value || view === "input" || view === "output");
  }

  /** Whether long lines wrap, as in narrow editors of the page. Stacked files have a line for each line of their text, before and after Run. */
  get #wraps(): boolean {
    return !this.#stacked && (this.#single ? this.#width.value : this.#width.value / 2) < WRAPS_BELOW;
  }

  /** Beside the input there is always a result. */
  get #shown(): Pane {
    return this.#single || this.#pane.value !== "input" ? this.#pane.value : "output";
  }

  #see(pane: Pane): void {
    if (pane !== "input" || this.#single) this.#pane.value = pane;
  }

  /** The reader selects a tab. */
  #choose(pane: Pane): void {
    if (pane !== "input") this.#chosen = (pane === "problems") !== this.#failed;
    this.#see(pane);
  }

  get #failed(): boolean {
    const { response, trouble } = this.#workbench.session;
    return trouble !== undefined || (response !== undefined && response.exitStatus !== 0);
  }

  /** Problems in place of the output when a run fails, and the output again when it succeeds, unless the reader or the page wants another pane. */
  #suggest(): void {
    const { view } = this.#start.value;
    if (this.#chosen || this.#shown === "input" || view === "problems") return;
    const pane = this.#failed ? "problems" : "output";
    if (pane === this.#shown) return;
    const focused = this.#root.activeElement?.matches(".pane-tab");
    this.#see(pane);
    if (focused) void drawn().then(() => this.focus());
  }

  #list(): void {
    this.#see("problems");
    void drawn().then(() => this.#root.querySelector<HTMLElement>(".problems")?.focus());
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
    }, 200);
    const { exitStatus, report } = response;
    const files = outputs(response).map((file) => ({ path: file.path, content: contentOf(file) }));
    const problems = diagnosticsOf(response).flatMap(({ severity, code, message, primary }) =>
      severity === "error" || severity === "warning"
        ? [{ severity, code, message, file: primary?.file ?? null, line: primary?.span?.start.line ?? null }]
        : [],
    );
    this.#place.rendered({ exitStatus, report, files, problems });
    const { expected } = this.#start.value;
    const actual = response.stdout || files.map(({ content }) => content).join("---\n");
    if (expected && !this.#edited() && expected.trimEnd() !== actual.trimEnd())
      this.#place.mismatched({ expected, actual });
  }

  #template() {
    const { session, notices } = this.#workbench;
    return layout({
      start: this.#start.value,
      original: this.#original.value,
      workbench: this.#workbench,
      panes: this.#paneTabs,
      level: this.#level,
      stacked: this.#stacked,
      single: this.#single,
      narrow: this.#narrow.value,
      foot: foot({
        session,
        notices,
        narrow: this.#narrow.value,
        edited: this.#edited(),
        reset: () => this.#reset(),
        href: this.#link.value || this.#place.page,
        freshLink: this.#freshLink,
      }),
      explanation: this.#explain.render(),
    });
  }

  /** Whether there are changes to discard. */
  #edited = (): boolean => !sameWork(this.#original.value.work, this.#work());

  #reset(): void {
    this.#workbench.project.load(this.#original.value.work);
    void this.#measured();
    this.#edit();
  }
}

/** The files as the reader left them. Those that are not text cannot have been edited. */
const withEdits = (files: readonly WorkFile[], edited: Files): WorkFile[] =>
  edited.map((file) => files.find(({ path, content }) => path === file.path && typeof content !== "string") ?? file);

/** The initial pane. */
const paneOf = (view: Start["view"]): Pane => (view === "split" || view === "stacked" ? "output" : view);
