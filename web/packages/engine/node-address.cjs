const { readFile } = require("node:fs/promises");

/** A path, the URL of a file, which Node's fetch() does not read, or any other URL. */
exports.bytesAt = (address) => {
  if (/^https?:/.test(String(address))) return fetch(address);
  return readFile(/^file:/.test(String(address)) ? new URL(address) : address);
};
