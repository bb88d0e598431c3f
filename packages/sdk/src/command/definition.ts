import type { Definition } from "../operation/definition.js";
import type { Types } from "../operation/type-state.js";

/**
 * A finished slash command: what `.run()` or `.asks()` returns and `definePlugin` takes. `Args` is what a caller sends;
 * `Config` and `Ctx` are what its handler asks of the plugin, so a command that asks for a part fits every plugin that
 * has it. The defaults describe any command.
 */
export interface CommandDefinition<Args = never, Config = never, Ctx = never> extends Definition<"command"> {
  readonly type: "command";
  /** For the compiler; undefined at run time. */
  readonly "~types": Types<Args, Config, Ctx> | undefined;
}
