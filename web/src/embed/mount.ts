// Shows an embed: loads its files, renders its view, and replaces the view where it must be another one. Loaded by element.ts when the reader runs an
// embed, and by frame.ts.
import { watchFailures } from "../core/failures";
import type { Mounted, Place } from "./contract";
import type { Start } from "./start";
import { EmbedView } from "./view";
import { begin } from "./work-of";

/** Shows an embed in a shadow root, in place of its content, and runs it. */
export async function mount(place: Place): Promise<Mounted> {
  const original = await begin(place.start);
  place.signal.throwIfAborted();
  // Another element of the page may have the focus now.
  const focus = place.focus && (place.root.activeElement !== null || document.activeElement === document.body);
  const unwatch = watchFailures(({ action, error, when }) => place.handled({ action, message: String(error), when }));
  let view = new EmbedView(place, original);
  await view.begin();
  if (focus) view.focus();

  /** Editor states contain whether they can be changed, so this needs another view. */
  const replaceView = async (start: Start) => {
    const original = await begin(start);
    place.signal.throwIfAborted();
    const before = view;
    view = new EmbedView({ ...place, start: { ...start, edited: before.files } }, original);
    before.end();
    await view.begin();
  };
  return {
    run: () => view.run(),
    focus: () => view.focus(),
    end: () => {
      unwatch();
      view.end();
    },
    load: (part) =>
      part.readonly === undefined || part.readonly === view.start.readonly
        ? view.load(part)
        : replaceView({ ...view.start, ...part }),
  };
}
