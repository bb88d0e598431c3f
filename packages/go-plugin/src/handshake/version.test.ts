import { expect, test } from "@jest/globals";
import { chooseVersion } from "./version.js";

test.each([
  [[1], "1", 1],
  [[1, 2, 3], "4,2,1", 2],
  [[3, 1], "2", 1],
  [[2, 1], undefined, 1],
  [[2], "", 2],
  [[1, 10], " 10 , 1", 10],
])("out of %p and %p", (own, hostVersions, chosen) => {
  expect(chooseVersion(own, hostVersions)).toBe(chosen);
});
