// Lints: input that ytt accepts and that is probably a mistake. Requested after each render; shown below the problems and as underlines; each kind
// can be disabled. They never affect the exit status.
import { computed, signal } from "@preact/signals-core";
import { nothing } from "lit";
import { placeLink, placeText } from "../../components/places";
import { explainButton, explainCode, fixButtons, type ProblemActions } from "../../components/problem-actions";
import { headline, headlineText } from "../../components/problem-text";
import { relatedLinks } from "../../components/related-places";
import { editorText } from "../../core/line-endings";
import type { Engine } from "../../engine/engine";
import type { Lints as Answer, Diagnostic, Request } from "../../engine/types";
import { html } from "../../ui/html";
import { ChevronDown, Info, icon, TriangleAlert } from "../../ui/icons";
import { listGap, windowed } from "../../ui/windowed";
import { besides, ExampleLints } from "./example-lints";
import { withEnvironment } from "./other-environments";
import type { Further } from "./problems";

/** A pause, so that renders come first, and that suggestions do not come and go while the user types. */
const PAUSE_MS = 600;

/** The user's preferences. */
export interface LintPreferences {
  /** Codes of disabled kinds. */
  readonly lintsOff: readonly string[];
  disableLints(codes: Iterable<string>): void;
}

export class Lints {
  /** The latest answer, and the texts that it is about. */
  readonly #answer = signal<Answer & { texts: ReadonlyMap<string, string> }>({
    diagnostics: [],
    kinds: [],
    texts: new Map(),
  });
  readonly #rulesShown = signal(false);
  readonly #isExpanded = signal(false);
  /** Does not change with other preferences. */
  readonly #off = computed(() => this.#preferences.lintsOff);
  readonly #enabled = computed(() =>
    this.#answer.value.diagnostics.filter(({ code }) => !this.#off.value.includes(code)),
  );
  #engine: Engine;
  #preferences: LintPreferences;
  /** The id of the example that the work began as. */
  #example: () => string;
  #ofExample = new ExampleLints((request) => this.#ask(request));
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** The latest question. */
  #asked = new AbortController();

  constructor(engine: Engine, preferences: LintPreferences, example: () => string) {
    this.#example = example;
    this.#engine = engine;
    this.#preferences = preferences;
  }

  /** Codes of disabled kinds. */
  get off(): readonly string[] {
    return this.#off.value;
  }

  /** Called with the request of the latest response, and its problems. */
  rendered(request: Request | undefined, problems: readonly Diagnostic[] = []): void {
    clearTimeout(this.#pause);
    if (!request) return;
    // Lints of older texts are not used.
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#pause = setTimeout(async () => {
      const answer = await this.#ask(request, signal);
      if (!answer) return;
      const ofExample = await this.#ofExample.of(this.#example());
      if (signal.aborted) return;
      const texts = new Map(request.files?.map(({ path, content }) => [path, String(content)]));
      const others = besides(answer.diagnostics, ofExample).filter((lint) => !problems.some(repairs(lint)));
      const diagnostics = others.map(withEnvironment);
      this.#answer.value = { ...answer, diagnostics, texts };
    }, PAUSE_MS);
  }

  #ask(request: Request, signal?: AbortSignal): Promise<Answer | undefined> {
    return this.#engine.ask({ kind: "lint", request }, signal);
  }

  /** Whether the list of rules is expanded. */
  get rulesShown(): boolean {
    return this.#rulesShown.value;
  }

  showRules(shown: boolean): void {
    this.#rulesShown.value = shown;
  }

  /** Whether the suggestions below problems are expanded. */
  get isExpanded(): boolean {
    return this.#isExpanded.value;
  }

  expand(expanded: boolean): void {
    this.#isExpanded.value = expanded;
  }

  /** The text that a lint is about. */
  textAt({ primary }: Diagnostic): string {
    const text = editorText(this.#answer.value.texts.get(primary?.file ?? "") ?? "");
    return primary?.span ? text.slice(primary.span.start.offset, primary.span.end.offset) : "";
  }

  get kinds(): Answer["kinds"] {
    return this.#answer.value.kinds;
  }

  /** Enabled lints of the latest answer. */
  get enabled(): readonly Diagnostic[] {
    return this.#enabled.value;
  }

  /** Enabled lints, in files that have not changed since. */
  current(texts: ReadonlyMap<string, string>): Diagnostic[] {
    const about = this.#answer.value.texts;
    return this.enabled.filter(({ primary }) => {
      const file = primary?.file ?? "";
      return texts.has(file) && texts.get(file) === about.get(file);
    });
  }

  /** Warnings, also those of a text that is being typed, so that they and their number do not come and go. */
  warnings(texts: ReadonlyMap<string, string>): Diagnostic[] {
    return this.enabled.filter(({ severity, primary }) => severity === "warning" && texts.has(primary?.file ?? ""));
  }

  /** Whether there were lints for texts that have changed since. The list keeps its space, and the focus, until new ones replace them. */
  isOutdated(texts: ReadonlyMap<string, string>): boolean {
    const about = this.#answer.value.texts;
    return this.enabled.some(({ primary }) => {
      const file = primary?.file ?? "";
      return texts.get(file) !== about.get(file);
    });
  }

  toggle(code: string): void {
    const { off } = this;
    this.#preferences.disableLints(off.includes(code) ? off.filter((other) => other !== code) : [...off, code]);
  }
}

