// The plugin of the suite of calls, in a process of its own: what its handlers note is seen by whoever reads its log.
import { notes } from "../../support/fixture.js";

export { fixture as plugin } from "../../support/fixture.js";

const told = new Map<string, string>();

setInterval(() => {
  for (const [id, note] of notes) {
    const text = JSON.stringify({ id, note });
    if (told.get(id) === text) continue;
    told.set(id, text);
    console.debug(text);
  }
}, 10).unref();
