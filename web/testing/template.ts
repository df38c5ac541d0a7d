// Reads templates without a browser: their text, and the actions of their buttons and forms.
interface Template {
  strings: readonly string[];
  values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === "object" && value !== null && "strings" in value && "values" in value;

/** A part (ui/part.ts) with its template as the second value. */
const partOf = (value: unknown): (() => unknown) | undefined => {
  if (typeof value !== "object" || value === null || !("_$litDirective$" in value)) return undefined;
  const [name, template] = (value as unknown as { values: unknown[] }).values;
  return typeof name === "string" && typeof template === "function" ? (template as () => unknown) : undefined;
};

export function read(template: unknown) {
  const listeners: ((event: unknown) => unknown)[] = [];
  const markup = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(markup).join("");
    if (isTemplate(value)) return value.strings.map((piece, at) => piece + markup(value.values[at])).join("");
    const content = partOf(value);
    if (content) return markup(content());
    if (typeof value === "function") return `${listeners.push(value as () => unknown) - 1}`;
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const whole = markup(template);
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const buttons = [...whole.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].map(
    ([, attributes = "", content = ""]) => ({
      name: /aria-label="?([^"]*)"/.exec(attributes)?.[1] ?? plain(content),
      click: listeners[Number(/@click=(\d+)/.exec(attributes)?.[1])],
    }),
  );
  return {
    text: plain(whole),
    buttons: buttons.map(({ name }) => name),
    /** Clicks the button of that name. */
    async click(name: string): Promise<void> {
      const button = buttons.find((one) => one.name === name);
      if (!button?.click) throw new Error(`there is no button “${name}” among ${buttons.map(({ name }) => name)}`);
      await button.click({});
    },
    /** Calls the listener of the first element with this tag. */
    async fire(tag: string, event: string, detail: object = {}): Promise<void> {
      const listener = listeners[Number(new RegExp(`<${tag}[^>]*@${event}=(\\d+)`).exec(whole)?.[1])];
      if (!listener) throw new Error(`no ${tag} listens to ${event}`);
      await listener({ preventDefault() {}, ...detail });
    },
  };
}
