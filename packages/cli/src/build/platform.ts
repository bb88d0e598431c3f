const architectures: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386", arm64: "arm64", ppc64: "ppc64le" };

/** This machine as lock files name it: `linux_amd64`. */
export function platformName(os: string = process.platform, architecture: string = process.arch): string {
  return `${os === "win32" ? "windows" : os}_${architectures[architecture] ?? architecture}`;
}
