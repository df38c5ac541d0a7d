// Tab lists, splitters and menus. Zag provides their behaviour (keys, roles, focus), page.css their appearance.
import * as splitter from "@zag-js/splitter";
import * as tabs from "@zag-js/tabs";
import { normalizeProps, VanillaMachine } from "@zag-js/vanilla";
import { isReached } from "./focus-keeper";
import { Menu, type MenuOptions } from "./menu";

/** What a widget needs of the element that contains it. */
export interface Host {
  root: () => ShadowRoot;
  changed: () => void;
  /** Resolves when the elements have been rendered. */
  drawn: () => Promise<unknown>;
}

interface Machine {
  start(): void;
  stop(): void;
  subscribe(listener: () => void): () => void;
}

/** Machines look for their elements when they start, so they start after the first render. */
export class Widgets {
  #host: Host;
  #machines: Machine[] = [];
  #menus: Menu[] = [];
  #subscriptions: (() => void)[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Does nothing if they have started. */
  start(): void {
    if (this.#subscriptions.length > 0) return;
    for (const machine of this.#machines) {
      this.#subscriptions.push(machine.subscribe(this.#host.changed));
      machine.start();
    }
  }

  /** Ends all machines and removes their listeners. Does nothing if they have not started. */
  stop(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    if (this.#subscriptions.length > 0) for (const machine of this.#machines) machine.stop();
    this.#subscriptions = [];
    for (const menu of this.#menus) menu.stop();
  }

  tabs(options: { id: string; value: () => string; select: (value: string) => void; vertical?: () => boolean }) {
    // Zag removes the tabindex of a panel that contains something focusable, and with it the focus if the panel has it.
    const steady: typeof tabs.machine = {
      ...tabs.machine,
      implementations: {
        ...tabs.machine.implementations,
        actions: { ...tabs.machine.implementations?.actions, syncTabIndex: () => requestAnimationFrame(syncTabIndex) },
      },
    };
    const api = () => tabs.connect(machine.service, normalizeProps);
    const syncTabIndex = () => {
      const { id } = api().getContentProps({ value: options.value() });
      const panel = this.#host.root().getElementById(String(id));
      if (panel) panel.tabIndex = isReached(panel) ? -1 : 0;
    };
    const machine = new VanillaMachine(steady, () => ({
      id: options.id,
      getRootNode: this.#host.root,
      value: options.value(),
      orientation: options.vertical?.() ? ("vertical" as const) : ("horizontal" as const),
      onValueChange: ({ value }) => options.select(value),
    }));
    this.#machines.push(machine);
    return api;
  }

  menu(options: MenuOptions): Menu {
    const menu = new Menu(this.#host, options);
    this.#menus.push(menu);
    return menu;
  }

  /** Loads what the first render does not need. */
  async startRest(): Promise<void> {
    await Promise.all(this.#menus.map((menu) => menu.load()));
  }

  splitter(options: {
    id: string;
    vertical?: boolean;
    panels: splitter.PanelData[];
    sizes: number[];
    resizing?: (sizes: number[]) => void;
    resized: (sizes: number[]) => void;
  }) {
    // Zag sets the resize cursor with a style element, which the Content-Security-Policy rejects. page.css sets it instead.
    const quiet: typeof splitter.machine = {
      ...splitter.machine,
      implementations: {
        ...splitter.machine.implementations,
        actions: { ...splitter.machine.implementations?.actions, setGlobalCursor() {}, clearGlobalCursor() {} },
      },
    };
    const machine = new VanillaMachine(quiet, {
      id: options.id,
      getRootNode: this.#host.root,
      orientation: options.vertical ? "vertical" : "horizontal",
      panels: options.panels,
      defaultSize: options.sizes,
      keyboardResizeBy: 5,
      onResize: ({ size }) => options.resizing?.(size),
      onResizeEnd: ({ size }) => options.resized(size),
    });
    this.#machines.push(machine);
    return () => splitter.connect(machine.service, normalizeProps);
  }
}

export type Tabs = ReturnType<ReturnType<Widgets["tabs"]>>;
