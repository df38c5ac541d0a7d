// The /embed/ page: one embed that fills a frame. What it shows is in the fragment (`#y1:…`, `#example:ID`), or comes as a message from the page
// around it: from the one origin that the address names (`?origin=https://docs.example`), and from nobody else. It stores nothing.
import { incoming, type Outgoing } from "./protocol";
import { isView, type Start } from "./start";
import { type Mounted, mount } from "./view";

const query = new URLSearchParams(location.search);
const origin = originOf(query.get("origin"));
const view = query.get("view");
const root = document.documentElement;

function originOf(text: string | null): string | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Without a frame around it, or without an origin that may hear it, nothing is told. */
function tell(message: Outgoing): void {
  if (origin && parent !== window) parent.postMessage({ ytterby: 1, ...message }, origin);
}

function paint(theme: string | null): void {
  root.style.colorScheme = theme === "light" || theme === "dark" ? theme : "light dark";
}

let mounted: Promise<Mounted> | undefined;

/** Brings up what is to be seen, or another in its place. */
function show(part: Partial<Start>): void {
  if (mounted) {
    void mounted.then((embed) => embed.load(part));
    return;
  }
  const start: Start = {
    label: "",
    files: [],
    src: "",
    args: query.get("args"),
    env: query.get("env") ?? "",
    view: isView(view) ? view : "split",
    active: query.get("active") ?? "",
    readonly: query.has("readonly"),
    ...part,
  };
  const host = document.createElement("div");
  // Nobody would hear how high it needs to be: it takes the height it is given.
  if (!origin) {
    host.className = "filling";
    root.classList.add("filling");
  }
  const embed = document.querySelector("#embed");
  embed?.replaceChildren(host);
  // On its own it is a page as others are, with a heading and a main part; in a frame the page around it has them.
  if (embed && parent === window) {
    embed.role = "main";
    const heading = document.createElement("h1");
    heading.textContent = document.title;
    embed.prepend(heading);
  }
  mounted = mount({
    host,
    root: host.attachShadow({ mode: "open" }),
    start,
    page: new URL("..", location.href.replace(/[?#].*/, "")).href,
    focus: false,
    told: (result) => tell({ type: "result", ...result }),
    changed: (files) => tell({ type: "change", files }),
  });
  new ResizeObserver(() => tell({ type: "resize", height: Math.ceil(host.getBoundingClientRect().height) })).observe(
    host,
  );
}

addEventListener("message", ({ source, origin: sender, data }: MessageEvent) => {
  if (!origin || sender !== origin || source !== parent) return;
  const message = incoming(data);
  if (!message) return;
  const { type, ...part } = message;
  if (type === "load") show(part as Partial<Start>);
  else if (message.type === "set-theme") paint(message.theme);
  else void mounted?.then((embed) => embed.run());
});

addEventListener("hashchange", () => location.hash && show({ src: location.hash }));

paint(query.get("theme"));
if (location.hash.length > 1 || !origin) show({ src: location.hash || "#example:kiln" });
tell({ type: "ready" });
