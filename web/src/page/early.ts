// Runs before anything is painted: starts the engine, sets the theme, and chooses the first view.
import { startEarly } from "../engine/start-worker";
import { loadSettings } from "../store/settings";
import { chooseFirstView, removeHiddenViews } from "./first-view";
import { applyTheme } from "./theme";

const { worker = "", wasm = "", views = "", examples = "" } = document.currentScript?.dataset ?? {};
const address = (path: string) => new URL(path, location.href).href;
startEarly(address(worker), address(wasm));

const settings = loadSettings();
applyTheme(settings.theme);
chooseFirstView(settings, { url: address(views), ids: examples.split(" ") });
// Once all of it is parsed, and before the page's own script.
document.addEventListener("readystatechange", removeHiddenViews, { once: true });
