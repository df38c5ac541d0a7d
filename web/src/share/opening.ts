// What the page has open: the visitor's own work, or a playground that its address names (a link, an example, a gist, an explanation's example).
// Opening one never touches the visitor's own work, and what they change in it is kept beside it, under its address. Back and forward in the
// browser go from one to the other.
import { exampleOf, exampleText, exampleWork, firstWork } from "../gallery/examples";
import type { Notices } from "../page/notices";
import { explanation } from "../problems/explain-pages";
import {
  allStored,
  keepEarlier,
  loadEarlier,
  loadOpened,
  loadOwn,
  onOwnElsewhere,
  saveOpened,
  saveOwn,
} from "../work/storage";
import { type Checked, identical, sameWork, told, type Work } from "../work/work";
import { type Address, hashOf, readAddress } from "./address";
import { isBundle } from "./bundle";
import { loadGist } from "./gist";
import type { Base } from "./link";

export interface OpeningHost {
  notices: Notices;
  /** The work as it is now. */
  current: () => Work;
  /** Replaces what is in the panes. */
  show: (work: Work) => void;
  /** The work in a bundle. */
  bundle: (text: string) => Promise<Checked>;
  changed: () => void;
}

/** Why what the address names is not open. */
export interface Trouble {
  message: string;
  /** What could be read all the same. */
  read?: Checked;
}

export class Opening {
  /** Of what is on show: what is changed is kept under it. */
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
  /** What the browser's address names. It may not be open: it is still loading, asked about, or cannot be opened. */
  #named: Address = { kind: "own" };
  /** What is on show as it was last loaded or kept. */
  #kept: Work = firstWork;
  /** Counts what was asked for; only the newest is shown. */
  #generation = 0;

  constructor(host: OpeningHost) {
    this.#host = host;
  }

