export { after, before, test } from "node:test";
