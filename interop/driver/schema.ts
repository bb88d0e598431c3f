import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, type DescFile, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { cache } from "./build.js";

/** A file with everything that the host must know to call the services of these files. It is kept for the next time. */
export function writeSchema(...files: readonly DescFile[]): string {
  const all = new Map<string, DescFile>();
  const visit = (file: DescFile): void => {
    if (all.has(file.name)) return;
    for (const dependency of file.dependencies) visit(dependency);
    all.set(file.name, file);
  };
  for (const file of files) visit(file);
  const set = create(FileDescriptorSetSchema, { file: [...all.values()].map(({ proto }) => proto) });
  const bytes = toBinary(FileDescriptorSetSchema, set);
  const path = join(cache, `schema-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}.binpb`);
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true });
    // In one step: Jest's workers may write it at the same time.
    writeFileSync(`${path}-${process.pid}`, bytes);
    renameSync(`${path}-${process.pid}`, path);
  }
  return path;
}
