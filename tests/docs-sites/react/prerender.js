// Puts the page as React renders it on the server into the built document.
import { readFileSync, writeFileSync } from "node:fs";
import { page } from "./server/server.js";

const path = "dist/index.html";
const text = readFileSync(path, "utf8");
writeFileSync(path, text.replace('<main id="root">', () => `<main id="root">${page()}`));
