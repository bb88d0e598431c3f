import type { Schema } from "@plugwright/sdk";
import * as pinned from "zod";
import * as zod3 from "zod-3.25";
import * as zod4of3 from "zod-3.25/v4";
import * as zod40 from "zod-4.0";
import * as zod41 from "zod-4.1";
import * as zod43 from "zod-4.3";

/** zod 4 as a test sees it, whichever copy it is: the constructs that they share are called alike. */
export type Zod4 = typeof pinned;
/** zod 3. */
export type Zod3 = typeof zod3;

/** A copy of zod that an author may have. */
export type Copy =
  | { readonly name: string; readonly major: 3; readonly z: Zod3 }
  | { readonly name: string; readonly major: 4; readonly z: Zod4; readonly shared: boolean };

/** As that of the pinned version, for the parts which both have. */
const like4 = (copy: object): Zod4 => copy as Zod4;

/** Every copy that the SDK is tested with. `shared`: whether its registry of descriptions is that of other copies too. */
export const copies: readonly Copy[] = [
  { name: "zod 3.25.76", major: 3, z: zod3 },
  { name: "zod/v4 of 3.25.76", major: 4, z: like4(zod4of3), shared: false },
  { name: "zod 4.0.0", major: 4, z: like4(zod40), shared: false },
  { name: "zod 4.1.12", major: 4, z: like4(zod41), shared: false },
  { name: "zod 4.3.6", major: 4, z: like4(zod43), shared: true },
  { name: "zod 4.6.7", major: 4, z: pinned, shared: true },
];

/** Those of zod 4. */
export const copies4 = copies.filter((copy) => copy.major === 4);

/** A construct in every copy that has it: the zod 4 form, and the zod 3 form, which is the same unless it is given. */
export interface Construct {
  readonly v4: (z: Zod4) => unknown;
  /** `null` when zod 3 has no such thing. */
  readonly v3?: ((z: Zod3) => unknown) | null;
}

/** The construct as made by one copy; `undefined` when the copy lacks it. */
export function make(construct: Construct, copy: Copy): Schema | undefined {
  if (copy.major === 4) return attempt(() => construct.v4(copy.z));
  if (construct.v3 === null) return undefined;
  const { v3 } = construct;
  // What has the same name in both is called the same way.
  return attempt(() => (v3 === undefined ? construct.v4(like4(copy.z)) : v3(copy.z)));
}

function attempt(build: () => unknown): Schema | undefined {
  try {
    return build() as Schema;
  } catch (error) {
    // A function or method that came with a later release.
    if (error instanceof TypeError && /is not a function|undefined/u.test(error.message)) return undefined;
    throw error;
  }
}
