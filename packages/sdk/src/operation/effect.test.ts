import { describe, expect, test } from "@jest/globals";
import { verifies } from "../../test/verifies.js";
import { asksEffect, mutatesEffect, type Risk, type RiskFacts, readsEffect } from "./effect.js";

describe("what an operation declares becomes its effect", () => {
  test(".reads() is a safe data source", () => {
    verifies("TOOL-01", "TOOL-39");
    expect(readsEffect()).toEqual({
      value: { kind: "data_source", risk: "read_only", concurrency: { safe: true, keyFields: [] } },
      faults: [],
    });
  });

  test(".reads({ key }) keeps the fields in their order", () => {
    verifies("TOOL-32", "TOOL-43");
    expect(readsEffect({ key: ["b", "a"] }).value.concurrency).toEqual({ safe: true, keyFields: ["b", "a"] });
  });

  test(".reads({ exclusive: true }) is not safe", () => {
    expect(readsEffect({ exclusive: true }).value.concurrency).toEqual({ safe: false, keyFields: [] });
  });

  test(".mutates(risk) is not safe until its author says otherwise", () => {
    verifies("TOOL-38");
    expect(mutatesEffect("moderate")).toEqual({
      value: { kind: "resource", risk: "moderate", concurrency: { safe: false, keyFields: [] } },
      faults: [],
    });
    expect(mutatesEffect("low", { key: ["path"] }).value.concurrency).toEqual({ safe: true, keyFields: ["path"] });
    expect(mutatesEffect("low", { neverConflicts: true }).value.concurrency).toEqual({ safe: true, keyFields: [] });
    expect(mutatesEffect("low", { neverConflicts: false }).value.concurrency).toEqual({ safe: false, keyFields: [] });
  });

  test(".asks() is interactive and says nothing of concurrency", () => {
    verifies("TOOL-01", "TOOL-40");
    expect(asksEffect).toEqual({ kind: "interactive", risk: "read_only", concurrency: undefined });
  });

  test("a key that an author changes later stays what it was", () => {
    const key = ["path"];
    const { value } = mutatesEffect("low", { key });
    key.push("other");
    expect(value.concurrency?.keyFields).toEqual(["path"]);
    expect(Object.isFrozen(value.concurrency?.keyFields)).toBe(true);
  });
});

describe("a risk follows from facts", () => {
  test.each<[operation: string, facts: RiskFacts, risk: Risk]>([
    ["write a scratch file", { scope: "narrow", reversible: true }, "low"],
    ["edit a tracked source file", { scope: "bounded", reversible: true }, "moderate"],
    ["rename a symbol over the whole tree", { scope: "broad", reversible: true }, "high"],
    ["run a shell command", { scope: "unpredictable", reversible: false }, "high"],
    ["run a program of the author's choice in a sandbox", { scope: "unpredictable", reversible: true }, "high"],
    ["rm -rf", { scope: "wide", reversible: false }, "critical"],
    ["force-push", { scope: "bounded", reversible: false }, "critical"],
    ["delete one untracked file", { scope: "narrow", reversible: false }, "critical"],
    ["spawn a sub-agent with write access", { scope: "wide", reversible: true }, "critical"],
  ])("%s", (_, facts, risk) => {
    verifies("TOOL-02");
    expect(mutatesEffect(facts)).toMatchObject({ value: { risk }, faults: [] });
  });
});

describe("what JavaScript lets through is a fault", () => {
  const words = "write low, moderate, high or critical, or { scope, reversible }";
  test.each<[given: unknown, reason: string, hint: string]>([
    ["read_only", "what mutates is never read_only", `declare .reads(), or ${words}`],
    ["moderat", '"moderat" is no risk', 'did you mean "moderate"?'],
    ["severe", '"severe" is no risk', words],
    ["", '"" is no risk', words],
    ["constructor", '"constructor" is no risk', words],
    [undefined, ".mutates() needs a risk", words],
    [3, ".mutates() needs a risk", words],
    [["low"], ".mutates() needs a risk", words],
    [
      { scope: "tiny", reversible: true },
      'the scope of a risk is not "tiny"',
      "write one of narrow, bounded, broad, unpredictable, wide",
    ],
    [{ scope: "narrow" }, "the risk does not say whether it is reversible", "true or false"],
    [{ risk: "low" }, '"risk" is no fact about a risk', "write { scope, reversible }"],
  ])("risk %j", (given, reason, hint) => {
    verifies("TOOL-04");
    const { value, faults } = mutatesEffect(given);
    expect(faults).toEqual([{ path: "", reason, hint }]);
    expect(value.risk).toBe("critical");
  });

  const named = 'name top-level input fields, as in { key: ["path"] }';
  test.each<[options: unknown, reason: string, hint: string]>([
    [{ key: [] }, "the key is empty, so no call would ever wait for another", named],
    [{ key: ["a", "b", "a"] }, 'the key names "a" twice', "name it once"],
    [{ key: "path" }, "the key is no list of field names", named],
    [{ key: [1] }, "the key is no list of field names", named],
    [
      { key: ["a"], neverConflicts: true },
      "key and neverConflicts exclude each other",
      'write { key: ["field"] } or { neverConflicts: true }',
    ],
    [{ neverConflicts: 1 }, "neverConflicts is not true", 'write { key: ["field"] } or { neverConflicts: true }'],
    [
      { exclusive: true },
      '"exclusive" is no option of .mutates()',
      'write { key: ["field"] } or { neverConflicts: true }',
    ],
    [{ neverConflict: true }, '"neverConflict" is no option of .mutates()', 'did you mean "neverConflicts"?'],
    ["path", "the options of .mutates() are no object", 'write { key: ["field"] } or { neverConflicts: true }'],
  ])("options %j", (options, reason, hint) => {
    expect(mutatesEffect("low", options).faults).toEqual([{ path: "", reason, hint }]);
  });

  test("key and exclusive", () => {
    expect(readsEffect({ key: ["a"], exclusive: true }).faults).toEqual([
      {
        path: "",
        reason: "key and exclusive exclude each other",
        hint: 'write { key: ["field"] } or { exclusive: true }',
      },
    ]);
  });

  test("each mistake is told", () => {
    expect(mutatesEffect("read_only", { key: [], neverConflicts: true }).faults).toHaveLength(3);
  });
});
