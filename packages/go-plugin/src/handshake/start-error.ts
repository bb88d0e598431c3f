/** Why a plugin cannot be started, in a sentence for whoever reads its stderr. */
export class StartError extends Error {
  override readonly name = "StartError";
}
