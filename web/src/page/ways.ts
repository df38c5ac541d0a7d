// The ways in and out of the page: the gallery with its lessons, the menu that opens things, the share dialog, and what is open of all that.
import { html, nothing } from "lit";
import type { Engine } from "../engine/engine";
import { examples, FIRST, firstWork } from "../gallery/examples";
import { Gallery } from "../gallery/gallery";
import { lesson } from "../gallery/lesson";
import { readBundle, writeBundle } from "../share/bundle";
import { markdownOf } from "../share/markdown";
import { OpenMenu } from "../share/open-menu";
import { openedBar, openingBar } from "../share/opened-bar";
import { Opening } from "../share/opening";
import { ShareDialog } from "../share/share-dialog";
import type { Buffers } from "../work/buffers";
import type { Session } from "../work/session";
import type { Work } from "../work/work";
import type { Actions } from "./actions";
import type { HeaderActions } from "./header";
import type { Notices } from "./notices";
import type { Places } from "./places";
import type { Widgets } from "./widgets";

export interface WaysHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  buffers: Buffers;
  engine: Engine;
  session: Session;
  notices: Notices;
  places: Places;
  widgets: Widgets;
  actions: () => Actions;
  /** Everything that the visitor has made. */
  work: () => Work;
  /** Another work in place of the one on show. */
  show: (work: Work) => void;
  copy: (text: string, what: string) => void;
}

export class Ways {
  readonly opening: Opening;
  #host: WaysHost;
  #gallery: Gallery;
  #openMenu: OpenMenu;
  #share: ShareDialog;
  #lessonOpen = true;

  constructor(host: WaysHost) {
    const { root, changed, drawn, buffers, engine, session, notices, widgets } = host;
    this.#host = host;
    this.opening = new Opening({
      notices,
      current: host.work,
      show: host.show,
      bundle: (text) => readBundle(engine, text),
      changed,
    });
    this.#gallery = new Gallery({
      root,
      changed,
      drawn,
      current: () => this.#example,
      open: ({ id }) => this.opening.go({ kind: "example", id }),
    });
    this.#openMenu = new OpenMenu(widgets, {
      root,
      changed,
      drawn,
      engine,
      opening: this.opening,
      actions: host.actions,
      tell: (text, refused = false) => notices.show({ text, refused }),
    });
    this.#share = new ShareDialog({
      root,
      changed,
      drawn,
      work: host.work,
      base: () => this.opening.base,
      setTitle: (title) => buffers.setAbout({ title }),
      copy: host.copy,
      bundle: (work) => writeBundle(engine, work),
      markdown: (link) => markdownOf(host.work(), session.response, link),
      notices,
    });
  }

  /** The id of the example that is open. */
  get #example(): string | undefined {
    const { address } = this.opening;
    return address.kind === "example" ? address.id : undefined;
  }

  /** Files that were dropped. */
  get take(): OpenMenu["take"] {
    return this.#openMenu.take;
  }

  /** Ctrl S shares and Ctrl K looks for an example, wherever the focus is: the browser's own meanings of these keys are of no use here. */
  listen(): void {
    addEventListener("keydown", (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (event.defaultPrevented || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      const open = key === "s" ? this.#share.open : key === "k" ? this.#gallery.open : undefined;
      if (!open) return;
      event.preventDefault();
      if (!this.#host.root().querySelector("dialog[open]")) void open();
    });
  }

  /** Whether there is a lesson on show. */
  get teaching(): boolean {
    return this.#lessonOpen && this.#host.buffers.about.lesson !== "";
  }

  #showLesson(open: boolean): void {
    this.#lessonOpen = open;
    this.#host.changed();
  }

  /** What the header shows of them. On a narrow page it has no room for what is open. */
  header(narrow: boolean): Pick<HeaderActions, "examples" | "open" | "lesson" | "share" | "opened"> {
    const { lesson } = this.#host.buffers.about;
    return {
      examples: this.#gallery.open,
      open: this.#openMenu.render(),
      lesson: lesson !== "" && !this.#lessonOpen ? () => this.#showLesson(true) : undefined,
      share: this.#share.open,
      opened: narrow ? nothing : openedBar(this.opening),
    };
  }

  /** What stands below the header. */
  bar(narrow: boolean) {
    return html`${narrow ? openedBar(this.opening) : nothing}${openingBar(this.opening)}`;
  }

  lesson(folded: boolean) {
    if (!this.teaching) return nothing;
    const { about } = this.#host.buffers;
    // A first visitor's own work is the first example, and goes on to the next one, too.
    const open = this.#example ?? (about.lesson === firstWork.lesson ? FIRST : undefined);
    const at = examples.findIndex(({ id }) => id === open);
    return lesson({
      folded,
      about,
      places: this.#host.places,
      before: at < 0 ? undefined : examples[at - 1],
      after: at < 0 ? undefined : examples[at + 1],
      open: ({ id }) => this.opening.go({ kind: "example", id }),
      close: () => this.#showLesson(false),
    });
  }

  dialogs() {
    return html`${this.#gallery.render()} ${this.#openMenu.dialogs()} ${this.#share.render()}`;
  }
}
