// The plugin of the suite of calls, served by a process of its own.
export { fixture as plugin } from "../../support/fixture.js";
