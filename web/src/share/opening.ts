// What the page has open: the visitor's own work, or a playground that its address names (a link, an example, a gist, an explanation's example).
// Opening one never touches the visitor's own work, and what they change in it is kept beside it, under its address. Back and forward in the
// browser go from one to the other.
import { exampleOf, exampleText, exampleWork, firstWork } from "../gallery/examples";
import type { Notices } from "../page/notices";
import { explanation } from "../problems/explain-pages";
import { keepEarlier, loadEarlier, loadOpened, loadOwn, saveOpened, saveOwn } from "../work/storage";
import { type Checked, sameWork, type Work } from "../work/work";
import { type Address, hashOf, readAddress } from "./address";
import { loadGist } from "./gist";
import { type Base, readLink } from "./link";

export interface OpeningHost {
  notices: Notices;
  /** The work as it is now. */
  current: () => Work;
  /** Replaces what is in the panes. */
  show: (work: Work) => void;
  changed: () => void;
}

/** Why what the address names is not open. */
export interface Trouble {
  message: string;
  /** What could be read all the same. */
  read?: Checked;
}

export class Opening {
  address: Address = { kind: "own" };
  /** What is open as it was shared; of the visitor's own work there is none. */
  shared: Work | undefined;
  /** What it is called: "Example: …". */
  label = "";
  trouble: Trouble | undefined;
  /** A gist that is loaded only if the visitor says so: it is another server's. */
  asking: string | undefined;
  loading = false;
  #host: OpeningHost;
  /** Counts what was asked for; only the newest is shown. */
  #generation = 0;

  constructor(host: OpeningHost) {
    this.#host = host;
  }

  /** What the page begins with. What an address names follows a moment later. */
  start(): Work {
    addEventListener("popstate", () => this.#follow());
    queueMicrotask(() => this.#follow());
    return loadOwn() ?? firstWork;
  }

  /** The example that is open, for a link to build on. */
  get base(): Base | undefined {
    return this.address.kind === "example" && this.shared ? { id: this.address.id, work: this.shared } : undefined;
  }

  get edited(): boolean {
    return this.shared !== undefined && !sameWork(this.shared, this.#host.current());
  }

  /** Keeps the work as it is now. False if the browser refused. */
  save(): boolean {
    const work = this.#host.current();
    if (!this.shared) return saveOwn(work);
    return saveOpened(hashOf(this.address), this.edited ? work : undefined);
  }

  /** Opens what an address names, as a step of the browser's history. */
  go(address: Address): void {
    this.save();
    history.pushState(null, "", hashOf(address) || location.pathname + location.search);
    this.#follow();
  }

  /** The visitor's own work again. */
  back = (): void => this.go({ kind: "own" });

  /** As it was shared. */
  startOver = (): void => {
    if (!this.shared) return;
    const before = this.#host.current();
    this.#host.show(this.shared);
    this.#host.notices.tell("As it was shared.", () => this.#host.show(before));
  };

  /** What is open becomes the visitor's own work; what that was before is kept with the earlier ones. */
  keepAsMine = (): void => {
    const { notices, current } = this.#host;
    const from = this.address;
    const own = loadOwn();
    const title = current().title;
    if (own) keepEarlier(own, own.title, Date.now());
    saveOwn(current());
    history.pushState(null, "", location.pathname + location.search);
    this.#now({ kind: "own" }, undefined, "");
    notices.tell(`Kept${title ? ` “${title}”` : ""} as your own work.`, () => {
      if (own) saveOwn(own);
      this.go(from);
    });
  };

  /** Another work in place of the visitor's own, which is kept with the earlier ones. */
  replaceOwn(work: Work, told: string): void {
    if (this.shared) this.save();
    const own = this.shared ? loadOwn() : this.#host.current();
    if (own) keepEarlier(own, own.title, Date.now());
    const from = this.address;
    if (from.kind !== "own") history.pushState(null, "", location.pathname + location.search);
    this.#now({ kind: "own" }, undefined, "");
    this.#host.show(work);
    saveOwn(this.#host.current());
    this.#host.notices.tell(told, () => {
      if (own) saveOwn(own);
      if (from.kind === "own" && own) this.#host.show(own);
      else this.go(from);
    });
  }

  earlier = loadEarlier;

  /** Shows what could be read of a damaged link. */
  showRead = (): void => {
    const { trouble } = this;
    if (!trouble?.read) return;
    this.#open(this.address, trouble.read, "What could be read of a damaged link");
  };

  /** The visitor wants the gist. */
  loadAsked = (): void => {
    const { asking } = this;
    if (asking === undefined) return;
    this.asking = undefined;
    void this.#load(async () => {
      const gist = await loadGist(asking);
      return { ...gist, label: `Gist: ${gist.work.title || asking}` };
    });
  };

