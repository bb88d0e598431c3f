import { expect, test } from "@jest/globals";
import { verifyIntegrity } from "../nodes.mjs";

const integrity = "sha512-m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==";

test("a program that was fetched is the one that was looked at", () => {
  expect(() => verifyIntegrity(Buffer.from("hello"), integrity, "node")).not.toThrow();
  expect(() => verifyIntegrity(Buffer.from("hello!"), integrity, "node")).toThrow(
    /^node has sha512-\S+, not sha512-m3HS/,
  );
});
