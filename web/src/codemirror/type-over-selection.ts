// Typed text replaces the selection.
import { EditorView } from "@codemirror/view";

/** Otherwise the browser replaces a selection by an element with a style attribute, which the Content-Security-Policy rejects. */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});
