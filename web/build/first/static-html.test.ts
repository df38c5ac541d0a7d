import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { expect, test } from "vitest";
import { html } from "../../src/ui/html";
import { StaticHtml } from "./static-html";

const rendered = (value: unknown) => new StaticHtml().render(value);

test("texts and attributes are escaped", () => {
  const text = '<img src=x onerror="hack()"> & more';
  expect(rendered(html`<p aria-label=${text}>${text}</p>`)).toBe(
    '<p aria-label="&#60;img src=x onerror=&#34;hack()&#34;&#62; &#38; more">&#60;img src=x onerror=&#34;hack()&#34;&#62; &#38; more</p>',
  );
});

test("templates in templates, lists and directives", () => {
  const item = (name: string) => html`<li>${name}</li>`;
  expect(
    rendered(
      html`<ul class=${classMap({ a: true, b: false })}>${["x", "y"].map(item)}${repeat(["z"], (z) => z, item)}</ul>`,
    ),
  ).toBe('<ul class="a"><li>x</li><li>y</li><li>z</li></ul>');
});

test("listeners, properties and ids are left out, and booleans are attributes", () => {
  const act = () => {};
  expect(
    rendered(
      html`<button id="a" class="b ${"c"} d" aria-label="Open" aria-controls="x" ?disabled=${true} ?hidden=${false} @click=${act}>Go</button>`,
    ),
  ).toBe('<button class="b c d" aria-label="Open" disabled>Go</button>');
  expect(rendered(html`<input type="text" .value=${"typed"} @input=${act} />`)).toBe(
    '<input type="text" value="typed"/>',
  );
});

test("null, undefined and false in attributes are as Lit has them", () => {
  expect(rendered(html`<p a=${undefined} b=${"x"}>${null}${undefined}${0}</p>`)).toBe('<p b="x">0</p>');
});

test("what has no static form is an error", () => {
  expect(() => rendered(html`<p>${new Date(0)}</p>`)).toThrow("no static form");
});
