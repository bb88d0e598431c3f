import type { DescService } from "@bufbuild/protobuf";
import type { Plugin } from "@plugwright/sdk";

/** The services of a plugin that a kernel uses: it takes one from a process. */
export type Category = "tool" | "slashcommand";

/** Takes the services to serve. Connect's own router is one, and knows the types of implementations. */
export interface ServiceRouter {
  service(service: DescService, implementation: object): unknown;
}

/** What a kernel is to load. */
export type ProviderSource = PluginSource | BinarySource | RoutesSource;

/** A plugin in this process: its real services, over a transport in memory. */
export interface PluginSource {
  readonly plugin: Plugin;
  /**
   * The services to use of a plugin that has both. The kernel takes such a plugin as a tool provider, which is the
   * default; to test both, give the plugin twice.
   */
  readonly category?: Category | undefined;
}

/** A plugin in whatever language: an executable that the kernel launches. */
export interface BinarySource {
  /** The path of the executable. */
  readonly binary: string;
  /** A kernel gives none. For programs that need an interpreter. */
  readonly args?: readonly string[] | undefined;
  /** Added to `PATH`, `HOME` and `TMPDIR`, which are all that a kernel gives. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /**
   * The operations that run a process in every call that succeeds: the wire does not tell. Without it, rules about exit
   * statuses are reported as not checked.
   */
  readonly spawns?: readonly string[] | undefined;
  /** What it is asked for, alone. Without it, and without `lock`, a kernel tries every category that there is. */
  readonly category?: Category | undefined;
  /** Its row in the lock file. Without one it is a developer's override: whatever it is, is taken. */
  readonly lock?: LockRow | undefined;
}

/** Services written by hand, in this process: to test what the SDK would not let through. */
export interface RoutesSource {
  readonly routes: (router: ServiceRouter) => void;
  /** As in {@link BinarySource}. */
  readonly spawns?: readonly string[] | undefined;
}

/** What the lock file says of a provider. */
export interface LockRow {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly category: Category;
  /** Of the executable: `sha256:` and 64 hexadecimal digits. */
  readonly checksum: string;
}
