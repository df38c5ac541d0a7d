// The checks of a playground: its author's expectations of the output, the data values and the violations. The engine evaluates them in every run
// (crate/api/src/checks.rs); this tab shows the results, creates checks from the current result, and removes them.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Project } from "../../core/project";
import { resultsOf } from "../../engine/check-results";
import { STDOUT } from "../../engine/outputs";
import type { Session } from "../../engine/session";
import type { Check, CheckResult, DataValue, OutputFile } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleCheck, CircleX, icon, Plus, X } from "../../ui/icons";
import { inCode } from "../../ui/in-code";
import type { Notices } from "../../ui/notices";
import { drawn } from "../../ui/part";
import { repeat } from "../../ui/repeat";
import { titleOf } from "./verdict";

/** A data value as JSON; `undefined` if its type or length is unsuitable for a check. */
function plain({ type, value, children }: DataValue): unknown {
  if (type === "map" || type === "array") return children.length > 0 ? undefined : type === "map" ? {} : [];
  if (typeof value !== "string" || value.includes("\n")) return undefined;
  if (type === "null" || value === "null") return null;
  if (type === "boolean") return value === "true";
  if (type === "integer" || type === "float") {
    const number = Number(value);
    const exact = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
    return exact ? number : undefined;
  }
  if (type !== "string") return undefined;
  if (value.startsWith("'")) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value);
  } catch {
    // JSON does not have all of YAML's escapes.
    return undefined;
  }
}

