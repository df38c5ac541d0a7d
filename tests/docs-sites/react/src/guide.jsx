import { StrictMode, useState } from "react";
import { locatePlayground } from "ytterby-playground";

// The bundler has copied the module into a script of the site, so it cannot find the playground by its own address.
locatePlayground("/docs/playground/");

const schema = `#@data/values-schema
---
kiln:
  #@schema/validation min=600, max=1300
  peak: 1000
`;

const config = `#@ load("@ytt:data", "data")
---
heat: #@ data.values.kiln.peak
`;

export function Guide() {
  const [peak, setPeak] = useState(1000);
  const [heat, setHeat] = useState("");
  const [others, setOthers] = useState(false);
  return (
    <StrictMode>
      <h1>Kilns</h1>
      <p>
        <button onClick={() => setPeak((peak) => peak + 100)}>Hotter</button>
        <button onClick={() => setOthers((others) => !others)}>Others</button>
      </p>
      {/* With children it is complete before hydration, and without JavaScript. */}
      <ytt-playground
        id="children"
        label="A firing plan"
        active="values.yml"
        onytt-rendered={({ detail }) => setHeat(detail.files[0]?.content ?? "none")}
      >
        <pre data-filename="schema.yml">{schema}</pre>
        <pre data-filename="values.yml">{`#@data/values\n---\nkiln:\n  peak: ${peak}\n`}</pre>
        <pre data-filename="config.yml">{config}</pre>
      </ytt-playground>
      <output>{heat}</output>
      {/* With properties, rendered in the browser only: React sets no objects on elements that it hydrates. */}
      {others && (
        <ytt-playground
          id="properties"
          args=""
          files={[
            { path: "schema.yml", content: schema },
            { path: "config.yml", content: config },
          ]}
          values={{ kiln: { peak } }}
        />
      )}
    </StrictMode>
  );
}
