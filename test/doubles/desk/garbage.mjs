/** An MCP server that prints noise and answers wrongly: to `initialize` with no result or a revision of its own, or to calls. */
import { createInterface } from 'node:readline';

const [wrong] = process.argv.slice(2);
const serverInfo = { name: 'garbage', version: '0.0.1' };
const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };

const ANSWERS = {
  initialize: { initialize: 5, revision: { ...hello, protocolVersion: '1999-01-01' } }[wrong] ?? hello,
  'tools/list': { tools: [{ name: 'a', inputSchema: {} }] },
  'tools/call': { content: [5, { text: 'without a type' }] },
};

console.log('Welcome to garbage.\n{"not": "a message"}\n[1, 2\n\n"a text"');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  console.log(`{"id": ${id ?? 0}, "jsonrpc": "2.0"`);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ANSWERS[method] }));
});
