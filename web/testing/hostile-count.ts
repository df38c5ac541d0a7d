// Counts the hostile inputs of a test file and prints the sum, which scripts/soak adds up.
import { afterAll } from "vitest";

let tried = 0;

export function count(inputs: number): void {
  tried += inputs;
}

afterAll(() => console.log(`hostile inputs tried: ${tried}`));
