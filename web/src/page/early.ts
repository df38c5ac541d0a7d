// Runs before anything is painted: starts the engine, sets the theme, and hides the first view in index.html if the page will show something else.
import { startEarly } from "../engine/start-worker";
import { loadSettings } from "../store/settings";
import { expectsFirstView, hideFirstView, removeHiddenViews } from "./first-view";
import { applyTheme } from "./theme";

const { worker = "", wasm = "" } = document.currentScript?.dataset ?? {};
const address = (path: string) => new URL(path, location.href).href;
startEarly(address(worker), address(wasm));

const settings = loadSettings();
applyTheme(settings.theme);
if (!expectsFirstView(settings)) hideFirstView();
// Once all of it is parsed, and before the page's own script.
document.addEventListener("readystatechange", removeHiddenViews, { once: true });
