// The /embed/ page: one embed that fills a frame. Its content is in the fragment (`#y1:…`, `#example:ID`), or comes in a message from the page around
// it: only from the origin that the address names (`?origin=https://docs.example`). It stores nothing.
import type { Mounted } from "./contract";
import { mount } from "./mount";
import { incoming, type Outgoing } from "./protocol";
import { isView, type Start } from "./start";

const query = new URLSearchParams(location.search);
const origin = originOf(query.get("origin"));
const view = query.get("view");
const root = document.documentElement;

function originOf(text: string | null): string | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Nothing is posted without a frame around the page, or without the origin of a receiver. */
function post(message: Outgoing): void {
  if (origin && parent !== window) parent.postMessage({ ytterby: 1, ...message }, origin);
}

function paint(theme: string | null): void {
  root.style.colorScheme = theme === "light" || theme === "dark" ? theme : "light dark";
}

let mounted: Promise<Mounted> | undefined;

/** Shows an embed, or replaces parts of the one that is shown. */
function show(part: Partial<Start>): void {
  if (part.height !== undefined) root.style.setProperty("--height", part.height);
  if (mounted) {
    void mounted.then((embed) => embed.load(part));
    return;
  }
  const start: Start = {
    label: null,
    height: "",
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
  // Without a receiver for the height it needs, it takes the height of the frame.
  if (!origin) {
    host.className = "filling";
    root.classList.add("filling");
  }
  const embed = document.querySelector("#embed");
  embed?.replaceChildren(host);
  // On its own it is a complete page, with a heading and a main element; in a frame the page around it has them.
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
    sheets: [],
    signal: new AbortController().signal,
    rendered: (detail) => post({ type: "result", ...detail }),
    changed: (detail) => post({ type: "change", ...detail }),
    failed: (detail) => post({ type: "error", ...detail }),
    mismatched: (detail) => post({ type: "mismatch", ...detail }),
    handled: (failure) => post({ type: "failure", ...failure }),
  });
  mounted.catch((error) => {
    const message = `Could not show the playground: ${error}`;
    host.textContent = message;
    post({ type: "error", kind: "load", message });
  });
  const measured = new ResizeObserver(() => {
    const { height } = host.getBoundingClientRect();
    if (height > 0) post({ type: "resize", height: Math.ceil(height) });
  });
  measured.observe(host);
}

addEventListener("message", ({ source, origin: sender, data }: MessageEvent) => {
  if (!origin || sender !== origin || source !== parent) return;
  const message = incoming(data);
  switch (message?.type) {
    case "load": {
      const { type: _, ...part } = message;
      show(part);
      break;
    }
    case "set-theme":
      paint(message.theme);
      break;
    case "run":
      void mounted?.then((embed) => embed.run());
      break;
    case "focus":
      void mounted?.then((embed) => embed.focus());
  }
});

addEventListener("hashchange", () => location.hash && show({ src: location.hash }));

paint(query.get("theme"));
if (location.hash.length > 1 || !origin) show({ src: location.hash || "#example:deployment" });
post({ type: "ready" });
