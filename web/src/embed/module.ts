// embed-module.js: the loader as an ES module. Where there is no DOM, importing it does nothing.
import { define, locate } from "./element";

// In two steps: bundlers take `new URL("…", import.meta.url)` for the address of a file to copy.
const here = import.meta.url;
locate(new URL(".", here));
if (globalThis.customElements) define();

export { locate as locatePlayground };
