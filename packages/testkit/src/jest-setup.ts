/**
 * For `setupFiles` of Jest, which runs tests in a realm of their own: an error that Node's core makes is not
 * `instanceof` the test's `Error` there, and libraries that ask get a wrong answer (a refused connection becomes
 * `internal` in place of `unavailable`). With this, every native error is an `Error`.
 */
import { types } from "node:util";

const plain = Function.prototype[Symbol.hasInstance];

Object.defineProperty(Error, Symbol.hasInstance, {
  configurable: true,
  value(this: unknown, candidate: unknown): boolean {
    return plain.call(this, candidate) || (this === Error && types.isNativeError(candidate));
  },
});
