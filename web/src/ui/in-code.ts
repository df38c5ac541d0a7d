// A text with code between backticks.
import { html } from "./html";

export const inCode = (text: string) =>
  text.split("`").map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece));
