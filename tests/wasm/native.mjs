// The native command as a long-running process: takes requests and questions, returns its answers as JSON texts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { toJson } from "./engine.mjs";

const native = process.env.YTTERBY ?? fileURLToPath(new URL("../../target/debug/ytterby", import.meta.url));

/** `ytterby request`. */
export function startCommand() {
  assert.ok(existsSync(native), `${native} is not built: cargo build`);
  const child = spawn(native, ["request"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${toJson(request)}\n`);
      const { value, done } = await lines.next();
      assert.ok(!done, `${native} ended`);
      return value;
    },
    end: () => child.stdin.end(),
  };
}

export function withoutTimings(json) {
  const response = JSON.parse(json);
  delete response.timings;
  return JSON.stringify(response);
}
