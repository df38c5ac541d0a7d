// The texts of all examples, for the search of the gallery. A separate module, loaded when the gallery is opened.

/** A text of an example: a file, or its lesson. */
export interface ExampleText {
  /** The path of the file; for the lesson an empty string. */
  path: string;
  text: string;
}

const texts = import.meta.glob<ExampleText[]>("../../examples/*.yml", {
  query: "?texts",
  eager: true,
  import: "default",
});

/** The texts of examples, by id. The lesson is first. */
export const exampleTexts: ReadonlyMap<string, readonly ExampleText[]> = new Map(
  Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/|\.yml$/g, ""), text]),
);
