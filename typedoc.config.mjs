import { OptionDefaults } from "typedoc";

/**
 * Every export that an author can reach has a doc comment. tsc checks the types, so typedoc need not.
 *
 * @type {Partial<import("typedoc").TypeDocOptions>}
 */
export default {
  entryPoints: [
    ...["index", "node/index", "decorators/index", "json-schema/index"].map((entry) => `sdk/src/${entry}.ts`),
    ...["index", "handshake/index", "host/index", "output/index"].map((entry) => `go-plugin/src/${entry}.ts`),
  ].map((path) => `packages/${path}`),
  tsconfig: "tsconfig.json",
  emit: "none",
  readme: "none",
  skipErrorChecking: true,
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  // protoc-gen-es marks what it writes.
  blockTags: [...OptionDefaults.blockTags, "@generated"],
  // A property or method says with its name and type what its owner's comment leaves open.
  requiredToBeDocumented: ["Class", "Enum", "EnumMember", "Function", "Interface", "TypeAlias", "Variable"],
  validation: { notDocumented: true, notExported: false, invalidLink: true },
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
};
