/**
 * A shop of the official SDK that asks the user for a size, and for large ones whether it is a gift: in a tool, a prompt and a
 * resource. `stdio` or `http`, then `legacy` or `modern`: the revisions that it has. Over HTTP it prints its port. Each result
 * has what the user said, in order.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  fromJsonSchema,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [transport, era] = process.argv.slice(2);
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const SIZE = { type: 'string', title: 'Size', enum: ['small', 'large'], default: 'small' };
const form = (properties, required = []) => ({ type: 'object', properties, required });
const item = fromJsonSchema(form({ item: { type: 'string' } }, ['item']));

/** For both revisions; the state of the second question has the answer to the first. `finish` makes the result. */
function order(item, { mcpReq }, finish) {
  const { inputResponses: given = {} } = mcpReq;
  const said = JSON.parse(mcpReq.requestState() ?? '[]');
  const reply = given.size ?? given.gift;
  if (reply) said.push(reply);
  const last = said.at(-1);
  if (said.length === 0) {
    const size = inputRequired.elicit({
      message: `Which size of ${item}?`,
      requestedSchema: form({ size: SIZE }, ['size']),
    });
    return inputRequired({ inputRequests: { size } });
  }
  if (said.length === 1 && last.content?.size === 'large') {
    const gift = inputRequired.elicit({ message: 'A gift?', requestedSchema: form({ gift: { type: 'boolean' } }) });
    return inputRequired({ inputRequests: { gift }, requestState: JSON.stringify(said) });
  }
  return finish({ item, said });
}

function create() {
  const mcp = new McpServer({ name: 'shop', version: '1.0.0' });
  mcp.registerTool('order', { description: 'Orders.', inputSchema: item }, ({ item }, context) =>
    order(item, context, text),
  );
  mcp.registerPrompt('order', { description: 'Orders.', argsSchema: item }, ({ item }, context) =>
    order(item, context, (value) => ({ messages: [{ role: 'user', content: text(value).content[0] }] })),
  );
  mcp.registerResource('order', 'shop://order', {}, (uri, context) =>
    order('tea', context, (value) => ({ contents: [{ uri: uri.href, text: JSON.stringify(value) }] })),
  );
  mcp.registerTool('open_page', { description: 'Opens.', inputSchema: fromJsonSchema(form({})) }, () =>
    inputRequired({
      inputRequests: { page: inputRequired.elicitUrl({ message: 'Log in.', url: 'https://login.example' }) },
    }),
  );
  mcp.registerTool('say_hidden', { description: 'Says.', inputSchema: fromJsonSchema(form({})) }, (_args, { mcpReq }) =>
    mcpReq.inputResponses?.odd
      ? text(mcpReq.inputResponses.odd)
      : inputRequired({
          inputRequests: {
            odd: inputRequired.elicit({
              message: `A\u{200B}B ${process.env['SHOP_TOKEN'] ?? ''}`,
              requestedSchema: form({ why: { type: 'string', description: 'Why\u{E0041}?' } }),
            }),
          },
        }),
  );
  return mcp;
}

if (transport === 'stdio') serveStdio(create, { legacy: era === 'legacy' ? 'serve' : 'reject' });
else {
  const modern = createMcpHandler(create, { legacy: 'reject' });
  const sessions = new Map();
  const session = async (id) => {
    if (id !== undefined) return sessions.get(id);
    const made = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (name) => void sessions.set(name, made),
    });
    await create().connect(made);
    return made;
  };
  const web = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).filter(([name]) => name !== 'connection');
    const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    const left = new AbortController();
    response.on('close', () => left.abort());
    const asked = new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method,
      headers,
      ...body,
      signal: left.signal,
    });
    const answer = await (era === 'modern'
      ? modern.fetch(asked)
      : (await session(request.headers['mcp-session-id'])).handleRequest(asked));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  });
  web.listen(0, '127.0.0.1', () => console.log(web.address().port));
}
