// Finds texts that contain a schema: by the annotations that start a schema's document.

const SCHEMA = /^#@data\/values-schema\b/m;
/** The two annotations of the schema proposal. */
const PROPOSED = /^#@schema(\/definition\b.*|[ \t]*)$/m;

export const containsSchema = (text: string, proposal = false): boolean =>
  SCHEMA.test(text) || (proposal && PROPOSED.test(text));
