// The page's tab lists, splitters and menus. How they behave (keys, roles, focus) is Zag's; what they look like is ours.
import * as splitter from "@zag-js/splitter";
import * as tabs from "@zag-js/tabs";
import { normalizeProps, VanillaMachine } from "@zag-js/vanilla";
import { isReached } from "./kept-focus";
import { Menu, type MenuOptions } from "./menu";

/** What every widget needs of the element it lives in. */
export interface Host {
  root: () => ShadowRoot;
  changed: () => void;
  /** When the elements are there. */
  drawn: () => Promise<unknown>;
}

interface Machine {
  start(): void;
  stop(): void;
  subscribe(listener: () => void): () => void;
}

/** Machines look for their elements when they start, so they start after the first rendering. */
export class Widgets {
  #host: Host;
  #machines: Machine[] = [];
  #menus: Menu[] = [];
  #subscriptions: (() => void)[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  start(): void {
    for (const machine of this.#machines) {
      this.#subscriptions.push(machine.subscribe(this.#host.changed));
      machine.start();
    }
  }

  /** For good: takes away all listeners. Does nothing if they have not started. */
  stop(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    if (this.#subscriptions.length > 0) for (const machine of this.#machines) machine.stop();
    this.#subscriptions = [];
    for (const menu of this.#menus) menu.stop();
  }

  tabs(options: { id: string; value: () => string; select: (value: string) => void; vertical?: () => boolean }) {
    // Of a panel that has something to focus in it, Zag takes away the tabindex, and with it the focus of whoever is there already.
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

  /** What is not needed at once. */
  async startRest(): Promise<void> {
    await Promise.all(this.#menus.map((menu) => menu.load()));
  }

  splitter(options: {
    id: string;
    vertical?: boolean;
    panels: splitter.PanelData[];
    sizes: number[];
    resized: (sizes: number[]) => void;
  }) {
    // Zag shows the resize cursor through a style element of its own, which the Content-Security-Policy refuses. page.css has the cursor.
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
      onResizeEnd: ({ size }) => options.resized(size),
    });
    this.#machines.push(machine);
    return () => splitter.connect(machine.service, normalizeProps);
  }
}

export type Tabs = ReturnType<ReturnType<Widgets["tabs"]>>;
