import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { type Schema, SchemaSchema, SchemaType } from "@plugwright/protocol/schema";
import fc from "fast-check";
import { parseCommandText } from "./parse.js";

const string = { type: SchemaType.STRING };
const schema = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): Schema =>
  create(SchemaSchema, { type: SchemaType.OBJECT, properties, required: [...required] });

const one = schema({ text: string }, ["text"]);
const three = schema({ a: string, b: string, k: string }, ["a", "b"]);

/** The arguments, or the complaint without the line that it points into. */
function parsed(text: string, input: Schema): unknown {
  const found = parseCommandText(text, input);
  expect(found.raw).toBe(text);
  return found.ok ? found.args : found.message.split("\n")[0];
}

describe("a command with one argument gets the whole text as it stands", () => {
  test.each([
    "these are some words",
    "\"two words\" b 'c d'",
    "it's fine",
    "a\\ b",
    '--k="v w"',
    '""',
    "  lead  trail ",
    '"unclosed',
    "C:\\my dir\\",
    "line\nbreak",
    "\u{1f600} ok",
    "",
  ])("%j", (text) => {
    expect(parsed(text, one)).toEqual({ text });
  });

  test("or what it means, where it is no text; nothing where nothing was typed and nothing is needed", () => {
    expect(parsed(" 3.5 ", schema({ n: { type: SchemaType.NUMBER } }))).toEqual({ n: 3.5 });
    expect(parsed("true", schema({ b: { type: SchemaType.BOOLEAN } }))).toEqual({ b: true });
    expect(parsed(" big ", schema({ s: { ...string, enumValues: ["big"] } }))).toEqual({ s: "big" });
    expect(parsed('{"a":[1]}', schema({ o: { type: SchemaType.OBJECT } }))).toEqual({ o: { a: [1] } });
    expect(parsed("", schema({ text: string }))).toEqual({});
    expect(parsed("5", schema({ o: { type: SchemaType.OBJECT } }))).toBe(
      'column 1: o is an object in JSON, and not "5"',
    );
    expect(parsed("", schema({ s: { ...string, enumValues: ["", "big"] } }, ["s"]))).toEqual({ s: "" });
    expect(parsed("", schema({ s: { ...string, enumValues: ["small", "big"] } }, ["s"]))).toEqual({});
    expect(parsed("three", schema({ n: { type: SchemaType.NUMBER } }))).toBe(
      'column 1: n is a number, and not "three"',
    );
    expect(parsed("0x10", schema({ n: { type: SchemaType.NUMBER } }))).toBe('column 1: n is a number, and not "0x10"');
  });
});

describe("a command with three gets words and options", () => {
  test.each([
    ["these are some", { a: "these", b: "are", k: "some" }],
    ["these are some words", "column 16: words is one word too many; the command takes a, b and --k"],
    ["\"two words\" b 'c d'", { a: "two words", b: "b", k: "c d" }],
    ["it's fine", { a: "it's", b: "fine" }],
    ["a\\ b", { a: "a b" }],
    ['--k="v w"', { k: "v w" }],
    ["--k='v w' x", { a: "x", k: "v w" }],
    ["--k v x", { a: "x", k: "v" }],
    ["--k=v --k=w", "column 7: k is given twice"],
    ["--k", "column 1: --k needs a value"],
    ["--kk=v", "column 1: there is no option --kk; the command takes a, b and --k"],
    ["-- --k", { a: "--k" }],
    ['"--k" x', { a: "--k", b: "x" }],
    ['""', { a: "" }],
    ["  lead  trail ", { a: "lead", b: "trail" }],
    ['"unclosed', 'column 1: the quote " is not closed'],
    ['x "unclosed', 'column 3: the quote " is not closed'],
    ["x 'unclosed", "column 3: the quote ' is not closed"],
    ["C:\\my dir\\", { a: "C:\\my", b: "dir\\" }],
    ["'C:\\my dir\\' x", { a: "C:\\my dir\\", b: "x" }],
    ['"C:\\\\my dir\\\\" x', { a: "C:\\my dir\\", b: "x" }],
    ["line\nbreak", { a: "line", b: "break" }],
    ["\u{1f600} \u{1f44d}\u{1f3fd}", { a: "\u{1f600}", b: "\u{1f44d}\u{1f3fd}" }],
    ['a"b c"d', { a: 'a"b', b: 'c"d' }],
    ['"a b"c', { a: "a bc" }],
    ["\\'a", { a: "'a" }],
    ["", {}],
  ])("%j", (text, expected) => {
    expect(parsed(text, three)).toEqual(expected);
  });

  test("the mark stands below the place, behind tabs as well", () => {
    expect(parseCommandText('\ta\t"b', three)).toEqual({
      ok: false,
      message: 'column 4: the quote " is not closed\n\ta\t"b\n\t \t^',
      position: 4,
      raw: '\ta\t"b',
    });
  });

  test("a complaint shows the place", () => {
    expect(parseCommandText('first\nx "unclosed', three)).toEqual({
      ok: false,
      message: 'column 9: the quote " is not closed\nx "unclosed\n  ^',
      position: 9,
      raw: 'first\nx "unclosed',
    });
  });
});

