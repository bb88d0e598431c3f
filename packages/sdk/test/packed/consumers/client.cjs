// Calls an operation as the kernel does and tells the events in plain values, the same in every realm.
const { join } = require("node:path");
const { createClient } = require("@connectrpc/connect");
const { createConnectTransport } = require("@connectrpc/connect-node");
const { SlashCommandService } = require("@plugwright/protocol/slashcommand");
const { ToolErrorCategory, ToolService } = require("@plugwright/protocol/tool");

/** The events of one call. */
async function invoke(url, name, args = {}, service = ToolService) {
  const transport = createConnectTransport({ baseUrl: url, httpVersion: "1.1", nodeOptions: { agent: false } });
  const callContext = { workingDirectory: join(__dirname, "realms") };
  const call = { id: "1", callContext, ...(service === ToolService ? { toolName: name } : { name }) };
  const events = [];
  for await (const { event } of createClient(service, transport).invoke({ call: { ...call, arguments: args } })) {
    events.push(plain(event.event));
  }
  return events;
}

const command = (url, name, args) => invoke(url, name, args, SlashCommandService);

function plain({ case: name, value }) {
  if (name === "outputChunk") return { output: Buffer.from(value.data).toString() };
  if (name === "result") return { result: value.payload };
  if (name !== "error") return { [name]: JSON.parse(JSON.stringify(value)) };
  const { category, message, retryable, details } = value;
  return { error: ToolErrorCategory[category], message, retryable, details };
}

module.exports = { invoke, command };
