import { toBinary } from "@bufbuild/protobuf";
import { expect, test } from "@jest/globals";
import { plugin as filesystem } from "@plugwright/example-filesystem/plugin";
import { GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import { getSchemaResponse, type Plugin, pluginKey } from "@plugwright/sdk";
import { plugin } from "../src/plugin.js";

test("its schema is that of the filesystem example, byte for byte", () => {
  const bytesOf = (of: Plugin) => toBinary(GetSchemaResponseSchema, getSchemaResponse(of[pluginKey]));
  expect(bytesOf(plugin)).toEqual(bytesOf(filesystem));
  expect(bytesOf(plugin).length).toBeGreaterThan(1000);
});