/** Whether a problem has the fix of a lint: both are about the same mistake. */
const repairs =
  ({ fixes: [own] }: Diagnostic) =>
  ({ fixes }: Diagnostic): boolean =>
    own !== undefined && fixes.some(({ edits }) => JSON.stringify(edits) === JSON.stringify(own.edits));

/**
 * Warnings, suggestions and rules, and the buttons in the head of the pane. Below problems, suggestions are collapsed. Their button is in the head:
 * they come a moment after the problems, and fixes do not move under the pointer.
 */
export function lintList(
  lints: Lints,
  texts: ReadonlyMap<string, string>,
  actions: ProblemActions,
  belowProblems: boolean,
): Further {
  const hints = rows(lints.current(texts).filter(({ severity }) => severity === "info"));
  const counted = lints.warnings(texts);
  const warnings = rows(counted);
  const { kinds, off, rulesShown, isExpanded } = lints;
  if (kinds.length === 0) return { tools: nothing, content: nothing, empty: true, warnings: 0 };
  const list = (all: (Diagnostic | Row)[], title: string, id: string) =>
    html`<ol class="plain-list" id=${id} aria-labelledby=${title}>${windowed(all, (one) => ("lints" in one ? group(one.lints, lints, actions) : item(one, lints, actions)), listGap)}</ol>`;
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !rulesShown) return;
    const root = (event.currentTarget as Element).getRootNode() as ParentNode;
    event.preventDefault();
    lints.showRules(false);
    root.querySelector<HTMLElement>(".lint-rules-button")?.focus();
  };
  const isHidden = belowProblems && !isExpanded;
  const suggestions =
    belowProblems && hints.length > 0
      ? html`<button type="button" class="quiet" aria-expanded=${isExpanded ? "true" : "false"} aria-controls=${isExpanded ? "lint-list" : nothing} @click=${() => lints.expand(!isExpanded)}>${titled("Suggestions", hints.length)} ${icon(ChevronDown)}</button>`
      : nothing;
  const tools = html`${suggestions}<button type="button" class="quiet lint-rules-button" @keydown=${close} aria-expanded=${rulesShown ? "true" : "false"} aria-controls="lint-rules" @click=${() => lints.showRules(!rulesShown)}>Lint rules${off.length > 0 ? ` (${off.length} disabled)` : nothing} ${icon(ChevronDown)}</button>`;
  const content = html`
    ${
      warnings.length > 0
        ? html`
          <section class="lints" aria-labelledby="warnings-title">
            <h3 id="warnings-title" class="small">${titled("Warnings", warnings.length)}</h3>
            ${list(warnings, "warnings-title", "warning-list")}
          </section>
        `
        : nothing
    }
    <section class="lints" aria-labelledby="lints-title">
      ${
        hints.length > 0
          ? html`
            <h3 id="lints-title" class=${isHidden ? "for-readers" : "small"}>${titled("Suggestions", hints.length)}</h3>
            ${isHidden ? nothing : list(hints, "lints-title", "lint-list")}
          `
          : html`<h3 id="lints-title" class="for-readers">No suggestions</h3>`
      }
      <div id="lint-rules" class="lint-kinds" ?hidden=${!rulesShown} @keydown=${close}>
        <p>ytt accepts all of this; warnings and suggestions never change the output.</p>
        ${kinds.map(
          ({ code, title }) => html`
            <div class="lint-kind">
              <label><input type="checkbox" .checked=${!off.includes(code)} @change=${() => lints.toggle(code)} /> ${title}</label>
              ${explainCode(code, title, actions)}
            </div>
          `,
        )}
      </div>
    </section>
  `;
  const isEmpty = hints.length + warnings.length === 0 && !rulesShown && !lints.isOutdated(texts);
  return { tools, content, empty: isEmpty, warnings: counted.length };
}

