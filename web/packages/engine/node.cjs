const { join } = require("node:path");
const { loader } = require("./engine.cjs");
const { bytesAt } = require("./node-address.cjs");

exports.load = loader({ own: () => bytesAt(join(__dirname, "ytterby.wasm")), at: bytesAt });
