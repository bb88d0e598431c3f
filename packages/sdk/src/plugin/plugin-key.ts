/** Under this key a plugin carries what only the SDK sees of it; shared by all copies of the SDK. */
export const pluginKey: unique symbol = Symbol.for("@plugwright/sdk/plugin");
