// Renders Lit templates as HTML that the page adopts. Attributes of `spread` are put in place; styles become rules for wide windows, because the
// Content-Security-Policy rejects style attributes.
import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { inWords } from "../../src/core/unseen";
import { READ } from "../../src/ui/html";
import type { Attributes } from "../../src/ui/spread";

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? "");

/** The status bar, and Lit's marks for its adoption: the page makes its own (ui/part.ts, `ownPart`). */
const FOOTER = /<!--lit-node \d+-->\s*(<footer[\s\S]*<\/footer>)/;

export class StaticHtml {
  /** Styles of elements, each with the number that their attribute `data-style` has. */
  #styles = new Map<string, number>();

  get css(): string {
    const rules = [...this.#styles].map(([style, number]) => `[data-style="${number}"]{${style}}`);
    return `@media (width >= 820px){${rules.join("")}}`;
  }

  render(template: unknown): string {
    return (
      collectResultSync(render(template))
        .replace(/ data-spread="([^"]*)"/g, (_, json: string) => this.#attributes(JSON.parse(unescaped(json))))
        // Lit ends templates with it where the last node is an expression.
        .replaceAll("<?>", "")
        .replace(FOOTER, (_, footer: string) => footer.replace(/<!--.*?-->/g, ""))
    );
  }

  #attributes({ style, ...others }: Attributes): string {
    const written = Object.entries(others).map(([name, value]) => {
      if (value === false || value === undefined) return "";
      return ` ${name}="${value === true ? "" : escaped(READ.test(name) ? inWords(String(value)) : String(value))}"`;
    });
    return [...written, style ? ` data-style="${this.#numberOf(style)}"` : ""].join("");
  }

  #numberOf(style: Record<string, string>): number {
    const properties = Object.entries(style).map(([name, value]) => `${name}:${value}`);
    const text = properties.join(";");
    const number = this.#styles.get(text) ?? this.#styles.size;
    this.#styles.set(text, number);
    return number;
  }
}
