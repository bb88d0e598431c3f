/**
 * The highest protocol version that both sides speak, out of the plugin's and the host's list (PLUGIN_PROTOCOL_VERSIONS).
 * Without a common one, or if the host names none, the plugin's lowest: then the host tells both lists in its error.
 */
export function chooseVersion(own: readonly number[], hostVersions: string | undefined): number {
  const asked = (hostVersions ?? "").split(",").map((version) => version.trim());
  const common = own.filter((version) => asked.includes(String(version)));
  return common.length > 0 ? Math.max(...common) : Math.min(...own);
}
