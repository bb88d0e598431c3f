export { afterAll as after, beforeAll as before, test } from "@jest/globals";
