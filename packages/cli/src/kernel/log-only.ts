import type { Router } from "@plugwright/go-plugin";
import { KernelCallbackService } from "@plugwright/protocol/kernel";

/** A kernel's callbacks of which there is only the log: what is logged while a plugin is looked at goes to whoever looks. */
export function logOnly(print: (text: string) => void): (router: Router) => void {
  return (router) =>
    router.service(KernelCallbackService, {
      log({ entries }) {
        for (const { message } of entries) print(`${message}\n`);
        return {};
      },
    });
}
