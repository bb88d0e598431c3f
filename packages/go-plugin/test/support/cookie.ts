/** What the test plugins are told apart from others by. */
export const cookie = { key: "PLUGWRIGHT_INTEROP", value: "plugwright-interop-1" };
