// A menu of the page. Its behaviour (keys, roles, position) is Zag's, which is loaded lazily: until then there is only the button, and a click opens
// the menu once Zag has started.
import type * as zag from "@zag-js/menu";
import { normalizeProps, VanillaMachine } from "@zag-js/vanilla";
import type { Host } from "./widgets";

export interface MenuOptions {
  id: string;
  select: (value: string) => void;
  /** The position of a menu without a button of its own. */
  at?: () => { x: number; y: number; width: number; height: number };
  closed?: () => void;
}

type Library = typeof zag;

/** The properties in which Zag stores a menu's position. */
const POSITION = ["--x", "--y"];

const machineOf = ({ machine }: Library, { root }: Host, { id, select, at }: MenuOptions, closed: () => void) =>
  new VanillaMachine(machine, {
    id,
    getRootNode: root,
    onSelect: ({ value }) => select(value),
    onOpenChange: ({ open }) => !open && closed(),
    ...(at
      ? { positioning: { placement: "bottom-start" as const, strategy: "fixed" as const, getAnchorRect: at } }
      : {}),
  });

export class Menu {
  #host: Host;
  #options: MenuOptions;
  #made: { library: Library; machine: ReturnType<typeof machineOf> } | undefined;
  #started = false;
  #stopped = false;
  #loading: Promise<void> | undefined;
  #unsubscribe = () => {};

  constructor(host: Host, options: MenuOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Attributes for its parts, once it is loaded. */
  get parts(): zag.Api | undefined {
    return this.#made?.library.connect(this.#made.machine.service, normalizeProps);
  }

  /** Attributes for its button. */
  trigger(): object {
    // A machine that has not started ignores events.
    if (this.parts && this.#started) return this.parts.getTriggerProps();
    const open = () => void this.open();
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    };
    return { "aria-haspopup": "menu", "aria-expanded": "false", onClick: open, onKeyDown: keydown };
  }

  async open(): Promise<void> {
    await this.load();
    this.parts?.setOpen(true);
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    if (this.#started) this.#made?.machine.stop();
    this.#started = false;
  }

  /** It may be opened at another position. */
  #closed(): void {
    const { id } = this.parts?.getPositionerProps() ?? {};
    const positioner = this.#host.root().getElementById(String(id));
    for (const property of POSITION) positioner?.style.removeProperty(property);
    this.#options.closed?.();
  }

  async #load(): Promise<void> {
    const library = await import("@zag-js/menu");
    if (this.#stopped) return;
    const machine = machineOf(library, this.#host, this.#options, () => this.#closed());
    this.#unsubscribe = machine.subscribe(this.#host.changed);
    this.#made = { library, machine };
    // The machine looks for its elements when it starts.
    this.#host.changed();
    await this.#host.drawn();
    if (this.#stopped) return;
    machine.start();
    this.#started = true;
    this.#host.changed();
  }
}
