import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { pathIn, privatePath, removeFolder } from "./socket-path.js";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "path-"));
});
afterEach(() => rmSync(place, { recursive: true }));

test("the first place that will do is taken", () => {
  const { path = "", folder = "" } = privatePath([join(place, "missing"), `${place}/${"x".repeat(100)}`, place]) ?? {};
  expect(dirname(path)).toBe(folder);
  expect(dirname(folder)).toBe(place);
  removeFolder(folder);
  expect(readdirSync(place)).toEqual([]);
});

test("where none will do there is none: then the plugin listens on a port", () => {
  expect(privatePath([join(place, "missing"), "/proc", join(place, "a|b")])).toBeUndefined();
});

test("a folder with something in it is left alone", () => {
  const { folder = "" } = privatePath([place]) ?? {};
  mkdtempSync(join(folder, "other-"));
  removeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test("two plugins in one folder have two paths", () => {
  expect(pathIn(place).path).not.toBe(pathIn(place).path);
});
