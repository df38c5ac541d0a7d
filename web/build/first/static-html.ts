// Renders Lit templates as HTML text, without a browser: for the first view in index.html. Listeners, properties and ids are left out. Styles become rules
// for wide windows, because the Content-Security-Policy rejects style attributes.
import type { TemplateResult } from "lit";
import { type DirectiveResult, type PartInfo, PartType } from "lit/directive.js";
import { getDirectiveClass, isDirectiveResult, isTemplateResult, TemplateResultType } from "lit/directive-helpers.js";

/** Markup that is inserted unchanged. */
export interface Markup {
  readonly markup: string;
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll("\u00a0", "&nbsp;");

const isMarkup = (value: object): value is Markup => "markup" in value;

/** Of a call of a directive: the types of Lit do not mention them. */
const argumentsOf = (result: DirectiveResult): unknown[] => (result as unknown as { values: unknown[] }).values;

const HOLE = "\u0001";
/** A comment, an opening tag, or a hole between tags. Attributes may contain holes and quoted angle brackets. */
const PIECE = new RegExp(`<!--[^]*?-->|<([a-z][\\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|${HOLE}(\\d+)${HOLE}`, "gi");
const ATTRIBUTE = new RegExp(
  `${HOLE}(\\d+)${HOLE}|([^\\s=/${HOLE}"'>]+)(?:\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+))?`,
  "g",
);

const TYPES: Record<string, number> = { "?": PartType.BOOLEAN_ATTRIBUTE, ".": PartType.PROPERTY };

/** Attributes that refer to elements, are for interaction only, or would be announced. */
const LEFT_OUT =
  /^(id|for|dir|title|aria-(controls|labelledby|describedby|owns|activedescendant|live)|data-(scope|part|ownedby|index|id|value)|draggable|spellcheck)$/;

export class StaticHtml {
  /** Styles of elements, each with the number that their attribute `data-style` has. */
  #styles = new Map<string, number>();

  get css(): string {
    const rules = [...this.#styles].map(([style, number]) => `[data-style="${number}"]{${style}}`);
    return `@media (width >= 820px){${rules.join("")}}`;
  }

  render(value: unknown): string {
    if (value === null || value === undefined || typeof value === "symbol" || value === "") return "";
    if (typeof value !== "object") return escaped(String(value));
    if (isMarkup(value)) return value.markup;
    if (isTemplateResult(value, TemplateResultType.HTML)) return this.#template(value);
    if (isDirectiveResult(value)) return this.render(this.#applied(value, { type: PartType.CHILD }));
    if (Symbol.iterator in value) return [...(value as Iterable<unknown>)].map((one) => this.render(one)).join("");
    throw new TypeError(`a template contains ${Object.prototype.toString.call(value)}, which has no static form`);
  }

  #applied(result: DirectiveResult, part: object): unknown {
    const Kind = getDirectiveClass(result);
    return Kind && new Kind(part as PartInfo).render(...argumentsOf(result));
  }

  #template({ strings, values }: TemplateResult): string {
    const text = strings.reduce((before, after, at) => `${before}${HOLE}${at - 1}${HOLE}${after}`).replace(/\s+/g, " ");
    return text.replace(PIECE, (piece, tag?: string, attributes?: string, hole?: string) => {
      if (hole !== undefined) return this.render(values[Number(hole)]);
      return tag === undefined ? "" : this.#tag(tag, attributes ?? "", values, piece.endsWith("/>"));
    });
  }

  #tag(tag: string, source: string, values: unknown[], closed: boolean): string {
    const all = new Map<string, string>();
    const set = (name: string, value: unknown) => {
      if (value === null || value === undefined || value === false || typeof value === "function") return;
      if (typeof value === "symbol") return;
      if (name === "style") all.set("data-style", String(this.#style(value as object | string)));
      else if (!LEFT_OUT.test(name)) all.set(name, value === true && !name.startsWith("aria-") ? "" : String(value));
    };
    for (const [, element, name = "", quoted = ""] of source.matchAll(ATTRIBUTE)) {
      if (element !== undefined) {
        const [props] = argumentsOf(values[Number(element)] as DirectiveResult);
        for (const [prop, value] of Object.entries(props as object)) set(prop, value);
        continue;
      }
      if (name.startsWith("@")) continue;
      const written = quoted.replace(/^(["'])(.*)\1$/, "$2");
      const parts = written.split(HOLE);
      const inserted = (hole: string | undefined) => {
        const value = values[Number(hole)];
        const part = { type: TYPES[name[0] ?? ""] ?? PartType.ATTRIBUTE, name };
        return value && typeof value === "object" && isDirectiveResult(value) ? this.#applied(value, part) : value;
      };
      const single = parts.length === 3 && parts[0] === "" && parts[2] === "";
      if (name.startsWith("?")) set(name.slice(1), Boolean(inserted(parts[1])));
      else if (name.startsWith(".")) name === ".value" && set("value", inserted(parts[1]) || undefined);
      else if (single) set(name, inserted(parts[1]));
      else set(name, parts.map((part, at) => (at % 2 ? String(inserted(part)) : part)).join(""));
    }
    const list = [...all].map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escaped(value.trim())}"`));
    return `<${tag}${list.join("")}${closed ? "/" : ""}>`;
  }

  #style(style: object | string): number {
    const text =
      typeof style === "string"
        ? style
        : Object.entries(style)
            .map(([name, value]) => `${name}:${value}`)
            .join(";");
    const number = this.#styles.get(text) ?? this.#styles.size;
    this.#styles.set(text, number);
    return number;
  }
}
