// Runs before anything is painted: starts the engine, records what the user does, sets the theme, chooses the first view, and preloads what reads a link and
// what paints output that the first view does not have.
import { startEarly } from "../engine/start-worker";
import { isLink } from "../formats/address";
import { loadSettings } from "../store/settings";
import { recordInput } from "./early-input";
import { builtName, chooseFirstView } from "./first-view";
import { applyTheme } from "./theme";

const { worker = "", wasm = "", views = "", examples = "", ...lazy } = document.currentScript?.dataset ?? {};
const address = (path: string) => new URL(path, location.href).href;
const preload = (files = "") => {
  for (const file of files.split(" "))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: address(file) }));
};

const built = { url: address(views), ids: examples.split(" ") };
const name = builtName(built);
startEarly(address(worker), address(wasm), name && `${built.url}${name}.json`);
// Requested before the engine, which the worker has to ask for first.
if (isLink(location.hash.slice(1))) preload(lazy.link);
if (!name) preload(lazy.colours);

recordInput();
const settings = loadSettings();
applyTheme(settings.theme);
chooseFirstView(settings, built);
