// The data values that affect an output line: those that its template line uses, and those of the functions, conditions and loops around it.
// Requested shortly after the pointer or the cursor is on a line; only the latest line counts.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { type Places, placeLink, placeText } from "../../components/places";
import { originOf } from "../../components/value-origin";
import type { Engine } from "../../engine/engine";
import type { DataValue, LineOrigin, Request, UsedValue, Via } from "../../engine/types";
import { html } from "../../ui/html";

/** Long enough not to ask for every line that the pointer crosses. */
const POINTING_DELAY_MS = 120;
/** If the output has neither pointer nor focus, the user may be typing: asks after a longer pause. */
const RESTING_DELAY_MS = 800;

type Line = { file: string; line: number };

/** The answers to questions about a request, by line. */
interface Known {
  request: Request | undefined;
  lines: ReadonlyMap<string, UsedValue[]>;
}

export class UsedValues {
  readonly #known = signal<Known>({ request: undefined, lines: new Map() });
  #engine: Engine;
  /** The request of the last question, and its lines. */
  #request: Request | undefined;
  #lastAsked = "";
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The known values of an output line. Asks for them otherwise, sooner if the output has pointer or focus, and only then if `onDemand`. */
  of(
    { file, line, touchedBy }: LineOrigin,
    request: Request,
    { looking, onDemand }: { looking: boolean; onDemand: boolean },
  ): readonly UsedValue[] | undefined {
    if (request !== this.#request) {
      this.#request = request;
      this.#lastAsked = "";
    }
    const lines: Line[] = [{ file, line }, ...touchedBy];
    const key = [...new Set(lines.map((at) => `${at.file}:${at.line}`))].join(" ");
    const all = this.#known.value;
    const known = all.request === request ? all.lines.get(key) : undefined;
    const asked = `${key} ${looking}`;
    if (!known && asked !== this.#lastAsked && (looking || !onDemand)) {
      this.#lastAsked = asked;
      clearTimeout(this.#pause);
      const delay = looking ? POINTING_DELAY_MS : RESTING_DELAY_MS;
      this.#pause = setTimeout(() => void this.#ask(key, lines, request), delay);
    }
    return known;
  }

  async #ask(key: string, lines: Line[], request: Request): Promise<void> {
    const ask = () =>
      Promise.all(lines.map(({ file, line }) => this.#engine.ask<UsedValue[]>({ kind: "used", request, file, line })));
    let answers = await ask();
    // An engine that was replaced meanwhile does not answer. Asks only once more: this question may be why it was replaced.
    if (answers.includes(undefined) && request === this.#request) answers = await ask();
    if (answers.includes(undefined) || request !== this.#request) return;
    const { request: of, lines: known } = this.#known.value;
    const answer = answers.flatMap((answer) => answer ?? []);
    this.#known.value = { request, lines: new Map(of === request ? known : []).set(key, answer) };
  }
}

/** In the order of presentation. */
const VIA: Record<Via, string> = {
  value: "uses",
  function: "in a function",
  condition: "in a condition",
  loop: "in a loop",
};

/** The data values of a line, grouped by the way in which they affect it, each with its value and origin. */
export function usedValues(used: readonly UsedValue[], root: DataValue | undefined, places: Places) {
  return (Object.keys(VIA) as Via[]).map((via) => {
    const paths = [...new Set(used.filter((one) => one.via === via).map(({ path }) => path))];
    if (paths.length === 0) return nothing;
    return html`
      <dt>${VIA[via]}</dt>
      <dd>${paths.map((path) => html` <span class="used">${usedValue(path, root, places)}</span>`)}</dd>
    `;
  });
}

/** Further items of an array are only counted. */
const MOST_ITEMS = 6;

function usedValue(path: string, root: DataValue | undefined, places: Places) {
  if (path === "") return html`<span>all data values</span>`;
  const found = root ? valuesAt(root, path.split(/\.|(?=\[)/)) : [];
  const [only] = found;
  const name = html`<code class="value-path">${path}</code>`;
  if (!only) return name;
  if (found.length === 1)
    return html`${name} <span class="used-value"><code>${textOf(only)}</code> ${setIn(only, places)}</span>`;
  // It is unknown which of them the line used. Each is a link to its origin.
  return html`
    ${name} ${found.slice(0, MOST_ITEMS).map((value) => html`<span class="used-value">${item(value, places)}</span> `)}
    ${found.length > MOST_ITEMS ? html`<span>and ${found.length - MOST_ITEMS} more</span>` : nothing}
  `;
}

function item(value: DataValue, places: Places) {
  const { path, origin } = value;
  const { place } = origin;
  if (!place || !places.has(place.file)) return html`<code>${textOf(value)}</code>`;
  return html`<button type="button" class="place" title=${placeText(place)} @click=${() => places.goTo(place)}><code>${textOf(value)}</code><span class="for-readers"> ${path}: go to ${placeText(place)}</span></button>`;
}

/** A position in the input needs no description. */
const setIn = ({ origin, path }: DataValue, places: Places) =>
  origin.kind === "file" && origin.place ? placeLink(origin.place, path, places) : originOf(origin, path, places);

const textOf = ({ value, type, children }: DataValue): string =>
  value ?? (children.length > 0 ? `${type} of ${children.length}` : type === "array" ? "[]" : "{}");

/** The values at a path such as `kiln.shelves[].width`, where `[]` is every item. */
function valuesAt(value: DataValue, [step, ...rest]: string[]): DataValue[] {
  if (step === undefined) return [value];
  const key = step.replace(/^\[(.*)\]$/, "$1");
  const all = step === "[]";
  return value.children.filter((child) => all || child.key === key).flatMap((child) => valuesAt(child, rest));
}