  /** What the page begins with. What an address names follows a moment later. */
  start(): Work {
    addEventListener("popstate", () => this.#follow());
    queueMicrotask(() => {
      this.#kept = this.#host.current();
      onOwnElsewhere(() => this.#adopt());
      this.#follow();
    });
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
    // What nobody has changed here is not written: another tab may have changed it.
    if (identical(work, this.#kept)) return allStored(true);
    this.#kept = work;
    if (this.shared) saveOpened(hashOf(this.address), this.edited ? work : undefined);
    else saveOwn(work);
    return allStored(false);
  }

  #show(work: Work): void {
    this.#host.show(work);
    this.#kept = this.#host.current();
  }

  /** Makes a work the visitor's own, whatever is on show. */
  #keepOwn(work: Work): void {
    saveOwn(work);
    this.#kept = this.#host.current();
  }

  /** Another tab has changed the visitor's own work: it is the same here, unless somebody has typed in both. */
  #adopt(): void {
    if (this.shared || !identical(this.#host.current(), this.#kept)) return;
    const own = loadOwn();
    if (!own || sameWork(own, this.#host.current())) return;
    this.#show(own);
    this.#host.notices.tell("As you changed it in another tab.");
  }

  /** Opens what an address names, as a step of the browser's history. */
  go(address: Address): void {
    this.save();
    this.#write(address);
    this.#follow();
  }

  #write(address: Address): void {
    history.pushState(null, "", hashOf(address) || location.pathname + location.search);
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
    this.save();
    const from = this.address;
    const own = loadOwn();
    const title = current().title;
    const kept = this.#keepEarlier(own);
    this.#write({ kind: "own" });
    this.#now({ kind: "own" }, undefined, "");
    this.#named = this.address;
    this.#keepOwn(current());
    notices.show({
      text: `Kept${title ? ` “${title}”` : ""} as your own work.${kept}`,
      refused: kept !== "",
      undo: () => {
        this.#keepOwn(own ?? firstWork);
        this.go(from);
      },
    });
  };

  /** Another work in place of the visitor's own, which is kept with the earlier ones. */
  replaceOwn(work: Work, told: string): void {
    this.save();
    const own = this.shared ? loadOwn() : this.#host.current();
    const kept = this.#keepEarlier(own);
    const from = this.address;
    if (this.#named.kind !== "own") this.#write({ kind: "own" });
    this.#now({ kind: "own" }, undefined, "");
    this.#named = this.address;
    this.#show(work);
    this.#keepOwn(this.#host.current());
    this.#host.notices.show({
      text: told + kept,
      refused: kept !== "",
      undo: () => {
        this.#keepOwn(own ?? firstWork);
        if (from.kind === "own") this.#show(own ?? firstWork);
        else this.go(from);
      },
    });
  }

  /** Nothing, or that the browser has no room: then an undo is the only way back, once the page is closed. */
  #keepEarlier(work: Work | undefined): string {
    if (!work || keepEarlier(work, work.title, Date.now())) return "";
    return " There is no room in this browser to keep what was your work before: undo, and save it as a file.";
  }

  earlier = loadEarlier;

  /** Shows what could be read of a damaged link. */
  showRead = (): void => {
    const { trouble } = this;
    if (!trouble?.read) return;
    this.#open(this.#named, trouble.read, "What could be read of a damaged link");
  };

  /** The visitor wants the gist. */
  loadAsked = (): void => {
    const { asking } = this;
    if (asking === undefined) return;
    this.asking = undefined;
    void this.#load(
      async () => {
        let gist = await loadGist(asking);
        const [only, ...others] = gist.work.files;
        // A bundle that somebody put there is a playground of its own.
        if (others.length === 0 && typeof only?.content === "string" && isBundle(only.content))
          gist = await this.#host.bundle(only.content);
        return { ...gist, label: `Gist: ${gist.work.title || asking}` };
      },
      { kind: "gist", url: asking },
    );
  };

  dismiss = (): void => {
    if (!this.shared) {
      this.back();
      return;
    }
    this.trouble = undefined;
    // The address that could not be opened gives way to that of what is open.
    if (hashOf(this.#named) !== hashOf(this.address)) this.#write(this.address);
    this.#named = this.address;
    this.#host.changed();
  };

  /** The address has changed. */
  #follow(): void {
    const address = readAddress(location.hash);
    if (hashOf(address) === hashOf(this.#named) && !this.trouble) return;
    this.save();
    this.#named = address;
    // Whatever is still on its way was for another address.
    this.#generation++;
    this.loading = false;
    this.trouble = undefined;
    this.asking = undefined;
    switch (address.kind) {
      case "own": {
        const was = this.shared !== undefined;
        this.#now(address, undefined, "");
        if (was) {
          this.#show(loadOwn() ?? firstWork);
          this.#host.notices.tell("Your own work.");
        }
        return;
      }
      case "link":
        return void this.#load(async () => {
          const { readLink } = await import("./link");
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
        this.asking = address.url;
        if (kept) this.#open(address, { work: kept, left: [] }, `Gist: ${kept.title || address.url}`);
        else this.#host.changed();
        return;
      }
      case "unknown":
        this.trouble = { message: "This address names nothing that the playground knows." };
        this.#host.changed();
    }
  }

  async #load(load: () => Promise<Checked & { label: string }>, address: Address): Promise<void> {
    const generation = ++this.#generation;
    this.loading = true;
    this.#host.changed();
    try {
      const { label, ...checked } = await load();
      if (generation === this.#generation) this.#open(address, checked, label);
    } catch (error) {
      if (generation !== this.#generation) return;
      // What cannot be opened leaves what is there.
      this.trouble = isTrouble(error) ? error : { message: `It could not be loaded: ${String(error)}` };
    } finally {
      if (generation === this.#generation) this.loading = false;
      this.#host.changed();
    }
  }

  #open(address: Address, { work, left }: Checked, label: string): void {
    const { notices } = this.#host;
    // What was typed while it was loaded.
    this.save();
    const from = this.address;
    this.#now(address, work, label);
    const kept = loadOpened(hashOf(address));
    this.#show(kept ?? work);
    this.trouble = left.length > 0 ? { message: told(left) } : undefined;
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