const titled = (title: string, count: number) => html`${title} <span class="count">${count}</span> `;

/** Lints of a rule, if there is nothing to say about each of them. */
interface Row {
  lints: Diagnostic[];
}

/** The lints in their order; those of a rule that only name a place are one row. */
function rows(all: readonly Diagnostic[]): (Diagnostic | Row)[] {
  const groups = new Map<string, Row>();
  const found: (Diagnostic | Row)[] = [];
  for (const lint of all) {
    const { code, fixes, hints, related } = lint;
    if (fixes.length + hints.length + related.length > 0) {
      found.push(lint);
      continue;
    }
    const group = groups.get(code);
    if (group) group.lints.push(lint);
    else {
      const first = { lints: [lint] };
      groups.set(code, first);
      found.push(first);
    }
  }
  return found.map((one) => ("lints" in one && one.lints.length === 1 ? (one.lints[0] ?? one) : one));
}

/** Messages of several lints of a rule together; the title of the rule, if there is none here. */
const TOGETHER: Readonly<Record<string, (count: number) => string>> = {
  "unused-data-value": (count) => `${count} data values are never used`,
};

/** Further ones are behind a button. */
const MOST_NAMED = 5;

function group(all: readonly Diagnostic[], lints: Lints, actions: ProblemActions) {
  const [first] = all;
  if (!first) return nothing;
  const { code, severity } = first;
  const title = TOGETHER[code]?.(all.length) ?? lints.kinds.find((kind) => kind.code === code)?.title ?? code;
  const names = (some: readonly Diagnostic[]) =>
    some.map((lint, at) => html`${at > 0 ? ", " : ""}${name(lint, lints, actions)}`);
  const more = all.slice(MOST_NAMED);
  return html`
    <li class="lint ${severity}" tabindex="-1">
      ${icon(severity === "info" ? Info : TriangleAlert)}
      <div class="problem-body">
        <div class="demand"><p class="headline">${title}: ${names(all.slice(0, MOST_NAMED))}${more.length > 0 ? ", …" : nothing}</p> ${explainCode(code, title, actions)}</div>
        ${more.length > 0 ? html`<details><summary>${more.length} more</summary><p>${names(more)}</p></details>` : nothing}
      </div>
      ${disableButton(code, lints)}
    </li>
  `;
}

/** A link to the place of a lint, named by its data value or its text. */
function name(lint: Diagnostic, lints: Lints, { places }: ProblemActions) {
  const { primary } = lint;
  const text = lint.path ?? (lints.textAt(lint) || headlineText(lint));
  if (!primary || !places.has(primary.file)) return text;
  return html`<button type="button" class="place" title=${placeText(primary)} @click=${() => places.goTo(primary)}>${text}<span class="for-readers">: go to ${placeText(primary)}</span></button>`;
}

const disableButton = (code: string, lints: Lints) =>
  html`<button type="button" class="quiet small" title="Disable this rule; enable it again under Lint rules" aria-label="Disable rule: ${code}" @click=${() => lints.toggle(code)}>Disable rule</button>`;

function item(lint: Diagnostic, lints: Lints, actions: ProblemActions) {
  const { severity, code, primary, related, hints } = lint;
  return html`
    <li class="lint ${severity}" tabindex="-1">
      ${icon(severity === "info" ? Info : TriangleAlert)}
      <div class="problem-body">
        <div class="problem-line"><div class="demand">${headline(lint)} ${explainButton(lint, actions)}</div> ${primary ? placeLink(primary, severity === "info" ? "Suggestion" : "Warning", actions.places) : nothing}</div>
        ${relatedLinks(related, actions)}
        ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
        ${fixButtons(lint, actions)}
      </div>
      ${disableButton(code, lints)}
    </li>
  `;
}
