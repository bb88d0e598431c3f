export default { test: { include: ["plugin.test.ts"] } };
