import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, type DescFile, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** Writes a file with everything that the host must know to call the services of these files. */
export function writeSchema(...files: readonly DescFile[]): string {
  const all = new Map<string, DescFile>();
  const visit = (file: DescFile): void => {
    if (all.has(file.name)) return;
    for (const dependency of file.dependencies) visit(dependency);
    all.set(file.name, file);
  };
  for (const file of files) visit(file);
  const set = create(FileDescriptorSetSchema, { file: [...all.values()].map(({ proto }) => proto) });
  const path = join(mkdtempSync(join(tmpdir(), "schema-")), "schema.binpb");
  writeFileSync(path, toBinary(FileDescriptorSetSchema, set));
  return path;
}
