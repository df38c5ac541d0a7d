// A `Workspace` in the built wasm, reused between edits, answers each as a render without one does: `node --test tests/wasm/`.
// The native tests do the same with many more edits.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { examples } from "../golden-cases.mjs";
import { ask, instantiate, toJson, wasmBytes } from "./engine.mjs";

const comparable = (response) => toJson({ ...response, timings: null });

test("each line of the examples removed and put back", async () => {
  const { module, memory } = await instantiate(wasmBytes());
  const workspace = new module.Workspace();
  let renders = 0;
  for (const path of examples()) {
    const name = basename(path);
    const { bundle } = await ask("readBundle", readFileSync(path, "utf8"));
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
  assert.ok(renders > 1000, `${renders} renders`);
  console.log(`${renders} renders of a workspace; the memory has ${memory.buffer.byteLength} bytes`);
});
