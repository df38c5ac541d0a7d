// Compares two runs: the current playground, as it was shared, and its variants (flags, environment variables, excluded files). Outputs are shown as a
// diff or as two columns, data values in a table, and violations that only one run has are listed.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { type Places, placeLink } from "../../components/places";
import { plural } from "../../core/plural";
import { exact, type Project } from "../../core/project";
import { environment, type Variant, type Work } from "../../core/work";
import { gaveOutput, knows } from "../../engine/answer";
import type { Engine } from "../../engine/engine";
import { contentOf, isPreview } from "../../engine/outputs";
import type { Session } from "../../engine/session";
import type { Diagnostic, Request, Response } from "../../engine/types";
import { html } from "../../ui/html";
import { ChevronDown, ChevronUp, icon, Plus } from "../../ui/icons";
import { inCode } from "../../ui/in-code";
import type { Notices } from "../../ui/notices";
import { drawn } from "../../ui/part";
import { comparedValues, type SideValues } from "./compared-values";
import type { Comparison, Content, Layout, Side } from "./comparison";
import { FileDiffs } from "./file-diffs";
import { leftOut } from "./left-out";
import { haveSameValues, type Named, type Pair, pairs } from "./pairs";
import { VariantEditor } from "./variant-editor";

/** The parts of the page that a comparison needs. */
export interface Comparable {
  session: Session;
  project: Project;
  /** The open work as it was shared, if it is not the user's own. */
  shared: () => Work | undefined;
  /** The name of the shared work. */
  sharedName: () => string;
  comparison: Comparison;
  notices: Notices;
  places: Places;
  root: ShadowRoot;
}

interface Run {
  title: string;
  response: Response | undefined;
  /** The last response of this side with output, which stays while the input is broken. */
  output: Response | undefined;
  /** The last response of this side with data values. */
  values: Response | undefined;
}

type Column = "left" | "right";

/** An output file of both runs; undefined where a run has none of that name. */
type Texts = [string | undefined, string | undefined];

/** Runs that take longer are reported. */
const SLOW_MS = 300;
/** In narrower panes, a diff is one column. */
const SIDE_BY_SIDE = 620;
/** In narrower panes, one of two whole columns is shown at a time. */
const TWO_COLUMNS = 420;
/** Longer outputs are not compared: a diff would take too long. */
const LONGEST = 400_000;

const CONTENTS: [Content, string][] = [
  ["output", "Output"],
  ["values", "Data values"],
];
const LAYOUTS: [Layout, string][] = [
  ["changes", "Changes"],
  ["beside", "Side by side"],
];

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** The state that adding variants changes. */
interface State {
  variants: readonly Variant[];
  left: Side;
  right: Side;
  layout: Layout;
}

/** The run that does not have an output file; undefined if both have it. */
function missing(left: Run, right: Run, one: string | undefined, other: string | undefined): string | undefined {
  if (one !== undefined && other !== undefined) return undefined;
  const [without, having] = one === undefined ? [left, right] : [right, left];
  const hasFailed = without.output && !gaveOutput(without.output);
  return hasFailed ? `${without.title} has no output, because it fails` : `only in ${having.title}`;
}

/** The output files of both runs by their paths. */
function textsOf(left: Response, right: Response): ReadonlyMap<string, Texts> {
  const outputs = new Map<string, Texts>();
  for (const file of left.files) outputs.set(file.path, [contentOf(file), undefined]);
  for (const file of right.files) outputs.set(file.path, [outputs.get(file.path)?.[0], contentOf(file)]);
  // `-o` and inspections print, and write no files.
  if (outputs.size === 0 && (left.stdout || right.stdout))
    outputs.set("standard output", [left.stdout ?? "", right.stdout ?? ""]);
  return outputs;
}

function valuesOf({ title, values }: Run): SideValues {
  const all = values ? [{ name: "", values: values.values }, ...values.libraries] : [];
  const trees = all.flatMap(({ name, values }) => {
    const root = values.now();
    return root ? [{ name, root }] : [];
  });
  return { title, trees };
}

/** Buttons of which one is pressed. */
const switchOf = <T>(label: string, all: [T, string][], now: T, choose: (choice: T) => void) => html`
  <span class="switch" role="group" aria-label=${label}>
    ${all.map(([choice, text]) => html`<button type="button" class="quiet" aria-pressed=${choice === now ? "true" : "false"} @click=${() => choose(choice)}>${text}</button>`)}
  </span>
`;

