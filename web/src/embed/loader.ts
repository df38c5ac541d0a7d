// embed.js: the loader as a plain script. It finds the folder of the playground by its own address.
import { define, locate } from "./element";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement) || !script.src)
  throw new Error("embed.js must be loaded by <script src>. Load embed-module.js as a module.");
locate(new URL(".", script.src));
define();
