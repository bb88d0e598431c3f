import * as ask from "@plugwright/example-filesystem/ask-user";
import type { Config } from "@plugwright/example-filesystem/config";
import * as copy from "@plugwright/example-filesystem/copy-files";
import * as edit from "@plugwright/example-filesystem/edit-file";
import * as grep from "@plugwright/example-filesystem/grep";
import * as list from "@plugwright/example-filesystem/list-files";
import * as read from "@plugwright/example-filesystem/read-file";
import * as write from "@plugwright/example-filesystem/write-file";
import type { Call, MutatingCall, OutputOf, PreviewCall, StreamingCall, StreamingMutatingCall } from "@plugwright/sdk";
import { Preview, Tool } from "@plugwright/sdk/decorators";

/**
 * The tools of a file system, declared on a class. What they do is in functions of their own: here you see declarations
 * only.
 */
export class Files {
  constructor(private readonly config: Config) {}

  @Tool({
    description: "Read a text file, optionally a range of its lines.",
    input: read.input,
    output: read.output,
    reads: true,
  })
  read_file(args: OutputOf<typeof read.input>, call: Call) {
    return read.run(args, this.#configured(call));
  }

  @Tool({
    description: "List the files below a directory, without .git and node_modules.",
    input: list.input,
    output: list.output,
    reads: true,
  })
  list_files(args: OutputOf<typeof list.input>, call: Call) {
    return list.run(args, this.#configured(call));
  }

  @Tool({
    description: "Find the lines that contain a text. Each hit is sent as it is found, with its file and line.",
    input: grep.input,
    output: grep.output,
    reads: true,
    streams: true,
  })
  grep(args: OutputOf<typeof grep.input>, call: StreamingCall) {
    return grep.run(args, this.#configured(call));
  }

  @Tool({
    description: "Create or overwrite a text file. Missing directories are made.",
    input: write.input,
    output: write.output,
    mutates: "moderate",
    key: ["path"],
    idempotent: true,
    timeout: "30s",
  })
  write_file(args: OutputOf<typeof write.input>, call: MutatingCall) {
    return write.run(args, this.#configured(call));
  }

  @Preview("write_file")
  protected previewWrite(args: OutputOf<typeof write.input>, call: PreviewCall) {
    return write.preview(args, this.#configured(call));
  }

  @Tool({
    description: "Replace a text that stands exactly once in a file.",
    input: edit.input,
    output: edit.output,
    mutates: "moderate",
    key: ["path"],
    timeout: "30s",
  })
  edit_file(args: OutputOf<typeof edit.input>, call: MutatingCall) {
    return edit.run(args, this.#configured(call));
  }

  @Preview("edit_file")
  protected previewEdit(args: OutputOf<typeof edit.input>, call: PreviewCall) {
    return edit.preview(args, this.#configured(call));
  }

  // A method need not be called like its tool. A preview names the method.
  @Tool({
    name: "copy_files",
    description: "Copy a directory's files, one after the other. Files that are there already are overwritten.",
    input: copy.input,
    output: copy.output,
    mutates: "moderate",
    key: ["to"],
    idempotent: true,
    streams: true,
    timeout: "10m",
  })
  copyFiles(args: OutputOf<typeof copy.input>, call: StreamingMutatingCall) {
    return copy.run(args, this.#configured(call));
  }

  @Preview("copyFiles")
  protected previewCopy(args: OutputOf<typeof copy.input>, call: PreviewCall) {
    return copy.preview(args, this.#configured(call));
  }

  /** Never called: the kernel asks. The method is there to be declared. */
  @Tool({
    description: "Ask the human a question. Use it when the files do not answer it.",
    input: ask.input,
    output: ask.output,
    asks: true,
  })
  ask_user() {}

  /**
   * The call as the functions want it. `call.config` has no type in a class, which does not know its plugin: its own
   * configuration is what the constructor got, and it is the same.
   */
  #configured<C extends PreviewCall>(call: C): C & { readonly config: Config } {
    return { ...call, config: this.config };
  }
}