export class Compare {
  readonly #runs = signal<[Run, Run] | undefined>(undefined);
  readonly #slow = signal(false);
  /** The index of the variant that is edited. */
  readonly #editing = signal<number | undefined>(undefined);
  /** The output file that is shown in two columns, and the column that is shown where there is space for one only. */
  readonly #file = signal("");
  readonly #column = signal<Column>("left");
  /** The pane is wide enough for a diff with two columns, and for two whole columns. */
  readonly #beside = signal(true);
  readonly #both = signal(true);
  #of: Comparable;
  /** The last responses with output, by the titles of their sides, of the work with this number. */
  #outputs = new Map<string, Response>();
  #values = new Map<string, Response>();
  #outputsOf = 0;
  /** Identifies the inputs of the runs, so that the same ones do not run again. */
  #inputs = "";
  /** The latest run. */
  #running = new AbortController();
  #engine: Engine;
  #variantEditor = new VariantEditor();
  #diffs: FileDiffs;

  constructor(engine: Engine, of: Comparable) {
    this.#engine = engine;
    this.#of = of;
    this.#diffs = new FileDiffs(of.root);
  }

  /** The selectable sides, with titles. */
  get #sides(): { side: Side; title: string }[] {
    const { project, shared, sharedName } = this.#of;
    return [
      { side: "now", title: "Current" },
      ...(shared() ? [{ side: "shared" as const, title: capitalized(sharedName()) }] : []),
      ...project.variants.map(({ name }, at) => ({ side: at, title: name || `Variant ${at + 1}` })),
    ];
  }

  /** The compared sides: the selected ones, if they still exist. */
  get #pair(): [Side, Side] {
    const there = this.#sides.map(({ side }) => side);
    const left = there.includes(this.#of.comparison.left.value) ? this.#of.comparison.left.value : "now";
    const right = there.includes(this.#of.comparison.right.value)
      ? this.#of.comparison.right.value
      : (there.find((side) => side !== left) ?? "now");
    return [left, right];
  }

  #request(side: Side): Request {
    const { project, session, shared } = this.#of;
    const part = { limits: session.limits };
    const files = project.files.map(exact);
    if (side === "shared") {
      const work = shared();
      if (work) return { files: work.files, args: work.commandLine, env: environment(work.env), ...part };
    }
    const variant = typeof side === "number" ? project.variants[side] : undefined;
    if (!variant) return { files, args: project.commandLine, env: environment(project.env), ...part };
    return {
      files: files.filter(({ path }) => !variant.without.includes(path)),
      args: leftOut(variant.commandLine, variant.without).line,
      env: environment(variant.env),
      ...part,
    };
  }

  /** Runs again after a change of the files, the flags or the selection. */
  async refresh(): Promise<void> {
    const pair = this.#pair;
    const titleOf = (side: Side) => this.#sides.find((each) => each.side === side)?.title ?? "";
    const requests = pair.map((side) => this.#request(side));
    const inputs = JSON.stringify([pair, pair.map(titleOf), requests], (_, value) =>
      value instanceof Uint8Array ? [...value] : value,
    );
    if (inputs === this.#inputs) return;
    this.#inputs = inputs;
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const slow = setTimeout(() => {
      this.#slow.value = true;
    }, SLOW_MS);
    const responses: (Response | undefined)[] = [];
    for (const request of requests) if (!signal.aborted) responses.push(await this.#engine.render(request, signal));
    clearTimeout(slow);
    if (signal.aborted) return;
    this.#slow.value = false;
    const run = (side: Side, response: Response | undefined): Run => {
      const title = titleOf(side);
      if (response && gaveOutput(response)) this.#outputs.set(title, response);
      if (response && knows(response, "values")) this.#values.set(title, response);
      return {
        ...{ title, response },
        output: this.#outputs.get(title) ?? response,
        values: this.#values.get(title) ?? response,
      };
    };
    const { workNumber } = this.#of.session;
    if (workNumber !== this.#outputsOf) {
      this.#outputs.clear();
      this.#values.clear();
    }
    this.#outputsOf = workNumber;
    this.#runs.value = [run(pair[0], responses[0]), run(pair[1], responses[1])];
    // Without an answer, the next run asks again.
    if (responses.includes(undefined)) this.#inputs = "";
  }

  #add(): void {
    const { project } = this.#of;
    const { commandLine, env, variants } = project;
    const before = this.#state;
    const at = variants.length;
    const name =
      ["production", "staging", "test"].find((name) => !this.#isTaken(name)) ?? this.#unused("variant", at + 1);
    project.setVariants([...variants, { name, commandLine, env: structuredClone([...env]), without: [] }]);
    this.#of.comparison.right.value = at;
    this.#editing.value = at;
    this.#added(before);
    void this.refresh();
    const { root } = this.#of;
    void drawn().then(() => {
      root.querySelector<HTMLInputElement>(".variant-editor input")?.select();
    });
  }

  /** Whether a run has this name, other than the variant with this index. */
  #isTaken = (name: string, at?: number): boolean =>
    this.#sides.some(({ side, title }) => side !== at && title.toLowerCase() === name.toLowerCase());

  #unused(name: string, number = 1): string {
    const tried = number > 1 ? `${name} ${number}` : name;
    return this.#isTaken(tried) ? this.#unused(name, number + 1) : tried;
  }

  /** The variants and the choices of the comparison. */
  get #state(): State {
    const { project, comparison } = this.#of;
    const [left, right] = this.#pair;
    return { variants: project.variants, left, right, layout: comparison.layout.value };
  }

  /** Reports the variants that there are since `before`. */
  #added({ variants, left, right, layout }: State): void {
    const { project, comparison, notices } = this.#of;
    const names = project.variants.slice(variants.length).map(({ name }) => name);
    if (names.length === 0) return;
    notices.report(`Added the ${names.length === 1 ? "variant" : "variants"} ${names.join(" and ")}.`, () => {
      project.setVariants(variants);
      comparison.left.value = left;
      comparison.right.value = right;
      comparison.layout.value = layout;
      this.#editing.value = undefined;
      void this.refresh();
    });
  }

  /** Pairs of values files that are not compared yet. */
  get #pairs(): Pair[] {
    const [left, right] = this.#pair;
    return this.#allPairs.filter(([one, other]) => this.#find(one) !== left || this.#find(other) !== right);
  }

  get #allPairs(): Pair[] {
    const { project, session } = this.#of;
    const inputs = session.response?.inputs ?? [];
    const kindOf = (path: string) => inputs.find((input) => input.path === path)?.kind;
    return pairs(
      project.commandLine,
      project.files.map(({ path, content }) => ({ path, content, kind: kindOf(path) })),
    );
  }

  /** Compares two values files, if they are a pair. */
  compareFiles(one: string, other: string): void {
    const paths = [one, other];
    const pair = this.#allPairs.find(([a, b]) => paths.includes(a.path) && paths.includes(b.path));
    if (pair) this.#comparePair(pair);
  }

  /** Compares two values files: each is a variant, which is added unless there is one. */
  #comparePair([left, right]: Pair): void {
    const before = this.#state;
    this.#of.comparison.layout.value = "beside";
    this.#of.comparison.left.value = this.#variantFor(left);
    this.#of.comparison.right.value = this.#variantFor(right);
    this.#editing.value = undefined;
    this.#added(before);
    void this.refresh();
  }

  /** The index of the variant that has the same data values, perhaps with a number in its name, or -1. */
  #find(named: Named): number {
    return this.#of.project.variants.findIndex((one) => one.name.startsWith(named.name) && haveSameValues(one, named));
  }

  #variantFor(named: Named): number {
    const { project } = this.#of;
    const at = this.#find(named);
    if (at >= 0) return at;
    const { commandLine, without } = named;
    const name = this.#unused(named.name);
    const env = structuredClone([...project.env]);
    project.setVariants([...project.variants, { name, commandLine, env, without: [...without] }]);
    return project.variants.length - 1;
  }

  #pairButtons() {
    return this.#pairs.map(
      (pair) =>
        html`<button type="button" class="quiet bordered" aria-label="${pair[0].name} | ${pair[1].name}: compare ${pair[0].path} with ${pair[1].path}" title="Compare ${pair[0].path} with ${pair[1].path}" @click=${() => this.#comparePair(pair)}>${pair[0].name} | ${pair[1].name}</button>`,
    );
  }

  #change(at: number, variant: Variant | undefined): void {
    const { project } = this.#of;
    const before = project.variants;
    project.setVariants(before.flatMap((each, index) => (index !== at ? [each] : variant ? [variant] : [])));
    if (!variant) {
      this.#editing.value = undefined;
      this.#of.notices.report(`Deleted the variant ${before[at]?.name}.`, () => {
        project.setVariants(before);
        void this.refresh();
      });
    }
    void this.refresh();
  }

  panel() {
    const sides = this.#sides;
    if (sides.length < 2) return this.#nothing();
    const [left, right] = this.#pair;
    const runs = this.#runs.value;
    const editing = this.#editing.value;
    const choice = (label: string, now: Side, choose: (side: Side) => void) => html`
      <select aria-label=${label} @change=${(event: Event) => {
        const side = sides[(event.target as HTMLSelectElement).selectedIndex]?.side;
        if (side !== undefined) choose(side);
        void this.refresh();
      }}>${sides.map(({ side, title }) => html`<option ?selected=${side === now}>${title}</option>`)}</select>
    `;
    const variants = new Set([left, right].filter((side) => typeof side === "number"));
    const edited = editing !== undefined && variants.has(editing) ? editing : undefined;
    return html`
      <div class="compare-pane">
        <div class="compare-bar">
          ${choice("Compare", left, (side) => {
            this.#of.comparison.left.value = side;
          })}
          <span>with</span>
          ${choice("Compare with", right, (side) => {
            this.#of.comparison.right.value = side;
          })}
          ${[...variants].map((at) => {
            const isEdited = at === edited;
            return html`<button type="button" class="quiet" aria-expanded=${isEdited ? "true" : "false"} aria-controls="variant-editor" @click=${() => {
              this.#editing.value = isEdited ? undefined : at;
            }}>${icon(isEdited ? ChevronUp : ChevronDown)} Edit ${sides.find(({ side }) => side === at)?.title}</button>`;
          })}
          <button type="button" class="quiet" @click=${() => this.#add()}>${icon(Plus)} Add variant</button>
          ${this.#pairButtons()}
          <span class="compare-running" role="status">${runs && this.#slow.value ? "Running…" : ""}</span>
          <span class="compare-views">
            ${switchOf("What is compared", CONTENTS, this.#of.comparison.content.value, (content) => {
              this.#of.comparison.content.value = content;
            })}
            ${switchOf("How it is shown", LAYOUTS, this.#of.comparison.layout.value, (layout) => {
              this.#of.comparison.layout.value = layout;
            })}
          </span>
        </div>
        ${edited === undefined ? nothing : this.#editor(edited)}
        ${runs ? this.#result(runs) : html`<p class="note">Running…</p>`}
      </div>
    `;
  }

  #nothing() {
    return html`
      <div class="compare-pane">
        <p class="note">Compare with other flags, variables or files, for example dev and production.</p>
        <div class="actions">${this.#pairButtons()}<button type="button" class="quiet bordered" @click=${() => this.#add()}>${icon(Plus)} Add variant</button></div>
      </div>
    `;
  }

  #editor(at: number) {
    const variant = this.#of.project.variants[at];
    if (!variant) return nothing;
    return this.#variantEditor.render(
      variant,
      this.#of.project.files.map(({ path }) => path),
      (name) => this.#isTaken(name, at),
      (changed) => this.#change(at, changed),
    );
  }

  #result([left, right]: [Run, Run]) {
    if (!left.response || !right.response || !left.output || !right.output)
      return html`<p class="note">One run was stopped. Run again with Ctrl Enter.</p>`;
    const { comparison, places } = this.#of;
    const content = comparison.content.value;
    const whole = comparison.layout.value === "beside";
    const shown = content === "output" && whole && !this.#both.value ? this.#column.value : "both";
    // A run that failed shows its former output, dimmed.
    const isStale = (run: Run) => run[content] !== run.response;
    const [staleLeft, staleRight] = [isStale(left), isStale(right)];
    const columns = {
      columns: true,
      whole,
      "stale-left": staleLeft,
      "stale-right": staleRight,
      [`only-${shown}`]: true,
    };
    const choose = ({ title }: Run, column: Column) =>
      html`<button type="button" aria-pressed=${shown === column ? "true" : "false"} title="Show the output of ${title}" @click=${() => {
        this.#column.value = column;
      }}>${title}</button>`;
    return html`
      ${shown === "both" ? nothing : html`<div class="switch column-switch" role="group" aria-label="The run that is shown">${choose(left, "left")}${choose(right, "right")}</div>`}
      <div class="compare-verdicts" tabindex="0" role="group" aria-label="Compared runs">
        ${shown === "right" ? nothing : this.#verdict(left, right, staleLeft)}
        ${shown === "left" ? nothing : this.#verdict(right, left, staleRight)}
      </div>
      <div class=${classMap(columns)}>${
        content === "values"
          ? comparedValues(valuesOf(left), valuesOf(right), !whole, places)
          : this.#outputFiles(left, right, textsOf(left.output, right.output), whole)
      }</div>
    `;
  }

  /** `whole`: one file with all lines. Otherwise the changes in all files. */
  #outputFiles(left: Run, right: Run, outputs: ReadonlyMap<string, Texts>, whole: boolean) {
    const all = [...outputs];
    const first = all.find(([, [one, other]]) => one !== other) ?? all[0];
    if (!first) return html`<p class="note">Neither run produced output.</p>`;
    const below = !whole && !this.#beside.value;
    const state = ([one, other]: Texts) =>
      missing(left, right, one, other) ??
      (one === other ? "identical" : below ? `differs (top: ${left.title}, bottom: ${right.title})` : "differs");
    const chosen = outputs.has(this.#file.value) ? this.#file.value : first[0];
    const files = whole ? all.filter(([path]) => path === chosen) : all;
    this.#diffs.keep(files.map(([path]) => path));
    const choice = () => html`
      <select aria-label="Output file" @change=${(event: Event) => {
        this.#file.value = all[(event.target as HTMLSelectElement).selectedIndex]?.[0] ?? "";
      }}>${all.map(([path, texts]) => html`<option ?selected=${path === chosen}>${path} (${state(texts)})</option>`)}</select>
    `;
    return files.map(([path, texts]) => {
      const [one = "", other = ""] = texts;
      const same = texts[0] === texts[1];
      return html`
        <section class="compared" aria-label=${path}>
          <h2>${whole && all.length > 1 ? choice() : html`${path} <span class=${same ? "same" : "differs"}>${state(texts)}</span>`}</h2>
          ${
            same && !whole
              ? nothing
              : one.length + other.length > LONGEST
                ? html`<p class="note">Too long for a diff.</p>`
                : this.#diffs.show(
                    path,
                    { title: left.title, text: one },
                    { title: right.title, text: other },
                    below ? "below" : whole ? "whole" : "beside",
                  )
          }
        </section>
      `;
    });
  }

  /** The status of a run, and the problems that only it has. */
  #verdict({ title, response }: Run, other: Run, isStale: boolean) {
    if (!response) return nothing;
    const said = ({ path, message }: Diagnostic) => (path ? `${path}: ${message}` : message);
    const others = other.response?.diagnostics.map(said) ?? [];
    const own = response.diagnostics;
    const only = own.filter((one) => !others.includes(said(one)));
    const wrong = own.length === 0 ? "no problems" : plural(own.length, "problem");
    const here = only.length === 0 ? "" : only.length === own.length ? ", only here:" : `, ${only.length} only here:`;
    return html`
      <section aria-label=${title}>
        <h2>${title}</h2>
        <p class=${response.exitStatus === 0 ? "" : "bad"}>${response.exitStatus === 0 ? "Succeeds" : "Fails"}: ${wrong}${here}</p>
        ${only.length > 0 ? html`<ul>${only.map((one) => html`<li>${inCode(one.headline)} ${one.primary ? placeLink(one.primary, one.path ?? "Problem", this.#of.places) : nothing}</li>`)}</ul>` : nothing}
        ${!isStale && isPreview(response) ? html`<p class="stale-note">Preview: ytt prints nothing until this is fixed.</p>` : nothing}
        ${isStale ? html`<p class="stale-note">Showing its previous ${this.#of.comparison.content.value === "values" ? "data values" : "output"}.</p>` : nothing}
      </section>
    `;
  }

  /** Follows the width of the pane. */
  watch(element: Element): void {
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width } = entry.contentRect;
      this.#beside.value = width >= SIDE_BY_SIDE;
      this.#both.value = width >= TWO_COLUMNS;
    }).observe(element);
  }
}
