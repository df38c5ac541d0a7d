// The content of a new playground.
import { type Work, workOf } from "../core/work";

export type Starter = "blank" | "schema";

const SCHEMA = `#! The schema declares the data values: their names, types and default values.
#@data/values-schema
---
#@schema/desc "Name of the app"
name: my-app
#@schema/desc "Number of copies that run"
#@schema/validation min=1, max=10
replicas: 1
#@schema/desc "Host name; without one, the app is not reachable from outside"
#@schema/nullable
host: ""
`;

const VALUES = `#! Data values override the defaults of the schema. Try 20 for replicas, or misspell a name.
#@data/values
---
replicas: 3
`;

const CONFIG = `#! Templates make the output. Code follows #@, and data.values contains the data values.
#@ load("@ytt:data", "data")
---
name: #@ data.values.name
replicas: #@ data.values.replicas
#@ if data.values.host:
url: #@ "https://" + data.values.host
#@ end
`;

const FILES: Record<Starter, () => Work["files"]> = {
  blank: () => [{ path: "config.yml", content: "" }],
  schema: () => [
    { path: "schema.yml", content: SCHEMA },
    { path: "values.yml", content: VALUES },
    { path: "config.yml", content: CONFIG },
  ],
};

/** A template that prints all data values. */
export const ALL_VALUES = `#! Templates make the output. Code follows #@, and data.values contains the data values.
#@ load("@ytt:data", "data")
--- #@ data.values
`;

/** A playground with an imported schema, and with data values if there are any. Its template outputs all of them. */
export const importedWork = (schema: string, values: string | undefined): Work =>
  workOf({
    files: [
      { path: "schema.yml", content: schema },
      ...(values === undefined ? [] : [{ path: "values.yml", content: values }]),
      { path: "config.yml", content: ALL_VALUES },
    ],
  });

export const starterWork = (starter: Starter): Work => workOf({ files: FILES[starter]() });

export const starters: readonly Starter[] = ["blank", "schema"];