  dismiss = (): void => {
    if (this.shared) {
      this.trouble = undefined;
      this.#host.changed();
    } else this.back();
  };

  /** The address has changed. */
  #follow(): void {
    const address = readAddress(location.hash);
    if (hashOf(address) === hashOf(this.address) && !this.trouble) return;
    this.save();
    this.trouble = undefined;
    this.asking = undefined;
    switch (address.kind) {
      case "own": {
        const was = this.shared !== undefined;
        this.#generation++;
        this.#now(address, undefined, "");
        if (was) {
          this.#host.show(loadOwn() ?? firstWork);
          this.#host.notices.tell("Your own work.");
        }
        return;
      }
      case "link":
        return void this.#load(async () => {
          const read = await readLink(address.link, exampleText);
          if (read.kind !== "work") throw read;
          return { ...read, label: `Shared: ${read.work.title || "a playground"}` };
        }, address);
      case "example": {
        const example = exampleOf(address.id);
        return void this.#load(
          async () => {
            const work = example && (await exampleWork(example.id));
            if (!work) throw { message: `There is no example “${address.id.slice(0, 60)}”. The gallery has them all.` };
            return { work, left: [], label: `Example: ${work.title}` };
          },
          example ? { kind: "example", id: example.id } : address,
        );
      }
      case "explain":
        return void this.#load(async () => {
          const page = await explanation(address.code);
          if (!page) throw { message: `There is no explanation of “${address.code}”.` };
          const work = { ...page[address.which], title: `${page.title}: ${address.which}` };
          return { work, left: [], label: `Explained: ${work.title}` };
        }, address);
      case "gist": {
        const kept = loadOpened(hashOf(address));
        this.#generation++;
        this.address = address;
        this.asking = address.url;
        if (kept) this.#open(address, { work: kept, left: [] }, `Gist: ${kept.title || address.url}`);
        else this.#host.changed();
        return;
      }
      case "unknown":
        this.address = address;
        this.trouble = { message: "This address names nothing that the playground knows." };
        this.#host.changed();
    }
  }

  async #load(load: () => Promise<Checked & { label: string }>, address = this.address): Promise<void> {
    const generation = ++this.#generation;
    this.loading = true;
    this.#host.changed();
    try {
      const { label, ...checked } = await load();
      if (generation === this.#generation) this.#open(address, checked, label);
    } catch (error) {
      if (generation !== this.#generation) return;
      // What cannot be opened leaves what is there.
      this.address = address;
      this.trouble = isTrouble(error) ? error : { message: `It could not be loaded: ${String(error)}` };
    } finally {
      if (generation === this.#generation) this.loading = false;
      this.#host.changed();
    }
  }

  #open(address: Address, { work, left }: Checked, label: string): void {
    const { notices, show } = this.#host;
    const from = this.address;
    this.#now(address, work, label);
    const kept = loadOpened(hashOf(address));
    show(kept ?? work);
    this.trouble = left.length > 0 ? { message: left.join(" ") } : undefined;
    const title = work.title ? `“${work.title}”` : "a shared playground";
    notices.tell(kept ? `Opened ${title}, with your changes.` : `Opened ${title}.`, () => this.go(from));
  }

  #now(address: Address, shared: Work | undefined, label: string): void {
    this.address = address;
    this.shared = shared;
    this.label = label;
    this.trouble = undefined;
    this.asking = undefined;
    this.#host.changed();
  }
}

const isTrouble = (error: unknown): error is Trouble =>
  typeof error === "object" && error !== null && "message" in error && !(error instanceof Error);
