import type { Definition } from "../operation/definition.js";
import type { Types } from "../operation/type-state.js";

/**
 * A finished tool: what `.run()` or `.asks()` returns and `definePlugin` takes. `Args` is what a caller sends, `Result`
 * what the call answers; `Config` and `Ctx` are what its handler asks of the plugin, so a tool that asks for a part fits
 * every plugin that has it. The defaults describe any tool.
 */
export interface ToolDefinition<Args = never, Result = unknown, Config = never, Ctx = never>
  extends Definition<"tool"> {
  readonly type: "tool";
  /** For the compiler; undefined at run time. */
  readonly "~types": undefined | (Types<Args, Config, Ctx> & { readonly result: Result });
}