/** A step of a path as checks write it (crate/api/src/checks/path.rs); ytt's own paths quote nothing. */
function step(path: string, key: string, inList: boolean): string {
  if (inList) return `${path}[${key}]`;
  if (key === "" || /[.["]/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** The data values that a check can expect. */
function leaves(value: DataValue | null | undefined, path = ""): { path: string; is: unknown }[] {
  if (!value) return [];
  const is = path === "" ? undefined : plain(value);
  return [
    ...(is === undefined ? [] : [{ path, is }]),
    ...value.children.flatMap((child, at) =>
      leaves(child, value.type === "array" ? step(path, String(at), true) : step(path, child.key, false)),
    ),
  ];
}

/** Longer lists take long to scroll and to render. */
const MOST_LISTED = 300;
const MOST_OFFERED = 30;

export class Checks {
  /** The typed or selected path of a data value. */
  readonly #path = signal("");
  #project: Project;
  #session: Session;
  #notices: Notices;
  #output: () => OutputFile | undefined;

  /** `output` returns the selected output file. */
  constructor(project: Project, session: Session, notices: Notices, output: () => OutputFile | undefined) {
    this.#project = project;
    this.#session = session;
    this.#notices = notices;
    this.#output = output;
  }

  #add(...checks: Check[]): void {
    this.#project.setChecks([...this.#project.checks, ...checks]);
  }

  /** The focus moves to the check at the same position. */
  #remove(at: number, { currentTarget }: Event): void {
    const root = (currentTarget as HTMLElement).getRootNode() as ShadowRoot;
    const before = this.#project.checks;
    this.#project.setChecks(before.filter((_, index) => index !== at));
    this.#notices.report("Removed the check.", () => this.#project.setChecks(before));
    void drawn().then(() => {
      const rows = [...root.querySelectorAll<HTMLElement>(".check button")];
      (rows[at] ?? rows.at(-1) ?? root.querySelector<HTMLElement>(".add-checks button"))?.focus();
    });
  }

  panel() {
    const { checks } = this.#project;
    const results = resultsOf(this.#session, checks);
    return html`
      <div class="checks-pane">
        ${
          checks.length === 0
            ? html`<p class="note">Checks assert what the result should be. They run with every edit, and are included in links and bundles.</p>`
            : html`
              <ul class="plain-list" aria-label="Checks">
                ${repeat(
                  checks,
                  (_, at) => at,
                  (check, at) => this.#row(check, results?.[at], at),
                )}
              </ul>
            `
        }
        ${this.#adding()}
      </div>
    `;
  }

  #row(check: Check, result: CheckResult | undefined, at: number) {
    const state = !result ? "open" : result.passed ? "passed" : "failed";
    const title = titleOf(this.#session, check);
    return html`
      <li class="check ${state}">
        ${result ? icon(result.passed ? CircleCheck : CircleX) : nothing}
        <div class="check-text">
          <p><span class="for-readers">${result ? (result.passed ? "Passed: " : "Failed: ") : ""}</span>${title}</p>
          ${result?.problem ? html`<p class="problem-text">${inCode(result.problem)}</p>` : nothing}
          ${
            result && !result.passed && !result.problem
              ? html`<dl>
                ${result.expected ? html`<div><dt>expected</dt><dd><pre>${result.expected}</pre></dd></div>` : nothing}
                ${result.found ? html`<div><dt>found</dt><dd><pre>${result.found}</pre></dd></div>` : nothing}
              </dl>`
              : nothing
          }
        </div>
        <button type="button" class="icon-button" aria-label="Remove the check: ${title}" title="Remove" @click=${(event: Event) => this.#remove(at, event)}>${icon(X)}</button>
      </li>
    `;
  }

  /** A few data values are listed for selection; of more, one types the path, with suggestions. */
  #choice(values: { path: string }[]) {
    const chosen = this.#path.value;
    const choose = (event: Event) => {
      this.#path.value = (event.target as HTMLSelectElement | HTMLInputElement).value;
    };
    if (values.length > MOST_LISTED) {
      const like = values.filter(({ path }) => path.includes(chosen)).slice(0, MOST_OFFERED);
      return html`
        <input type="text" aria-label="Data value" list="check-values" placeholder="Name of a data value" autocomplete="off" spellcheck="false" .value=${chosen} @input=${choose} />
        <datalist id="check-values">${like.map(({ path }) => html`<option value=${path}></option>`)}</datalist>
      `;
    }
    return html`
      <select aria-label="Data value" @change=${choose}>
        <option value="" ?selected=${!values.some(({ path }) => path === chosen)}>Choose a data value</option>
        ${values.map(({ path }) => html`<option value=${path} ?selected=${path === chosen}>${path}</option>`)}
      </select>
    `;
  }

  /** Checks that expect the current result; while the input is broken, the last output and the last data values. */
  #adding() {
    const { response, stale } = this.#session;
    const output = this.#output();
    const known = this.#session.latestWith("values")?.response.values;
    if (!response && !output && !known) return nothing;
    const name = output?.path === STDOUT ? "-" : (output?.path ?? "");
    const violations = response?.diagnostics.filter(({ code, path }) => code === "violation" && path) ?? [];
    const values = leaves(known?.now());
    const chosen = values.find(({ path }) => path === this.#path.value);
    const button = (label: string, add: () => void) =>
      html`<button type="button" class="quiet bordered" @click=${add}>${icon(Plus)} ${label}</button>`;
    const addValue = (event: Event) => {
      event.preventDefault();
      if (!chosen) return;
      this.#add({ value: chosen.path, is: chosen.is });
      this.#path.value = "";
    };
    return html`
      <section class="add-checks" aria-label="Add a check">
        <h2 class="small">Add a check from the ${stale ? "last" : "current"} result</h2>
        <div class="actions">
          ${output && typeof output.content === "string" ? button(`Output of ${output.path} is as now`, () => this.#add({ output: name, is: output.content as string })) : nothing}
          ${
            violations.length > 0
              ? button(
                  violations.length === 1
                    ? "The violation is reported"
                    : `The ${violations.length} violations are reported`,
                  () => this.#add(...violations.map(({ path, message }) => ({ violation: path ?? "", says: message }))),
                )
              : nothing
          }
          ${response ? button(response.exitStatus === 0 ? "The run succeeds" : "The run fails", () => this.#add({ passes: response.exitStatus === 0 })) : nothing}
        </div>
        ${
          values.length > 0
            ? html`
              <form class="link-row" @submit=${addValue}>
                ${this.#choice(values)}
                <button type="submit" class="quiet bordered" ?disabled=${!chosen}>${icon(Plus)} Value is as now</button>
              </form>
            `
            : nothing
        }
      </section>
    `;
  }
}
