// Jest runs tests in a realm of their own: errors made by Node's core are not `instanceof` the
// test's Error, and connect-node classifies by `instanceof`. Native errors count as Errors here.
import { types } from "node:util";

const plain = Function.prototype[Symbol.hasInstance];
Object.defineProperty(Error, Symbol.hasInstance, {
  configurable: true,
  /** @param {unknown} candidate */
  value(candidate) {
    return plain.call(this, candidate) || (this === Error && types.isNativeError(candidate));
  },
});
