/** How long a plugin may take to be loaded, for its handshake, and for each answer, in milliseconds. */
export const patienceMs = 30_000;
