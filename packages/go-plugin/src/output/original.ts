/** Of all copies of this package that a process may hold. */
const key: unique symbol = Symbol.for("@plugwright/go-plugin/original");

/** Marks what stands in for a function of Node, so that `originalOf` finds that one again. */
export function standIn<F extends object>(replacement: F, original: F): F {
  // Node keeps what util.promisify needs in properties of the function.
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original));
  return Object.defineProperty(replacement, key, { value: original });
}

/** Node's own function, whether something stands in for it or not. */
export function originalOf<F extends object>(fn: F): F {
  const marked: { readonly [key]?: F } = fn;
  return marked[key] ?? fn;
}
