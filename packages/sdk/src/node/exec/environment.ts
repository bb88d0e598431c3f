import type { Redactor } from "../../operation/redact.js";

/**
 * The variable that marks whatever a call starts. Its value lists the tokens of all calls that a process belongs to: a
 * plugin may run another plugin.
 */
export const markName = "PLUGWRIGHT_CALLS";

/** What the kernel put there for the plugin alone: its cookie, and where and how to talk to it. */
const forThePlugin = /^(?:PLUGGABLEHARNESS_AGENT_PLUGIN$|PLUGIN_)/;

/**
 * The environment of a program: the plugin's, without what is for the plugin alone and without every variable that
 * holds a secret, in whatever form the redactor knows it. What the author adds is added as it is.
 */
export function programEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  redactor: Redactor,
  added: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const kept = Object.entries(own).filter(
    ([name, value]) => value !== undefined && !forThePlugin.test(name) && redactor.text(value) === value,
  );
  const all = { ...Object.fromEntries(kept), ...added };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The same environment with one more token in its mark. */
export function marked(environment: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const outer = environment[markName];
  return { ...environment, [markName]: outer === undefined ? token : `${outer} ${token}` };
}