describe("other types", () => {
  const input = schema(
    {
      level: { type: SchemaType.NUMBER },
      files: { type: SchemaType.ARRAY, items: string },
      dry: { type: SchemaType.BOOLEAN },
      extra: { type: SchemaType.OBJECT },
    },
    ["level", "files"],
  );

  test.each([
    ["3 a b c", { level: 3, files: ["a", "b", "c"] }],
    ["--files a --files=b 3", { level: 3, files: ["a", "b"] }],
    ["3 a --dry", { level: 3, files: ["a"], dry: true }],
    ["3 a --no-dry", { level: 3, files: ["a"], dry: false }],
    ["3 a --dry=false", { level: 3, files: ["a"], dry: false }],
    ["--dry=perhaps 3 a", 'column 1: dry is true or false, and not "perhaps"'],
    ["3 a --no-dry=true", "column 5: --no-dry takes no value; write --dry=true or --dry=false"],
    ["3 a --leve 4", "column 5: there is no option --leve; did you mean --level?"],
    ["3 a --no-dyr", "column 5: there is no option --no-dyr; did you mean --no-dry?"],
    ["3 a --extra=[1]", 'column 5: extra is an object in JSON, and not "[1]"'],
    ["3 a --extra=null", 'column 5: extra is an object in JSON, and not "null"'],
    ["-3.5 a", { level: -3.5, files: ["a"] }],
    ["3 a --level", "column 5: --level needs a value"],
    ["three a", 'column 1: level is a number, and not "three"'],
    ["3 a '--no' --extra='{\"n\":1}'", { level: 3, files: ["a", "--no"], extra: { n: 1 } }],
    ["3 a --extra nonsense", 'column 13: extra is an object in JSON, and not "nonsense"'],
    ["--no-level", "column 1: there is no option --no-level; the command takes level, files, --dry and --extra"],
  ])("%j", (text, expected) => {
    expect(parsed(text, input)).toEqual(expected);
  });

  test("two optional ones are only given by name", () => {
    expect(parsed("x", schema({ a: string, b: string }))).toBe(
      "column 1: x is one word too many; the command takes --a and --b",
    );
  });

  test("a command without arguments takes none", () => {
    expect(parsed("  ", schema({}))).toEqual({});
    expect(parsed("x", schema({}))).toBe("column 1: x is one word too many; the command takes no arguments");
  });

  test("names that every object has are no options", () => {
    expect(parsed("--toString=x", three)).toBe(
      "column 1: there is no option --toString; the command takes a, b and --k",
    );
  });
});

test("any text comes back from double quotes, with a backslash before quotes and backslashes", () => {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (a, b) => {
      expect(parsed(`${quoted(a)} ${quoted(b)}`, three)).toEqual({ a, b });
      expect(parsed(`--k=${quoted(a)} ${quoted(b)}`, three)).toEqual({ k: a, a: b });
    }),
  );
});
