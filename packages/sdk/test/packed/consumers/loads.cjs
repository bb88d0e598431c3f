// Loads every entry of both packages with require() and prints what it got.
const print = require("./print-entries.cjs");

print(async (entry) => require(entry));
