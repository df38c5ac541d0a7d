// Starts the page: the answer first, then the workbench. This module and what it imports open the playground of the address, and ask the engine. The code
// that shows and edits the playground is downloaded once the answer is painted, or when the user clicks or types: compiling it would delay the answer.
import { noted } from "../core/failures";
import { read } from "../engine/built-answer";
import { hashOf } from "../formats/address";
import { loadSettings } from "../store/settings";
import { WorkStore } from "../store/work-store";
import { painted } from "../ui/painted";
import { earlyInput } from "./early-input";
import { builtAnswer, isFirstViewOf } from "./first-view";
import { paintAnswer, preparePaint } from "./paint-answer";
import { Start } from "./start";
import { applyTheme } from "./theme";
import "../style/page.css";
import "virtual:first-view.css";

/** Over a slow connection, the engine comes much later than the workbench, which does not wait longer for it. */
const PATIENCE_MS = 250;

/** Resolves when the answer takes long: the engine is still being downloaded, or the render is slow. */
const late = ({ engine, model }: Start) =>
  new Promise<void>((resolve) => {
    setTimeout(() => engine.isCompiled || resolve(), PATIENCE_MS);
    model.answered = () => model.session.slow && resolve();
  });

/** Has the response of the build shown until the engine has answered, if it does not come first. */
async function foresee({ model: { session }, opening }: Start): Promise<void> {
  const { response, asked } = session;
  if (response || !asked || !isFirstViewOf(hashOf(opening.address))) return;
  const built = await builtAnswer().catch(noted("loading the response of the build"));
  if (built !== undefined) session.foresee({ response: read(built, asked), request: asked });
}

async function boot(): Promise<void> {
  const input = earlyInput();
  const store = new WorkStore();
  // The database is opened while the rest of this module runs.
  void store.begin();
  const start = new Start(store, input);
  await start.begin();
  preparePaint();
  const answered = start.model.session.settled().then(async () => {
    if (await paintAnswer(start)) await painted();
  });
  await Promise.race([answered, late(start), input.any]);
  const [{ show }] = await Promise.all([import("./main"), foresee(start)]);
  await show(start, input);
}

applyTheme(loadSettings().theme);
void boot();
