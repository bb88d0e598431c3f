import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

// RFC 6750, section 2.1: what can stand after "Bearer " in a header.
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

/** A token of 32 random bytes, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The token to ask for: the given one, a new one for `undefined`, none for `false`.
 * @throws Error when the given one cannot be sent in a header. The text does not show it.
 */
export function chooseToken(given: string | false | undefined): string | undefined {
  if (given === false) return undefined;
  if (given === undefined) return newToken();
  if (!bearerToken.test(given)) {
    throw new Error(
      "the token cannot be sent in a header: use letters, digits and -._~+/ only, leave it out to have one generated, " +
        "or say false to ask for none.",
    );
  }
  return given;
}

/** A check of the `authorization` header that takes the same time for every wrong token. */
export function bearerCheck(token: string): (authorization: string) => boolean {
  const expected = digest(token);
  return (authorization) => {
    const [, presented] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    // Digests are of one length whatever was sent, which timingSafeEqual needs.
    return presented !== undefined && timingSafeEqual(digest(presented), expected);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
