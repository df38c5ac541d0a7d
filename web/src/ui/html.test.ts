import { expect, test } from "vitest";
import { html } from "./html";

test("invisible characters are marked in text and in attributes that are read out, and nowhere else", () => {
  const odd = "a\u202eb";
  const said = "a⟨U+202E⟩b";
  const { values } =
    html`<p title=${odd} id=${odd} aria-label="x ${odd} y > ${odd}" .value=${odd} href=${odd} @click=${odd}>${odd} ${["plain", odd, [odd]]}<option>${odd}</option></p><!-- ${"plain"} -->${"plain"}`;
  const pieces = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(pieces) : typeof value === "string" ? value : "mark";
  expect(values.map(pieces)).toEqual([
    said,
    odd,
    said,
    said,
    odd,
    odd,
    odd,
    ["a", "mark", "b"],
    ["plain", ["a", "mark", "b"], [["a", "mark", "b"]]],
    said,
    "plain",
    "plain",
  ]);
});
