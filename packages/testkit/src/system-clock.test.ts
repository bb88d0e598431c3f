import { afterEach, expect, jest, test } from "@jest/globals";
import { systemClock } from "./system-clock.js";

const day = 24 * 60 * 60 * 1000;

afterEach(() => {
  jest.useRealTimers();
});

test("tells the time of this machine", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect([before <= now, now <= Date.now()]).toEqual([true, true]);
});

test("fires once, and not what was undone", async () => {
  const fired: string[] = [];
  const undo = systemClock.after(1, () => fired.push("undone"));
  undo();
  await new Promise<void>((resolve) => {
    systemClock.after(5, () => {
      fired.push("fired");
      resolve();
    });
  });
  expect(fired).toEqual(["fired"]);
});

test("does not keep the process alive, as a timer of Node's does", () => {
  const keepingAlive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = keepingAlive();
  const undo = systemClock.after(day, () => undefined);
  const withOurs = keepingAlive();
  const timer = setTimeout(() => undefined, day);
  const withNodes = keepingAlive();
  undo();
  clearTimeout(timer);
  expect([withOurs - before, withNodes - before]).toEqual([0, 1]);
});

test("waits longer than a timer of Node can, and can be undone in every part of the wait", () => {
  jest.useFakeTimers();
  const fired: string[] = [];
  systemClock.after(60 * day, () => fired.push("after 60 days"));
  const undo = systemClock.after(60 * day, () => fired.push("undone"));
  jest.advanceTimersByTime(59 * day);
  expect(fired).toEqual([]);
  undo();
  jest.advanceTimersByTime(day);
  expect([fired, jest.getTimerCount()]).toEqual([["after 60 days"], 0]);
});
