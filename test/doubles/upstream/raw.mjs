/** An MCP server as a program that answers the calls of its tools with texts that no library would write, in any order of members. */
import { createInterface } from 'node:readline';

const send = (text) => process.stdout.write(`${text}\n`);
const TOOLS = ['text', 'huge', 'wait', 'release'];
const LIST = { tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object', maximum: 1 } })) };
const FILLER = 'x'.repeat(11 * 1024 * 1024);
let calls = 0;
/** The ids of calls that wait for `release`. */
const waiting = [];

const ANSWERS = {
  initialize: ({ id, params }) => {
    const { PROTOCOL = params.protocolVersion } = process.env;
    const result = { protocolVersion: PROTOCOL, capabilities: {}, serverInfo: { name: 'raw', version: '1' } };
    send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  },
  'tools/list': ({ id }) => send(JSON.stringify({ jsonrpc: '2.0', id, result: LIST })),
  'tools/call': ({ id, params: { name, arguments: args } }) => {
    calls += 1;
    if (name === 'wait') waiting.push(id);
    else if (name === 'release') {
      for (const one of [...waiting.splice(0), id])
        send(JSON.stringify({ jsonrpc: '2.0', id: one, result: { content: [{ type: 'text', text: `${calls}` }] } }));
    } else if (name === 'huge') {
      waiting.push(id);
      send(args.text.replaceAll('<filler>', FILLER));
    } else send(args.text.replaceAll('<id>', id).replaceAll('<filler>', FILLER));
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (process.env.REJECTED && [process.env.REJECTED, 'server/discover'].includes(message.method)) {
    const error = { code: Number(process.env.CODE), message: 'Not now' };
    return send(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
  }
  if (message.error) {
    const text = JSON.stringify([message.id, message.error.code]);
    for (const id of waiting.splice(0))
      send(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }));
  }
  ANSWERS[message.method]?.(message);
});
