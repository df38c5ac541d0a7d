// The only place that runs the engine. Takes the compiled module once, then requests, and answers each with a response or with the trap that
// ended it; questions of the editor likewise. After a trap the engine's memory is not to be trusted: the page replaces this worker and never asks it again.
import init, {
  complete,
  definition,
  exportSchema,
  format,
  hover,
  importSchema,
  lint,
  readBundle,
  rename,
  renameTarget,
  render,
  used,
  Workspace,
  writeBundle,
} from "../../pkg/ytterby.js";
import type { FromWorker, Question, ToWorker } from "./types";

const answer = (message: FromWorker) => postMessage(message);
let ready: Promise<unknown> | undefined;
/** Keeps what the next keystroke does not change. */
let workspace: Workspace | undefined;

const ABOUT = { complete, hover, definition, renameTarget };
function reply(question: Question): unknown {
  switch (question.kind) {
    case "lint":
      return lint(question.request);
    case "render":
      return render(question.request);
    case "exportSchema":
      return exportSchema(question.request, question.format);
    case "importSchema":
      return importSchema(question.text);
    case "format":
      return format(question.text);
    case "readBundle":
      return readBundle(question.text);
    case "writeBundle":
      return writeBundle(question.bundle);
    case "used":
      return used(question.request, question.file, question.line);
    case "rename":
      return rename(question.request, question.file, question.offset, question.newName);
    default:
      return ABOUT[question.kind](question.request, question.file, question.offset);
  }
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    ready = init({ module_or_path: data.module });
    ready.catch((error) => answer({ failed: String(error) }));
    return;
  }
  await ready;
  if ("ask" in data) {
    try {
      answer({ ask: data.ask, reply: reply(data.question) });
    } catch (error) {
      answer({ ask: data.ask, trap: String(error) });
    }
    return;
  }
  const start = performance.now();
  try {
    workspace ??= new Workspace();
    const response = workspace.render(data.request);
    answer({ id: data.id, response, milliseconds: performance.now() - start });
  } catch (error) {
    answer({ id: data.id, trap: String(error) });
  }
});
