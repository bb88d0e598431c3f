// Loads every entry of both packages with import and prints what it got.
import print from "./print-entries.cjs";

await print((entry) => import(entry));
