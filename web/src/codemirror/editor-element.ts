// The element of an editor in a template. In the first view it is text of the same look, which becomes an editor in a later task, or when the user does
// something: creating and measuring all editors at once would block the page.
import type { EditorView } from "@codemirror/view";
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { afterAdoption, built, isAdopting } from "../ui/adoption";
import { measureNow } from "./measured";

const texts = new Set<EditorElement>();

class EditorElement extends AsyncDirective {
  #part: ChildPart | undefined;
  #view!: () => EditorView;
  #isText = false;

  /** During the build. */
  render(view: () => EditorView): unknown {
    return built.markup(view().dom.outerHTML);
  }

  override update(part: ChildPart, [view]: [() => EditorView]): unknown {
    this.#part = part;
    this.#view = view;
    if (isAdopting()) {
      this.#isText = true;
      afterAdoption(() => texts.add(this));
    }
    return this.#isText ? noChange : this.#element;
  }

  /** The caller puts it into the document and also has its lines measured before they are painted. */
  get #element(): HTMLElement {
    const view = this.#view();
    const { dom } = view;
    if (!dom.isConnected) queueMicrotask(() => dom.isConnected && measureNow(view));
    return dom;
  }

  becomeEditor(): void {
    texts.delete(this);
    this.#isText = false;
    const text = this.#part?.startNode?.nextSibling;
    const isFocused = text instanceof Element && text.matches(":focus-within");
    this.setValue(this.#element);
    if (isFocused) this.#view().focus();
  }

  override disconnected(): void {
    texts.delete(this);
  }
}

export const editorElement = directive(EditorElement);

/** Makes an editor of the first text; false if there is none. */
export function makeEditor(): boolean {
  const [text] = texts;
  text?.becomeEditor();
  return text !== undefined;
}

export function makeEditors(): void {
  while (makeEditor());
}
