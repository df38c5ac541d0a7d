// The amount of tests over random input: a number in the environment, or else that of the level of scripts/test.
const LEVELS = ["", "quick", "default", "all"];

/** `usual` cases, `all` of them at that level of scripts/test, or as many as the variable `name` says. */
export function amount(name, { usual, all = usual }) {
  const level = process.env.TEST_LEVEL ?? "";
  if (!LEVELS.includes(level)) throw new Error(`TEST_LEVEL is ${level}, not one of ${LEVELS.slice(1).join(", ")}`);
  const value = process.env[name];
  if (value === undefined) return level === "all" ? all : usual;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} is ${value}, not a positive integer`);
  return count;
}
