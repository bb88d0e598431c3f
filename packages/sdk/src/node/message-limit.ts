/** Limits of what is served. */
export interface ListenLimits {
  /** The most bytes of one message, encoded, either way. Defaults to 4 MiB, at most 64 MiB. */
  readonly message?: number | undefined;
}

const most = 64 * 1024 * 1024;

/** @throws RangeError in a sentence */
export function messageLimit({ limits }: { readonly limits?: ListenLimits | undefined }): number {
  const { message = 4 * 1024 * 1024 } = limits ?? {};
  if (Number.isInteger(message) && message >= 1024 && message <= most) return message;
  throw new RangeError(`limits.message is ${message}: give a whole number of bytes from 1024 to ${most} (64 MiB)`);
}
