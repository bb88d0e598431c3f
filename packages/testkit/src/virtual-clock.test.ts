import { expect, test } from "@jest/globals";
import { virtualClock } from "./virtual-clock.js";

test("stands still until it is told to move", async () => {
  const clock = virtualClock({ start: 1000 });
  const fired: number[] = [];
  clock.after(10, () => fired.push(clock.now()));
  await clock.settle();
  expect([clock.now(), fired, clock.next()]).toEqual([1000, [], 10]);
  await clock.advance(9);
  expect([clock.now(), fired, clock.next()]).toEqual([1009, [], 1]);
  await clock.advance(1);
  expect([clock.now(), fired, clock.next(), clock.fired()]).toEqual([1010, [1010], undefined, 1]);
});

test("fires by time, then in the order in which timers were set, and not what was undone", async () => {
  const clock = virtualClock();
  const fired: string[] = [];
  clock.after(20, () => fired.push("late"));
  clock.after(10, () => fired.push("first"));
  const undo = clock.after(10, () => fired.push("undone"));
  clock.after(10, () => fired.push("second"));
  undo();
  await clock.advance(100);
  expect(fired).toEqual(["first", "second", "late"]);
});

test("lets what a timer sets off settle: what that sets is fired if it is due", async () => {
  const clock = virtualClock({ start: 0 });
  const fired: number[] = [];
  const again = async (): Promise<void> => {
    for (let times = 0; times < 3; times++) {
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => clock.after(10, resolve));
      fired.push(clock.now());
    }
  };
  const running = again();
  await clock.advance(25);
  expect(fired).toEqual([10, 20]);
  await clock.advance(5);
  expect(fired).toEqual([10, 20, 30]);
  await running;
});

test("told to move twice at once, it moves by both, one after the other", async () => {
  const clock = virtualClock({ start: 0 });
  const fired: number[] = [];
  for (const ms of [4, 12]) clock.after(ms, () => fired.push(clock.now()));
  await Promise.all([clock.advance(10), clock.advance(5)]);
  expect([clock.now(), fired]).toEqual([15, [4, 12]]);
});

test("what a timer throws is thrown by the move, and the clock can be moved again", async () => {
  const clock = virtualClock({ start: 0 });
  clock.after(3, () => {
    throw new Error("broken timer");
  });
  await expect(clock.advance(10)).rejects.toThrow("broken timer");
  await clock.advance(10);
  expect([clock.now(), clock.next(), clock.fired()]).toEqual([13, undefined, 1]);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("does not move by %d", async (ms) => {
  const clock = virtualClock({ start: 1000 });
  await expect(clock.advance(ms)).rejects.toThrow(
    `a virtual clock cannot move by ${ms}: give advance() milliseconds, 0 or more`,
  );
  expect(clock.now()).toBe(1000);
});
