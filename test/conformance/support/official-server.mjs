// The same tools on the official SDK's server, as its documentation shows it: what ours is compared with.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const server = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const handlers = {
  add: ({ a, b }) => ({ success: true, data: { sum: a + b } }),
  fail: () => ({ success: false, error: 'No luck.', code: 'no_luck', retry_hint: 'Try again.' }),
  crash() {
    throw new Error('the inside of the server');
  },
};

const { name, title, version, instructions, tools } = server;
const prepared = tools.map(({ behavior, name, inputSchema, outputSchema, ...config }) => ({
  name,
  run: handlers[behavior.export],
  config: { ...config, inputSchema: fromJsonSchema(inputSchema), outputSchema: fromJsonSchema(outputSchema) },
}));

function create() {
  const mcp = new McpServer(
    { name, title, version },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const { name, run, config } of prepared) {
    mcp.registerTool(name, config, (args) => {
      const envelope = run(args);
      const content = [{ type: 'text', text: JSON.stringify(envelope) }];
      return { content, structuredContent: envelope, ...(!envelope.success && { isError: true }) };
    });
  }
  return mcp;
}

if (process.argv.includes('--http')) listen(createMcpHandler(create, { responseMode: 'json' }));
else serveStdio(create);

function listen({ fetch }) {
  const web = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).filter(([name]) => name !== 'connection');
    const hasBody = request.method !== 'GET' && request.method !== 'DELETE';
    const body = hasBody ? { body: Buffer.concat(chunks) } : {};
    const url = `http://${request.headers.host}${request.url}`;
    const answer = await fetch(new Request(url, { method: request.method, headers, ...body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  web.listen(0, '127.0.0.1', () => console.error(`listening on http://127.0.0.1:${web.address().port}/mcp`));
}
