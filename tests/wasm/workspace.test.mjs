// A kept `Workspace` in the built wasm answers each edit as a render does that knows nothing: `node --test tests/wasm/`.
// tests/workspace.rs does the same natively, with many more edits.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ask, instantiate, toJson, wasmBytes } from "./engine.mjs";

const examples = new URL("../../web/examples/", import.meta.url);
const comparable = (response) => toJson({ ...response, timings: null });

test("each line of the examples removed and put back", async () => {
  const { module, memory } = await instantiate(wasmBytes());
  const workspace = new module.Workspace();
  let renders = 0;
  for (const name of readdirSync(examples).filter((name) => name.endsWith(".yml"))) {
    const { bundle } = await ask("readBundle", readFileSync(new URL(name, examples), "utf8"));
    const request = { files: bundle.files, args: bundle.args, env: bundle.env.map((v) => `${v.name}=${v.value}`) };
    const whole = comparable(module.render(request));
    for (const file of request.files) {
      if (typeof file.content !== "string") continue;
      const lines = file.content.split("\n");
      for (let line = 0; line < lines.length; line += 1 + Math.floor(lines.length / 4)) {
        const content = lines.toSpliced(line, 1).join("\n");
        const edited = {
          ...request,
          files: request.files.map((other) => (other === file ? { ...file, content } : other)),
        };
        assert.equal(
          comparable(workspace.render(edited)),
          comparable(module.render(edited)),
          `${name} ${file.path}:${line}`,
        );
        assert.equal(comparable(workspace.render(request)), whole, `${name} after ${file.path}:${line}`);
        renders += 2;
      }
    }
    assert.equal(workspace.render(request), workspace.render(request), "the same request has the same answer");
  }
  console.log(`${renders} renders of a workspace; the memory has ${memory.buffer.byteLength} bytes`);
});
