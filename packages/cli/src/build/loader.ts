/**
 * The program of a built file, which the pieces follow: `begin` returns what the first of them, which runs at once, is
 * given. It works as CommonJS and as ES module alike: which of them Node
 * takes a file without extension for depends on the folder that it happens to lie in.
 *
 * `pieces` has, for each id, the line at which its text begins, counted from 0, and a function that holds the text in a
 * comment. V8 would go through functions that are never called, which takes longer than all else before the handshake; a
 * comment it skips. `close` is what stands for the end of a comment in the text, of the same length, so that places in
 * stacks are those in the file.
 */
export const loaderSource = `
const begin = (pieces, close) => {
  const { getBuiltinModule: builtin } = process;
  if (builtin === undefined) {
    process.stderr.write("this plugin needs Node 20.19 or newer, and this is " + process.version + "\\n");
    process.exit(1);
  }
  const plugwright = {
    get filename() {
      return builtin("fs").realpathSync(process.argv[1]);
    },
    get dirname() {
      return builtin("path").dirname(this.filename);
    },
    get url() {
      return builtin("url").pathToFileURL(this.filename).href;
    },
  };
  const loaded = new Map();
  const load = (id, [line, holder]) => {
    const module = { exports: {} };
    loaded.set(id, module);
    const text = String(holder);
    const code = text.slice(text.indexOf("\\n") + 1, text.lastIndexOf("\\n")).replaceAll(close, "*/");
    const options = { filename: plugwright.filename, lineOffset: line };
    const names = ["require", "module", "exports", "plugwright"];
    try {
      builtin("vm").compileFunction(code, names, options)(require, module, module.exports, plugwright);
    } catch (error) {
      loaded.delete(id);
      throw error;
    }
    return module.exports;
  };
  const outside = (id) => {
    const path = id.startsWith("file:") ? builtin("url").fileURLToPath(id) : id;
    if (builtin("path").isAbsolute(path)) return builtin("module").createRequire(plugwright.filename)(path);
    const message = "Cannot find module '" + id + "': a built plugin holds what is imported by a name that stands in the code";
    throw Object.assign(new Error(message), { code: "MODULE_NOT_FOUND" });
  };
  const require = (id) => {
    if (loaded.has(id)) return loaded.get(id).exports;
    if (pieces.has(id)) return load(id, pieces.get(id));
    return builtin(id) ?? outside(id);
  };
  return [require, plugwright];
};
`;
