import { expect, test } from "@jest/globals";
import { progress } from "./progress.js";

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("done"), ms));

test("what takes more than a second is told on a terminal, and taken away again", async () => {
  const printed: string[] = [];
  const io = { terminal: true, err: (text: string) => void printed.push(text) };
  expect(await progress(io, "working", after(1500))).toBe("done");
  expect(printed.join("")).toBe("\rworking ... 1 s\r\u001b[2K");
});

test("what is quick, or goes into a pipe, is not", async () => {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  expect(await progress({ terminal: true, err: print }, "working", after(1))).toBe("done");
  expect(await progress({ terminal: false, err: print }, "working", after(1500))).toBe("done");
  await expect(progress({ terminal: true, err: print }, "working", Promise.reject(new Error("no")))).rejects.toThrow(
    "no",
  );
  expect(printed).toEqual([]);
});
