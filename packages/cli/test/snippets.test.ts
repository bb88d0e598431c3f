import { create } from "@bufbuild/protobuf";
import { expect, test } from "@jest/globals";
import { AttrType, ConfigSchemaSchema } from "@plugwright/protocol/config";
import { hclString, hclValue } from "../src/build/hcl.js";
import { platformName } from "../src/build/platform.js";
import { devOverrides, providerBlock, requiredProviders } from "../src/build/snippets.js";

test("a provider block has what is required, and the rest as comments", () => {
  const schema = create(ConfigSchemaSchema, {
    attributes: [
      { name: "url", type: AttrType.STRING, required: true, description: "where the service is" },
      { name: "token", type: AttrType.STRING, required: true, sensitive: true },
      { name: "retries", type: AttrType.NUMBER, defaultJson: "3", description: "how often\nto try again" },
      { name: "greeting", type: AttrType.STRING, defaultJson: '"say \\"\u0024{name}\\""' },
      { name: "tags", type: AttrType.LIST_STRING, defaultJson: '["a","b"]' },
      { name: "ports", type: AttrType.LIST_NUMBER, required: true },
      { name: "labels", type: AttrType.MAP_STRING },
      { name: "verbose", type: AttrType.BOOL },
      {
        name: "auth",
        type: AttrType.OBJECT,
        required: true,
        description: "who calls",
        objectAttributes: [
          { name: "user", type: AttrType.STRING, required: true },
          { name: "apiKey", type: AttrType.STRING, sensitive: true, description: "from the console" },
        ],
      },
      {
        name: "proxy",
        type: AttrType.OBJECT,
        objectAttributes: [{ name: "host", type: AttrType.STRING, required: true }],
      },
    ],
  });
  expect(providerBlock("my-plugin", schema)).toBe(
    `provider "my-plugin" {
  # where the service is
  url = ""

  token = env("MY_PLUGIN_TOKEN")

  # how often
  # to try again
  # retries = 3

  # greeting = "say \\"$\${name}\\""

  # tags = ["a", "b"]

  ports = [0]

  # labels = { key = "" }

  # verbose = false

  # who calls
  auth {
    user = ""

    # from the console
    # apiKey = env("MY_PLUGIN_AUTH_API_KEY")
  }

  # proxy {
  #   host = ""
  # }
}`,
  );
  expect(providerBlock("x", create(ConfigSchemaSchema))).toBe('provider "x" {}');
});

test.each([
  ["1.4.2", "~> 1.4"],
  ["0.3.1", "~> 0.3.1"],
  ["2.0.0-rc.1", "2.0.0-rc.1"],
  ["1.2.3+build-5", "~> 1.2"],
])("version %s is asked for as %s", (version, constraint) => {
  expect(requiredProviders({ name: "x", version, source: "github.com/acme/x" })).toBe(
    `required_providers {\n  x = { source = "github.com/acme/x", version = "${constraint}" }\n}`,
  );
});

test("one file is taken for a name, and another one told", () => {
  expect(devOverrides("x", [{ path: "/a b/x", holds: "tools" }])).toBe('dev_overrides {\n  x = "/a b/x"\n}');
  expect(
    devOverrides("x", [
      { path: "/x-tool", holds: "tools" },
      { path: "/x-slashcommand", holds: "slash commands" },
    ]),
  ).toBe('dev_overrides {\n  x = "/x-tool"\n  # or, for its slash commands:\n  # x = "/x-slashcommand"\n}');
});

test("texts and values of HCL", () => {
  expect(hclString('a "b" \\ \n \u0024{c} %{d} $e \b')).toBe('"a \\"b\\" \\\\ \\n $\u0024{c} %%{d} $e \\u0008"');
  expect(hclValue({ a: 1, "b c": [true, null, "x"], d: {} })).toBe('{ a = 1, "b c" = [true, null, "x"], d = {} }');
});

test.each([
  ["linux", "x64", "linux_amd64"],
  ["darwin", "arm64", "darwin_arm64"],
  ["win32", "ia32", "windows_386"],
])("%s on %s is %s", (os, architecture, name) => {
  expect(platformName(os, architecture)).toBe(name);
});
