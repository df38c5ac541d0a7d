// Runs before anything is painted: starts the engine, records what the user does, sets the theme, chooses the first view, and preloads what reads a link.
import { startEarly } from "../engine/start-worker";
import { isLink } from "../formats/address";
import { loadSettings } from "../store/settings";
import { recordInput } from "./early-input";
import { builtName, chooseFirstView } from "./first-view";
import { applyTheme } from "./theme";

const { worker = "", wasm = "", views = "", examples = "", link = "" } = document.currentScript?.dataset ?? {};
const address = (path: string) => new URL(path, location.href).href;
// Before the engine, which is large: the page cannot begin without it.
if (isLink(location.hash.slice(1)))
  for (const file of link.split(" "))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: address(file) }));

const built = { url: address(views), ids: examples.split(" ") };
const name = builtName(built);
startEarly(address(worker), address(wasm), name && `${built.url}${name}.json`);

recordInput();
const settings = loadSettings();
applyTheme(settings.theme);
chooseFirstView(settings, built);
