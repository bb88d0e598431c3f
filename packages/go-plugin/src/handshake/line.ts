/** Where one side listens. */
export interface Address {
  readonly network: "unix" | "tcp";
  /** The path of a socket, or `host:port`. */
  readonly address: string;
}

/** What a plugin tells its host in the first line on stdout. */
export interface Handshake extends Address {
  readonly protocolVersion: number;
  /** The plugin's certificate in DER, if the host has given it one. */
  readonly certificate?: Uint8Array | undefined;
  /** Whether all connections go through one. Not told unless the host asks for it: older hosts misread the field. */
  readonly multiplexing?: boolean | undefined;
}

/** The version of the handshake itself. */
const core = 1;

/** The line, its newline included. */
export function formatHandshake(handshake: Handshake): string {
  const { protocolVersion, network, address, certificate, multiplexing } = handshake;
  const fields = [core, protocolVersion, network, address, "grpc", certificate ? toBase64(certificate) : ""];
  if (multiplexing !== undefined) fields.push(String(multiplexing));
  return `${fields.join("|")}\n`;
}

/**
 * Reads the first line of a plugin.
 * @throws Error in a sentence when it is no handshake, or one of a protocol that is not spoken here.
 */
export function parseHandshake(line: string): Handshake {
  const fields = line.trim().split("|");
  const [version, protocolVersion = "", network, address = "", protocol, certificate = "", multiplexing] = fields;
  if (fields.length < 4) throw new Error(`the plugin's first line is no handshake: ${JSON.stringify(shorten(line))}`);
  if (version !== String(core)) throw new Error(`the plugin speaks version ${version} of the handshake, not ${core}`);
  if (protocol !== "grpc") throw new Error(`the plugin speaks ${protocol ?? "netrpc"}; only grpc is spoken here`);
  if (network !== "unix" && network !== "tcp") throw new Error(`the plugin listens on an unknown network: ${network}`);
  if (!/^\d+$/.test(protocolVersion)) throw new Error(`the plugin's protocol version is no number: ${protocolVersion}`);
  return {
    protocolVersion: Number(protocolVersion),
    network,
    address,
    // Old plugins have other things there, which are shorter.
    certificate: certificate.length > 50 ? Buffer.from(certificate, "base64") : undefined,
    multiplexing: multiplexing === undefined ? undefined : multiplexing === "true",
  };
}

/** Go decodes this one without padding, and refuses it with. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
