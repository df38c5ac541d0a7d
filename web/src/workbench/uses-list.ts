// The places of the chosen data value as a menu: its values, its declaration, its rules, the code that uses it, and the lines of the output that depend
// on it; or those of a variable or function. Each entry goes to its place.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Target } from "../components/places";
import { plural } from "../core/plural";
import { wordsIn } from "../core/shell-words";
import { inWords } from "../core/unseen";
import { contentOf } from "../engine/outputs";
import type { OutputFile, UseKind } from "../engine/types";
import { html } from "../ui/html";
import { type Anchor, Menu } from "../ui/menu";
import type { ChosenPlaces, ChosenValue } from "./chosen-value";

export interface UsesListHost {
  root: ShadowRoot;
  chosenValue: ChosenValue;
  /** All output files, also those that are not shown. */
  output: () => readonly OutputFile[];
  commandLine: () => string;
  goTo: (place: Target) => void;
  goToOutput: (path: string, line: number) => void;
  goToArgument: (argument: number) => void;
}

/** More entries of a group are only counted. */
const MOST = 50;

const GROUPS: [UseKind, string][] = [
  ["value", "Values"],
  ["declaration", "Declaration"],
  ["rule", "Rules"],
  ["use", "Uses"],
];

interface Entry {
  place: string;
  text: string;
  /** The value of the run comes from there. */
  isInEffect?: boolean;
  go: () => void;
}

export class UsesList {
  readonly #host: UsesListHost;
  /** A variable or function. It is listed only where no data value is chosen. */
  readonly #named = signal<ChosenPlaces | undefined>(undefined);
  readonly menu: Menu;

  constructor(host: UsesListHost) {
    this.#host = host;
    this.menu = new Menu({ id: "uses", root: host.root });
  }

  /** Opens it at a position of the window. The first place has the focus. `named`: the places of a variable or function. */
  open(anchor: Anchor, named?: ChosenPlaces): Promise<void> {
    this.#named.value = named;
    return this.menu.open(anchor, 0);
  }

  get #places(): ChosenPlaces | undefined {
    return this.#host.chosenValue.places ?? this.#named.value;
  }

  render() {
    return this.menu.list(`Places of ${inWords(this.#places?.uses.path ?? "")}`, () => this.#items());
  }

  #items() {
    return this.#groups().map(([title, entries]) => {
      if (entries.length === 0) return nothing;
      const items = entries
        .slice(0, MOST)
        .map(({ place, text, isInEffect, go }) =>
          this.menu.item(
            html`<code class="use-place ellipsis">${place}</code> <code class="use-text ellipsis">${text}</code>${isInEffect ? html` <span class="use-note">in effect</span>` : nothing}`,
            go,
          ),
        );
      const rest = entries.length - items.length;
      return html`<div class="menu-group" role="group" aria-label=${title}>
        <div class="menu-label" aria-hidden="true">${title}</div>
        ${items}${rest > 0 ? html`<div class="menu-label">and ${plural(rest, "other")}</div>` : nothing}
      </div>`;
    });
  }

  #groups(): [string, Entry[]][] {
    const { output, commandLine, goTo, goToOutput, goToArgument } = this.#host;
    const places = this.#places;
    if (!places) return [];
    const { uses, texts } = places;
    const { origin } = uses;
    const isOrigin = (kind: UseKind, file: string, line: number) =>
      (kind === "value" || kind === "declaration") &&
      origin?.place?.file === file &&
      origin.place.span?.start.line === line;
    const of = (kind: UseKind) =>
      uses.places
        .filter((place) => place.kind === kind)
        .map(({ file, span }): Entry => {
          const { line } = span.start;
          // A line may have several rules.
          const rule = texts.get(file)?.slice(span.start.offset, span.end.offset).split("\n")[0];
          const text = kind === "rule" ? (rule ?? "") : lineOf(texts.get(file), line);
          const isInEffect = isOrigin(kind, file, line);
          return { place: `${file}:${line}`, text, isInEffect, go: () => goTo({ file, span }) };
        });
    const outside = uses.setBy.map((text) => ({
      place: text,
      text: "",
      isInEffect: origin?.text === text,
      go: () => goToArgument(argumentIn(commandLine(), text)),
    }));
    const lines = places.output.flatMap(({ path, lines }) => {
      const file = output().find((file) => file.path === path);
      const text = contentOf(file);
      return lines.map((line) => ({
        place: `${path}:${line}`,
        text: lineOf(text, line),
        go: () => goToOutput(path, line),
      }));
    });
    return [
      ...GROUPS.map(([kind, title]): [string, Entry[]] => [
        title,
        kind === "value" ? [...of(kind), ...outside] : of(kind),
      ]),
      ["Output", lines],
    ];
  }
}

/** The argument of the command line that a value comes from, such as `--data-value kiln.heat=1`; -1 if it comes from elsewhere. */
function argumentIn(line: string, origin: string): number {
  const words = wordsIn(line).all.map(({ text }) => text);
  const all = words[0] === "ytt" ? words.slice(1) : words;
  return all.findIndex((word) => word.includes("=") && origin.includes(word));
}

/** A line of a text, counted from 1, without its indentation. */
const lineOf = (text: string | undefined, line: number): string => text?.split("\n")[line - 1]?.trim() ?? "";
