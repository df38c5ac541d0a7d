// A click right after a scroll to the top selects the line under the pointer.
import { EditorView } from "@codemirror/view";

/**
 * When a view gets the focus with its scroll position at 0, CodeMirror restores the position of the last scroll event. If that event is still due, the
 * text moves under the pointer, and another line is selected.
 */
export const lateScroll = EditorView.domEventObservers({
  mousedown: (_, { scrollDOM }) => scrollDOM.scrollTop === 0 && scrollDOM.dispatchEvent(new Event("scroll")),
});
