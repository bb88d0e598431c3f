/**
 * How deep objects and arrays may nest, the root counted as one. Decoders stop at 100 nested messages, and one level of
 * JSON is two of them (`Value` in `Struct`), so that 40 levels fit with room for the event around them.
 */
export const maxDepth = 40;

/** How many nodes one schema may have once shared parts are written out: the wire has no references. */
export const maxNodes = 10_000;

/** How often a schema that contains itself may be written out. */
export const maxUnrolled = 4;
