// Lints: input that ytt accepts and that is probably a mistake. Requested after each render; shown below the problems and as underlines; each kind
// can be disabled. They never affect the exit status.
import { nothing } from "lit";
import { placeLink } from "../../components/places";
import { explainButton, explainCode, fixButtons, type ProblemActions } from "../../components/problem-actions";
import { headline } from "../../components/problem-text";
import { relatedLinks } from "../../components/related-places";
import type { Engine } from "../../engine/engine";
import { SecondEngine } from "../../engine/second-engine";
import type { Lints as Answer, Diagnostic, Request } from "../../engine/types";
import { WarmTimes } from "../../engine/warm-times";
import { html } from "../../ui/html";
import { ChevronDown, Info, icon, TriangleAlert } from "../../ui/icons";
import { listGap, windowed } from "../../ui/windowed";
import type { Further } from "./problems";

/** A pause, so that renders come first. */
const PAUSE_MS = 200;

/** Slower lints run in an engine of their own, as they would delay renders. */
const LONG_MS = 100;

export class Lints {
  #engine: Engine;
  #second: SecondEngine;
  #times = new WarmTimes(LONG_MS);
  /** The generation of the page's engine at the last lint. */
  #generation = 0;
  #changed: () => void;
  #answer: Answer = { diagnostics: [], kinds: [] };
  /** The texts that the answer is about. */
  #texts = new Map<string, string>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;
  /** The latest question is not answered yet. */
  #running = false;
  #off: ReadonlySet<string>;
  #rulesShown = false;

  constructor(engine: Engine, off: readonly string[], changed: () => void) {
    this.#engine = engine;
    this.#second = new SecondEngine(() => engine.another());
    this.#off = new Set(off);
    this.#changed = changed;
  }

  /** Codes of disabled kinds. */
  get off(): ReadonlySet<string> {
    return this.#off;
  }

  /** Called with the request of the latest response. */
  rendered(request: Request | undefined): void {
    clearTimeout(this.#pause);
    if (!request) return;
    const number = ++this.#latest;
    this.#pause = setTimeout(async () => {
      // Lints of older texts are not used.
      if (this.#running) this.#second.end();
      this.#running = true;
      const answer = await this.#ask(request);
      if (number === this.#latest) this.#running = false;
      // Only the latest answer is used.
      if (!answer || number !== this.#latest) return;
      this.#answer = answer;
      this.#texts = new Map(request.files?.map(({ path, content }) => [path, String(content)]));
      this.#changed();
    }, PAUSE_MS);
  }

  /** Asks the separate engine while lints are slow. */
  async #ask(request: Request): Promise<Answer | undefined> {
    const started = performance.now();
    const { long } = this.#times;
    const reply = (long ? this.#second : this.#engine).ask<Answer>({ kind: "lint", request });
    if (!long && this.#generation !== this.#engine.generation) {
      this.#generation = this.#engine.generation;
      this.#times.restarted();
    }
    const answer = await reply;
    if (answer) this.#times.add(performance.now() - started);
    if (!this.#times.long) this.#second.retire();
    return answer;
  }

  /** Whether the list of rules is expanded. */
  get rulesShown(): boolean {
    return this.#rulesShown;
  }

  showRules(shown: boolean): void {
    this.#rulesShown = shown;
    this.#changed();
  }

  get kinds(): Answer["kinds"] {
    return this.#answer.kinds;
  }

  /** Enabled lints, in files that have not changed since. */
  current(texts: ReadonlyMap<string, string>): Diagnostic[] {
    return this.#answer.diagnostics.filter(({ code, primary }) => {
      const file = primary?.file ?? "";
      return !this.#off.has(code) && texts.has(file) && texts.get(file) === this.#texts.get(file);
    });
  }

  /** Whether there were lints for texts that have changed since. The list keeps its space, and the focus, until new ones replace them. */
  isOutdated(texts: ReadonlyMap<string, string>): boolean {
    return this.#answer.diagnostics.some(({ code, primary }) => {
      const file = primary?.file ?? "";
      return !this.#off.has(code) && texts.get(file) !== this.#texts.get(file);
    });
  }

  toggle(code: string): void {
    const off = new Set(this.#off);
    if (!off.delete(code)) off.add(code);
    this.#off = off;
    this.#changed();
  }
}

/** The suggestions and the rules, and the button that shows the rules. */
export function lintList(lints: Lints, texts: ReadonlyMap<string, string>, actions: ProblemActions): Further {
  // Hints come after warnings.
  const found = lints.current(texts);
  const current = [
    ...found.filter(({ severity }) => severity !== "info"),
    ...found.filter(({ severity }) => severity === "info"),
  ];
  const { kinds, off, rulesShown } = lints;
  if (kinds.length === 0) return { tools: nothing, content: nothing, empty: true };
  const tools = html`<button type="button" class="quiet" aria-expanded=${rulesShown ? "true" : "false"} aria-controls="lint-rules" @click=${() => lints.showRules(!rulesShown)}>Lint rules${off.size > 0 ? ` (${off.size} disabled)` : nothing} ${icon(ChevronDown)}</button>`;
  const content = html`
    <section class="lints" aria-labelledby="lints-title">
      ${
        current.length > 0
          ? html`
            <h3 id="lints-title">Suggestions <span class="count">${current.length}</span></h3>
            <ol class="lint-list" aria-labelledby="lints-title">${windowed(current, (lint) => item(lint, lints, actions), listGap)}</ol>
          `
          : html`<h3 id="lints-title" class="for-readers">No suggestions</h3>`
      }
      <div id="lint-rules" class="lint-kinds" ?hidden=${!rulesShown}>
        <p>ytt accepts all of this; suggestions never change the output.</p>
        ${kinds.map(
          ({ code, title }) => html`
            <div class="lint-kind">
              <label><input type="checkbox" .checked=${!off.has(code)} @change=${() => lints.toggle(code)} /> ${title}</label>
              ${explainCode(code, title, actions)}
            </div>
          `,
        )}
      </div>
    </section>
  `;
  return { tools, content, empty: current.length === 0 && !rulesShown && !lints.isOutdated(texts) };
}

function item(lint: Diagnostic, lints: Lints, actions: ProblemActions) {
  const { severity, code, primary, related, hints } = lint;
  return html`
    <li class="lint ${severity}">
      ${icon(severity === "info" ? Info : TriangleAlert)}
      <div class="problem-body">
        <div class="problem-line"><div class="demand">${headline(lint)} ${explainButton(lint, actions)}</div> ${primary ? placeLink(primary, "Suggestion", actions.places) : nothing}</div>
        ${relatedLinks(related, actions)}
        ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
        ${fixButtons(lint, actions)}
      </div>
      <button type="button" class="quiet" title="Disable this rule; enable it again under Lint rules" aria-label="Disable rule: ${code}" @click=${() => lints.toggle(code)}>Disable rule</button>
    </li>
  `;
}
