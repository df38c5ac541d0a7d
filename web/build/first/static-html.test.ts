import { expect, test } from "vitest";
import { html } from "../../src/ui/html";
import { ownPart, part } from "../../src/ui/part";
import { spread } from "../../src/ui/spread";
import { StaticHtml } from "./static-html";

const rendered = (value: unknown) => new StaticHtml().render(value);
const withoutComments = (markup: string) => markup.replace(/<!--.*?-->/g, "");

test("attributes of spread are in place, escaped, without listeners and what is false", () => {
  const attributes = { id: "a", title: 'say "<hi>"', hidden: true, disabled: false, onclick: () => {}, tabindex: -1 };
  expect(withoutComments(rendered(html`<button data-spread=${spread(attributes)}>Go</button>`))).toBe(
    '<button id="a" title="say &#34;&#60;hi&#62;&#34;" hidden="" tabindex="-1">Go</button>',
  );
});

test("styles become rules, one for all elements with the same", () => {
  const page = new StaticHtml();
  const box = (grow: string) => html`<p data-spread=${spread({ style: { flex: grow, "min-width": "9px" } })}></p>`;
  expect(withoutComments(page.render(html`${box("1")}${box("2")}${box("1")}`))).toBe(
    '<p data-style="0"></p><p data-style="1"></p><p data-style="0"></p>',
  );
  expect(page.css).toBe(
    '@media (width >= 820px){[data-style="0"]{flex:1;min-width:9px}[data-style="1"]{flex:2;min-width:9px}}',
  );
});

test("what the page adopts has Lit's comments, and what it makes itself has none", () => {
  const adopted = rendered(html`${part("a", () => html`<p class=${"b"}>${"text"}</p>`)}`);
  expect(adopted).toMatch(/<!--lit-node 0--><p class="b"><!--lit-part-->text<!--\/lit-part--><\/p>/);
  const own = rendered(html`${ownPart("a", () => html`<footer class=${"b"}>${"text"}</footer>`)}`);
  expect(own).toContain('--><footer class="b">text</footer><!--/lit-part-->');
  expect(own).not.toContain("lit-node");
});
